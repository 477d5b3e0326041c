"""Imports every module of the program and makes every page: run in the frozen program by its probe.

    imports.py FILE      what the sources import, as JSON: pairs of module and name

Prints what it found as JSON, so that it can be compared with the unfrozen program.
"""

import json
import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"


def modules() -> list[str]:
    """Return the names of all modules of the program."""
    packages = [import_module(name) for name in ("sdcdesk", "ui")]
    return sorted(
        module.name
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    )


def failures(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Return what cannot be imported, each with the reason; a name is an attribute or a module of its own."""
    failed = {}
    for module, name in pairs:
        try:
            owner = import_module(module)
            if name and not hasattr(owner, name):
                import_module(f"{module}.{name}")
        except Exception as error:
            failed[f"{module}.{name}".rstrip(".")] = repr(error)
    return failed


def main() -> None:
    """Import everything and say what there is."""
    names = modules()
    lazily = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = {"modules": names, "failed": failures([(name, "") for name in names])}
    if not found["failed"]:
        import sdcdesk
        from sdcdesk.report.manual import page
        from ui.pages.stages import STAGES

        catalogues = {"methods": sdcdesk.METHODS, "measures": sdcdesk.MEASURES}
        found |= {title: [operation.name for operation in one] for title, one in catalogues.items()}
        found["formats"] = [one.title for one in sdcdesk.FORMATS]
        found["pages"] = [stage.page().__name__ for stage in STAGES]
        found["manual"] = [len(page(operation)) for one in catalogues.values() for operation in one]
    found["failed"] |= failures(lazily)
    print(json.dumps(found))  # noqa: T201


main()

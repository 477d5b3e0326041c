"""Imports every module of the program and makes every page: run in the frozen program by its probe.

Prints what it found as JSON, so that it can be compared with the unfrozen program.
"""

import json
import os
import pkgutil
from importlib import import_module

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


def failures(names: list[str]) -> dict[str, str]:
    """Return the modules that cannot be imported, each with the reason."""
    failed = {}
    for name in names:
        try:
            import_module(name)
        except Exception as error:
            failed[name] = repr(error)
    return failed


def main() -> None:
    """Import everything and say what there is."""
    names = modules()
    found = {"modules": names, "failed": failures([*names, "pyarrow.dataset", "scipy.spatial.distance"])}
    if not found["failed"]:
        import sdcdesk
        from sdcdesk.report.manual import page
        from ui.pages.stages import STAGES

        catalogues = {"methods": sdcdesk.METHODS, "measures": sdcdesk.MEASURES}
        found |= {title: [operation.name for operation in one] for title, one in catalogues.items()}
        found["formats"] = [one.title for one in sdcdesk.FORMATS]
        found["pages"] = [stage.page().__name__ for stage in STAGES]
        found["manual"] = [len(page(operation)) for one in catalogues.values() for operation in one]
    print(json.dumps(found))  # noqa: T201


main()

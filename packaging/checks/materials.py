"""Bill of materials and licences: nothing is in the frozen program that they do not tell of."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

import elf
from licences import debian_package

if TYPE_CHECKING:
    from pathlib import Path

    from checks.findings import Findings

Listed = set[tuple[str, str, str]]
"""Kind, name and version of each part in a bill of materials."""


def check_materials(folder: Path, findings: Findings) -> None:
    """See that every package and library is listed, and that the text of its licence lies there."""
    bill = json.loads((folder / "sbom.cdx.json").read_text(encoding="utf-8"))
    listed = parts(bill)
    lacking = sorted(packages(folder) - listed) + libraries_unlisted(folder, listed)
    findings.add(
        f"all parts are among the {len(listed)} of the bill of materials",
        str(lacking or ""),
        holds=not lacking,
    )
    bare = without_text(folder / "licences", listed)
    findings.add("the licence of each part lies there", ", ".join(bare), holds=not bare)


def parts(bill: dict[str, list[dict[str, str]]]) -> Listed:
    """Return what a bill of materials lists."""
    kinds = re.compile(r"pkg:(?P<kind>\w+)/")
    return {
        (kinds.match(part["purl"])["kind"], part["name"], part["version"])  # type: ignore[index]
        for part in bill["components"]
    }


def packages(folder: Path) -> Listed:
    """Return the distributions whose metadata were frozen, but the program itself."""
    found = set()
    for described in (folder / "_internal").glob("*.dist-info"):
        name, _, version = described.name.removesuffix(".dist-info").partition("-")
        if name != "sdcdesk":
            found.add(("pypi", name.replace("_", "-").lower(), version))
    return found


def libraries_unlisted(folder: Path, listed: Listed) -> list[str]:
    """Return libraries of the build machine's system that were frozen, and whose packages are not listed."""
    if not sys.platform.startswith("linux"):
        return []
    names = {name for kind, name, _ in listed if kind == "deb"}
    found = [path for path in sorted((folder / "_internal").glob("lib*.so*")) if elf.is_elf(path)]
    own = [path.name for path in found if not path.name.startswith("libpython")]  # Python is a part by itself
    owners = {name: debian_package(name).partition(":")[0] for name in own}
    return [library for library, owner in owners.items() if owner and owner not in names]


def without_text(licences: Path, listed: Listed) -> list[str]:
    """Return the parts without a text in the folder of licences."""
    folders = {path.name: any(path.iterdir()) for path in licences.iterdir() if path.is_dir()}
    return sorted(
        name
        for _, name, version in listed
        if not folders.get(f"{name}-{version}".replace(":", "_").replace("~", "_"))
    )

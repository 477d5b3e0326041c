"""Licences of everything in the frozen program: what parts there are, and the texts of their licences."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import elf
from locked import runtime_requirements
from pruning import canonical
from stages import ROOT, SetUpError, ask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from commit import Commit

NOTICES = ROOT / "packaging" / "notices"
LGPL = {"pyside6-essentials", "shiboken6"}
_TEXTS = ("licen", "copying", "notice", "authors")
WITHIN = {"pyreadstat": (("readstat", "MIT"),)}
"""Software that was compiled into a distribution, whose own text holds its licence: names and licences."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something of others in the frozen program.

    Parameters
    ----------
    kind
        "pypi" for a Python distribution, "deb" for a library of the system, "generic" for Python.
    name, version, licence
        As its publisher says.
    texts
        Files with the texts of its licence.
    hashes
        Of what was installed, as "sha256:…"; empty where only single files were taken.
    """

    kind: str
    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    hashes: tuple[str, ...] = ()


def parts(folder: Path) -> list[Part]:
    """Return all parts of a frozen program, the Python distributions first.

    Raises
    ------
    SetUpError
        A part has no text of its licence.
    """
    found = [*_distributions(folder), _python(), *_system_libraries(folder)]
    bare = [part.name for part in found if not part.texts]
    if bare:
        raise SetUpError(f"These parts have no licence text: {', '.join(bare)}.")
    return found


def collect(commit: Commit, parts: list[Part], folder: Path) -> None:
    """Write the texts of all licences, and the notice, into a folder."""
    folder.mkdir(parents=True)
    for part in parts:
        place = folder / f"{part.name}-{part.version}".replace(":", "_").replace("~", "_")
        place.mkdir()
        for text in part.texts:
            name = text.name if not (place / text.name).exists() else f"{text.parent.name}-{text.name}"
            shutil.copyfile(text, place / name)
    (folder / "sdcdesk").mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "sdcdesk" / "LICENSE")
    for name in ("LGPL-3.txt", "GPL-3.txt"):
        shutil.copyfile(NOTICES / name, folder / name)
    lines = [f"  {part.name} {part.version}: {part.licence}" for part in parts]
    qt = next((part.version for part in parts if canonical(part.name) in LGPL), "")
    notice = (NOTICES / "NOTICE.txt").read_text(encoding="utf-8")
    written = notice.format(version=commit.version, commit=commit.name, qt=qt, parts="\n".join(lines))
    (folder / "NOTICE.txt").write_text(written, encoding="utf-8")


def _distributions(folder: Path) -> Iterator[Part]:
    for wanted in runtime_requirements():
        owner = distribution(wanted.name)
        if not _is_in(owner, folder):
            continue
        texts = tuple(sorted(_texts(owner)))
        if texts:
            texts += tuple(sorted(_bills(owner)))
        if canonical(wanted.name) in LGPL:
            texts = (NOTICES / "LGPL-3.txt", NOTICES / "GPL-3.txt")
        yield Part("pypi", wanted.name, wanted.version, _licence(owner), texts, wanted.hashes)
        for name, licence in WITHIN.get(canonical(wanted.name), ()):
            yield Part("generic", name, f"in-{wanted.name}-{wanted.version}", licence, texts)


def _is_in(owner: Distribution, folder: Path) -> bool:
    """Whether a module or library of a distribution was frozen."""
    tops = {file.parts[0] for file in owner.files or () if file.suffix in (".py", ".so", ".pyd")}
    names = {top.removesuffix(".py") for top in tops}
    inside = folder / "_internal"
    return any((inside / name).is_dir() or (inside / f"{name}.pyc").is_file() for name in names)


def _texts(owner: Distribution) -> Iterator[Path]:
    for file in owner.files or ():
        described = any(part.endswith(".dist-info") for part in file.parts)
        if described and ("licenses" in file.parts or file.name.lower().startswith(_TEXTS)):
            path = Path(str(owner.locate_file(file)))
            if path.is_file():
                yield path


def _bills(owner: Distribution) -> Iterator[Path]:
    """Yield the lists of what was compiled into a distribution; those written in Rust bring them."""
    for file in owner.files or ():
        path = Path(str(owner.locate_file(file)))
        if "sboms" in file.parts and path.is_file():
            yield path


def _licence(owner: Distribution) -> str:
    metadata = owner.metadata
    expression = metadata.get("License-Expression")
    if expression:
        return str(expression)
    classes = [
        line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier") or () if "License ::" in line
    ]
    short = (metadata.get("License") or "").strip().splitlines()
    return "; ".join(classes) or (short[0] if short else "see its text")


def _python() -> Part:
    places = (
        Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}",
        Path(sys.base_prefix),
    )
    texts = [place / name for place in places for name in ("LICENSE.txt", "LICENSE", "LICENSE.rst")]
    doc = Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright")
    text = next((path for path in (*texts, doc) if path.is_file()), None)
    return Part("generic", "python", sys.version.split()[0], "PSF-2.0", (text,) if text else ())


def _system_libraries(folder: Path) -> Iterator[Part]:
    """Libraries that came from the system of the build machine, by their Debian packages."""
    if not sys.platform.startswith("linux"):
        return
    wheels = _names_in_wheels()
    packages: set[str] = set()
    for library in sorted((folder / "_internal").glob("lib*.so*")):
        if elf.is_elf(library) and library.name not in wheels and not library.name.startswith("libpython"):
            packages.add(debian_package(library.name))
            if "" in packages:
                raise SetUpError(f"Nobody knows whose {library.name} is: it is in no wheel and no package.")
    for package in sorted(packages):
        version = ask(["dpkg-query", "--show", "--showformat", "${Version}", package])
        text = Path("/usr/share/doc") / package.partition(":")[0] / "copyright"
        texts = (text.resolve(),) if text.is_file() else ()
        yield Part("deb", package.partition(":")[0], version, "see its text", texts)


def _names_in_wheels() -> set[str]:
    """Names of all files of the distributions that the program needs: those that share a library keep one."""
    owners = (distribution(wanted.name) for wanted in runtime_requirements())
    return {file.name for owner in owners for file in owner.files or ()}


def debian_package(library: str) -> str:
    """Return the Debian package of a shared library of this system, or an empty text."""
    for place in (
        "/usr/lib/x86_64-linux-gnu",
        "/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib",
    ):
        path = Path(place) / library
        if path.exists():
            for spelled in (str(path), str(path).removeprefix("/usr"), str(path.resolve())):
                owner = ask(["dpkg-query", "--search", spelled]).partition(": ")[0]
                if owner:
                    return owner.split(",")[0]
    return ""

"""Files in memory that Qt reads as its resources: nothing of them is ever written to the disk."""

from collections.abc import Mapping
from struct import pack

from PySide6.QtCore import QResource

_FOLDER, _ANY_COUNTRY, _C_LOCALE = 2, 0, 1
_HEADER = 20
"""Bytes before the tree."""

_registered: dict[str, bytes] = {}


def register(files: Mapping[str, bytes], folder: str) -> None:
    """Let Qt find files below `:/folder`, in the place of those that were there.

    Parameters
    ----------
    files
        Contents by name.
    folder
        Name of the folder.
    """
    if folder in _registered:
        QResource.unregisterResourceData(_registered[folder], f"/{folder}")
    _registered[folder] = data = _compiled(files)  # Qt reads it where it lies
    QResource.registerResourceData(data, f"/{folder}")


def _compiled(files: Mapping[str, bytes]) -> bytes:
    """Return one folder as `rcc --binary` compiles it: format 1, uncompressed, big-endian."""
    names, contents = pack(">HI", 0, 0), b""
    tree = pack(">IHII", 0, _FOLDER, len(files), 1)
    for name in sorted(files, key=_hash):
        tree += pack(">IHHHI", len(names), 0, _ANY_COUNTRY, _C_LOCALE, len(contents))
        names += pack(">HI", len(name), _hash(name)) + name.encode("utf-16-be")
        contents += pack(">I", len(files[name])) + files[name]
    offsets = _HEADER, _HEADER + len(tree), _HEADER + len(tree) + len(contents)
    return b"qres" + pack(">IIII", 1, *offsets) + tree + contents + names


def _hash(name: str) -> int:
    """Return the number of a name by which Qt looks for it (`qt_hash`)."""
    found = 0
    for letter in name:
        found = (found << 4) + ord(letter)
        found = (found ^ (found & 0xF0000000) >> 23) & 0x0FFFFFFF
    return found

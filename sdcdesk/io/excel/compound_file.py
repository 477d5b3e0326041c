"""Compound file: streams of an .xls file, after [MS-CFB], whose sectors are chained.

The library follows a chain that bites its own tail until memory ends, and the program with it.
"""

import struct
from collections.abc import Iterable

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_HEADER, _ENTRY, _SMALL, _SHORT = 512, 128, 64, 4096
"""Bytes of the header, of an entry of the directory, of a small sector, and below which a stream has such."""

_END, _NONE = 0xFFFFFFFE, 0xFFFFFFFA
"""The last sector of a chain; numbers from which on they are none of sectors."""

_STREAM, _ROOT = 2, 5


class CompoundFile:
    """The streams of a file.

    Parameters
    ----------
    content
        All of its bytes.

    Raises
    ------
    ValueError
        A chain has no end, or leaves the file.
    """

    def __init__(self, content: bytes) -> None:
        if len(content) < _HEADER or not content.startswith(MAGIC):
            raise ValueError
        self._content = content
        shift = int.from_bytes(content[30:32], "little")
        if shift not in (9, 12):
            raise ValueError
        self._size = 1 << shift
        self._sectors = -(-len(content) // self._size) - 1
        (directory,) = struct.unpack_from("<I", content, 48)
        small, small_count, more, _ = struct.unpack_from("<4I", content, 60)
        self._next = self._numbers(self._listed(more))
        if small_count > self._sectors:
            raise ValueError
        entries = self._chained(directory)
        self._entries = {
            _name(entry): entry
            for entry in (entries[at : at + _ENTRY] for at in range(0, len(entries) - _ENTRY + 1, _ENTRY))
            if entry[66] in (_STREAM, _ROOT)
        }
        root = next((one for one in self._entries.values() if one[66] == _ROOT), None)
        self._small, self._small_next = b"", tuple[int, ...]()
        if small_count and root is not None:
            self._small = self._chained(_first(root))
            self._small_next = self._numbers(self._chain(small, self._next, self._sectors))
        for name in self._entries:
            self.stream(name)

    @property
    def names(self) -> frozenset[str]:
        """Names of the streams."""
        return frozenset(name for name, entry in self._entries.items() if entry[66] == _STREAM)

    def stream(self, name: str) -> bytes:
        """Return the bytes of a stream.

        Parameters
        ----------
        name
            One of the names.

        Returns
        -------
        bytes
            As many as its length says.
        """
        entry = self._entries[name]
        length = int.from_bytes(entry[120:124], "little")
        if entry[66] == _ROOT or not length:
            return b""
        if length > len(self._content):
            raise ValueError
        if length >= _SHORT:
            return self._chained(_first(entry))[:length]
        count = len(self._small) // _SMALL
        places = self._chain(_first(entry), self._small_next, count)
        return b"".join(self._small[at * _SMALL : (at + 1) * _SMALL] for at in places)[:length]

    def _sector(self, place: int) -> bytes:
        return self._content[(place + 1) * self._size : (place + 2) * self._size]

    def _chained(self, first: int) -> bytes:
        return b"".join(map(self._sector, self._chain(first, self._next, self._sectors)))

    def _listed(self, more: int) -> list[int]:
        """Return the sectors that hold what follows on each sector."""
        found = list(struct.unpack_from("<109I", self._content, 76))
        seen = 0
        while more < _NONE:
            seen += 1
            if seen > self._sectors or more >= self._sectors:
                raise ValueError
            numbers = self._numbers([more])
            found += numbers[:-1]
            more = numbers[-1]
        return [one for one in found if one < _NONE]

    def _numbers(self, sectors: Iterable[int]) -> tuple[int, ...]:
        found: list[int] = []
        for place in sectors:
            if place >= self._sectors:
                raise ValueError
            sector = self._sector(place)
            found += struct.unpack(f"<{len(sector) // 4}I", sector[: len(sector) // 4 * 4])
        return tuple(found)

    @staticmethod
    def _chain(first: int, following: tuple[int, ...], count: int) -> list[int]:
        found: list[int] = []
        while first != _END:
            if first >= min(count, len(following)) or len(found) > count:
                raise ValueError
            found.append(first)
            first = following[first]
        return found


def _name(entry: bytes) -> str:
    return entry[:64].decode("utf-16-le", errors="replace").partition("\0")[0]


def _first(entry: bytes) -> int:
    return int.from_bytes(entry[116:120], "little")

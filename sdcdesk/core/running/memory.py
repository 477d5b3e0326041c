"""Memory: whether the computer has enough for a piece of work, and giving back what was freed after it."""

import ctypes
import mmap
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")

MANY = 100_000
"""Records from which on a piece of work leaves so much behind that the next one gains by giving it back."""


def require(size: int) -> None:
    """Raise `MemoryError` if so many bytes cannot be had, rather than fail in the middle of the work.

    Parameters
    ----------
    size
        Bytes that the work needs at least, for sure.

    Raises
    ------
    MemoryError
        The system does not grant them, or has fewer that are free.
    """
    if size <= 0:
        return
    room = free()
    if room is not None and room < size:
        raise MemoryError
    try:
        # Nothing is written there: it costs no time, and meets every limit that the process has.
        kind = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
        mmap.mmap(-1, size, **kind).close()
    except (OSError, OverflowError):
        raise MemoryError from None


def free() -> int | None:
    """Return the memory that is free.

    Returns
    -------
    int or None
        Bytes, those on disk for memory included; None where the system does not say.
    """
    try:
        lines = _MEMINFO.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    amounts = dict(line.split(":", 1) for line in lines if ":" in line)
    try:
        return 1024 * sum(int(amounts[name].split()[0]) for name in ("MemAvailable", "SwapFree"))
    except (KeyError, ValueError, IndexError):
        return None


def give_back() -> None:
    """Give memory that was freed back to the system.

    The C library of Linux keeps what arrays left for later ones, and Arrow what texts left, which after a
    piece of work may be as much as the data themselves. To look takes some milliseconds.
    """
    arrow = sys.modules.get("pyarrow")  # who has not imported it has no texts there
    if arrow is not None:
        arrow.default_memory_pool().release_unused()
    trim = _trim()
    if trim is not None:
        trim(0)


def give_back_after(records: int) -> None:
    """Give memory back between pieces of work, where they are done to many records.

    Parameters
    ----------
    records
        How many.
    """
    if records >= MANY:
        give_back()


@cache
def _trim() -> Callable[[int], object] | None:
    """Return the function of the C library that does it; None: it has none."""
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library than that of GNU
        return None

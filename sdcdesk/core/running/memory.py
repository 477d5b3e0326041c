"""Memory: whether the computer has enough for a piece of work, asked before it begins."""

import mmap
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")


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

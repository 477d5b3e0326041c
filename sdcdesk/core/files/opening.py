"""Opening of files: what can be wrong with a file before its content matters."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

LARGEST_TEXT = 1 << 28
"""Bytes; projects and weights take far less."""


@contextmanager
def opening(path: Path, error: type[SdcError] = ReadError, field: str | None = None) -> Iterator[None]:
    """Turn what the system says of a file that cannot be opened or read into an error.

    Parameters
    ----------
    path
        The file that is opened inside the context.
    error, field
        The error that is raised, and the field that it belongs to.

    Returns
    -------
    Iterator[None]
        A context in which the caller opens the file.

    Raises
    ------
    ReadError
        The file does not exist, is no ordinary file, may not be read, or cannot be.
    """
    name = short(path.name or str(path))
    try:
        _require_ordinary(path, name, error, field)
        yield
    except FileNotFoundError:
        raise error(sentence("{name} does not exist; check its name and folder.", name=name), field) from None
    except NotADirectoryError:
        raise error(
            sentence("{name} does not exist: what stands before it is no folder; check it.", name=name), field
        ) from None
    except PermissionError:
        raise error(
            sentence(
                "{name} may not be read; ask for permission, or close the program that has it open.",
                name=name,
            ),
            field,
        ) from None
    except OSError as found:
        reason = found.strerror or "unknown reason"
        raise error(
            sentence("{name} cannot be read ({reason}); copy it to this computer.", name=name, reason=reason),
            field,
        ) from None


def read_text(path: Path, error: type[SdcError] = ReadError, field: str | None = None) -> str:
    """Return the content of a text file in UTF-8.

    Parameters
    ----------
    path
        The file.
    error, field
        The error that is raised, and the field that it belongs to.

    Returns
    -------
    str
        Without a byte order mark.

    Raises
    ------
    ReadError
        The file cannot be read, is too large, or is not text in UTF-8.
    """
    with opening(path, error, field):
        if path.stat().st_size > LARGEST_TEXT:
            raise error(
                sentence("{name} is too large to be such a file; choose another.", name=short(path.name)),
                field,
            )
        content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise error(
            sentence("{name} is not text in UTF-8; choose another file.", name=short(path.name)), field
        ) from None


def is_ordinary(path: Path) -> bool:
    """Return whether there is an ordinary file; a name that no system takes stands for none.

    Parameters
    ----------
    path
        The file in question; a symbolic link is followed.

    Returns
    -------
    bool
        False for folders, pipes and devices too.
    """
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _require_ordinary(path: Path, name: str, error: type[SdcError], field: str | None) -> None:
    """Refuse what would never end, or never begin: pipes and devices, beside folders."""
    try:
        mode = path.stat().st_mode
    except ValueError:  # a zero byte
        raise error(
            sentence("{name} is no name that a file can have; choose another file.", name=name), field
        ) from None
    if stat.S_ISDIR(mode):
        raise error(sentence("{name} is a folder; choose a file in it.", name=name), field)
    if not stat.S_ISREG(mode):
        raise error(
            sentence(
                "{name} is a device or a pipe; copy its content into a file and choose that.", name=name
            ),
            field,
        )

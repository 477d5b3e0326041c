"""Faults of files, whatever their format: what can be wrong before the content matters."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sdcdesk.core.errors import ReadError


def refuse_twice(names: Iterable[str], file: str) -> None:
    """Raise `ReadError` if two columns share a name.

    Parameters
    ----------
    names
        The columns.
    file
        Its name, for the message.

    Raises
    ------
    ReadError
        Two columns share a name.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ReadError(f"{file} has two columns called {name}; give every column its own name.", name)
        seen.add(name)


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that cannot be opened or read into a `ReadError`.

    Parameters
    ----------
    path
        The file that is opened inside the context.

    Returns
    -------
    Iterator[None]
        A context in which the caller opens the file.

    Raises
    ------
    ReadError
        The file does not exist, may not be read, or cannot be.
    """
    if path.is_dir():
        raise ReadError(f"{path.name} is a folder; choose a file in it.")
    try:
        yield
    except FileNotFoundError:
        raise ReadError(f"{path.name} does not exist; check its name and folder.") from None
    except PermissionError:
        raise ReadError(
            f"{path.name} may not be read; ask for permission, or close the program that has it open."
        ) from None
    except OSError as error:
        raise ReadError(
            f"{path.name} cannot be read ({error.strerror or 'unknown reason'}); copy it to this computer."
        ) from None

"""Sample project: it comes with the program and is only read; what is made of it lies elsewhere."""

from importlib.resources import as_file, files
from pathlib import Path

from sdcdesk.core.files.user_folder import user_folder


def sample_project() -> Path:
    """Return where the sample project lies.

    Returns
    -------
    Path
        The project file, beside its data.
    """
    return _sample("billing_5000.sdcdesk")


def census_project() -> Path:
    """Return where the project of ten people lies, which publishes three tables of them.

    Returns
    -------
    Path
        The project file, beside its data.
    """
    return _sample("census_10.sdcdesk")


def examples_folder() -> Path:
    """Return where the data of examples are written.

    Returns
    -------
    Path
        A folder of the user that need not be there yet.
    """
    return user_folder("examples")


def _sample(name: str) -> Path:
    with as_file(files("resources.samples") / name) as path:
        return path


def writable(file: Path) -> Path:
    """Return a file or, beside the sample or an example, one of the same name in the user's own folder.

    Parameters
    ----------
    file
        Where something would be written.

    Returns
    -------
    Path
        Where it may be written.
    """
    made_up = file.parent in (sample_project().parent, examples_folder())
    return Path.home() / file.name if made_up else file

"""Sample project: it comes with the program and is only read; what is made of it lies elsewhere."""

from importlib.resources import as_file, files
from pathlib import Path


def sample_project() -> Path:
    """Return where the sample project lies.

    Returns
    -------
    Path
        The project file, beside its data.
    """
    with as_file(files("resources.samples") / "billing_5000.sdcdesk") as path:
        return path


def writable(file: Path) -> Path:
    """Return a file or, beside the sample, one of the same name in the user's own folder.

    Parameters
    ----------
    file
        Where something would be written.

    Returns
    -------
    Path
        Where it may be written.
    """
    return Path.home() / file.name if file.parent == sample_project().parent else file

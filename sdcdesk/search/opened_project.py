"""Opened project: a project with its data, from a project beside them or from its file."""

from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load


def opened_project(
    source: Project | Path | str, data: Microdata | None, progress: Progress = SILENT
) -> tuple[Project, Microdata]:
    """Return a project with its data.

    Parameters
    ----------
    source
        A project, or its file.
    data
        The data of a project; a file names its data itself.
    progress
        Receives how far the reading is, and stops it where the user asked to.

    Returns
    -------
    tuple[Project, Microdata]
        The data as the project describes them.

    Raises
    ------
    ParameterError
        The data lack, or are given beside a file.
    DataError
        What is given as data is none.
    ProjectError
        The project file or its data cannot be read.
    Cancelled
        The user asked to stop.
    """
    if isinstance(source, Project):
        if data is None:
            raise ParameterError("Give the data of the project too, or name the project file.", "data")
        require_microdata(data)
        return source, data
    if data is not None:
        raise ParameterError("A project file names its data itself; leave them out.", "data")
    read, project = load(Path(source)).read_data(Path(source), progress=progress)
    return project, read

"""Opened work: data and project as read from a data file, a project file, or what a crash left behind."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.document.data_changes import data_changes
from sdcdesk.document.project import DataReference, Project, load
from sdcdesk.document.sample import sample_project
from sdcdesk.document.unsaved_work import Recovered
from sdcdesk.io import FileOptions, read_file


@dataclass(frozen=True, slots=True)
class Opened:
    """What was read.

    Attributes
    ----------
    data
        The original, described by the project.
    project, path
        The project, and its file; None: it was never saved.
    saved
        Whether the file holds the project as it is.
    """

    data: Microdata
    project: Project
    path: Path | None
    saved: bool = True

    @classmethod
    def of_data(cls, path: Path, options: FileOptions, progress: Progress = SILENT) -> Self:
        """Read a data file as a new project.

        Parameters
        ----------
        path, options
            The file, and how it is read.
        progress
            Told how far the work is.

        Returns
        -------
        Self
            With a project that was never saved.

        Raises
        ------
        SdcError
            The file cannot be read.
        """
        found = read_file(path, options, progress=progress)
        # A project that was never saved refers to its data by their full path.
        reference = DataReference.of(found, path, path).changed(path=path.absolute().as_posix())
        project = Project(title=path.stem, data=reference, variables=found.data.variables)
        return cls(found.data, project, None)

    @classmethod
    def of_project(cls, path: Path, data_file: Path | None = None, progress: Progress = SILENT) -> Self:
        """Read a project and its data.

        Parameters
        ----------
        path
            The project file.
        data_file
            Another data file in the place of the one that the project refers to.
        progress
            Told how far the work is.

        Returns
        -------
        Self
            The sample becomes a copy that was never saved.

        Raises
        ------
        SdcError
            One of both cannot be read, or the data are not those of the project.
        """
        project = load(path)
        if data_file is not None:
            project = data_changes(project, data_file, progress).without_gone(project)
        data, project = project.read_data(path, data_file, progress)
        if path == sample_project():
            there = project.data.changed(path=path.parent.joinpath(project.data.path).as_posix())
            return cls(data, project.changed(data=there), None)
        return cls(data, project, path, saved=data_file is None)

    @classmethod
    def of_recovered(cls, work: Recovered, progress: Progress = SILENT) -> Self:
        """Read the data of work that a window left behind.

        Parameters
        ----------
        work
            The project as it was kept.
        progress
            Told how far the work is.

        Returns
        -------
        Self
            It is not saved.

        Raises
        ------
        SdcError
            The data cannot be read.
        """
        data = work.project.open_data(work.file, progress=progress)
        return cls(data, work.project, work.saved_as, saved=False)

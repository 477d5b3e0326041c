"""Opened work: data and project as read from a data file, a project file, or what a crash left behind."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.atomic import clear_folders
from sdcdesk.core.running.errors import DataError, ProjectError, ReadError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.data_changes import data_changes, read_as_described
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
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
    changes
        What is different in the data since the project was saved, a sentence each.
    remarks
        What else the user should know, a sentence each.
    saved_digest
        Digest of the project that its file held; empty: that is not known.
    """

    data: Microdata
    project: Project
    path: Path | None
    saved: bool = True
    changes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    saved_digest: str = ""

    @classmethod
    def from_data(
        cls, path: Path, options: FileOptions, progress: Progress = SILENT, *, released: bool = False
    ) -> Self:
        """Read a data file as a new project.

        Parameters
        ----------
        path, options
            The file, and how it is read.
        progress
            Told how far the work is.
        released
            Whether it is a released file whose original is not known.

        Returns
        -------
        Self
            With a project that was never saved.

        Raises
        ------
        SdcError
            The file cannot be read.
        """
        left = clear_folders([path.parent])
        found = read_file(path, options, progress=progress)
        # A project that was never saved refers to its data by their full path.
        reference = DataReference.from_file(found, path, path, released=released)
        reference = reference.changed(path=path.absolute().as_posix())
        variables = found.data.variables
        project = Project(title=path.stem, data=reference, variables=variables, recipe=Recipe.begun())
        return cls(reference.with_standing(found.data), project, None, remarks=(*left, *found.remarks))

    @classmethod
    def from_project(
        cls,
        path: Path,
        data_file: Path | None = None,
        progress: Progress = SILENT,
        locale: Locale = NEUTRAL,
        look: Callable[[Project], None] = lambda _project: None,
    ) -> Self:
        """Read a project and its data.

        Parameters
        ----------
        path
            The project file.
        data_file
            Another data file in the place of the one that the project refers to.
        progress
            Told how far the work is.
        locale
            How numbers are written.
        look
            Looks at the project before its data are read, and raises what it finds against that.

        Returns
        -------
        Self
            The sample becomes a copy that was never saved.

        Raises
        ------
        SdcError
            The project cannot be read.
        ProjectError
            Its field is "data": the data are not there, cannot be read, or lack variables that the project
            needs.
        """
        remarks: list[str] = []
        progress.at(0.0, sentence("Reading {name}", name=path.name))
        project = load(path, remarks.append)
        progress.check()
        look(project)
        remarks += clear_folders([path.parent, (data_file or project.data.located(path)).parent])
        opened = replace(
            cls._from_description(project, path, data_file, progress, locale), remarks=tuple(remarks)
        )
        if path == sample_project():
            return replace(opened.with_full_path(path), path=None)
        return replace(opened, saved=data_file is None and not opened.changes, saved_digest=project.digest)

    @classmethod
    def from_recovered(
        cls,
        work: Recovered,
        data_file: Path | None = None,
        progress: Progress = SILENT,
        locale: Locale = NEUTRAL,
    ) -> Self:
        """Read the data of work that a window left behind; parameters and errors are those of `from_project`.

        Parameters
        ----------
        work
            The project as it was kept.
        data_file
            Another data file in the place of the one that the project refers to.
        progress
            Told how far the work is.
        locale
            How numbers are written.

        Returns
        -------
        Self
            It is not saved.
        """
        left = clear_folders([(data_file or work.project.data.located(work.file)).parent])
        opened = cls._from_description(work.project, work.file, data_file, progress, locale)
        return replace(
            opened.with_full_path(work.file),
            path=work.saved_as,
            saved=False,
            saved_digest=work.saved_digest,
            remarks=(*left, *work.remarks),
        )

    @classmethod
    def _from_description(
        cls, project: Project, path: Path, data_file: Path | None, progress: Progress, locale: Locale
    ) -> Self:
        file = data_file or project.data.located(path)
        project.data.find(file)
        try:
            found = read_as_described(project, file, progress)
        except (DataError, ReadError) as error:
            raise ProjectError(error.message, "data") from None
        changes = data_changes(project, found, locale)
        if changes or data_file is not None:
            there = tuple(variable for variable in project.variables if variable.name in found.data)
            project = project.changed(variables=there).referring_to(found, file, path)
        # What the project left open has been found out: the window says how the file was read.
        project = project.changed(data=project.data.changed(options=found.options)).pinned(progress)
        return cls(project.prepared(found.data), project, path, changes=changes)

    @classmethod
    def from_description(
        cls, project: Project, path: Path, progress: Progress = SILENT, locale: Locale = NEUTRAL
    ) -> Self:
        """Read the data that a project describes.

        Parameters
        ----------
        project, path
            The project, and the file from which it refers to its data.
        progress
            Told how far the work is.
        locale
            How numbers are written.

        Returns
        -------
        Self
            With the project as it is.

        Raises
        ------
        ProjectError
            Its field is "data": the data are not there, cannot be read, or lack variables that the project
            needs.
        """
        return cls._from_description(project, path, None, progress, locale)

    def with_full_path(self, project: Path) -> Self:
        """Return the same with a project that refers to its data from any folder.

        Parameters
        ----------
        project
            The file from which it refers to them now.

        Returns
        -------
        Self
            Only the path of the data differs.
        """
        file = self.project.data.located(project).resolve().as_posix()
        return replace(self, project=self.project.changed(data=self.project.data.changed(path=file)))

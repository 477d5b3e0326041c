"""Example: made-up data with a project that shows something, opened as work that was never saved."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sdcdesk.core.files.atomic import write_atomically
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import Project
from sdcdesk.io import ReadOptions

READ = ReadOptions(format="csv", delimiter=",", encoding="utf-8", decimal=".", quote='"', header=True)
"""How the data of examples are read."""


@dataclass(frozen=True, slots=True)
class Example:
    """Something that a paper shows.

    Attributes
    ----------
    name
        What programs call it.
    title
        What it shows, as people read it.
    source
        Where it is from.
    about
        What is to be seen, a sentence.
    file
        Name of the data file.
    content
        Makes the data, CSV in UTF-8.
    project
        Makes the project from the reference to its data.
    shown
        Which tab of the stage *Tables* shows it.
    part
        Name of the figure, chart or table that shows it there; empty: the first ones do.
    """

    name: str
    title: str
    source: str
    about: str
    file: str
    content: Callable[[], bytes]
    project: Callable[[DataReference], Project]
    shown: Literal["areas", "critique"]
    part: str = ""

    def open(self, folder: Path, progress: Progress = SILENT, locale: Locale = NEUTRAL) -> Opened:
        """Write the data, where they are not there yet, and return data and project.

        Parameters
        ----------
        folder
            Where data of examples lie; it is made where it is not there.
        progress
            Told how far the work is.
        locale
            How numbers are written.

        Returns
        -------
        Opened
            A project that was never saved, with the sentence on what is to be seen.

        Raises
        ------
        WriteError
            The data cannot be written.
        """
        file, content = folder / self.file, self.content()
        progress.at(0.3, "Making the data")
        folder.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_bytes() != content:
            write_atomically(file, lambda out: out.write(content), overwrite=True)
        project = self.project(DataReference.to(file, file, READ))
        opened = Opened.from_description(project, file, progress.part(0.4, 1.0), locale)
        return replace(opened.with_full_path(file), path=None, remarks=(self.about,))

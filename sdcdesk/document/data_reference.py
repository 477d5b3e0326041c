"""Reference from a project to its data: where the file is, how it is read, whether it is still the same."""

import os
from pathlib import Path, PurePosixPath
from typing import Self

from pydantic import Field

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.file_hash import hashed
from sdcdesk.core.files.opening import is_ordinary
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io import FORMATS, FileOptions, FileRead
from sdcdesk.io.formats import Reading


class DataReference(Model):
    """Where the data are, and how to tell whether they have changed.

    Attributes
    ----------
    path
        Relative to the project's folder where possible, with forward slashes.
    size
        Bytes.
    sha256
        Hash of the file, as 64 hexadecimal digits.
    options
        How the file is read.
    released
        Whether it is a released file whose original is not known, so that nothing is compared.
    """

    path: str
    size: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    options: Reading
    released: bool = False

    @classmethod
    def to(cls, data: Path, project: Path, options: FileOptions, progress: Progress = SILENT) -> Self:
        """Refer to a data file from a project file.

        Parameters
        ----------
        data
            The data file.
        project
            The project file, which need not exist.
        options
            How the data are read.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Self
            With size and hash of the file as it is now.
        """
        size, sha256 = hashed(data, progress)
        return cls(path=_relative(data, project.parent), size=size, sha256=sha256, options=options)

    @classmethod
    def from_file(cls, read: FileRead, data: Path, project: Path, *, released: bool = False) -> Self:
        """Refer from a project file to the very bytes that were read.

        Parameters
        ----------
        read
            What was read.
        data
            The data file.
        project
            The project file, which need not exist.
        released
            Whether it is a released file whose original is not known.

        Returns
        -------
        Self
            With size and hash as they were read.
        """
        path = _relative(data, project.parent)
        return cls(path=path, size=read.size, sha256=read.sha256, options=read.options, released=released)

    def with_standing(self, data: Microdata) -> Microdata:
        """Return what was read of the file as what it is: an original, or a released file alone.

        Parameters
        ----------
        data
            All its records.

        Returns
        -------
        Microdata
            The same records.
        """
        return data.as_released() if self.released else data

    def relative_to(self, data: Path, project: Path) -> Self:
        """Return the same reference, seen from a project file in another place.

        Parameters
        ----------
        data
            The data file.
        project
            The project file in its new place.

        Returns
        -------
        Self
            Only the path differs.
        """
        return self.changed(path=_relative(data, project.parent))

    def located(self, project: Path) -> Path:
        """Return where the data file should be, seen from a project file.

        Parameters
        ----------
        project
            The project file.

        Returns
        -------
        Path
            A file that need not exist.
        """
        return project.parent / PurePosixPath(self.path)

    @property
    def name(self) -> str:
        """Name of the file without its folders, whose names are nobody else's concern."""
        return PurePosixPath(self.path).name

    def reading(self, path: Path) -> FileOptions:
        """Return how a file in the place of the data file is read.

        Parameters
        ----------
        path
            The file.

        Returns
        -------
        FileOptions
            The same options, or, where the extension stands for another format, what they say of any file.
        """
        form = FORMATS.find(path)
        alike = path.suffix.lower() == PurePosixPath(self.path).suffix.lower()
        if alike or form is None or form.name == self.options.format:
            return self.options
        options = self.options
        return FileOptions(
            format=form.name,
            missing=options.missing,
            missing_in=options.missing_in,
            columns=options.columns,
            sample=options.sample,
            sample_seed=options.sample_seed,
        )

    def check_file(self, path: Path) -> None:
        """Raise `ProjectError` if the file is not there, or cannot be the one that was referred to.

        Parameters
        ----------
        path
            The file in question.

        Raises
        ------
        ProjectError
            The file is missing, or has another size.
        """
        self.find(path)
        if path.stat().st_size != self.size:
            raise self.changed_file()

    def find(self, path: Path) -> None:
        """Raise `ProjectError` if there is no such file, whatever it holds.

        Parameters
        ----------
        path
            The file in question.

        Raises
        ------
        ProjectError
            The file is missing.
        """
        if not is_ordinary(path):
            raise ProjectError(
                sentence(
                    "The data file {path} of the project is not there; put it back, or name its new place.",
                    path=short(self.path),
                ),
                "data",
            )

    def holds(self, path: Path, progress: Progress = SILENT) -> bool:
        """Return whether a file is, byte for byte, the one that was referred to.

        Parameters
        ----------
        path
            The file in question.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        bool
            By its hash.
        """
        return hashed(path, progress)[1] == self.sha256

    def changed_file(self) -> ProjectError:
        """Return the error of a file that is no longer, byte for byte, the one that was referred to.

        Returns
        -------
        ProjectError
            It is raised by whoever found this out.
        """
        return ProjectError(
            sentence(
                "The data file {path} has changed since the project was saved; look at it, and name "
                "it again if you want to go on with the file as it is now.",
                path=short(self.path),
            ),
            "data",
        )


def _relative(data: Path, folder: Path) -> str:
    """Return a path that survives moving both files together; absolute across Windows drives."""
    # Of the file itself the name that the user knows, which may be that of a link.
    data = Path(os.path.realpath(data.absolute().parent)) / data.name
    try:
        str(data).encode()
    except UnicodeEncodeError:
        raise ProjectError(
            sentence(
                "The name or a folder of {name} is not text, and no project can hold it; rename it.",
                name=short(data.name),
            ),
            "data",
        ) from None
    try:
        return Path(os.path.relpath(data, os.path.realpath(folder))).as_posix()
    except ValueError:
        return data.as_posix()

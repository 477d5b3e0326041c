"""Input file: another data file that a parameter names, and what it held when it was chosen."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import Field, model_validator

from sdcdesk.core.files.file_hash import hashed
from sdcdesk.core.files.opening import opening
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.memory import require
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short

T = TypeVar("T", bound=Model)


class InputFile(Model):
    """A data file beside the one that is masked or assessed. A text alone stands for its path.

    Attributes
    ----------
    path
        With forward slashes; absolute in a project that is open, so that it survives *Save as* and undo,
        and relative to the folder of a project in its file.
    sha256
        Hash of the content for which it was chosen, as 64 hexadecimal digits; empty: whatever it holds.
    """

    path: str = Field(min_length=1)
    sha256: str = Field("", pattern="^([0-9a-f]{64})?$")

    @model_validator(mode="before")
    @classmethod
    def _from_its_path(cls, value: Any) -> Any:
        return {"path": value} if isinstance(value, str) else value

    @classmethod
    def chosen(cls, path: Path, progress: Progress = SILENT) -> Self:
        """Name a file with the content that it has now.

        Parameters
        ----------
        path
            The file.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Self
            With the absolute path.

        Raises
        ------
        ReadError
            The file is not there, or cannot be read.
        """
        return cls(path=path.absolute().as_posix(), sha256=hashed(path, progress)[1])

    def pinned(self, progress: Progress = SILENT) -> Self:
        """Return the same with the hash of what it holds now, where it has none: results belong to that.

        Parameters
        ----------
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Self
            As it is where the file cannot be read; whoever needs it says so.
        """
        path = Path(self.path)
        with suppress(ReadError, MemoryError):
            if not self.sha256:
                with opening(path):
                    require(path.stat().st_size)
                return self.changed(sha256=hashed(path, progress)[1])
        return self

    @property
    def name(self) -> str:
        """Name of the file without its folder, short enough for a sentence."""
        return short(Path(self.path).name)

    def seen_from(self, folder: Path) -> Self:
        """Return the same with its path as seen from a folder: what a project file there says.

        Parameters
        ----------
        folder
            The folder of the project file.

        Returns
        -------
        Self
            With a path that survives moving both files together; absolute across Windows drives.
        """
        try:
            path = Path(os.path.relpath(self.path, os.path.realpath(folder))).as_posix()
        except ValueError:
            path = self.path
        return self.changed(path=path)

    def resolved_from(self, folder: Path) -> Self:
        """Return the same with its absolute path, where a project file in a folder names it.

        Parameters
        ----------
        folder
            The folder of the project file.

        Returns
        -------
        Self
            The file need not be there.
        """
        return self.changed(path=Path(os.path.normpath(folder.absolute() / self.path)).as_posix())


def input_files(operation: Model) -> dict[str, InputFile]:
    """Return the files that an operation names.

    Parameters
    ----------
    operation
        With its parameters.

    Returns
    -------
    dict[str, InputFile]
        By name of the parameter.
    """
    values = {name: getattr(operation, name) for name in type(operation).model_fields}
    return {name: value for name, value in values.items() if isinstance(value, InputFile)}


def with_input_files(operation: T, change: Callable[[InputFile], InputFile]) -> T:
    """Return an operation in which every file that its parameters name is replaced.

    Parameters
    ----------
    operation
        With its parameters.
    change
        Returns another file for each.

    Returns
    -------
    T
        The same object where it names none.
    """
    files = {name: change(file) for name, file in input_files(operation).items()}
    return operation.changed(**files) if files else operation

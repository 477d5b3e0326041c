"""Reading of an input file: it must hold what it held when it was chosen."""

from collections.abc import Iterable
from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import FileRead
from sdcdesk.io.recent_files import RECENT


def read_input(
    file: InputFile,
    field: str,
    options: FileOptions | None = None,
    *,
    variables: Iterable[Variable] = (),
    progress: Progress = SILENT,
) -> Microdata:
    """Read a data file that a parameter of an operation names; the same content is read once only.

    Parameters
    ----------
    file
        The file; its path is relative to the working folder, or absolute.
    field
        Name of the parameter.
    options
        How it is read; found out where not given.
    variables
        Descriptions; those of variables that it lacks are passed over.
    progress
        Receives how far the reading is; a cancel works within a second.

    Returns
    -------
    Microdata
        See `read`.

    Raises
    ------
    ReadError
        The file cannot be read.
    DataError
        It is not the file that was chosen.
    """
    found = RECENT.read(Path(file.path), options, progress)
    same_content(file, found, field)
    data = found.data
    return data.describe(*(variable for variable in variables if variable.name in data))


def same_content(file: InputFile, content: FileRead, field: str) -> None:
    """Raise `DataError` if a file that was read is not, byte for byte, the one that was chosen.

    Parameters
    ----------
    file
        The file that was chosen.
    content
        What was read.
    field
        Name of the parameter.

    Raises
    ------
    DataError
        Its content is another.
    """
    if file.sha256 and content.sha256 != file.sha256:
        raise DataError(
            sentence(
                "{name} has changed since it was chosen; look at it, and choose it "
                "again to go on with it as it is now.",
                name=file.name,
            ),
            field,
        )

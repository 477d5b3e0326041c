"""Codebook form: its names, and how it is written of a released file and read again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.format import Format
from sdcdesk.io.formats import FORMATS
from sdcdesk.io.writing import leaving_variables, released


@dataclass(frozen=True, slots=True)
class ReleasedFile:
    """A data file that leaves, as its codebook describes it.

    Attributes
    ----------
    data
        Its records as the file holds them, with identifiers left out and the descriptions that may be told.
    name
        Its name, by which scripts open it in the folder where they stand.
    form
        Its format.
    options
        How it is written.
    internal
        Whether the codebook is for the owner of the data, who may know the roles of variables.
    """

    data: Microdata
    name: str
    form: Format
    options: Model
    internal: bool = False

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Descriptions of its variables, in their order."""
        return self.data.variables


def released_file(
    data: Microdata,
    path: Path,
    format: str | None,  # noqa: A002 - as `write`
    options: Mapping[str, Any],
    *,
    identifiers: bool = False,
    internal: bool = False,
) -> ReleasedFile:
    """Return a data file as its codebook describes it.

    Parameters and errors are those of `sdcdesk.io.writing.writer`.

    Parameters
    ----------
    data
        What is written.
    path
        The file that it is for.
    format
        Name of the format; None: by the extension.
    options
        Values by the name of the option.
    identifiers
        Whether identifiers are written too.
    internal
        Whether it is for the owner of the data: roles are told, and all that is known of values, also of
        those that do not occur.

    Returns
    -------
    ReleasedFile
        The file, which need not exist yet.
    """
    form = FORMATS.chosen(format, path)
    how = form.for_writing(dict(options), path.name, data)
    _, leaving = (leaving_variables if internal else released)(data, identifiers=identifiers)
    held = form.held(leaving, how)
    return ReleasedFile(held, path.name, form, how, internal)


class CodebookForm:
    """A form of codebooks; what a subclass declares is found by dialogs, commands and checks.

    A codebook tells what variables and codes mean: of released variables, of values that occur or that stand
    for missing, and of no record. Roles, which say what an intruder is thought to know, stand in internal
    codebooks only.

    Attributes
    ----------
    name
        For options and commands; never translated.
    title
        How people call it.
    ending
        Ending of its files, with its point.
    keeps_all
        Whether all that is known of a variable comes back from it, as its owner needs it.
    describes
        Names of the formats of data files that it can describe; empty: of all.
    refusal
        Why it describes no file of another format, one sentence with what to do.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    ending: ClassVar[str]
    keeps_all: ClassVar[bool] = False
    describes: ClassVar[tuple[str, ...]] = ()
    refusal: ClassVar[str] = ""

    @property
    def can_read(self) -> bool:
        """Whether descriptions can be read from its files."""
        return type(self).read is not CodebookForm.read

    def hindrance(self, form: Format) -> str:
        """Return why there is no such codebook of files of a format.

        Parameters
        ----------
        form
            The format of the data file.

        Returns
        -------
        str
            One sentence with what to do; empty: there is one.
        """
        return "" if not self.describes or form.name in self.describes else self.refusal

    def write(self, file: ReleasedFile, progress: Progress = SILENT) -> bytes:
        """Return the codebook of a file.

        Parameters
        ----------
        file
            The data file.
        progress
            Stops the work where the user asked to.

        Returns
        -------
        bytes
            The whole content of the file.

        Raises
        ------
        ParameterError
            There is no such codebook of this file; see `hindrance`.
        """
        raise NotImplementedError

    def read(self, path: Path, progress: Progress = SILENT, names: Sequence[str] = ()) -> list[Variable]:
        """Read what a codebook says of variables.

        Parameters
        ----------
        path
            The codebook.
        progress
            Stops the work where the user asked to.
        names
            Variables of the data file in their order, where they are known; only syntax needs them.

        Returns
        -------
        list[Variable]
            In the order of the file.

        Raises
        ------
        ReadError
            It is not such a file, or damaged.
        """
        del names
        words = (
            "{name}: a codebook of the form {title} is written only; take a CSV or DDI codebook, or SPSS "
            "syntax."
        )
        raise ReadError(sentence(words, name=path.name, title=self.title))

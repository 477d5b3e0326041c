"""Catalogue of the forms of codebooks: by name, and by the ending of a file that is read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.io.codebook.codebook_form import CodebookForm
from sdcdesk.io.codebook.csv_codebook import CsvCodebook
from sdcdesk.io.codebook.ddi_codebook import DdiCodebook
from sdcdesk.io.codebook.r_script import RScript
from sdcdesk.io.codebook.spss_syntax import SpssSyntax


@dataclass(frozen=True, slots=True)
class CodebookNames:
    """Marks names of forms of codebooks."""


class Codebooks:
    """Forms of codebooks in menu order.

    Parameters
    ----------
    forms
        Their names and endings are all different.
    """

    def __init__(self, *forms: CodebookForm) -> None:
        self._forms = {form.name: form for form in forms}

    def __iter__(self) -> Iterator[CodebookForm]:
        return iter(self._forms.values())

    def __contains__(self, name: object) -> bool:
        return name in self._forms

    def __getitem__(self, name: str) -> CodebookForm:
        """Return the form of this name, or raise `ParameterError` naming those that there are."""
        if name in self._forms:
            return self._forms[name]
        words = "There is no form of codebooks called {name}; there are {forms}."
        raise ParameterError(sentence(words, name=name, forms=", ".join(self._forms)), "codebook")

    @property
    def readable(self) -> tuple[CodebookForm, ...]:
        """Those that can be read."""
        return tuple(form for form in self if form.can_read)


CODEBOOKS = Codebooks(CsvCodebook(), DdiCodebook(), SpssSyntax(), RScript())
"""All forms; a further one is one file with a subclass of `CodebookForm`, and its name here."""


def read_codebook(
    path: Path, progress: Progress = SILENT, names: Callable[[], Sequence[str]] = tuple
) -> tuple[Variable, ...]:
    """Read what a codebook says of variables.

    Parameters
    ----------
    path
        A file of a form that can be read.
    progress
        Stops the work where the user asked to.
    names
        Finds the variables of the data file in their order; only asked for syntax, whose commands mean
        variables by their order and write them in capital or small letters alike.

    Returns
    -------
    tuple[Variable, ...]
        In the order of the file. Only what it says is given (`model_fields_set`): a codebook without roles
        says nothing of them.

    Raises
    ------
    ReadError
        The file cannot be read, is of no such form, or says of a variable what cannot be.
    """
    form = _of_ending(path)
    if form is None:
        words = "{name} is no codebook that can be read ({endings}); choose another file."
        raise ReadError(sentence(words, name=path.name, endings=_endings()), "codebook")
    return tuple(form.read(path, progress, () if form.keeps_all else names()))


def internal_form(path: Path) -> CodebookForm:
    """Return the form of a codebook that its owner will read again, by the ending of its file.

    Parameters
    ----------
    path
        The codebook.

    Returns
    -------
    CodebookForm
        One from which all comes back.

    Raises
    ------
    ParameterError
        There is none of this ending.
    """
    form = _of_ending(path)
    if form is None or not form.keeps_all:
        words = "{name}: an internal codebook is read again, and so ends in {endings}; choose another name."
        endings = joined_by_or([one.ending for one in CODEBOOKS.readable if one.keeps_all])
        raise ParameterError(sentence(words, name=path.name, endings=endings), "codebook")
    return form


def _of_ending(path: Path) -> CodebookForm | None:
    return next((form for form in CODEBOOKS.readable if form.ending == path.suffix.lower()), None)


def _endings() -> str:
    return joined_by_or([form.ending for form in CODEBOOKS.readable])


def codebook_path(target: Path, form: CodebookForm) -> Path:
    """Return where the codebook of a data file is written.

    Parameters
    ----------
    target
        The data file.
    form
        A form of codebooks.

    Returns
    -------
    Path
        Beside it: people_codebook.csv of people.sav.
    """
    return target.with_name(f"{target.stem}_codebook{form.ending}")


def codebook_filter() -> str:
    """Return the filter of dialogs that open a codebook.

    Returns
    -------
    str
        As Qt writes it.
    """
    patterns = " ".join(f"*{form.ending}" for form in CODEBOOKS.readable)
    return sentence("Codebooks ({patterns})", patterns=patterns)

"""Errors that a user can act on: a code, one sentence, and the field it belongs to."""

import errno
import re
from typing import ClassVar

from sdcdesk.core.text.printable import LONGEST, printable, short
from sdcdesk.core.text.sentence import Sentence, sentence

NO_MEMORY = (
    "There is not enough memory for this. Close other files and programs and try again, or work with fewer "
    "variables or records."
)

_LONG_WORD = re.compile(rf"\S{{{LONGEST + 1},}}")


class SdcError(Exception):
    """Something is wrong that the user can put right.

    Parameters
    ----------
    message
        One sentence: what is wrong, where (variable, row, file line), what to do. It never holds a
        confidential value. Of what comes from outside it keeps the beginning: of the field, of names that
        are arguments of the sentence, and of words longer than any of ours; and what controls, hides or turns
        text is spelt out in it.
    field
        Name of the parameter or variable the sentence is about, so that a form can show it in place.
    title
        Name of the operation, scenario or field that it is about, which it then begins with.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, field: str | None = None, *, title: str = "") -> None:
        self.problem = _short(message, field or "")
        self.title = _short(title, field or "")
        super().__init__(self.message)
        self.field = field

    @property
    def message(self) -> str:
        """The sentence with the title before it: "Local suppression: no variable has the role key; …"."""
        if not self.title:
            return self.problem
        return sentence("{title}: {problem}", title=self.title, problem=self.problem)

    def names(self, title: str) -> bool:
        """Return whether a title stands before the sentence or in it.

        Parameters
        ----------
        title
            Name of an operation, scenario or field.

        Returns
        -------
        bool
            False for a title that happens to be among the words of a sentence.
        """
        within = self.problem.arguments.values() if isinstance(self.problem, Sentence) else ()
        return title in (self.title, *within)

    def beside(self, title: str) -> str:
        """Return the sentence as it stands beside a title that is in sight.

        Parameters
        ----------
        title
            Name of an operation, scenario or field.

        Returns
        -------
        str
            Without its own title where it is that one.
        """
        return self.problem if self.title == title else self.message


def _short(message: str, field: str) -> str:
    """Return a message that repeats nothing long or illegible from outside; a sentence stays one."""
    if not isinstance(message, Sentence):
        return _safe(message.replace(field, short(field)) if len(field) > LONGEST else message)
    return message.changed(_safe).with_arguments(
        {
            name: argument
            if not isinstance(argument, str)
            else _short(argument, field)
            if isinstance(argument, Sentence)
            else _safe(short(argument))
            for name, argument in message.arguments.items()
        }
    )


def _safe(text: str) -> str:
    return short_text(printable(text, kept="\n"))


def short_text(text: str) -> str:
    """Return a text in which words longer than any of ours, which come from outside, are cut.

    Parameters
    ----------
    text
        Sentences.

    Returns
    -------
    str
        With "…" in place of what is left out of a word.
    """
    return _LONG_WORD.sub(_beginning, text)


def _beginning(word: re.Match[str]) -> str:
    """Return the beginning of a long word, and the sign that ends its clause."""
    end = word[0][-1] if word[0][-1] in ".?;:," else ""
    return short(word[0].removesuffix(end), LONGEST - len(end)) + end


class ParameterError(SdcError):
    """A parameter of a method, measure or command is missing, unknown or out of range."""

    code = "parameter"


class DataError(SdcError):
    """The data do not fit what was asked of them."""

    code = "data"


class ReadError(SdcError):
    """A file cannot be read, or does not hold what it should."""

    code = "read"


class WriteError(SdcError):
    """A file cannot be written; what stood there before still stands.

    Parameters
    ----------
    message, field, title
        As of `SdcError`.
    why
        The reason alone as a clause, for files that the user did not choose; empty: it has no short one.
    """

    code = "write"

    def __init__(self, message: str, field: str | None = None, why: str = "", *, title: str = "") -> None:
        super().__init__(message, field, title=title)
        self.why = why


class ProjectError(SdcError):
    """A project file is damaged, of a newer format, or does not fit its data."""

    code = "project"


class DefectError(SdcError):
    """A part of the program failed, which the user cannot put right; the sentence says which."""

    code = "defect"


def defect_place(error: BaseException) -> str:
    """Return the kind and place of a defect, without its message, which could hold confidential values.

    Parameters
    ----------
    error
        An exception that nobody expected.

    Returns
    -------
    str
        "KeyError in _joined, line 84".
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}" if trace else "unknown place"
    return f"{type(error).__name__} in {where}"


def as_user_error(error: BaseException) -> SdcError:
    """Return what a user is told of an exception, without its message, which could hold confidential values.

    Parameters
    ----------
    error
        Any exception; a `SdcError` says itself what it has to say.

    Returns
    -------
    SdcError
        That memory is lacking, or that the program failed, and where.
    """
    if isinstance(error, SdcError):
        return error
    if isinstance(error, MemoryError):
        return SdcError(NO_MEMORY)
    return DefectError(
        sentence(
            "SDCDesk itself failed here ({place}); nothing was lost. Save the project, and report this (menu "
            "Help).",
            place=defect_place(error),
        )
    )


def lacks_memory(error: BaseException) -> bool:
    """Return whether an exception says that the computer has no memory left, in whatever words.

    Parameters
    ----------
    error
        Any exception.

    Returns
    -------
    bool
        True also where it is the system, a thread that cannot begin, or a library that cannot be loaded.
    """
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    told = (
        "can't start new thread",
        "resource temporarily unavailable",
        "cannot allocate memory",
        "failed to map segment",
        "bad_alloc",
    )
    return any(words in str(error).casefold() for words in told)

"""Standing answers: those in the journal of a project file that is about to be replaced."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sdcdesk.core.files.opening import is_ordinary, read_text
from sdcdesk.core.running.errors import ReadError, SdcError, WriteError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.strict_json import parsed
from sdcdesk.masking import GivenAnswer


def require_standing_answers(path: Path, answers: Sequence[GivenAnswer]) -> None:
    """Refuse to replace a project file whose journal holds answers that the new one lacks.

    They were told, and later answers are compared with them: without them, two answers could differ by one
    record.

    Parameters
    ----------
    path
        Project file that is replaced, if there is one.
    answers
        Journal of the project that takes its place.

    Raises
    ------
    WriteError
        Some are missing.
    """
    if any(answer not in answers for answer in _standing(path)):
        raise WriteError(
            sentence(
                "The journal of {name} holds answers to queries that this project lacks; load it again, or "
                "say forget_answers=True if nobody was told them.",
                name=short(path.name),
            ),
            "forget_answers",
        )


def _standing(path: Path) -> Iterator[GivenAnswer]:
    """Yield the answers in a file; of one that is no project, none."""
    if not is_ordinary(path):
        return
    try:
        written = parsed(read_text(path))
    except (ReadError, ValueError):
        return
    answers = written.get("answers") if isinstance(written, dict) else None
    for answer in answers if isinstance(answers, list) else []:
        with suppress(SdcError, TypeError):
            yield GivenAnswer(**answer)

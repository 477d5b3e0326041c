"""Files that a command writes: checked before the work begins, written when all of it is done."""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from sdcdesk.cli.terminal import last_moment, note, write
from sdcdesk.core.files.atomic import same_file, write_together, writer_of
from sdcdesk.core.files.file_set import finish
from sdcdesk.core.files.unfinished import refuse_occupied
from sdcdesk.core.running.errors import ParameterError, WriteError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.json_text import json_text
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.io.formats import FORMATS

STANDARD_OUTPUT = "-"

_PAGES, _FIGURES = (".html", ".htm"), (".json", ".txt")
_KNOWN = frozenset(
    (*FORMATS.read_extensions, *_PAGES, *_FIGURES, ".pdf", ".doc", ".docx", ".odt", ".rtf", ".xml")
)
"""Extensions by which other programs know what a file is."""


def declare_overwrite(parser: ArgumentParser) -> None:
    """Declare the option that allows a command to replace its earlier results.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("--overwrite", action="store_true", help="replace results that exist already")


def masked_file() -> str:
    """Return the help of an option that names the masked file.

    Returns
    -------
    str
        With the extensions under which it can be written.
    """
    return sentence(
        "write the masked file here ({extensions})", extensions=joined_by_or(FORMATS.written_extensions)
    )


def check_format(target: str | None) -> None:
    """Refuse a masked file under whose extension nothing is written, before any work is done.

    Parameters
    ----------
    target
        Name of the masked file; None: none is written.

    Raises
    ------
    ParameterError
        Nothing is written under its extension.
    """
    if target is not None:
        FORMATS.to_write(Path(target))


def check(
    targets: Iterable[str | None],
    inputs: Iterable[Path],
    *,
    overwrite: bool,
    report: str | None = None,
    figures: str | None = None,
) -> None:
    """Refuse targets that cannot be written, before any work is done.

    Files of an earlier command that was killed between two of them are completed first, and that is told.

    Parameters
    ----------
    targets
        Files that the command writes besides; None: not asked for; "-": standard output.
    inputs
        Files that it reads.
    overwrite
        Whether files that exist may be replaced.
    report, figures
        Files that it writes as HTML and as JSON.

    Raises
    ------
    WriteError
        A target is one of the inputs, exists and must not be replaced, is named twice, or has no folder; or
        its name is none that a file can have, or something stands there that is never replaced.
    ParameterError
        Other programs would take the report or the figures for something else.
    """
    originals = tuple(inputs)
    seen: set[Path] = set()
    every = (*targets, report, figures)
    wanted = [target for target in every if target is not None and target != STANDARD_OUTPUT]
    for folder in dict.fromkeys(Path(target).parent for target in wanted if "\0" not in target):
        for line in finish(folder):
            note(line)
    for target in wanted:
        path = _place(target)
        if any(same_file(path, original) for original in originals):
            raise WriteError(
                sentence(
                    "{name} is an input of this command and is never overwritten; choose another name.",
                    name=short(path.name),
                )
            )
        if path in seen:
            raise WriteError(
                sentence(
                    "Two results would be written to {name}; give each its own name.", name=short(path.name)
                )
            )
        if not path.parent.is_dir():
            raise WriteError(
                sentence("There is no folder for {target}; make it first.", target=short(target))
            )
        if path.exists() and not overwrite:
            raise WriteError(
                sentence(
                    "{name} exists already; choose another name or say --overwrite.", name=short(path.name)
                )
            )
        seen.add(path)
    _require_kind(report, _PAGES, "{name} would be a web page: let its name end in {ending}.", "report")
    _require_kind(figures, _FIGURES, "{name} would be a JSON file: let its name end in {ending}.", "json")


def _place(target: str) -> Path:
    """Return where a file would stand; raises `WriteError` where none can."""
    if not target:
        raise WriteError("A file that is to be written has no name; give one, or leave its option out.")
    try:
        path = Path(os.path.realpath(target))
        refuse_occupied(path, overwrite=True)
        path.exists()  # some names are refused here only
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or "not a possible name"
        words = "{name} cannot be written: {reason}; choose another name."
        raise WriteError(sentence(words, name=short(Path(target).name), reason=reason.lower())) from None
    return path


def _require_kind(target: str | None, endings: tuple[str, ...], words: str, option: str) -> None:
    """Refuse a document whose name ends as files of another kind do."""
    name = Path(target or "").name
    ending = Path(name).suffix.lower()
    if ending in _KNOWN and ending not in endings:
        raise ParameterError(sentence(words, name=short(name), ending=endings[0]), option)


def write_json(result: Any, target: str | None, *, overwrite: bool, work: Progress) -> None:
    """Write a result as JSON to a file, or to standard output where the target is `-`.

    Parameters
    ----------
    result
        Plain JSON values.
    target
        Name of the file; "-": standard output; None: nowhere.
    overwrite
        Whether files that exist may be replaced.
    work
        Asked for the last time whether to cancel.

    Raises
    ------
    WriteError
        The file cannot be written.
    """
    if target is None:
        return
    content = json_bytes(result)
    if target == STANDARD_OUTPUT:
        write(content.decode())
    else:
        write_files({Path(target): writer_of(content)}, overwrite=overwrite, work=work)


def json_bytes(result: Any) -> bytes:
    """Return a result as JSON.

    Parameters
    ----------
    result
        Plain JSON values.

    Returns
    -------
    bytes
        In UTF-8; of a file's name that is not text, JSON spells out what is none.
    """
    text = json_text(result)
    return text.encode(errors="backslashreplace")


def write_files(
    files: Mapping[Path, Callable[[BinaryIO], object]],
    *,
    overwrite: bool,
    work: Progress,
    print_findings: Callable[[], object] = lambda: None,
) -> None:
    """Write all files of a command together; from then on nothing cancels it.

    Parameters
    ----------
    files
        What writes the content of each file.
    overwrite
        Whether files that exist may be replaced.
    work
        Asked for the last time whether to cancel.
    print_findings
        Prints what was found, when the files are complete: where that fails, none takes its place.

    Raises
    ------
    WriteError
        One of the files cannot be written, or standard output cannot.
    Cancelled
        The user asked to stop.
    """

    def ready() -> None:
        print_findings()
        last_moment(work)

    for line in write_together(files, overwrite=overwrite, ready=ready):
        note(line)

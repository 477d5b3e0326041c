"""Stamp of an export: which file and figures a report belongs to, and when and by what it was written."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from sdcdesk.core.files.writing_day import writing_day
from sdcdesk.core.text.json_text import json_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.release_check import Release


@dataclass(frozen=True, slots=True)
class Stamp:
    """What ties a report to the file that it was written with.

    Attributes
    ----------
    date
        The day on which it was written (2026-11-23).
    program
        Name and version of the program.
    file, sha256
        Name of the masked file, and the hash of its bytes, hexadecimal; empty where none was written.
    companions
        Name and hash of each file without which the masked one could not be read.
    figures
        Hash of the figures (JSON) that belong to the report; empty where nobody made them.
    """

    date: str
    program: str
    file: str = ""
    sha256: str = ""
    companions: tuple[tuple[str, str], ...] = ()
    figures: str = ""


def stamped(file: str = "", sha256: str = "", companions: tuple[tuple[str, str], ...] = ()) -> Stamp:
    """Return the stamp of what is written today, or on the day that `SOURCE_DATE_EPOCH` names.

    Parameters
    ----------
    file, sha256, companions
        See `Stamp`.

    Returns
    -------
    Stamp
        The same for the same files on the same day.
    """
    program = sentence("SDCDesk {version}", version=version("sdcdesk"))
    return Stamp(writing_day().isoformat(), program, file, sha256, companions)


def figures_text(
    release: Release, reason: str = "", kept: Sequence[str] = (), stamp: Stamp | None = None
) -> str:
    """Return the figures as JSON, with the reason of a release that is not known to be safe.

    Parameters
    ----------
    release
        The release check of the masked file.
    reason
        Why the file leaves although it is not known to be safe; empty: it does not, or is safe.
    kept
        Identifiers that leave too.
    stamp
        The file that they belong to; None: none was written.

    Returns
    -------
    str
        UTF-8 text with a line break at its end.
    """
    stamp = stamp or stamped()
    written: dict[str, Any] = {"date": stamp.date, "program": stamp.program}
    written |= {"file": stamp.file, "sha256": stamp.sha256} if stamp.file else {}
    if stamp.companions:
        written["companions"] = [{"file": name, "sha256": sha256} for name, sha256 in stamp.companions]
    content = release.to_json(kept) | {"written": written} | ({"override": reason} if reason else {})
    return json_text(content)


def encoded(text: str) -> bytes:
    """Return a document as its file holds it.

    Parameters
    ----------
    text
        The document.

    Returns
    -------
    bytes
        UTF-8; in JSON the half sign of a file name that is no text stands as its escape.
    """
    return text.encode(errors="backslashreplace")


def with_figures(stamp: Stamp, text: str) -> Stamp:
    """Return a stamp with the hash of the figures.

    Parameters
    ----------
    stamp
        Stamp of the same export.
    text
        The figures.

    Returns
    -------
    Stamp
        The same otherwise.
    """
    return replace(stamp, figures=hashlib.sha256(encoded(text)).hexdigest())

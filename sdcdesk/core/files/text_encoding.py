"""Character encoding of a text file, found out from its bytes."""

import codecs
from pathlib import Path

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence

BLOCK = 1 << 20
"""Bytes that are looked at together."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # begins with the one of UTF-16
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

_NOT_WINDOWS_1252 = b"\x81\x8d\x8f\x90\x9d"

_MANY = 0.4
"""Share of zero bytes in every second place from which a file looks like UTF-16: text of the Western world
has nearly 1 there, and 0 in the others."""


_NEVER_IN_TEXT = bytes({*range(0x20)} - {*b"\t\n\v\f\r\x1a\x1b"})
"""Bytes that no text holds but UTF-16."""


def may_be_text(begin: bytes) -> bool:
    """Return whether a file that begins so may be text, in some encoding.

    Parameters
    ----------
    begin
        Its first bytes.

    Returns
    -------
    bool
        False where it holds signs that no text has.
    """
    return (
        begin.startswith(tuple(_MARKS)) or bool(_utf_16(begin)) or not set(_NEVER_IN_TEXT).intersection(begin)
    )


def _utf_16(block: bytes) -> str:
    """Return the encoding that a block without a byte order mark looks like; empty: not like UTF-16."""
    places = (("utf-16-le", block[1::2]), ("utf-16-be", block[::2]))
    return next((name for name, zeros in places if zeros.count(b"\0") > _MANY * len(zeros)), "")


def detect_encoding(path: Path, progress: Progress) -> str:
    """Return the encoding of a text file.

    The whole file is looked at, since the first character that is not ASCII may come late. A file that has
    no byte order mark is UTF-8 if all of it is, or if most of what is not ASCII is, so that a damaged
    UTF-8 file is reported instead of taken for another encoding.

    Parameters
    ----------
    path
        The file.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    str
        As Python spells it, such as "utf-8" or "cp1252".

    Raises
    ------
    ReadError
        The file holds zero bytes: it is not text, or UTF-16 without a byte order mark.
    """
    size = max(path.stat().st_size, 1)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    valid, invalid, undefined, at = 0, 0, False, 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            mark = next((mark for mark in _MARKS if not at and block.startswith(mark)), None)
            if mark:
                return _MARKS[mark]
            if b"\0" in block:
                raise ReadError(_not_text(block, path, at))
            at += len(block)
            progress.at(min(at / size, 1.0), "Looking at the file")
            if not block.isascii() or decoder.getstate()[0]:
                text = decoder.decode(block, final=at >= size)
                bad = text.count("\ufffd")
                invalid += bad
                valid += len(text) - len(text.encode("ascii", "ignore")) - bad
                undefined = undefined or any(sign in block for sign in _NOT_WINDOWS_1252)
    if invalid and invalid >= valid:
        return "iso8859-1" if undefined else "cp1252"
    return "utf-8"


def _not_text(block: bytes, path: Path, at: int) -> str:
    """Say what a file is whose block at this place holds zero bytes."""
    if encoding := _utf_16(block):
        return sentence(
            "{name} looks like UTF-16 without a byte order mark; read it with the encoding {encoding}.",
            name=path.name,
            encoding=encoding,
        )
    with path.open("rb") as file:
        before = sum(part.count(b"\n") for part in iter(lambda: file.read(min(BLOCK, at - file.tell())), b""))
    return zero_bytes(path.name, before + 1 + block[: block.index(b"\0")].count(b"\n"))


def zero_bytes(name: str, line: int) -> Sentence:
    """Say that a file holds zero bytes.

    Parameters
    ----------
    name
        Name of the file.
    line
        Its number, from 1.

    Returns
    -------
    Sentence
        What is wrong, and what it could be.
    """
    return sentence(
        "{name}, line {line}: a zero byte; this is not a text file, or one of another encoding, such as "
        "UTF-16.",
        name=name,
        line=str(line),
    )

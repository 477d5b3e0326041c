"""Unsupported files: archives, workbooks and data of other programs that were given as text."""

from pathlib import Path

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence

_BEGINNINGS = {
    b"PK\x03\x04": (
        "{name} is a ZIP archive or an Excel workbook, not text; unpack it, and choose the file in it, or "
        "say so as its format."
    ),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("{name} is an Excel workbook, not text; say so as its format."),
    b"\x1f\x8b\x08": "{name} is a gzip archive, not text; unpack it, and choose the file in it.",
    b"BZh91AY&SY": "{name} is a bzip2 archive, not text; unpack it, and choose the file in it.",
    b"\xfd7zXZ\0": "{name} is an xz archive, not text; unpack it, and choose the file in it.",
    b"7z\xbc\xaf\x27\x1c": "{name} is a 7-Zip archive, not text; unpack it, and choose the file in it.",
    b"PAR1\x15": "{name} is a Parquet file, not text; say so as its format.",
    b"ARROW1\0\0": "{name} is a Feather file, not text; save it as Parquet or CSV.",
    b"$FL2@(#)": "{name} is a file of SPSS, not text; say so as its format.",
    b"$FL3@(#)": "{name} is a file of SPSS, not text; say so as its format.",
    b"<stata_dta>": "{name} is a file of Stata, not text; say so as its format.",
    b"SQLite format 3\0": (
        "{name} is a database of SQLite, not text; save it as CSV there, and choose that file."
    ),
    b"%PDF-": "{name} is a PDF document, not text; choose the data themselves.",
}
"""First bytes that no table of text has, what they stand for, and what to do."""


def refuse_unsupported_files(path: Path) -> None:
    """Refuse a file that is given as text and begins as no text does.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    ReadError
        The sentence names the kind, and says how to come to the data.
    """
    with path.open("rb") as file:
        begin = file.read(max(map(len, _BEGINNINGS)))
    for known, words in _BEGINNINGS.items():
        if begin.startswith(known):
            raise ReadError(sentence(words, name=path.name))

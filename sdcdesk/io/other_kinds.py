"""Other kinds of files: archives, workbooks and data of other programs that were given as text."""

from pathlib import Path

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence

_UNPACK = "unpack it, and choose the file in it"
_EXPORT = "save it as CSV there, and choose that file"

_BEGINNINGS = {
    b"PK\x03\x04": (
        "a ZIP archive or an Excel workbook",
        sentence("{unpack}, or save the workbook as CSV", unpack=_UNPACK),
    ),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("an Excel workbook", _EXPORT),
    b"\x1f\x8b\x08": ("a gzip archive", _UNPACK),
    b"BZh91AY&SY": ("a bzip2 archive", _UNPACK),
    b"\xfd7zXZ\0": ("an xz archive", _UNPACK),
    b"7z\xbc\xaf\x27\x1c": ("a 7-Zip archive", _UNPACK),
    b"PAR1\x15": ("a Parquet file", "say so as its format"),
    b"ARROW1\0\0": ("a Feather file", "save it as Parquet or CSV"),
    b"$FL2@(#)": ("a file of SPSS", _EXPORT),
    b"$FL3@(#)": ("a file of SPSS", _EXPORT),
    b"<stata_dta>": ("a file of Stata", _EXPORT),
    b"SQLite format 3\0": ("a database of SQLite", _EXPORT),
    b"%PDF-": ("a PDF document", "choose the data themselves"),
}
"""First bytes that no table of text has, what they stand for, and what to do."""


def refuse_other_kinds(path: Path) -> None:
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
    for known, (kind, what_to_do) in _BEGINNINGS.items():
        if begin.startswith(known):
            raise ReadError(
                sentence(
                    "{name} is {kind}, not text; {what_to_do}.",
                    name=path.name,
                    kind=kind,
                    what_to_do=what_to_do,
                )
            )

"""Corpus: data files of every format that no honest program wrote, each made from a sound one."""

import bz2
import gzip
import io
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io import write
from tests.faults.example import SECRETS
from tests.faults.mutation import mutated_bytes

ROOT = Path(__file__).resolve().parents[2]
SAS = ROOT / "tests" / "io" / "readstat" / "people.sas7bdat"

SECRET = SECRETS[0]
RECORDS = 60
WRITTEN = (".csv", ".parquet", ".sav", ".zsav", ".dta", ".xpt", ".xlsx", ".rds")
READ = (*WRITTEN, ".sas7bdat", ".asc")
DESCRIPTION = (
    b"AGE 1 3 999\n<NUMERIC>\n<IDLEVEL> 1\nREGION 5 2 99\n<CODELIST> REGION.CDL\nWEIGHT 8 5\n<WEIGHT>\n"
)
CODES = b"01,North\n02,South\n"

COUNTED = (".parquet", ".sav", ".zsav", ".dta", ".xlsx", ".rds", ".sas7bdat")
"""Extensions of files that say how long they are: one that is cut off is no whole."""

HUGE = (b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", b"\xff" * 8)
"""Counts that no file of a few records has, in either order of bytes."""

CUTS = 24
PLACES = 20


def people(records: int = RECORDS) -> Microdata:
    """Return records with all kinds of values, and descriptions."""
    frame = pd.DataFrame(
        {
            "age": [20 + place % 60 for place in range(records)],
            "sex": [1 + place % 2 for place in range(records)],
            "income": [1000.5 + 7 * place for place in range(records)],
            "word": [SECRET if place % 3 else "ä" for place in range(records)],
            "born": [f"19{place % 90 + 10}-05-09" for place in range(records)],
        }
    )
    labels = (ValueLabel(value=1, label="Man"), ValueLabel(value=2, label="Woman"))
    described = [
        Variable(name="age", scale=Scale.CONTINUOUS, label="Age in years"),
        Variable(name="sex", value_labels=labels),
    ]
    return Microdata(frame, described)


@cache
def sound(extension: str, records: int = RECORDS) -> bytes:
    """Return a whole file, made once."""
    if extension == ".sas7bdat":
        return SAS.read_bytes()
    if extension == ".asc":
        lines = [f"{20 + place % 60:3d} 0{1 + place % 2} {1.5 + place:5.1f}" for place in range(records)]
        return ("\n".join(lines) + "\n").encode()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a format cannot hold of them
        path = Path(folder) / f"people{extension}"
        write(people(records), path)
        return path.read_bytes()


def beside(extension: str) -> dict[str, bytes]:
    """Return the files that must stand beside one of this extension."""
    return {"people.rda": DESCRIPTION, "REGION.CDL": CODES} if extension == ".asc" else {}


def cut(extension: str) -> Iterator[tuple[str, bytes]]:
    """Return a file that ends too early: at its first bytes, and at places all over it."""
    content = sound(extension)
    places = {1, 3, 8, 20, len(content) - 1, len(content) - 4, len(content) - 80}
    places |= {len(content) * number // CUTS for number in range(CUTS)}
    for place in sorted(place for place in places if 0 <= place < len(content)):
        yield f"cut at {place}", content[:place]


def lying(extension: str) -> Iterator[tuple[str, bytes]]:
    """Return a file whose beginning says what is not so: wrong marks, and counts beyond all."""
    content = sound(extension)
    if extension == ".rds":
        content = gzip.decompress(content)
    yield "another mark", bytes([content[0] ^ 0xFF]) + content[1:]
    yield "no mark", bytes(8) + content[8:]
    yield "zeros", bytes(len(content))
    yield "ones", b"\xff" * 4096
    yield "text", b"no data at all\n" * 30
    for place in range(4, min(len(content), 640), 640 // PLACES):
        huge = HUGE[place // 32 % len(HUGE)]
        yield f"huge at {place}", content[:place] + huge + content[place + len(huge) :]


def exchanged(extension: str) -> Iterator[tuple[str, bytes]]:
    """Return the files of all other formats under this extension, and packed ones."""
    for other in READ:
        if other[1:3] != extension[1:3]:
            yield f"{other} in its place", sound(other)
    yield "packed twice", gzip.compress(gzip.compress(sound(extension)))
    yield "bzip2", bz2.compress(sound(extension)[:-1])
    yield "encrypted for SPSS", b"ENCRYPTEDSAV" + sound(".sav")[12:]
    yield "encrypted for Excel", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096)


def traps() -> Iterator[tuple[str, str, bytes]]:
    """Return files that fill the memory, or have no end, by their extension."""
    plain = gzip.decompress(sound(".rds"))[:14]
    count = (2**31 - 1).to_bytes(4, "big")
    for kind in (0x0A, 0x0D, 0x0E, 0x0F, 0x10, 0x13, 0x18):
        yield f"a vector of type {kind} without end", ".rds", plain + bytes((0, 0, 0, kind)) + count
        packed = gzip.compress(plain + bytes((0, 0, 0, kind)) + count + bytes(1 << 24))
        yield f"a packed vector of type {kind}", ".rds", packed
    yield "lists in lists", ".rds", plain + b"\0\0\0\x13\0\0\0\x01" * 200_000
    yield "pairs without end", ".rds", plain + b"\0\0\0\x02\0\0\0\xfe" * 200_000
    yield "a sequence without end", ".rds", plain + _sequence(2e9)
    yield "a sequence of no number", ".rds", plain + _sequence(float("nan"))
    yield "zeros", ".rds", gzip.compress(bytes(1 << 28), 1)
    for name, inner in (("zeros", bytes(1 << 28)), ("blanks", b" " * (1 << 28))):
        file = io.BytesIO()
        with (
            zipfile.ZipFile(io.BytesIO(sound(".xlsx"))) as old,
            zipfile.ZipFile(file, "w", 8, True, 1) as new,
        ):
            for part in old.namelist():
                new.writestr(part, inner if part.endswith("sheet1.xml") else old.read(part))
        yield f"a sheet of {name}", ".xlsx", file.getvalue()
    for entity in (b'<!DOCTYPE a [<!ENTITY b "cc">]>', b'<!DOCTYPE a SYSTEM "file:///etc/passwd">'):
        yield f"a type of document {len(entity)}", ".xlsx", _workbook("xl/workbook.xml", entity)
    for part in (
        "xl/workbook.xml",
        "xl/worksheets/sheet1.xml",
        "xl/sharedStrings.xml",
        "[Content_Types].xml",
    ):
        yield f"{part} is empty", ".xlsx", _workbook(part, b"", whole=True)
        yield f"{part} is no XML", ".xlsx", _workbook(part, b"<a><b></a>", whole=True)
        unknown = b'<?xml version="1.0" encoding="no-such"?><a/>'
        yield f"{part} is in no encoding", ".xlsx", _workbook(part, unknown, whole=True)
    with zipfile.ZipFile(io.BytesIO(sound(".xlsx"))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml")
    for cell in (b"XFD1048576", b"XFE2", b"A99999999", b"A0", b"Z9" * 99, b"0"):
        far = sheet.replace(b'r="A2"', b'r="' + cell + b'"')
        yield (
            f"the cell {cell.decode()[:20]}",
            ".xlsx",
            _workbook("xl/worksheets/sheet1.xml", far, whole=True),
        )


def _sequence(count: float) -> bytes:
    """Return a sequence of R that is kept as its ends."""
    import struct

    name = b"\0\0\0\x01\0\x04\0\x09\0\0\0\x0ecompact_intseq"
    pairs = (
        b"\0\0\0\x02" + name + b"\0\0\0\x02" + name + b"\0\0\0\x02\0\0\0\x0d\0\0\0\x01\0\0\0\x0d\0\0\0\xfe"
    )
    state = b"\0\0\0\x0e\0\0\0\x03" + struct.pack(">ddd", count, 1.0, 1.0)
    return b"\0\0\0\xee" + pairs + state + b"\0\0\0\xfe"


def _workbook(part: str, text: bytes, *, whole: bool = False) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sound(".xlsx"))) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == part:
                content = text if whole else content.replace(b"?>", b"?>" + text, 1)
            new.writestr(name, content)
    return file.getvalue()


def names() -> Iterator[tuple[str, str, bytes]]:
    """Return files with names of columns that no two may share, that are empty, or are very many."""
    for extension in (".sav", ".dta", ".xpt", ".rds", ".parquet"):
        content = sound(extension)
        if extension == ".rds":
            content = gzip.decompress(content)
        yield "a name twice", extension, content.replace(b"sex", b"age").replace(b"SEX", b"AGE")
        yield "a name of zeros", extension, content.replace(b"sex", b"\0\0\0").replace(b"SEX", b"\0\0\0")
        yield "no UTF-8", extension, content.replace("ä".encode(), b"\xe4\xff").replace(b"age", b"\xff\xfee")
    many = ",".join(f"v{place}" for place in range(100_000))
    yield "100,000 columns", ".csv", f"{many}\n{many.replace('v', '')}\n".encode()
    yield "mixed encodings", ".csv", "a,b\nä,1\n".encode() + b"\xe4,2\n" + "é,3\n".encode("utf-16")
    yield "mixed encodings", ".asc", b" 20 01   1.5\n" + b" 20 \xe4\xff   1.5\n"


@cache
def _written_in_columns() -> dict[str, bytes]:
    """Return fixed columns as they are written, with their description and lists of codes, by file name."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write(people(), Path(folder) / "people.asc")
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def descriptions() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Return fixed columns whose description, or list of codes, is damaged or lies, by file name."""
    files = {"people.asc": sound(".asc"), **beside(".asc")}
    for name, description in _DESCRIPTIONS.items():
        yield f"description, {name}", {**files, "people.rda": description}
    for name, codes in _LISTS.items():
        yield f"list of codes, {name}", {**files, "REGION.CDL": codes}
    yield "no list of codes", {name: files[name] for name in ("people.asc", "people.rda")}
    written = _written_in_columns()
    assert {Path(name).suffix for name in written} == {".asc", ".rda", ".cdl"}
    for companion in (name for name in written if not name.endswith(".asc")):
        content = written[companion]
        for place in range(0, len(content), max(len(content) // CUTS, 1)):
            yield f"{companion} cut at {place}", {**written, companion: content[:place]}
        for name, changed in mutated_bytes(content, 40, seed=9):
            yield f"{companion}: {name}", {**written, companion: changed}
        without = {name: other for name, other in written.items() if name != companion}
        yield f"without {companion}", without
    for name, changed in mutated_bytes(written["people.asc"], 20, seed=10):
        yield f"written fields: {name}", {**written, "people.asc": changed}


_DESCRIPTIONS = {
    "empty": b"",
    "blanks": b" \n\t\n" * 99,
    "zeros": bytes(4096),
    "UTF-16": DESCRIPTION.decode().encode("utf-16"),
    "no UTF-8": DESCRIPTION.replace(b"REGION 5", b"\xe4\xff\xfe 5"),
    "a name alone": b"AGE\n",
    "no length": b"AGE 1\n",
    "first column 0": b"AGE 0 3\n",
    "a negative length": b"AGE 1 -3\n",
    "no length at all": b"AGE 1 0\n",
    "a length of a fraction": b"AGE 1 2.5\n",
    "a place beyond all": b"AGE 99999999999999999999 3\n",
    "a length beyond all": b"AGE 1 1048576\nREGION 1048577 1048576\n",
    "other digits": "AGE \u0661 \u0663\n".encode(),
    "fields that overlap": b"AGE 1 3\nREGION 3 2\n",
    "the same field twice": DESCRIPTION + b"AGE 14 1\n",
    "three codes for missing": b"AGE 1 3 9 99 999\n",
    "a code that is too long": b"AGE 1 3 99999999\n<NUMERIC>\n",
    "a tag before all": b"<NUMERIC>\n" + DESCRIPTION,
    "an unknown tag": DESCRIPTION + b"<NOTHING> 1 2 3\n",
    "a tag without an end": DESCRIPTION + b"<NUMERIC\n",
    "too many decimals": b"AGE 1 3\n<DECIMALS> 41\n",
    "decimals of no number": b"AGE 1 3\n<DECIMALS> x\n",
    "decimals and nothing": b"AGE 1 3\n<DECIMALS>\n",
    "a level of no number": b"AGE 1 3\n<IDLEVEL> high\n",
    "a list elsewhere": b"AGE 1 3\n<CODELIST> ../../../etc/passwd\n",
    "a list that is a folder": b"AGE 1 3\n<CODELIST> ..\n",
    "a list with a zero in its name": b"AGE 1 3\n<CODELIST> a\0b\n",
    "a list of itself": b"AGE 1 3\n<CODELIST> people.rda\n",
    "a list of the data": b"AGE 1 3\n<CODELIST> people.asc\n",
    "a list with a long name": b"AGE 1 3\n<CODELIST> " + b"x" * 5_000 + b"\n",
    "a list for numbers": DESCRIPTION.replace(b"<WEIGHT>", b"<CODELIST> REGION.CDL"),
    "no separator": b"<SEPARATOR>\nAGE 3\n",
    "a separator of two signs": b'<SEPARATOR> ";;"\nAGE 3\n',
    "a separator of a digit": b"<SEPARATOR> 1\nAGE 3\n",
    "names in front of nothing": b"<NAMESINFRONT>\nAGE 3\n",
    "a file of SPSS": b"<SPSS>\nAGE 3\n",
    "a quote without an end": b'"AGE 1 3\n',
    "an empty name": b'"" 1 3\n',
    "100,000 fields": b"".join(b"V%d %d 1\n" % (place, place) for place in range(1, 100_001)),
    "one line without end": b"AGE " * 200_000,
    "too large": b" " * (1 << 23),
    "a page": b"<html><body>Moved</body></html>\n",
    "an object of R": gzip.compress(b"RDX3\nX\n" + bytes(64)),
}
_LISTS = {
    "empty": b"",
    "zeros": bytes(4096),
    "no commas": b"01 North\n02 South\n",
    "a code twice": CODES + b"01,West\n",
    "no UTF-8": b"01,N\xe4\xff\n02,South\n",
    "UTF-16": CODES.decode().encode("utf-16"),
    "a quote without an end": b'"01,North\n02,South\n',
    "a quote and no end of the line": b'"' + b"x," * 200_000,
    "a label without end": b"01," + b"x" * 300_000 + b"\n",
    "a quoted label without end": b'01,"' + b"x" * 300_000 + b'"\n',
    "codes that are too long": b"0000000001,North\n",
    "codes without labels": b"01,\n02,\n",
    "labels without codes": b",North\n,South\n",
    "controls": b"01,\x1b[31mNorth\x07\n02,\x0bSouth\x85\n",
    "too large": b"01,North\n" * (1 << 19),
}


def random_changes(extension: str) -> Iterator[tuple[str, bytes]]:
    """Return a file with bytes changed at random."""
    yield from mutated_bytes(sound(extension), 30, seed=7)
    if extension == ".rds":
        for name, content in mutated_bytes(gzip.decompress(sound(extension)), 60, seed=8):
            yield f"{name} unpacked", content

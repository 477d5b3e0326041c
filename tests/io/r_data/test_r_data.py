"""Files of R: what its kinds of columns become, what is refused, and that R reads what is written.

`written_by_r.rds` was written by R 4.2 with haven 2.5.
"""

import bz2
import gzip
import lzma
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import rdata

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.core.running.progress import SILENT
from sdcdesk.io import parts, preview, read, read_file, write
from sdcdesk.io.files import BytesRead, SameBytes
from sdcdesk.io.r_data.alternative import MISSING_INTEGER, as_character, is_missing
from sdcdesk.io.r_data.elements import BinaryElements
from sdcdesk.io.r_data.options import RDataOptions
from sdcdesk.io.r_data.r_object import RObject
from sdcdesk.io.r_data.serialization import Reader
from sdcdesk.io.r_data.unpacked import Unpacked

BY_R = Path(__file__).with_name("written_by_r.rds")
PLAIN = gzip.decompress(BY_R.read_bytes())

EXPECTED: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "flag": (["true", None, "false", "true"], {}),
    "whole": ([1, None, 3, -7], {"scale": Scale.CONTINUOUS}),
    "number": ([1.5, None, None, 1e300], {"scale": Scale.CONTINUOUS}),
    "text": (["a", None, "é", None], {}),
    "latin": (["ä", "b", None, "€"], {}),
    "sex": (["f", "m", None, "m"], {"categories": ("m", "f", "x")}),
    "school": (
        ["low", "high", "low", None],
        {"scale": Scale.ORDINAL, "categories": ("low", "middle", "high")},
    ),
    "born": (["2001-05-09", None, "1899-12-31", "1950-01-01"], {"display": DisplayFormat(kind="date")}),
    "called": (
        ["2001-05-09T00:00:00", None, "1850-01-01T00:00:00", "2020-12-31T00:00:00"],
        {"display": DisplayFormat(kind="datetime")},
    ),
    "berlin": (
        ["1970-01-01T00:00:00", "2001-09-09T01:46:40", None, "1970-01-01T00:00:01.5"],
        {"display": DisplayFormat(kind="datetime")},
    ),
    "waited": ([60, 120, None, 30], {"scale": Scale.CONTINUOUS, "unit": "s"}),
    "clock": (["01:00:00", None, "23:59:59.5", "00:00:00"], {"display": DisplayFormat(kind="time")}),
    "job": (
        [1, 2, 9, -8],
        {
            "label": "Job",
            "missing": (9, -8),
            "missing_ranges": (MissingRange(low=-9.0, high=-7.0),),
            "value_labels": (
                ValueLabel(value=1, label="Employed"),
                ValueLabel(value=2, label="Other"),
                ValueLabel(value=9, label="Unknown"),
            ),
            "display": DisplayFormat(kind="number", width=2, decimals=0, program="spss", spelling="F2.0"),
        },
    ),
    "why": (
        [1, -101, -126, None],
        {
            "missing": (-101, -126),
            "lettered_missing": (
                LetteredMissing(code=-101, letter="a"),
                LetteredMissing(code=-126, letter="z"),
            ),
            "value_labels": (ValueLabel(value=1, label="Yes"), ValueLabel(value=-101, label="Refused")),
        },
    ),
    "word": (
        ["x", "y", None, "x"],
        {"value_labels": (ValueLabel(value="x", label="Ex"), ValueLabel(value="y", label="Why"))},
    ),
    "place": ([4, 3, 2, 1], {"scale": Scale.CONTINUOUS}),
    "name": (["1e+05", "0.5", None, "123456"], {}),
}


def values(data: Microdata, name: str) -> list[Any]:
    return data.column(name).astype(object).where(data.column(name).notna(), None).tolist()


def test_each_kind_of_column_becomes_ours() -> None:
    data = read(BY_R)
    assert list(data.names) == list(EXPECTED)
    for name, (column, described) in EXPECTED.items():
        assert values(data, name) == column, name
        assert data.variable(name) == Variable(name=name, **described)


def test_what_came_from_r_is_the_same_when_it_is_written_and_read_again(tmp_path: Path) -> None:
    data = read(BY_R)
    whole = {
        one.name: one.changed(categories=("m", "f")) if one.name == "sex" else one for one in data.variables
    }
    whole["school"] = whole["school"].changed(categories=("low", "high"))  # what does not occur is left out
    write(data, tmp_path / "again.rds")
    again = read(tmp_path / "again.rds")
    pd.testing.assert_frame_equal(again.frame, data.frame)
    assert list(again.variables) == list(whole.values())
    write(again, tmp_path / "twice.rds")
    assert (tmp_path / "twice.rds").read_bytes() == (tmp_path / "again.rds").read_bytes()


@pytest.mark.parametrize("pack", [bytes, bz2.compress, lzma.compress], ids=["none", "bzip2", "xz"])
def test_however_it_is_packed(pack: Any, tmp_path: Path) -> None:
    path = tmp_path / "people.rds"
    path.write_bytes(pack(PLAIN))
    pd.testing.assert_frame_equal(read(path).frame, read(BY_R).frame)


@pytest.mark.parametrize("name", ["people.csv", "people.sav", "people.gz", "people"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_under_another_extension_is_read_as_what_it_is(
    packed: bool, name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(BY_R.read_bytes() if packed else PLAIN)
    assert read_file(path).options.format == "r"
    named = frames(tmp_path / "all.RData", "only")
    path.write_bytes(named.read_bytes())
    assert read(path).names == ("only",)
    path.write_bytes(gzip.compress(b"a,b\n1,2\n"))
    with pytest.raises(ReadError):
        read(path)


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_cut_anywhere_is_refused(packed: bool, tmp_path: Path) -> None:
    content = BY_R.read_bytes() if packed else PLAIN
    path = tmp_path / "people.rds"
    for length in range(0, len(content), 13 if packed else 17):
        path.write_bytes(content[:length])
        with pytest.raises(ReadError, match=r"people\.rds is damaged"):
            read(path)
    path.write_bytes(content + b"x")
    with pytest.raises(ReadError, match=r"people\.rds is damaged"):
        read(path)


@pytest.mark.parametrize("kind", [b"\x10", b"\x0e", b"\x13"], ids=["text", "numbers", "list"])
def test_a_trap_that_fills_the_memory_is_refused(kind: bytes, tmp_path: Path) -> None:
    path = tmp_path / "trap.rds"
    count = (2**31 - 1).to_bytes(4, "big")
    path.write_bytes(gzip.compress(PLAIN[:23] + b"\0\0\0" + kind + count + bytes(1 << 20)))
    with pytest.raises(ReadError, match="far larger in memory"):
        read(path)


def frames(path: Path, *names: str) -> Path:
    rdata.write_rda(path, {name: pd.DataFrame({name: [1.0, 2.5]}) for name in names})
    return path


def test_of_several_data_frames_one_is_named(tmp_path: Path) -> None:
    path = frames(tmp_path / "all.RData", "one", "two")
    with pytest.raises(ReadError, match="several data frames, one, two; name one"):
        read(path)
    assert list(parts(path)) == ["auto", "one", "two"]
    assert parts(BY_R) == {}
    found = read_file(path, RDataOptions(object="two"))
    assert found.data.names == ("two",)
    assert read(path, found.options).names == ("two",)
    with pytest.raises(ParameterError, match="no object three; it has one, two"):
        read(path, RDataOptions(object="three"))
    with pytest.raises(ParameterError, match="one object, which has no name"):
        read(BY_R, RDataOptions(object="two"))
    alone = frames(tmp_path / "alone.rda", "only")
    assert read_file(alone).options == RDataOptions(format="r", object="only")
    assert preview(alone, RDataOptions(), 1).data.names == ("only",)


def test_what_is_no_data_frame_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.rds"
    rdata.write_rds(path, {"a": [1.0, 2.0]})
    with pytest.raises(ReadError, match="no data frame"):
        read(path)


def test_a_description_of_another_program_with_the_same_extension_is_named(tmp_path: Path) -> None:
    path = tmp_path / "people.rda"
    path.write_text("AGE 1 2\n <RECODEABLE>\n", encoding="ascii")
    with pytest.raises(ReadError, match="fixed columns"):
        read(path)


def test_a_column_without_a_name_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nameless.rds"
    rdata.write_rds(path, pd.DataFrame({"age": [1.5, 2.5], "": [3.5, 4.5]}))
    with pytest.warns(UserWarning, match=r"1 column of nameless\.rds has no name there, and is called V2"):
        assert read(path).names == ("age", "V2")


def test_names_of_rows_become_an_identifier(tmp_path: Path) -> None:
    path = tmp_path / "named.rds"
    rdata.write_rds(path, pd.DataFrame({"age": [1.5, 2.5]}, index=pd.Index(["Ann", "Bob"], dtype=object)))
    data = read(path)
    assert values(data, "row.names") == ["Ann", "Bob"]
    assert data.variable("row.names").role is Role.IDENTIFIER
    assert data.variable("age").role is Role.OTHER


@pytest.mark.parametrize("value", [[1j, 2.0], np.array([1, 2], dtype=complex)])
def test_columns_of_other_things_are_refused_by_name(value: Any, tmp_path: Path) -> None:
    path = tmp_path / "other.rds"
    rdata.write_rds(path, pd.DataFrame({"age": [1.5, 2.5], "odd": np.array(value, dtype=complex)}))
    with pytest.raises(ReadError, match="the column odd holds complex numbers"):
        read(path)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (100000.0, "1e+05"),
        (123456.0, "123456"),
        (0.0001, "1e-04"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333333333333"),
        (-2.5e10, "-2.5e+10"),
        (100000.1, "100000.1"),
        (1e-300, "1e-300"),
        (-0.0, "0"),
        (float("inf"), "Inf"),
        (1234567890123456.0, "1234567890123456"),
    ],
)
def test_numbers_that_were_made_text_are_written_as_r_writes_them(number: float, text: str) -> None:
    """Texts are those of R 4.2."""
    assert as_character(number, 0) == text


def test_what_r_cannot_hold_is_refused(tmp_path: Path) -> None:
    for column in ([2**60], ["a\0b"]):
        with pytest.raises(DataError, match=r"R cannot hold|R files cannot hold"):
            write(Microdata(pd.DataFrame({"x": column})), tmp_path / "x.rds")
    with pytest.raises(ParameterError, match=r"\.rds only"):
        write(Microdata(pd.DataFrame({"x": [1]})), tmp_path / "x.RData")
    assert not list(tmp_path.iterdir())


def tree(found: RObject) -> Any:
    """Return an object as plain values, as `library_tree` does."""
    if found.kind in ("integer", "logical"):
        plain: Any = [None if one == MISSING_INTEGER else int(one) for one in found.values.tolist()]
    elif found.kind == "double":
        plain = found.values.view(np.float64).tolist()
    elif found.kind == "list":
        plain = [tree(one) for one in found.values]
    else:
        plain = found.values
    return found.kind, repr(plain), {name: tree(one) for name, one in found.attributes.items()}


_KINDS = {"LGL": "logical", "INT": "integer", "REAL": "double", "STR": "character", "VEC": "list"}


def library_tree(found: Any) -> Any:
    """Return an object of the library rdata as plain values."""
    kind = _KINDS[found.info.type.name]
    plain: Any = found.value
    if kind == "character":
        latin = [bool(one.info.gp & 4) for one in plain]
        plain = [
            None if one.value is None else one.value.decode("cp1252" if old else "utf-8")
            for one, old in zip(plain, latin, strict=True)
        ]
    elif kind == "list":
        plain = [library_tree(one) for one in plain]
    elif kind in ("logical", "integer"):
        plain = [None if one is None else int(one) for one in plain.tolist()]
    else:
        plain = plain.tolist()
    attributes, at = {}, found.attributes
    while at is not None and at.info.type.name == "LIST":
        symbol = at.tag if at.tag.info.type.name == "SYM" else at.tag.referenced_object
        attributes[symbol.value.value.decode()] = library_tree(at.value[0])
        at = at.value[1]
    return kind, repr(plain), attributes


def test_objects_are_those_that_another_library_finds() -> None:
    path = BY_R
    with path.open("rb") as file:
        source = SameBytes(file, BytesRead(), SILENT)
        content = Unpacked(source, path.stat().st_size, path.name, SILENT)
        assert content.take(2) == b"X\n"
        ours = Reader(BinaryElements(content), None).read()
    theirs = rdata.parser.parse_file(path).object
    compared = [name for name in EXPECTED if name not in EXPANDED]
    ours_by_name = dict(zip(EXPECTED, map(tree, ours.values), strict=True))
    theirs_by_name = dict(zip(EXPECTED, theirs.value, strict=True))
    assert [ours_by_name[name] for name in compared] == [
        library_tree(theirs_by_name[name]) for name in compared
    ]


EXPANDED = ("place", "name")
"""Sequences that go down, and text that R has not made of its numbers yet, the library reads otherwise."""


def test_another_library_reads_long_columns_with_all_that_they_hold(tmp_path: Path) -> None:
    """Longer than one piece of a vector, so that ends of pieces are among them."""
    count = 150_000
    words = np.array(["", "word", "Größe", "日本", "a b"], dtype=object)[np.arange(count) % 5]
    frame = pd.DataFrame(
        {
            "word": pd.Series(words, dtype="str").where(words != ""),
            "level": pd.Series(np.array(["low", "high"])[np.arange(count) % 2], dtype="str"),
            "whole": pd.Series(np.arange(count), dtype="Int64").where(np.arange(count) % 7 != 0),
            "number": np.where(np.arange(count) % 11 == 0, np.nan, np.arange(count) / 8),
        }
    )
    path = tmp_path / "long.rds"
    write(Microdata(frame, [Variable(name="level", categories=("low", "high"))]), path)
    word, level, whole, number = rdata.parser.parse_file(path).object.value
    assert [one.value and one.value.decode() for one in word.value] == [one or None for one in words]
    assert level.value.tolist() == (np.arange(count) % 2 + 1).tolist()
    assert np.ma.getmaskarray(whole.value).tolist() == (np.arange(count) % 7 == 0).tolist()
    np.testing.assert_array_equal(number.value, frame["number"])
    pd.testing.assert_frame_equal(read(path).frame, frame)


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not here")
def test_r_reads_what_is_written(tmp_path: Path) -> None:
    write(read(BY_R), tmp_path / "again.rds")
    script = """
        a <- readRDS(commandArgs(TRUE)[1]); b <- readRDS(commandArgs(TRUE)[2])
        for (n in c("whole", "text", "latin", "born", "clock", "word"))
            if (!identical(as.vector(a[[n]]), as.vector(b[[n]]))) cat(n, "")
        if (!identical(attr(a$job, "na_range"), attr(b$job, "na_range"))) cat("range ")
        if (!identical(as.character(a$school), as.character(b$school)) || !is.ordered(b$school))
            cat("school ")
        values <- function(x) serialize(as.vector(unclass(x)), NULL, xdr = TRUE)[31:46]
        if (!identical(values(a$why), values(b$why))) cat("why ")
        cat(class(b$job))
    """
    command = ["Rscript", "-e", script, str(BY_R), str(tmp_path / "again.rds")]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert found == "text haven_labelled_spss haven_labelled vctrs_vctr double"  # "" has become missing


class Spelt(BinaryElements):
    """Elements of a binary file that are spelt out, as they are read, as R does with `ascii = TRUE`."""

    def __init__(self, content: Unpacked) -> None:
        super().__init__(content)
        self.lines: list[bytes] = []

    def integer(self) -> int:
        return self._spell(super().integer())

    def pair(self) -> tuple[int, int]:
        return self.integer(), self.integer()

    def text(self, size: int) -> bytes:
        found = super().text(size)
        plain = (chr(sign).encode() if 32 < sign < 127 and sign not in b"\\\"'?" else None for sign in found)
        signs = {10: b"\\n", 9: b"\\t", **{sign: b"\\" + bytes([sign]) for sign in b"\\\"'?"}}
        pairs = zip(found, plain, strict=True)
        self.lines.append(b"".join(one or signs.get(sign, b"\\%03o" % sign) for sign, one in pairs))
        return found

    def numbers(self, number: int, count: int) -> np.ndarray:
        found = super().numbers(number, count)
        if found.dtype == np.uint64:
            doubles = zip(found.view(np.float64).tolist(), is_missing(found).tolist(), strict=True)
            words = ["NA" if missing else repr(one) for one, missing in doubles]
            signs = {"nan": "NaN", "inf": "Inf", "-inf": "-Inf"}
            self.lines += [signs.get(word, word).encode() for word in words]
        elif found.dtype == np.uint8:
            self.lines += [b"%02x" % one for one in found.tolist()]
        else:
            for one in found.tolist():
                self._spell(one)
        return found

    def _spell(self, number: int) -> int:
        self.lines.append(b"NA" if number == MISSING_INTEGER else str(number).encode())
        return number


def spelt_out(path: Path) -> bytes:
    with path.open("rb") as file:
        content = Unpacked(SameBytes(file, BytesRead(), SILENT), path.stat().st_size, path.name, SILENT)
        assert content.take(2) == b"X\n"
        elements = Spelt(content)
        Reader(elements, None).read()
    return b"".join(line + b"\n" for line in [b"A", *elements.lines])


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["none", "gzip"])
def test_a_file_in_ascii_holds_the_same(pack: Any, tmp_path: Path) -> None:
    text = spelt_out(BY_R)
    assert text.isascii()
    path, several = tmp_path / "a.rds", tmp_path / "several.RData"
    path.write_bytes(pack(text))
    data, original = read(path), read(BY_R)
    assert data.variable("why").missing == (), "R spells such letters as NA"
    names = [name for name in original.names if name != "why"]
    pd.testing.assert_frame_equal(data.frame[names], original.frame[names])
    assert [data.variable(name) for name in names] == [original.variable(name) for name in names]
    words = "RDA2 A 2 262658 131840 1026 1 262153 2 df 787 1 13 2 5 NA 1026 1 262153 5 names 16 1 262153 1 n "
    words += "1026 1 262153 9 row.names 13 2 NA -2 1026 1 262153 5 class 16 1 262153 10 data.frame 254 254 "
    several.write_bytes(pack(words.replace(" ", "\n").encode()))
    assert read(several).column("n").tolist() == [5, pd.NA]


def test_a_file_in_ascii_that_is_cut_or_changed_is_told(tmp_path: Path) -> None:
    text, path = spelt_out(BY_R), tmp_path / "a.rds"
    for at in (*range(2, 200, 7), *range(200, len(text) - 1, 97)):
        path.write_bytes(text[:at])
        with pytest.raises(ReadError, match=r"a\.rds is damaged"):
            read(path)
    words = text.split(b"\n")
    for place in range(1, len(words) - 1, 11):
        for other in (b"x", b"-7", b"99999999999999999999", b"NA", b"1.5", b"\\777", b""):
            path.write_bytes(b"\n".join([*words[:place], other, *words[place + 1 :]]))
            try:
                read(path)  # a value may be another one
            except ReadError as error:
                assert "a.rds" in error.message
    path.write_bytes(text + b"1\n")
    with pytest.raises(ReadError, match=r"a\.rds is damaged"):
        read(path)


def test_a_file_in_the_other_order_of_bytes_is_read(tmp_path: Path) -> None:
    frame = (b"B\n", 2, 262658, 131840, 787, 1, 13, 2, 5, -1, 1026, 1, 262153, 5, b"names", 16, 1)
    rest = (262153, 1, b"n", 1026, 1, 262153, 9, b"row.names", 13, 2, MISSING_INTEGER, -2)
    kind = (1026, 1, 262153, 5, b"class", 16, 1, 262153, 10, b"data.frame", 254)
    parts = (*frame, *rest, *kind)
    content = b"".join(one if isinstance(one, bytes) else struct.pack("<i", one) for one in parts)
    (tmp_path / "a.rds").write_bytes(content)
    assert read(tmp_path / "a.rds").column("n").tolist() == [5, -1]

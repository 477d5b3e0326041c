"""Tables of hierarchies: files of other programs as they are, a round trip for everything, lines named."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdcdesk as sdc
from sdcdesk.core.running.errors import ParameterError, ReadError, WriteError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.table_file import HierarchyFileError

AGE = "1;0-4;*\n2;0-4;*\n5;5-9;*\n"

TEXT = st.text(st.sampled_from("ab;,|\t\"'\n\r é*\u2028"), max_size=4)


def read(tmp_path: Path, content: str | bytes, **how: Any) -> Hierarchy:
    path = tmp_path / "age.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Hierarchy.read(path, **how)


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("variable", "heights"),
    [
        ("age", (100, 4)),
        ("education", (16, 3)),
        ("marital-status", (7, 2)),
        ("native-country", (41, 2)),
        ("occupation", (14, 2)),
        ("race", (5, 1)),
        ("salary-class", (2, 1)),
        ("sex", (2, 1)),
        ("workclass", (8, 2)),
    ],
)
def test_hierarchies_of_adult_are_read_as_they_are(
    shared_data: Path, variable: str, heights: tuple[int, int]
) -> None:
    path = shared_data / "adult" / f"adult_hierarchy_{variable}.csv"
    found = sdc.Hierarchy.read(path)
    assert (len(found.values), found.height) == heights
    assert (found.name, found.has_one_top, found.titles) == (path.stem, True, ())
    lines = [line.split(";") for line in path.read_text(encoding="utf-8").splitlines()]
    assert [[value, *labels] for value, labels in found.rows.items()] == lines


@pytest.mark.parametrize("sign", ";,\t|")
def test_any_usual_sign_divides_the_cells(tmp_path: Path, sign: str) -> None:
    found = read(tmp_path, AGE.replace(";", sign))
    assert found.rows == {"1": ("0-4", "*"), "2": ("0-4", "*"), "5": ("5-9", "*")}
    assert found.name == "age"


@pytest.mark.parametrize(
    "content",
    [
        "\ufeff" + AGE,
        AGE.replace("\n", "\r\n"),
        AGE.replace("\n", "\r"),
        AGE.replace("\n", "\n\n") + "\n;;\n",
        AGE.replace("\n", ";\n"),
        AGE.replace(";", " ; "),
        AGE.replace("0-4", '"0-4"').rstrip("\n"),
    ],
    ids=["mark", "windows", "mac", "empty lines", "empty column", "blanks", "quotes"],
)
def test_what_programs_add_does_not_count(tmp_path: Path, content: str) -> None:
    assert read(tmp_path, content).rows == {"1": ("0-4", "*"), "2": ("0-4", "*"), "5": ("5-9", "*")}


def test_a_sign_within_labels_divides_nothing(tmp_path: Path) -> None:
    found = read(tmp_path, '1;[0, 5);"a;b"\n2;[0, 5);"a;b"\n')
    assert found.rows == {"1": ("[0, 5)", "a;b"), "2": ("[0, 5)", "a;b")}
    assert read(tmp_path, '1,"say ""no""",*\n').rows == {"1": ('say "no"', "*")}


@pytest.mark.parametrize(
    ("content", "titles"),
    [
        ("age;bands;dropped\n" + AGE, ("bands", "dropped")),
        ("Value;;dropped\n" + AGE, ("", "dropped")),
        ("town;land\nUlm;South\nKiel;North\nBonn;North\n", ()),
        ("town;land;all\nUlm;South;*\nKiel;North;*\n", ("land", "all")),
        ("unknown;unknown;unknown\n" + AGE, ()),
        ("age;land\n1;South\n2;North\n", ("land",)),
        ("a;x;*\n", ()),
    ],
)
def test_a_first_line_of_titles_is_found_out(tmp_path: Path, content: str, titles: tuple[str, ...]) -> None:
    assert read(tmp_path, content).titles == titles


def test_a_reader_may_say_whether_there_are_titles(tmp_path: Path) -> None:
    towns = "town;land\nUlm;South\nKiel;North\n"
    assert read(tmp_path, towns, header=True).values == ("Ulm", "Kiel")
    assert read(tmp_path, "age;b;c\n" + AGE, header=False).values == ("age", "1", "2", "5")


@given(
    st.dictionaries(TEXT, st.integers(0, 7), min_size=1, max_size=8),
    st.tuples(TEXT, TEXT, TEXT),
    st.sampled_from(["value", "Value", "unknown"]),
    st.booleans(),
)
def test_what_is_written_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    rows: dict[str, int],
    titles: tuple[str, str, str],
    first: str,
    begins: bool,
) -> None:
    path = tmp_path_factory.mktemp("table") / "any.csv"
    labels = {value: (f"{n} ", f'{n // 2};"x"', "\t") for value, n in rows.items()}
    if begins:
        labels = {first: ("a", "b", "c"), **labels}
    hierarchy = Hierarchy.from_rows(labels, "any").changed(titles=titles)
    hierarchy.write(path)
    assert Hierarchy.read(path) == hierarchy
    hierarchy.write(path, titles=False, overwrite=True)
    assert Hierarchy.read(path) == hierarchy.changed(titles=())


def test_it_is_written_in_the_usual_form(tmp_path: Path) -> None:
    hierarchy = read(tmp_path, AGE)
    path = tmp_path / "out.csv"
    hierarchy.write(path)
    assert path.read_text(encoding="utf-8") == AGE
    with pytest.raises(WriteError, match="exists"):
        hierarchy.write(path)
    hierarchy.changed(titles=["4-year bands", "dropped"]).write(path, overwrite=True)
    assert path.read_text(encoding="utf-8") == "value;4-year bands;dropped\n" + AGE
    hierarchy.changed(titles=["4-year bands", "dropped"]).write(path, titles=False, overwrite=True)
    assert path.read_text(encoding="utf-8") == AGE


TOLD = "48211"


@pytest.mark.parametrize(
    ("content", "line", "wrong"),
    [
        ("a\nb\n", 1, "one column at line 1"),
        (f"1;x;*\n\n{TOLD};x\n", 3, "2 columns at line 3 and 3 columns at line 1"),
        (f"1;x;*\n{TOLD};x;y;*\n", 2, "4 columns at line 2 and 3 columns at line 1"),
        (f"1;x;*\n{TOLD};;*\n", 2, "empty label in column 2 at line 2"),
        (f"{TOLD};x;*\n1;x;*\n{TOLD};x;*\n", 3, "the value of line 1 again at line 3"),
        (f"1;x;y\n2;z;y\n{TOLD};x;z\n", 3, "same label in column 2 at lines 1 and 3"),
        (f'"1\n2";x;*\n{TOLD};;*\n', 3, "empty label in column 2 at line 3"),
        (f'1;x;*\n{TOLD};"x;*\n3;y;*\n', 2, "quotation mark at line 2"),
        (f'1;x;*\n{TOLD};"x"y;*\n', 2, "quotation mark at line 2"),
        (f"1;x;*\n{TOLD};{'x' * 200_000};*\n", 2, "too long"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, content: str, line: int, wrong: str) -> None:
    with pytest.raises(HierarchyFileError, match=wrong) as caught:
        read(tmp_path, content)
    assert caught.value.line == line
    assert TOLD not in caught.value.message
    assert caught.value.value in ("", TOLD)


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ("", "is empty"),
        ("\n;;\n", "is empty"),
        ("value;bands\n", "titles and no value"),
        ("Zürich;Süd\n".encode("utf-16-be"), "UTF-16 without a byte order mark"),
        ("1;x;*\n2;x\0;*\n", "line 2: a zero byte"),
        (b"\x89PNG\r\n\x1a\n\0\xff", "age.csv"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: str | bytes, wrong: str) -> None:
    with pytest.raises(ReadError, match=wrong):
        read(tmp_path, content)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_towns_are_read_in_the_usual_encodings(tmp_path: Path, encoding: str) -> None:
    assert read(tmp_path, "Zürich;Süden\nKöln;Westen\n".encode(encoding)).rows == {
        "Zürich": ("Süden",),
        "Köln": ("Westen",),
    }


def test_an_encoding_can_be_said(tmp_path: Path) -> None:
    content = "Zürich;Süden\n".encode("utf-16-be")
    assert read(tmp_path, content, encoding="utf-16-be").values == ("Zürich",)
    with pytest.raises(HierarchyFileError, match="not text in ascii at line 2") as caught:
        read(tmp_path, "a;b\nZürich;Süden\n".encode(), encoding="ascii")
    assert caught.value.line == 2
    with pytest.raises(HierarchyFileError, match="not text in utf-8 at line 1"):
        read(tmp_path, "Zürich, Köln, Düren".encode() + b"\xff;b\n")
    with pytest.raises(ParameterError, match="no encoding utf-9"):
        read(tmp_path, content, encoding="utf-9")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="does not exist"):
        Hierarchy.read(tmp_path / "none.csv")


def test_a_large_table_is_read_as_a_reader_of_lines_would(tmp_path: Path) -> None:
    lines = [[f"{n:06}", f"{n // 100:04}", f"{n // 10_000:02}", "*"] for n in range(100_000)]
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(lines)
    found = read(tmp_path, text.getvalue())
    assert [[value, *labels] for value, labels in found.rows.items()] == lines

import csv
import io
from math import inf, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, WeightMatrix
from sdcdesk.risk.weights.matrix_files import from_csv, read_block, read_file, to_csv, violations_text

W3 = TRUTA_2004["W3"]

FINITE = st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6\t2\n0\t2\n", ((6, 2), (0, 2))),
        ("6;2\r\n0;2\r\n\r\n", ((6, 2), (0, 2))),
        ("6, 2\n0, 2", ((6, 2), (0, 2))),
        ("6,2,1\n0,2,1", ((6, 2, 1), (0, 2, 1))),
        ("0.5,2\n0,2", ((0.5, 2), (0, 2))),
        ("6\t2,5\n\t1e-3", ((6, 2.5), (0, 0.001))),
        ("6;2.5\n;.5", ((6, 2.5), (0, 0.5))),
        ("1\t2\n\t\n3\t4", ((1, 2), (0, 0), (3, 4))),
        ("1\n\n3", ((1,), (0,), (3,))),
        ("\ufeff1;2", ((1, 2),)),
        ('"1","2"', ((1, 2),)),
        (" 1 ;\u00a02 ; +3", ((1, 2, 3),)),
        ("-1", ((-1,),)),
        ("5.", ((5,),)),
        ("1e3", ((1000,),)),
    ],
)
def test_tables_as_people_and_spreadsheets_write_them(
    text: str, expected: tuple[tuple[float, ...], ...]
) -> None:
    assert read_block(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no numbers"),
        ("\t\t\n \n", "no numbers"),
        ("1\t2\n3\tx", "Line 2, column 2 is not a number"),
        ("1\t2\n3", "Line 2 has 1 field, and line 1 has 2"),
        ("1\t2\n\n3\t4", "Line 2 has 1 field, and line 1 has 2"),
        ("nan", "^Line 1, column 1 is not a number"),
        ("1;inf", "column 2 is not a number"),
        ("1;1e999", "column 2 is too large"),
        ("1_000", "^Line 1, column 1 is not a number"),
        ("1 000\t2", "^Line 1, column 1 is not a number"),
        ("1.234,5\t2", "^Line 1, column 1 is not a number"),
        ("1.234.567\t2", "^Line 1, column 1 is not a number"),
        ("0,5\t2\n1.5\t2", "Line 2, column 1 has another decimal sign"),
        ('"0,5",2,3', "^Line 1, column 1 is not a number"),
        ("٣\t2", "^Line 1, column 1 is not a number"),
        ("0,5", "Line 1 can be one number or two"),
        ("6,2\n0,2", "Line 1 can be one number or two"),
        ("1\n0,5", "Line 2 can be one number or two"),
        ('1,"2\n3', "Line 1 cannot be split"),
        ("secret text that goes on and on;1", "^Line 1, column 1 is not a number; write"),
        (";".join("1" * 1001), "1 × 1,001 numbers"),
        ("1\n" * 1001, "1,001 × 1 numbers"),
        ("1\n" * 10_000, "10,000 lines"),
    ],
)
def test_what_is_no_table_of_numbers_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as error:
        read_block(text)
    assert error.value.field == "weights"
    assert error.value.message.endswith(".")


@given(
    block=st.integers(1, 4).flatmap(
        lambda m: st.lists(st.lists(FINITE, min_size=m, max_size=m), min_size=1, max_size=4)
    ),
    form=st.sampled_from([("\t", "."), ("\t", ","), (";", "."), (";", ",")]),
)
def test_numbers_come_back_exactly(block: list[list[float]], form: tuple[str, str]) -> None:
    delimiter, sign = form
    text = "\n".join(delimiter.join(repr(number).replace(".", sign) for number in row) for row in block)
    if len(block[0]) == 1:
        text = "\n".join(f"{line}{delimiter}" for line in text.split("\n"))
        block = [[*row, 0.0] for row in block]
    assert read_block(text) == tuple(map(tuple, block))


def test_the_file_says_what_it_is() -> None:
    assert to_csv(W3.changed(tail=0.5, note="")) == (
        'structure,sampling\ntail,0.5\n"title","W3, Truta 2004"\nreleased \\ original,1,2\n1,6,2\n2,0,2\n'
    )


@given(data=st.data(), title=TEXT, note=TEXT)
def test_a_matrix_survives_its_file(
    data: st.DataObject, title: str, note: str, any_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(any_matrices).changed(title=title, note=note)
    assert from_csv(to_csv(matrix), "W.csv") == matrix


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_matrix_survives_a_spreadsheet_that_writes_decimal_commas(delimiter: str) -> None:
    matrix = WeightMatrix.geometric(0.5).enlarged(3).changed(note="a; b")
    rows = list(csv.reader(io.StringIO(to_csv(matrix))))
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    for row in rows:
        # Spreadsheets fill up all rows to the same length, and add some.
        fields = row if row[0] in ("title", "note") else [field.replace(".", ",") for field in row]
        writer.writerow([*fields, *[""] * (5 - len(fields))])
    writer.writerow([""] * 5)
    assert from_csv("\ufeff" + file.getvalue(), "W.csv") == matrix


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("6,2\n0,2", "sampling"),
        ("6\t2\n\t2", "sampling"),
        ("4;\n2,5;2", "merging"),
        ("6,2\n1,2", "general"),
        ("6,0\n0,2", "general"),
        ("6", "general"),
    ],
)
def test_numbers_alone_tell_their_structure(text: str, structure: str) -> None:
    matrix = from_csv(text, "W.csv")
    assert matrix.structure == structure
    assert matrix.tail == 0


def test_a_file_may_break_rules_and_they_are_named() -> None:
    matrix = from_csv("structure,sampling\ntail,0\nreleased \\ original,1,2\n1,3,4\n2,1,-3\n", "W.csv")
    assert not matrix.admissible
    messages = violations_text(matrix)
    assert len(messages) == len(matrix.violations())
    assert messages[0] == "w(2, 1) = 1 (cannot occur with the structure sampling)"
    assert violations_text(W3) == []
    near = WeightMatrix(structure="sampling", block=[[3, 3.0000000001], [0, 4]], tail=0)
    assert "w(1, 2) = 3.0000000001 is more than w(1, 1) = 3 (" in violations_text(near)[0]


HEAD = "structure,sampling\ntail,0\n"
SIZES = "released \\ original,1,2\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "W.csv: There are no numbers"),
        ("1,2,3\n4,5,6", "2 × 3 numbers"),
        ("0,5", "1 × 2 numbers"),
        ("age,sex\n1,2", "Line 1, column 1 is not a number"),
        ("structure,upper\ntail,0\n" + SIZES + "1,1,1\n2,0,1", "Line 1: the structure must be"),
        ("structure,sampling\n" + SIZES + "1,1,1\n2,0,1", "“tail”"),
        ("structure,sampling\ntail,\n" + SIZES + "1,1,1\n2,0,1", "“tail”"),
        ("structure,sampling\ntail,x\n" + SIZES + "1,1,1\n2,0,1", "Line 2, column 2 is not a number"),
        ("structure,sampling\ntail,2\n" + SIZES + "1,1,1\n2,0,1", "Tail .* at most 1"),
        (HEAD + "tail,1\n" + SIZES + "1,1,1\n2,0,1", "Line 3 says the tail a second time"),
        (HEAD + "colour,red\n" + SIZES + "1,1,1\n2,0,1", "Line 3 should say one of"),
        (HEAD + "title,a,b\n" + SIZES + "1,1,1\n2,0,1", "Line 3 should say one of"),
        (HEAD + "1,1\n", "Line 3 should say one of"),
        (HEAD, "no line that says “released"),
        (HEAD + "released \\ original\n", "there are 0"),
        (HEAD + "released \\ original,1,3\n1,1,1\n2,0,1", "Line 3, column 3: the size 2 belongs here"),
        (HEAD + SIZES + "1,1,1\n3,0,1", "Line 5, column 1: the size 2 belongs here"),
        (HEAD + SIZES + "2,0,1\n1,1,1", "Line 4, column 1: the size 1 belongs here"),
        (HEAD + SIZES + "1,1,1\n", "1 × 2 weights"),
        (HEAD + SIZES + "1,1,1\n2,0,1\n3,0,0", "3 × 2 weights"),
        (HEAD + SIZES + "1,1\n2,0,1", "Line 4 has 1 weight, and there are 2 sizes"),
        (HEAD + SIZES + "1,1,1,1\n2,0,1", "Line 4 has 3 weights"),
        (HEAD + SIZES + "1,1,nan\n2,0,1", "Line 4, column 3 is not a number"),
    ],
)
def test_what_is_no_weight_matrix_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message.replace("\\", "\\\\")) as error:
        from_csv(text, "W.csv")
    assert error.value.message.startswith("W.csv: ")


@pytest.mark.parametrize("weight", [nan, inf])
def test_what_is_not_finite_is_not_written(weight: float) -> None:
    with pytest.raises(ParameterError, match="not finite"):
        to_csv(W3.changed(block=[[weight]]))


def test_the_printed_matrices_survive() -> None:
    for matrix in (*TRUTA_2004.values(), *TRUTA_2006.values()):
        assert from_csv(to_csv(matrix), "W.csv") == matrix


def test_a_file_is_read_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "office.csv"
    path.write_text("\ufeff6;2\n0;2\n", encoding="utf-8")
    assert read_file(path) == from_csv("6;2\n0;2\n", "office.csv")


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"gone\.csv does not exist"):
        read_file(tmp_path / "gone.csv")
    latin, large = tmp_path / "latin.csv", tmp_path / "large.csv"
    latin.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReadError, match=r"latin\.csv is not text in UTF-8"):
        read_file(latin)
    with large.open("wb") as file:
        file.truncate(40_000_000)
    with pytest.raises(ReadError, match=r"large\.csv is too large"):
        read_file(large)
    (tmp_path / "bad.csv").write_text("1,2,3\n", encoding="utf-8")
    with pytest.raises(ReadError, match=r"bad\.csv: .*square"):
        read_file(tmp_path / "bad.csv")

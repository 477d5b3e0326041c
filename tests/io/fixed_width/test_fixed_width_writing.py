"""Text in fixed columns as it is written, with the files of μ-ARGUS that describe it."""

import warnings
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError, WriteError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.io import read, write
from sdcdesk.io.fixed_width.cells import extent
from sdcdesk.io.writing import losses
from tests.io.fixed_width.test_fixed_width import saved

PEOPLE = pd.DataFrame(
    {
        "name": ["Ann", "Bob", "Cem"],
        "sex": [1, 2, 1],
        "age": pd.Series([7, None, 101], dtype="Int64"),
        "region": ["North", None, "Süd"],
        "income": [-1.5, 1000.25, np.nan],
        "w": [1.0, 2.0, 12.5],
        "home": [3, 3, 4],
    }
)
VARIABLES = [
    Variable(name="name", role=Role.IDENTIFIER, value_labels=(ValueLabel(value="Ann", label="Secret"),)),
    Variable(
        name="sex",
        role=Role.KEY,
        missing=(9,),
        value_labels=(
            ValueLabel(value=1, label="Man, boy"),
            ValueLabel(value=2, label='A "woman"'),
            ValueLabel(value=3, label="Nobody's"),
            ValueLabel(value=9, label="Not known"),
        ),
    ),
    Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, missing=(999, -1)),
    Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
    Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS, display=DisplayFormat(width=8, decimals=2)),
    Variable(name="home", role=Role.HOUSEHOLD),
]


def data_of(frame: pd.DataFrame = PEOPLE, variables: list[Variable] = VARIABLES) -> Microdata:
    return Microdata(frame, [one for one in variables if one.name in frame])


def quietly(data: Microdata, path: Path, **options: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(data, path, **options)


def told(data: Microdata, **options: str) -> list[str]:
    return [loss.text for loss in losses(data, Path("x.asc"), None, options)]


def test_lines_description_and_lists_of_codes_stand_beside_each_other(tmp_path: Path) -> None:
    quietly(data_of(), tmp_path / "people.asc")
    lines, description, codes = (
        (tmp_path / name).read_bytes().decode("cp1252").split("\r\n")
        for name in ("people.asc", "people.rda", "people_sex.cdl")
    )
    assert lines == [
        "1  7North  -1.50    1.003",
        "2   .....1000.25    2.003",
        "1101Süd  .......   12.504",
        "",
    ]
    assert description == [
        'sex 1 1 "9" "."',
        "    <RECODABLE>",
        '    <CODELIST> "people_sex.cdl"',
        'age 2 3 "999" " -1"',
        "    <NUMERIC>",
        'region 5 5 "....."',
        "    <RECODABLE>",
        'income 10 7 "......."',
        "    <NUMERIC>",
        "    <DECIMALS> 2",
        'w 17 8 "........"',
        "    <NUMERIC>",
        "    <DECIMALS> 2",
        "    <WEIGHT>",
        'home 25 1 "."',
        "    <HOUSE_ID>",
        "",
    ]
    assert codes == ["1,Man, boy", '2,"A ""woman"""', "9,Not known", ""]


def test_nothing_tells_of_what_does_not_leave(tmp_path: Path) -> None:
    quietly(data_of(), tmp_path / "people.asc")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["people.asc", "people.rda", "people_sex.cdl"]
    for path in tmp_path.iterdir():
        content = path.read_text(encoding="cp1252")
        assert all(word not in content for word in ("Ann", "Secret", "name ", "Nobody", "IDLEVEL"))


def test_it_comes_back_alone_with_what_stands_beside_it(tmp_path: Path) -> None:
    data = data_of()
    quietly(data, tmp_path / "people.asc")
    found = read(tmp_path / "people.asc")
    assert found.names == data.names[1:]
    for name in found.names:
        assert found.column(name).isna().tolist() == data.column(name).isna().tolist(), name
        assert found.column(name).dropna().tolist() == data.column(name).dropna().tolist(), name
        assert found.variable(name).missing == data.variable(name).missing
        assert found.variable(name).scale is data.variable(name).scale
    assert [one.label for one in found.variable("sex").value_labels] == [
        "Man, boy",
        'A "woman"',
        "Not known",
    ]
    assert (found.variable("w").role, found.variable("home").role) == (Role.WEIGHT, Role.HOUSEHOLD)


def test_a_description_that_was_read_is_written_again(tmp_path: Path) -> None:
    before = read(saved(tmp_path))
    with pytest.warns(UserWarning, match="1 label of a value that does not occur .* of REGION"):
        write(before, tmp_path / "again.asc")
    after = read(tmp_path / "again.asc")
    pd.testing.assert_frame_equal(after.frame, before.frame)
    for name in before.names:
        one, other = before.variable(name), after.variable(name)
        assert (one.missing, one.scale, one.display) == (other.missing, other.scale, other.display), name
        seen = set(before.column(name).dropna()) | set(one.missing)
        assert other.value_labels == tuple(label for label in one.value_labels if label.value in seen)


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ([1.5, -22.25, None], ["  1.50", "-22.25", "......"]),
        ([1e-7, 1.0], ["0.0000001", "1.0000000"]),
        ([1.23456789012345e14, 0.5], ["123456789012345.0", "              0.5"]),
        ([1e300, 5e-324], ["1e+300", "5e-324"]),
        ([-0.0, 2.0], ["0", "2"]),
        ([-(2**63), 2**63 - 1], ["-9223372036854775808", " 9223372036854775807"]),
        ([None, None], [".", "."]),
        (["a", "...", None], ["a   ", "... ", "...."]),
    ],
)
def test_cells_fill_their_fields(values: list[object], fields: list[str], tmp_path: Path) -> None:
    kind = "str" if isinstance(values[0], str) else None
    column = pd.Series(values, dtype=kind or ("float64" if None in values else None))
    numeric = kind is None
    scale = Scale.CONTINUOUS if numeric else Scale.NOMINAL
    data = Microdata(pd.DataFrame({"x": column, "y": 1}), [Variable(name="x", scale=scale)])
    write(data, tmp_path / "x.asc")
    lines = (tmp_path / "x.asc").read_text().splitlines()
    assert [line[:-1] for line in lines] == fields
    found = read(tmp_path / "x.asc").column("x")
    assert found.isna().tolist() == column.isna().tolist()
    assert found.dropna().tolist() == column.dropna().tolist()


@given(
    cells=st.lists(
        st.tuples(st.floats(allow_nan=True, allow_infinity=False), st.none() | st.text()), min_size=1
    )
)
def test_any_numbers_and_text_come_back(cells: list[tuple[float, str | None]], tmp_path_factory) -> None:
    """As a slow reader finds them, too, which cuts each line where the description says."""
    clear = [
        (number, None if text is None else "".join(sign for sign in text if sign.isalnum() or sign in ". "))
        for number, text in cells
    ]
    frame = pd.DataFrame(clear, columns=["number", "text"]).astype({"number": float, "text": "str"})
    frame["text"] = ("t" + frame["text"]).str.strip(" ")
    path = tmp_path_factory.mktemp("fixed") / "x.asc"
    quietly(Microdata(frame), path, encoding="utf-8")
    found = read(path)
    for name in ("number", "text"):
        assert found.column(name).isna().tolist() == frame[name].isna().tolist()
        assert found.column(name).dropna().tolist() == frame[name].dropna().tolist()
    rows = [line.split('"')[0].split() for line in path.with_suffix(".rda").read_text().splitlines()]
    places = {row[0]: (int(row[1]) - 1, int(row[2])) for row in rows if len(row) == 3}
    for line, (number, text) in zip(
        path.read_text(encoding="utf-8").split("\n"), frame.itertuples(index=False), strict=False
    ):
        cut = {name: line[start : start + width].strip(" ") for name, (start, width) in places.items()}
        missing = {name: cut[name] == "." * places[name][1] for name in cut}
        assert missing == {"number": number != number, "text": text is None or text != text}
        assert missing["number"] or float(cut["number"]) == number
        assert missing["text"] or cut["text"] == text


def usual_numbers() -> st.SearchStrategy[float]:
    """Numbers as files hold them, some of them beyond what is told without writing them."""
    sizes = st.floats(min_value=-1e10, max_value=1e10)
    return st.builds(round, sizes, st.integers(0, 9)) | st.sampled_from([-0.0, 0.1 + 0.2, 1e-8, 1e9, -0.5])


@given(numbers=st.lists(usual_numbers() | st.none(), min_size=1), declared=st.none() | st.integers(0, 6))
def test_a_field_is_as_wide_as_its_longest_number(numbers: list[float | None], declared: int | None) -> None:
    """As found by writing all of them, with the decimals of the longest."""
    exact = [Decimal(repr(number + 0.0)) for number in numbers if number is not None]
    plain = [format(number, "f").rstrip("0").rstrip(".") for number in exact]
    decimals = max([declared or 0, *(len(number.partition(".")[2]) for number in plain)])
    column = pa.chunked_array([pa.array(numbers, pa.float64())])
    found = extent(column, declared, SILENT)
    assert found.decimals == decimals
    assert found.width == max((len(format(number, f".{decimals}f")) for number in exact), default=0)


def test_columns_that_are_all_missing_stay_so(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": [np.nan, np.nan], "b": pd.Series([None, None], dtype="str"), "c": [1, 2]})
    write(Microdata(frame), tmp_path / "x.asc")
    found = read(tmp_path / "x.asc").frame
    assert found.isna().to_numpy().tolist() == frame.isna().to_numpy().tolist()


def test_no_records_are_written_and_said_to_be_none(tmp_path: Path) -> None:
    write(Microdata(PEOPLE[["sex", "age"]].head(0)), tmp_path / "x.asc")
    assert (tmp_path / "x.asc").read_bytes() == b""
    with pytest.raises(ReadError, match="is empty"):
        read(tmp_path / "x.asc")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("plain", "ascii"), ("Süd €", "cp1252"), ("Łódź", "utf-8"), ("Ã¤", "utf-8")],
)
def test_a_byte_stands_for_a_character_where_that_can_be(text: str, encoding: str, tmp_path: Path) -> None:
    data = Microdata(
        pd.DataFrame({"town": [text], "n": [1]}),
        [Variable(name="town", value_labels=(ValueLabel(value=text, label=text),))],
    )
    quietly(data, tmp_path / "x.asc")
    for path in tmp_path.iterdir():
        assert path.name == "x.rda" or text in path.read_bytes().decode(encoding)
    found = read(tmp_path / "x.asc")
    assert found.column("town").tolist() == [text]
    assert found.variable("town").value_labels == (ValueLabel(value=text, label=text),)
    assert any("beyond Windows-1252" in words for words in told(data)) is (encoding == "utf-8")


def test_an_encoding_that_lacks_characters_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="town holds characters that the encoding ascii lacks") as refused:
        write(Microdata(pd.DataFrame({"n": ["a"], "town": ["Łódź"]})), tmp_path / "x.asc", encoding="ascii")
    assert refused.value.field == "town"
    assert not list(tmp_path.iterdir())
    quietly(Microdata(pd.DataFrame({"town": ["Łódź", "b"]})), tmp_path / "x.asc", encoding="utf-16")
    assert (tmp_path / "x.asc").read_bytes().decode("utf-16") == "Łódź\r\nb   \r\n"


@pytest.mark.parametrize(
    ("values", "variable", "words"),
    [
        (["a\nb", "c"], Variable(name="x"), "Line breaks in x become blanks"),
        ([" a", "c"], Variable(name="x"), "begins or ends with blanks"),
        (["", "c"], Variable(name="x"), "empty, or nothing but blanks, becomes missing"),
        (["a", "b"], Variable(name="x", label="X"), "no labels of variables"),
        (["1", "2"], Variable(name="x"), "all numerals, and will be read as numbers"),
        (["a" * 40_000, "b"], Variable(name="x"), "cut at 32,767 characters"),
        ([1, 2], Variable(name="x", missing=(7, 8, 9)), "more than two codes for missing"),
        (["a", "b"], Variable(name="x", missing=('"',)), "one that descriptions of μ-ARGUS cannot hold"),
        (
            ["a", "b"],
            Variable(name="x", missing=("<NUMERIC>",)),
            "one that descriptions of μ-ARGUS cannot hold",
        ),
        (["a", None], Variable(name="x", missing=("8", "9")), "Empty cells of x stay blank"),
        ([1, 2], Variable(name="x", missing_ranges=(MissingRange(low=7.0, high=9.0),)), "no ranges"),
        (
            [1, 2],
            Variable(name="x", value_labels=(ValueLabel(value=1, label="a\nb"),)),
            "Some labels of x cannot stand in a list of codes",
        ),
        ([1, 2], Variable(name='x"y'), 'x"y is called x_y in the file'),
    ],
)
def test_what_is_lost_is_told_before(
    values: list[object], variable: Variable, words: str, tmp_path: Path
) -> None:
    data = Microdata(pd.DataFrame({variable.name: values}), [variable])
    assert [one for one in told(data) if words in one], told(data)
    with pytest.warns(UserWarning, match=r"\w"):
        write(data, tmp_path / "x.asc")
    assert len(read(tmp_path / "x.asc")) == len(values)


def test_nothing_is_told_of_what_loses_nothing() -> None:
    data = data_of(PEOPLE.drop(columns="age"))
    sex = data.variable("sex")
    occurring = set(data.column("sex").dropna()) | set(sex.missing)
    labels = tuple(one for one in sex.value_labels if one.value in occurring)
    assert told(data.describe(sex.changed(value_labels=labels))) == []


def test_names_stay_apart(tmp_path: Path) -> None:
    names = ['a"', "a_", "a b", "<x>", "a'"]
    data = Microdata(pd.DataFrame({name: [number] for number, name in enumerate(names)}))
    quietly(data, tmp_path / "x.asc")
    assert read(tmp_path / "x.asc").names == ("a__2", "a_", "a b", "_x>", "a'")


@pytest.mark.parametrize("values", [[np.inf, 1.0], ["a\0b", "c"]])
def test_what_cannot_be_written_leaves_no_file(values: list[object], tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"x holds .* fixed columns cannot hold"):
        write(Microdata(pd.DataFrame({"x": values})), tmp_path / "x.asc")
    assert not list(tmp_path.iterdir())


def test_a_file_beside_it_is_not_replaced_unasked(tmp_path: Path) -> None:
    (tmp_path / "people_sex.cdl").write_text("mine")
    with pytest.raises(WriteError, match=r"people_sex\.cdl"):
        quietly(data_of(), tmp_path / "people.asc")
    assert [path.name for path in tmp_path.iterdir()] == ["people_sex.cdl"]
    assert (tmp_path / "people_sex.cdl").read_text() == "mine"


def test_a_cancel_at_any_time_leaves_nothing(tmp_path: Path) -> None:
    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked >= stopped

    asked, stopped = 0, 0
    while not list(tmp_path.iterdir()):
        asked, stopped = 0, stopped + 1
        try:
            quietly_with(Progress(cancelled=stop), tmp_path / "people.asc")
        except Cancelled:
            assert not list(tmp_path.iterdir())
    assert stopped > 10
    assert len(list(tmp_path.iterdir())) == 3


def quietly_with(progress: Progress, path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(data_of(), path, progress=progress)


@pytest.mark.parametrize("ending", [".rda", ".cdl"])
def test_a_file_cannot_be_called_as_what_stands_beside_it(ending: str, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"end the name in \.asc"):
        write(data_of(), tmp_path / f"people{ending}", format="fixed")


def test_names_that_no_file_can_have_are_numbers(tmp_path: Path) -> None:
    labels = (ValueLabel(value=1, label="One"),)
    names = ["a/b", "SEX", "sex", "ok"]
    frame = pd.DataFrame({name: [1] for name in names})
    write(Microdata(frame, [Variable(name=name, value_labels=labels) for name in names]), tmp_path / "x.asc")
    lists = sorted(path.name for path in tmp_path.glob("*.cdl"))
    assert lists == ["x_1.cdl", "x_3.cdl", "x_SEX.cdl", "x_ok.cdl"]
    assert all(one.value_labels == labels for one in read(tmp_path / "x.asc").variables)

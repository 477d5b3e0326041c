import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError, WriteError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import FORMATS, ReadOptions, read, write


@pytest.fixture
def written(tmp_path):
    def text(frame, **options):
        path = tmp_path / "out.csv"
        write(Microdata(pd.DataFrame(frame)), path, overwrite=True, **options)
        return path.read_bytes().decode(options.get("encoding", "utf-8"))

    return text


def test_numbers_are_short_and_exact(written):
    frame = {
        "whole": pd.array([1, None, -(2**63)], dtype="Int64"),
        "decimal": [0.1, np.nan, 1e-7],
        "large": [1e22, -0.0, 5e-324],
        "rounded": [1.0, 2.0, -3.0],
    }
    assert written(frame) == (
        "whole,decimal,large,rounded\n1,0.1,1e+22,1.0\n,,-0,2.0\n-9223372036854775808,1e-7,5e-324,-3.0\n"
    )


def test_quotes_only_where_needed(written):
    frame = {
        "a,b": ["plain", "with, comma", 'with "quotes"', "two\nlines", "cr\rin it", " blanks "],
        "n": range(6),
    }
    assert written(frame) == (
        '"a,b",n\nplain,0\n"with, comma",1\n"with ""quotes""",2\n"two\nlines",3\n"cr\rin it",4\n blanks ,5\n'
    )
    assert written({"a;b": ["x,y", "x;y"]}, delimiter=";") == '"a;b"\nx,y\n"x;y"\n'


def test_an_empty_field_of_a_lone_column_is_quoted(written):
    assert written({"a": ["x", None, ""]}) == 'a\nx\n""\n""\n'
    assert written({"a": [1.5, np.nan]}) == 'a\n1.5\n""\n'


def test_decimal_comma_and_delimiter(written):
    frame = {"a": [1.5, 1e-7, 2.0], "b": ["1.5", "x;y", "z"]}
    assert written(frame, delimiter=";", decimal=",") == 'a;b\n1,5;1.5\n1e-7;"x;y"\n2;z\n'
    assert written({"a": [1.0]}, delimiter=";", decimal=",") == "a\n1,0\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252", "utf-16-le"])
def test_encodings(written, encoding):
    frame = {"größe": ["ä" * 10] * 120_000}
    assert written(frame, encoding=encoding) == "größe\n" + "ääääääääää\n" * 120_000


def test_names_the_variable_whose_characters_an_encoding_lacks(tmp_path):
    data = Microdata(pd.DataFrame({"town": ["Wien", "Wien"], "note": ["x", "日本"]}))
    with pytest.raises(DataError, match="note holds characters that iso8859-1 does not have") as caught:
        write(data, tmp_path / "out.csv", encoding="latin-1")
    assert caught.value.field == "note"
    assert "日本" not in caught.value.message
    assert not list(tmp_path.iterdir())


def test_missing_codes_stand_as_they_are(tmp_path):
    data = Microdata(
        pd.DataFrame({"age": [34, -9], "sex": ["m", "NA"]}),
        [Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,)), Variable(name="sex", missing=("NA",))],
    )
    write(data, tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "age,sex\n34,m\n-9,NA\n"


def test_categories_and_truth_values(written):
    frame = {"a": pd.Categorical(["lo", "hi", None]), "b": [True, False, True]}
    assert written(frame) == "a,b\nlo,true\nhi,false\n,true\n"


def test_no_records(written):
    assert written({"a": pd.Series([], dtype="int64"), "b": pd.Series([], dtype="str")}) == "a,b\n"


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([1.0, np.inf], "a holds infinite numbers"),
        (pd.Series(["x", 5], dtype=object), "a holds values of several kinds"),
    ],
)
def test_refuses_what_csv_cannot_hold(tmp_path, column, message):
    with pytest.raises(DataError, match=message) as caught:
        write(Microdata(pd.DataFrame({"a": column})), tmp_path / "out.csv")
    assert caught.value.__context__ is None
    assert not list(tmp_path.iterdir())


def test_cancel_leaves_what_was_there(tmp_path):
    path = tmp_path / "out.csv"
    path.write_text("old")
    reached = []
    progress = Progress(
        lambda fraction, _: reached.append(fraction), lambda: bool(reached and reached[-1] > 0.3)
    )
    with pytest.raises(Cancelled):
        write(Microdata(pd.DataFrame({"a": range(500_000)})), path, overwrite=True, progress=progress)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    assert max(reached) < 0.5


def test_a_full_disk(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sdcdesk.io.csv.writing._encoded", full)
    with pytest.raises(WriteError, match=r"The disk has no room for out\.csv"):
        write(Microdata(pd.DataFrame({"a": [1]})), tmp_path / "out.csv")
    assert not list(tmp_path.iterdir())


def test_real_files_come_back(shared_data, tmp_path):
    for name in ("census-casc.csv", "household-survey.csv", "adult/adult.csv"):
        data = read(shared_data / name)
        write(data, tmp_path / "out.csv", delimiter=";", decimal=",", overwrite=True)
        again = read(tmp_path / "out.csv", ReadOptions(decimal=","))
        pd.testing.assert_frame_equal(again.frame, data.frame, check_exact=True)


def test_identifiers_stay_at_home(tmp_path):
    data = Microdata(
        pd.DataFrame({"id": [1, 2], "age": [30, 40], "name": ["x", "y"]}),
        [Variable(name="id", role=Role.IDENTIFIER), Variable(name="name", role=Role.IDENTIFIER)],
    )
    for name in (f"out{form.extensions[0]}" for form in FORMATS.writable):
        assert write(data, tmp_path / name) == ("id", "name")
        assert read(tmp_path / name).names == ("age",)
        assert write(data, tmp_path / name, identifiers=True, overwrite=True) == ()
        assert read(tmp_path / name).names == ("id", "age", "name")
    with pytest.raises(DataError, match="All variables are identifiers"):
        write(data.drop(["age"]), tmp_path / "none.csv")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("out.xyz", {}, "Nothing is written under the extension of out.xyz"),
        ("out.parquet", {"delimiter": ";"}, "Parquet files are written without the option delimiter"),
        ("out.csv", {"decimal": ","}, "comma cannot both"),
        ("out.csv", {"delimiter": "x"}, "must be a single sign"),
        ("out.csv", {"encoding": "utf-9"}, "no character encoding"),
    ],
)
def test_refuses_options(tmp_path, name, options, message):
    with pytest.raises(ParameterError, match=message):
        write(Microdata(pd.DataFrame({"a": [1]})), tmp_path / name, **options)


def test_never_replaces_unasked(tmp_path):
    data = Microdata(pd.DataFrame({"a": [1]}))
    for name in (f"out{form.extensions[0]}" for form in FORMATS.writable):
        write(data, tmp_path / name)
        with pytest.raises(WriteError, match="exists already"):
            write(data, tmp_path / name)


@pytest.mark.parametrize("odd", [1, 3, 9, 10])
def test_cells_of_one_column_are_written_as_they_were_read_few_or_most_of_them(tmp_path, odd):
    """Whole lines, batches and several blanks: what a step made missing is empty, all else as in the file."""
    cells = [f"{place}.50" if place % 10 < odd else f"{place}.25" for place in range(45_000)]
    path = tmp_path / "in.csv"
    path.write_text("a,b\n" + "".join(f"{cell},x\n" for cell in cells))
    data = read(path)
    assert pd.api.types.is_float_dtype(data.column("a"))
    write(data, tmp_path / "same.csv")
    assert (tmp_path / "same.csv").read_text() == path.read_text()
    blanked = [0, 4, 20_001, 44_999]
    column = data.column("a").copy()
    column.iloc[blanked] = np.nan
    write(data.assign({"a": column}), tmp_path / "out.csv")
    expected = ["" if place in blanked else cell for place, cell in enumerate(cells)]
    assert [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]] == expected

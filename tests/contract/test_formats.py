"""What every file format keeps to."""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import FORMATS, FileOptions, Format, preview, read, write
from sdcdesk.io.writing import losses
from tests.contract.conftest import people

BOTH = [form for form in FORMATS if form.can_read and form.can_write]

FILES: dict[str, Callable[[], pd.DataFrame]] = {
    "people": lambda: people(200).frame,
    "one record": lambda: people(1).frame,
    "one variable": lambda: pd.DataFrame({"only": [3, 1, 2]}),
    "text": lambda: pd.DataFrame(
        {
            "code": ["0012", "0013", None],
            "marks": ['d"e\tf', "Ann; or,b|c", " x "],
            "größe; m": ["ß", "€", "𝄞"],
            "lines": ["a\nb", "c\r\nd", "'"],
        }
    ),
    "whole numbers": lambda: pd.DataFrame(
        {"whole": [-(2**63), 0, 2**63 - 1], "gaps": pd.Series([None, 2**53 + 1, -9], dtype="Int64")}
    ),
    "extreme numbers": lambda: pd.DataFrame({"decimal": [5e-324, 1.7976931348623157e308, -0.1]}),
    "numbers": lambda: pd.DataFrame(
        {
            "whole": [-(2**53), 0, 2**53],
            "gaps": pd.Series([None, 2**53 - 1, -9], dtype="Int64"),
            "decimal": [5e-70, 1e70, -0.1],
            "missing": [np.nan, 0.1 + 0.2, 1e22],
        }
    ),
}


@pytest.fixture(params=FORMATS, ids=lambda form: form.name)
def form(request: pytest.FixtureRequest) -> Format:
    return request.param


def saved(form: Format, frame: pd.DataFrame, folder: Path) -> Path:
    path = folder / f"file{form.extensions[0]}"
    write(Microdata(frame), path)
    return path


def options(form: Format, frame: pd.DataFrame | None = None) -> FileOptions:
    """Options of reading; where there is a choice, they leave nothing to be guessed of columns of text."""
    assert form.read_options is not None
    text = [name for name in frame if frame[name].dtype == "str"] if frame is not None else []
    choice = {"text": text} if "text" in form.read_options.model_fields else {}
    return form.read_options(format=form.name, **choice)


def test_a_format_says_how_it_is_called_and_what_it_can_do(form: Format) -> None:
    assert form.title
    assert form.extensions
    assert all(ending == ending.lower() and ending.startswith(".") for ending in form.extensions)
    assert form.can_read or form.can_write
    assert not form.reading or form.reading.endswith(".")


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_what_is_written_comes_back(form: Format, file: str, tmp_path: Path) -> None:
    """What does not is told before: names and text that the format cannot hold; or nothing is written."""
    frame = FILES[file]()
    path = tmp_path / f"file{form.extensions[0]}"
    lost = losses(Microdata(frame), path, None, {})
    told = {loss.variable for loss in lost}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            write(Microdata(frame), path)
        except DataError as error:
            assert file in ("whole numbers", "extreme numbers")
            assert "cannot hold" in error.message
            assert not path.exists()
            return
    found = read(path, options(form, frame))
    assert [old for old, new in zip(frame, found.names, strict=True) if old != new and old not in told] == []
    for name, after in zip(frame, (found.column(new) for new in found.names), strict=True):
        before = frame[name]
        assert after.isna().tolist() == before.isna().tolist(), name
        assert pd.api.types.is_string_dtype(after.dtype) == pd.api.types.is_string_dtype(before.dtype), name
        if name not in told or name not in found.names:
            assert after.dropna().tolist() == before.dropna().tolist(), name
    again = tmp_path / f"again{form.extensions[0]}"
    assert set(losses(found, again, None, {})) <= set(lost)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(found, again)
    pd.testing.assert_frame_equal(read(again, options(form, found.frame)).frame, found.frame)


DESCRIBED = {
    "sex": Variable(
        name="sex",
        label="Sex of the person",
        role=Role.KEY,
        scale=Scale.NOMINAL,
        value_labels=(
            ValueLabel(value=2, label="Ähnlich: woman"),
            ValueLabel(value=1, label="Man"),
            ValueLabel(value=9, label="Not known"),
        ),
        missing=(9,),
        display=DisplayFormat(kind="number", width=1, decimals=0),
    ),
    "income": Variable(
        name="income",
        label="Income a month",
        role=Role.CONFIDENTIAL,
        scale=Scale.CONTINUOUS,
        unit="€",
        missing=(-8.0,),
        missing_ranges=(MissingRange(low=-9.0, high=-7.0),),
        display=DisplayFormat(kind="number", width=10, decimals=2),
    ),
    "why": Variable(
        name="why",
        scale=Scale.CONTINUOUS,
        missing=(-101.0, -103.0),
        lettered_missing=(LetteredMissing(code=-101.0, letter="a"), LetteredMissing(code=-103.0, letter="c")),
    ),
    "school": Variable(
        name="school",
        label="Highest school",
        scale=Scale.ORDINAL,
        categories=("low", "middle", "high"),
    ),
    "born": Variable(name="born", display=DisplayFormat(kind="date")),
    "called": Variable(name="called", display=DisplayFormat(kind="datetime")),
}


def described_people() -> Microdata:
    frame = pd.DataFrame(
        {
            "sex": [1, 2, 9, 2],
            "income": [1000.5, -8.0, 0.0, np.nan],
            "why": [1.0, -101.0, -103.0, np.nan],
            "school": ["middle", "low", "high", None],
            "born": ["1899-12-31", "2000-02-29", "1950-01-01", None],
            "called": ["2001-05-09T13:45:00", None, "1850-01-01T00:00:00", "2020-12-31T23:59:59"],
        }
    )
    return Microdata(frame, DESCRIBED.values())


@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_what_a_format_keeps_of_descriptions_comes_back(form: Format, tmp_path: Path) -> None:
    data = described_people()
    path = tmp_path / f"file{form.extensions[0]}"
    told = losses(data, path, None, {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(data, path)
    found = read(path, options(form, data.frame))
    for name, before in DESCRIBED.items():
        after = found.variable(name)
        for field in form.keeps:
            if field == "display" and before.display is not None:
                assert after.display is not None
                assert after.display.changed(program="", spelling="", width=None, decimals=None) == (
                    before.display.changed(width=None, decimals=None)
                )
            elif field == "value_labels":  # in the order of the file, which some programs sort
                assert set(after.value_labels) == set(before.value_labels), name
            elif field != "display":
                assert getattr(after, field) == getattr(before, field), (name, field)
        assert found.column(name).isna().tolist() == data.column(name).isna().tolist()
        assert found.column(name).dropna().tolist() == data.column(name).dropna().tolist()
    lost = TOLD - form.keeps - form.tells
    assert len([loss for loss in told if not loss.variable]) == len(lost)


TOLD = frozenset(
    {"scale", "label", "unit", "missing", "categories", "value_labels", "missing_ranges", "lettered_missing"}
)
"""Fields of a description of which is told that a format does not hold them."""


@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_a_preview_is_the_beginning(form: Format, tmp_path: Path) -> None:
    path = saved(form, people(200).frame, tmp_path)
    whole = read(path).frame
    for records, all_of_them in ((7, False), (200, True), (500, True)):
        first = preview(path, options(form), records)
        assert first.whole == all_of_them
        assert first.data.frame.astype(str).equals(whole.head(records).astype(str))


@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_a_column_that_is_not_there_is_refused(form: Format, tmp_path: Path) -> None:
    path = saved(form, people(5).frame, tmp_path)
    with pytest.raises(DataError, match="agee"):
        read(path, options(form), roles={"agee": "key"})


@pytest.mark.parametrize("form", [form for form in FORMATS if form.can_read], ids=lambda form: form.name)
def test_what_is_no_such_file_is_refused_in_a_sentence(form: Format, tmp_path: Path) -> None:
    for content in (b"", b"\0\1\2\xff" * 300):
        path = tmp_path / f"file{form.extensions[0]}"
        path.write_bytes(content)
        for ask in (read, preview):
            with pytest.raises(ReadError) as error:
                ask(path, options(form))
            assert error.value.message.endswith(".")
            assert path.name in error.value.message


@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_a_cancel_stops_it_and_leaves_no_file(form: Format, tmp_path: Path) -> None:
    cancelled = Progress(cancelled=lambda: True)
    data = Microdata(people(200).frame)
    path = saved(form, data.frame, tmp_path)
    with pytest.raises(Cancelled):
        read(path, progress=cancelled)
    for file in tmp_path.iterdir():
        file.unlink()
    with pytest.raises(Cancelled):
        write(data, path, progress=cancelled)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_a_cancel_is_heard_between_columns_of_which_there_may_be_thousands(
    form: Format, tmp_path: Path
) -> None:
    asked: list[None] = []
    progress = Progress(cancelled=lambda: bool(asked.append(None)))
    data = Microdata(pd.DataFrame({f"v{place}": [1, 2, 3] for place in range(40)}))
    path = tmp_path / f"file{form.extensions[0]}"
    write(data, path, progress=progress)
    assert len(asked) >= 40
    asked.clear()
    read(path, progress=progress)
    assert len(asked) >= 40 or form.name == "csv", "text is divided into all columns at once"


@pytest.mark.parametrize("form", BOTH, ids=lambda form: form.name)
def test_only_some_columns_are_read_as_they_are_among_all(form: Format, tmp_path: Path) -> None:
    frame = FILES["people"]()
    path, (first, second, *_, last) = saved(form, frame, tmp_path), frame.columns
    asked = options(form)
    whole, some = read(path, asked), read(path, asked.changed(columns=(last, second)))
    assert some.names == (second, last)
    assert some.variables == (whole.variable(second), whole.variable(last))
    pd.testing.assert_frame_equal(some.frame, whole.frame[[second, last]])
    assert preview(path, asked.changed(columns=(last,))).data.names == tuple(frame.columns)
    with pytest.raises(DataError, match="no column"):
        read(path, asked.changed(columns=("elsewhere", last)))
    with pytest.raises(DataError, match="not among the columns that are read"):
        read(path, asked.changed(columns=(last,)), roles={first: "key"})

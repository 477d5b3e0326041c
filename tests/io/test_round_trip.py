"""What is written comes back: the same values, to the last bit."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.io import ReadOptions, read, write

words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8
) | st.sampled_from(
    [
        '"',
        '""',
        ",",
        ";",
        "\t",
        "\n",
        "\r\n",
        "a\r",
        "0012",
        "-9",
        "1.50",
        "NA",
        " x ",
        "'",
        "end",
        "größe",
        "\ufeff",
    ]
)
whole = st.integers(-(2**63), 2**63 - 1)
# Both 0.0 and -0.0 in one column would be two texts of one number: such a column stays text.
decimal = st.shared(st.sampled_from([0.0, -0.0]), key="zero").flatmap(
    lambda zero: st.floats(allow_nan=False, allow_infinity=False).map(lambda number: number or zero)
)


@st.composite
def frames(draw):
    count = draw(st.integers(1, 6))

    def column(values):
        return draw(st.lists(values, min_size=count, max_size=count))

    every = {
        "words": pd.Series(column(st.none() | words), dtype="str"),
        "whole": pd.Series(column(whole), dtype="int64"),
        "with gaps": pd.Series(column(st.none() | whole), dtype="Int64"),
        "decimal": pd.Series(column(st.none() | decimal), dtype="float64"),
        "more; words": pd.Series(column(words), dtype="str"),
    }
    chosen = draw(st.lists(st.sampled_from(list(every)), min_size=1, unique=True))
    return pd.DataFrame({name: every[name] for name in chosen})


def assert_same(found, expected):
    assert list(found.columns) == list(expected.columns)
    for name in expected.columns:
        before, after = expected[name], found[name]
        if before.dtype == "str":
            before = before.replace("", np.nan)  # an empty text is missing
        assert after.isna().tolist() == before.isna().tolist()
        if before.dtype != "str" and not before.isna().all():
            # Whole numbers without gaps need no room for them.
            assert after.dtype == (before.dtype if before.isna().any() else str(before.dtype).lower())
        kept = after.dropna().tolist()
        assert kept == before.dropna().tolist()
        if before.dtype == "float64":
            assert np.array(kept).tobytes() == before.dropna().to_numpy().tobytes()


@pytest.mark.filterwarnings("ignore:.* which a spreadsheet takes for formulas")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    frame=frames(),
    delimiter=st.sampled_from(",;\t|"),
    sign=st.sampled_from(".,"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]),
)
@example(pd.DataFrame({"words": pd.Series([None, "x"], dtype="str")}), ",", ".", "utf-8")
@example(pd.DataFrame({"decimal": [-0.0, 1.0]}), ",", ".", "utf-8")
@example(pd.DataFrame({"decimal": [5e-324, 1.7976931348623157e308]}), ";", ",", "utf-16")
def test_csv(tmp_path, frame, delimiter, sign, encoding):
    sign = "." if delimiter == "," else sign
    path = tmp_path / "out.csv"
    write(Microdata(frame), path, delimiter=delimiter, decimal=sign, encoding=encoding, overwrite=True)
    as_text = [name for name in frame if frame[name].dtype == "str"]
    options = ReadOptions(delimiter=delimiter, decimal=sign, encoding=encoding, header=True, text=as_text)
    found = read(path, options)
    assert_same(found.frame, frame)
    write(found, tmp_path / "again.csv", delimiter=delimiter, decimal=sign, encoding=encoding, overwrite=True)
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frame=frames())
def test_parquet(tmp_path, frame):
    path = tmp_path / "out.parquet"
    write(Microdata(frame), path, overwrite=True)
    assert_same(read(path).frame, frame)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_what_we_write_is_recognised(tmp_path, delimiter):
    frame = pd.DataFrame({"name": ["Ann; or,b|c", 'd"e\tf'], "age": [30, 40], "height": [1.5, 1.75]})
    sign = "." if delimiter == "," else ","
    write(Microdata(frame), tmp_path / "out.csv", delimiter=delimiter, decimal=sign)
    pd.testing.assert_frame_equal(read(tmp_path / "out.csv").frame, frame)


SMALL = {
    "int8": [-128, 127],
    "Int8": [-128, None],
    "uint8": [0, 255],
    "UInt8": [None, 255],
    "int16": [-32_768, 32_767],
    "uint16": [0, 65_535],
    "int32": [-(2**31), 2**31 - 1],
    "uint32": [0, 2**32 - 1],
    "float16": [0.5, None],
    "float32": [0.5, None],
}
"""Numbers at the ends of small types of pandas, which no file of ours has when it is read."""


@pytest.mark.parametrize("ending", ["csv", "parquet", "sav", "dta", "xpt", "xlsx", "rds"])
def test_numbers_of_small_types(tmp_path, ending):
    kinds = enumerate(SMALL.items())
    frame = pd.DataFrame({f"v{place}": pd.Series(values, dtype=kind) for place, (kind, values) in kinds})
    write(Microdata(frame), tmp_path / f"small.{ending}")
    found = read(tmp_path / f"small.{ending}").frame
    for column, (kind, values) in zip(found, SMALL.items(), strict=True):
        assert [None if pd.isna(value) else value for value in found[column].tolist()] == values, kind

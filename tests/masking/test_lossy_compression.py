import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.kernels.jpeg import compressed
from sdcdesk.masking import LossyCompression
from tests.masking.by_variable import number_of

ORIGINAL = """
4173 4621 4527 1428 27 27 3480 4550
2639 6045 4208 1902 1008 808 3136 4100
3315 4765 5645 1903 485 485 4284 5600
1619 3932 2380 1177 700 700 1750 2288
4604 4349 2151 1219 751 1 1606 2100
3433 2463 3217 830 167 50 2448 3200
824 372 8730 186 1030 22 589 7700
4145 629 2500 693 1 1 1912 2500
"""

PROTECTED = """
4100 4710 4498 1451 1 10 3718 4296
2751 5889 4369 1862 1021 808 3052 4098
3314 4465 5763 1903 448 507 4168 5657
1683 4154 2151 1243 654 706 1791 2385
4604 4154 2305 1222 779 1 1559 2100
3536 2374 3363 812 93 124 2443 3263
824 460 8730 199 1030 1 589 7590
4174 572 2538 670 1 23 1965 2605
"""


def table(text: str) -> list[list[int]]:
    return [[int(cell) for cell in line.split()] for line in text.strip().splitlines()]


def file(**columns: list[float | None]) -> Microdata:
    kinds = [Variable(name=name, scale=Scale.CONTINUOUS) for name in columns]
    return Microdata(pd.DataFrame(columns), kinds)


def test_the_example_of_the_source_comes_out_in_all_64_values() -> None:
    """Domingo-Ferrer and Torra, section 3, Table 2: JPEG with quality 80."""
    names = list("abcdefgh")
    data = Microdata(pd.DataFrame(table(ORIGINAL), columns=names))
    masked = LossyCompression(variables=names).mask(data)
    assert masked.data.frame.to_numpy().tolist() == table(PROTECTED)
    assert set(masked.data.frame.dtypes.astype(str)) == {"int64"}
    assert masked.figures["values_changed"].value == sum(
        old != new
        for rows in zip(table(ORIGINAL), table(PROTECTED), strict=True)
        for old, new in zip(*rows, strict=True)
    )
    change = np.abs(np.array(table(ORIGINAL)) - table(PROTECTED)).mean(axis=0)
    assert number_of(masked, "mean_change", "a") == pytest.approx(change[0] / (4604 - 824))


def test_decimals_are_not_rounded_down() -> None:
    values = [0.5, 1.0, 7.25, 3.0]
    new = LossyCompression(variables=["x"], quality=90).mask(file(x=values))
    grey = np.array([[int(255 * (value - 0.5) / 6.75)] for value in values], dtype=np.uint8)
    expected = 0.5 + compressed(grey, 90)[:, 0] * 6.75 / 255
    assert new.data.column("x").tolist() == pytest.approx(expected.tolist(), rel=1e-15)
    assert new.notes == ("x holds decimals and keeps them.",)


def test_the_largest_value_comes_back_as_itself() -> None:
    """As floats, 255·1.1/1.1 is below 255, and 0.1 + 3·0.2/3 above 0.3."""
    for ends in ([0.0, 1.1], [0.1, 0.3], [-0.7, 0.1], [1e8, 1e8 + 0.1]):
        data = file(x=[ends[0]] * 8 + [ends[1]] * 8)
        assert LossyCompression(variables=["x"], quality=100).apply(data).column("x").equals(data.column("x"))


@given(
    st.lists(st.one_of(st.none(), st.integers(0, 600)), min_size=1, max_size=30).filter(
        lambda cells: len({cell for cell in cells if cell is not None}) > 1
    ),
    st.integers(0, 4),
    st.integers(-50, 50),
)
def test_grey_levels_are_those_of_decimal_fractions(
    cells: list[int | None], decimals: int, shift: int
) -> None:
    tenth = 10**decimals
    fractions = [None if cell is None else Fraction(cell + shift, tenth) for cell in cells]
    there = [fraction for fraction in fractions if fraction is not None]
    least, span, mean = min(there), max(there) - min(there), sum(there) / len(there)
    grey = [math.floor(255 * ((mean if x is None else x) - least) / span) for x in fractions]
    back = compressed(np.array([[level] for level in grey], dtype=np.uint8), 90)[:, 0].tolist()
    data = file(x=[None if x is None else float(x) for x in fractions])
    found = LossyCompression(variables=["x"], quality=90, whole_numbers=False).apply(data).column("x")
    expected = [
        None if x is None else float(least + level * span / 255)
        for x, level in zip(fractions, back, strict=True)
    ]
    assert [None if np.isnan(number) else number for number in found] == expected


def test_missing_values_count_as_the_mean_and_stay_missing() -> None:
    there, filled = [1.0, None, 9.0, 5.0, 3.0], [1.0, 4.5, 9.0, 5.0, 3.0]
    one, other = (
        LossyCompression(variables=["x"], quality=20, whole_numbers=False).apply(file(x=values)).column("x")
        for values in (there, filled)
    )
    assert np.isnan(one[1])
    assert one.drop(1).tolist() == other.drop(1).tolist()


def test_the_order_of_the_variables_matters() -> None:
    data = file(x=[1.0, 2.0, 30.0, 4.0], y=[9.0, 1.0, 5.0, 5.0], z=[3.0, 3.0, 1.0, 7.0])
    one, other = (
        LossyCompression(variables=order, quality=10).apply(data).frame
        for order in (["x", "y", "z"], ["y", "x", "z"])
    )
    assert not one.equals(other)


def test_constant_and_empty_columns_stay() -> None:
    data = file(x=[1.0, 2.0, 3.0], same=[7.0] * 3, none=[np.nan] * 3)
    masked = LossyCompression(variables=["same", "x", "none"], quality=5).mask(data)
    assert masked.data.column("same").tolist() == [7.0] * 3
    assert masked.data.column("none").isna().all()
    assert np.isnan(number_of(masked, "mean_change", "same"))


def test_long_files_are_compressed_in_tiles_of_whole_blocks() -> None:
    rng = np.random.default_rng(1)
    data = file(x=rng.normal(size=40_005).tolist(), y=rng.normal(size=40_005).tolist())
    masked = LossyCompression(variables=["x", "y"], quality=30).apply(data)
    part = data.take(np.arange(32_760, 32_776))
    assert len(masked) == 40_005
    # The blocks at the seam, by themselves with the levels of the whole file.
    levels = [
        np.floor(255 * (part.numbers(n) - data.numbers(n).min()) / np.ptp(data.numbers(n)))
        for n in ("x", "y")
    ]
    back = compressed(np.column_stack(levels).astype(np.uint8), 30)
    expected = data.numbers("x").min() + back[:, 0] * np.ptp(data.numbers("x")) / 255
    assert masked.numbers("x")[32_760:32_776] == pytest.approx(expected, rel=1e-12)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ParameterError, match="at least 1"):
        LossyCompression(variables=["x"], quality=0)
    with pytest.raises(ParameterError, match="a variable is named twice"):
        LossyCompression(variables=["x", "x"])
    with pytest.raises(DataError, match="beyond 1e150"):
        LossyCompression(variables=["x"]).apply(file(x=[1e200, 1.0]))

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.masking import MultivariateRounding, Rounding

WHOLE = st.integers(-20, 20)


def rounded(frame: dict[str, Any], points: list[list[float]], **variable: Any) -> Microdata:
    described = [Variable(name=name, scale=Scale.CONTINUOUS, **variable) for name in frame]
    return MultivariateRounding(variables=list(frame), points=points).apply(
        Microdata(pd.DataFrame(frame), described)
    )


@given(
    st.lists(st.tuples(st.one_of(st.none(), WHOLE), WHOLE), min_size=1, max_size=20),
    st.lists(st.tuples(WHOLE, WHOLE), min_size=2, max_size=6, unique=True),
    st.integers(0, 3),
    st.sampled_from([0, 1000, 10**8]),
)
def test_records_go_to_the_first_of_the_nearest_points(
    records: list[tuple[int | None, int]], points: list[tuple[int, int]], decimals: int, shift: int
) -> None:
    """All as decimal fractions, by which many are equally near to several points."""

    def number(value: int | None) -> float | None:
        return None if value is None else float(Fraction(value, 10**decimals) + shift)

    frame = {name: [number(record[column]) for record in records] for column, name in enumerate("vw")}
    found = rounded(
        {name: pd.Series(values, dtype="float64") for name, values in frame.items()},
        [[number(value) for value in point] for point in points],
    ).frame
    spans = [max(column) - min(column) for column in zip(*points, strict=True)]

    def distance(record: tuple[int | None, int], point: tuple[int, int]) -> Fraction:
        return sum(
            (
                Fraction(value - goal, span) ** 2
                for value, goal, span in zip(record, point, spans, strict=True)
                if value is not None and span
            ),
            Fraction(0),
        )

    for place, record in enumerate(records):
        nearest = min(points, key=lambda point: distance(record, point))  # the first of the least
        expected = [
            None if value is None else number(goal) for value, goal in zip(record, nearest, strict=True)
        ]
        got = [None if pd.isna(found[name][place]) else found[name][place] for name in "vw"]
        assert got == expected


def test_a_grid_of_points_rounds_each_variable_by_itself() -> None:
    rng = np.random.default_rng(4)
    data = Microdata(pd.DataFrame({"v": rng.uniform(-10, 40, 500), "w": rng.uniform(-1, 9, 500)}))
    sets = {"v": [0.0, 10.0, 25.0], "w": [1.0, 2.0, 6.0]}
    grid = [[v, w] for v in sets["v"] for w in sets["w"]]
    together = MultivariateRounding(variables=["v", "w"], points=grid).apply(data)
    for name, points in sets.items():
        alone = Rounding(variables=[name], rounding_set="own", points=points).apply(data)
        assert together.column(name).equals(alone.column(name))


def test_figures_and_ties() -> None:
    data = Microdata(pd.DataFrame({"v": [5, 0, 10], "w": [5, 0, 10]}))
    method = MultivariateRounding(variables=["v", "w"], points=[[10, 10], [0, 0], [90, 90]])
    masked = method.mask(data)
    assert masked.data.frame.to_numpy().tolist() == [[10, 10], [0, 0], [10, 10]]
    assert masked.data.column("v").dtype == "int64"
    assert {name: figure.value for name, figure in masked.figures.items()} == {
        "values_changed": 2,
        "points_used": 2,
        "fewest_at_a_point": 1,
    }


def test_codes_for_missing_stay() -> None:
    masked = rounded({"v": [1, -9, -9], "w": [2, 40, -9]}, [[0, 0], [50, 50]], missing=(-9,))
    assert masked.frame.to_numpy().tolist() == [[0, 0], [-9, 50], [-9, -9]]


def test_points_are_compared_in_their_own_ranges() -> None:
    # 900 is nearer to 0 than the whole range of the points; the hour decides.
    assert rounded({"v": [9], "w": [900]}, [[0, 1000], [10, 0], [10, 10_000]]).frame["w"].tolist() == [0]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([[1, 2], [1]], "as many values"),
        ([[1, 2], [1, 2]], "named twice"),
        ([[1, 2]], "at least 2"),
        ([[1, 2], [1e200, 2]], "must lie between"),
        ([[1, 2], [np.nan, 2]], "finite"),
    ],
)
def test_points_that_make_no_sense(points: list[list[float]], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        MultivariateRounding(variables=["v", "w"], points=points)


def test_numbers_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(DataError, match="too far from the points"):
        rounded({"v": [1e140], "w": [1.0]}, [[0, 0], [1e-100, 1]])


def test_it_stops_where_the_user_asked_to() -> None:
    data = Microdata(pd.DataFrame({"v": [1.0], "w": [2.0]}))
    with pytest.raises(Cancelled):
        MultivariateRounding(variables=["v", "w"], points=[[0, 0], [1, 1]]).mask(
            data, progress=Progress(cancelled=lambda: True)
        )

"""Interval disclosure, against writing down every interval."""

from fractions import Fraction
from typing import Literal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import Recoding
from sdcdesk.risk import IntervalDisclosure

Values = list[int | None]


def microdata(values: Values, other: Values) -> Microdata:
    frame = pd.DataFrame({"x": pd.Series(values, dtype="Int64"), "y": pd.Series(other, dtype="Int64")})
    return Microdata(
        frame, [Variable(name=name, role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS) for name in frame]
    )


def by_ranks(x: int, masked: int, every: list[int], p: int) -> bool:
    ranked = sorted(every)
    places = [rank for rank, value in enumerate(ranked, 1) if value == masked]
    mean = Fraction(sum(places), len(places))
    inside = [
        value for rank, value in enumerate(ranked, 1) if 2 * abs(rank - mean) < Fraction(p * len(ranked), 100)
    ]
    inside.append(masked)
    return min(inside) <= x <= max(inside)


def by_deviation(x: int, masked: int, initial: list[int], p: int) -> bool:
    mean = Fraction(sum(initial), len(initial))
    variance = sum((value - mean) ** 2 for value in initial) / (len(initial) - 1)
    return (x - masked) ** 2 <= Fraction(p, 100) ** 2 * variance


def median(values: list[Fraction]) -> Fraction:
    ranked, n = sorted(values), len(values)
    return (ranked[(n - 1) // 2] + ranked[n // 2]) / 2


def spread_of(initial: list[int]) -> Fraction:
    """The median of the distances from the median, each from a sorted list."""
    if not initial:
        return Fraction(0)
    middle = median([Fraction(value) for value in initial])
    return median([abs(value - middle) for value in initial])


def by_mad(x: int, masked: int, initial: list[int], p: int) -> bool:
    return abs(x - masked) <= p / 100 * 1.4826022185056018 * float(spread_of(initial)) * (1 + 1e-9)


COLUMN = st.one_of(st.none(), st.integers(0, 12))


@given(
    rows=st.lists(st.tuples(COLUMN, COLUMN, COLUMN, COLUMN), min_size=1, max_size=12),
    widest=st.sampled_from([1, 3, 10, 100]),
    around=st.sampled_from(["ranks", "deviation", "mad"]),
    data=st.data(),
)
def test_all_is_as_the_written_intervals_say(
    rows: list[tuple[int | None, int | None, int | None, int | None]],
    widest: int,
    around: Literal["ranks", "deviation", "mad"],
    data: st.DataObject,
) -> None:
    kept = sorted(data.draw(st.sets(st.integers(0, len(rows) - 1))))
    x, y, u, v = (list(column) for column in zip(*rows, strict=True))
    original = microdata(x, y)
    masked = original.assign(dict(microdata(u, v).frame.items())).take(np.array(kept, dtype=np.int64))
    found = IntervalDisclosure(around=around, widest=widest).assess(original, masked)
    inside, pairs = [0] * widest, 0
    for before, after in ((x, u), (y, v)):
        initial = [value for value in before if value is not None]
        released = [after[place] for place in kept if after[place] is not None]
        if around == "deviation" and len(set(initial)) < 2:
            continue
        if around == "mad" and not spread_of(initial):
            continue
        for place in kept:
            one, other = before[place], after[place]
            if one is None or other is None:
                continue
            pairs += 1
            for p in range(1, widest + 1):
                if around == "ranks":
                    inside[p - 1] += by_ranks(
                        one, other, [value for value in released if value is not None], p
                    )
                elif around == "mad":
                    inside[p - 1] += by_mad(one, other, initial, p)
                else:
                    inside[p - 1] += by_deviation(one, other, initial, p)
    assert found.table("widths")["inside"].tolist() == inside
    if pairs:
        assert found.value("interval_disclosure") == float(Fraction(sum(inside), widest * pairs))
        assert (found.value("narrowest"), found.value("widest")) == (inside[0] / pairs, inside[-1] / pairs)
    else:
        assert found.value("interval_disclosure") is None


@pytest.mark.parametrize(("ranks", "share"), [(49, 1.0), (50, 0.2)])
def test_a_tenth_of_a_thousand_reaches_49_ranks(ranks: int, share: float) -> None:
    values = np.arange(1, 1001)
    # Those near both ends stay as they are, for beyond the ends there is no rank.
    moved = np.where((values > 100) & (values <= 900), values + ranks, values)
    people = Microdata(pd.DataFrame({"x": moved}))
    found = IntervalDisclosure(variables=["x"]).assess(people, people.assign({"x": pd.Series(values)}))
    assert found.value("widest") == share


def test_ordered_categories_are_taken_at_their_places() -> None:
    grade = Variable(name="grade", scale=Scale.ORDINAL, categories=("A", "B", "C", "D"))
    people = Microdata(pd.DataFrame({"grade": list("AABBCCDD")}), [grade])
    masked = people.assign({"grade": pd.Series(list("ABBBCCDA"))})
    found = IntervalDisclosure(variables=["grade"], widest=100).assess(people, masked)
    assert found.value("narrowest") == 0.75
    # Two ranks down of eight lie inside from 51 % on; six and a half never do.
    assert found.table("widths")["inside"].tolist() == [6] * 50 + [7] * 50
    assert found.value("records_inside") == 7
    assert found.record("values_inside").tolist() == [1] * 7 + [0]
    with pytest.raises(DataError, match="grade holds no numbers"):
        IntervalDisclosure(variables=["grade"], around="deviation").assess(people, masked)


def test_recoded_numbers_are_compared_at_the_recoded_level() -> None:
    people = Microdata(pd.DataFrame({"age": [21, 24, 38, 55]}))
    masked = Recoding(variable="age", how="width", width=10.0).apply(people)
    assert IntervalDisclosure(variables=["age"]).assess(people, masked).value("narrowest") == 1


def test_what_is_not_released_is_named() -> None:
    people = microdata([1, 2, 3], [4, 5, 6])
    found = IntervalDisclosure().assess(people, people.drop(["y"]))
    assert found.value("interval_disclosure") == 1
    assert any(note == "Not in the masked file, so that no interval is learnt: y." for note in found.notes)


def test_where_nothing_is_compared_the_real_reason_is_told() -> None:
    people = microdata([4, 4, 4], [1, 2, 3])
    people = people.drop(["y"])
    found = IntervalDisclosure(around="deviation").assess(people, people)
    reason = found.figure("interval_disclosure").quantity.reason
    assert reason is not None
    assert reason.text.startswith("Left out: x has no two different values in the original")
    assert found.tables["variables"].empty == reason.text


def test_a_confidential_variable_is_needed() -> None:
    people = Microdata(pd.DataFrame({"x": [1, 2]}))
    with pytest.raises(DataError, match="role confidential"):
        IntervalDisclosure().assess(people, people)


def test_the_end_of_an_interval_lies_inside_in_every_unit() -> None:
    values = np.array([0.0, 10.0])
    for factor in (1.0, 0.1, 0.3, 7e5):
        # The standard deviation is 10/√2, and 10 % of it are moved.
        people = Microdata(pd.DataFrame({"x": values * factor}))
        masked = people.assign({"x": pd.Series((values + 1 / np.sqrt(2)) * factor)})
        found = IntervalDisclosure(variables=["x"], around="deviation").assess(people, masked)
        assert found.table("widths")["inside"].tolist() == [0] * 9 + [2]


def test_fewer_variables_are_measured_as_by_themselves() -> None:
    people = microdata([1, 4, 9, 12, None, 3], [3, 3, 8, None, 2, 2])
    masked = people.assign({"x": people.column("x") + 2, "y": people.column("y").where(people.rows > 1)})
    table = IntervalDisclosure(subsets=1).assess(people, masked).table("combinations").set_index("variables")
    assert table.index.tolist() == ["x", "y"]
    for name in ("x", "y"):
        alone = IntervalDisclosure(variables=[name]).assess(people, masked)
        assert table.loc[name, "mean"] == alone.value("interval_disclosure")
        assert table.loc[name, "widest"] == alone.value("widest")
        assert table.loc[name, "records"] == alone.value("records_inside")

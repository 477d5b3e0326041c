"""Protections that publish other numbers: they add up, stay near, and treat the same cell alike."""

from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.tables import (
    PROTECTIONS,
    CellKey,
    CellTable,
    ControlledAdjustment,
    ControlledRounding,
    Dimension,
    MinimumFrequency,
    PPercent,
    RandomTableRounding,
    SmallCounts,
    audited,
    build,
)
from sdcdesk.tables.protection.perturbation_table import noise_distribution

RECORDS = st.lists(
    st.tuples(st.sampled_from("NSW"), st.sampled_from("ab"), st.sampled_from("xy"), st.integers(1, 60)),
    min_size=1,
    max_size=40,
)
Records = list[tuple[str, str, str, int]]


def table_of(records: Records, value: str | None = None, columns: tuple[str, ...] = ("size",)) -> CellTable:
    frame = pd.DataFrame(records, columns=["region", "size", "sex", "sales"])
    return build(Microdata(frame), rows=("region",), columns=columns, value=value)


def adds_up(table: CellTable) -> bool:
    return not len(table.relations.broken(table.released, 1e-6))


@given(RECORDS, st.sampled_from([2.0, 3.0, 5.0, 10.0]))
def test_controlled_rounding_is_the_nearest_table_of_multiples(records: Records, base: float) -> None:
    table = table_of(records)
    found = ControlledRounding(base=base, way="nearest").protect(table)
    assert adds_up(found)
    assert (found.released % base == 0).all()
    off = np.abs(found.released - table.values)
    assert off.max() < base
    assert (off[table.values % base == 0] == 0).all()
    if len(table) <= 6:
        assert off.sum() == pytest.approx(_nearest(table, base))


def _nearest(table: CellTable, base: float) -> float:
    """The smallest sum of deviations of all tables of neighbouring multiples that add up."""
    below = np.floor(table.values / base) * base
    choices = [
        (low,) if low == value else (low, low + base) for low, value in zip(below, table.values, strict=True)
    ]
    return min(
        float(np.abs(np.array(chosen) - table.values).sum())
        for chosen in product(*choices)
        if not len(table.relations.broken(np.array(chosen), 1e-6))
    )


@given(RECORDS, st.sampled_from([3.0, 5.0]), st.integers(0, 5))
def test_random_rounding_goes_to_a_neighbour_and_keeps_multiples(
    records: Records, base: float, key: int
) -> None:
    table = table_of(records)
    found = RandomTableRounding(base=base).protect(table, key=key)
    assert (found.released % base == 0).all()
    assert (np.abs(found.released - table.values) < base).all()
    assert (found.released[table.values % base == 0] == table.values[table.values % base == 0]).all()
    added = RandomTableRounding(base=base, totals="added").protect(table, key=key)
    assert adds_up(added)
    inner = ~table.margins
    assert (added.released[inner] == found.released[inner]).all()


def test_random_rounding_is_right_on_average_over_keys() -> None:
    table = table_of([("N", "a", "x", 1)] * 7 + [("S", "b", "y", 1)] * 4)
    mean = np.mean(
        [RandomTableRounding(base=5.0).protect(table, key=key).released for key in range(4000)], axis=0
    )
    # Standard deviation of a mean of 4,000: at most 2.5/√4000 = 0.04.
    assert mean == pytest.approx(table.values, abs=0.2)


@pytest.mark.parametrize(
    "protection", [RandomTableRounding(base=5.0), SmallCounts(threshold=5, totals="independent")]
)
def test_the_same_cell_is_treated_alike_in_every_table(protection: Any) -> None:
    rng = np.random.default_rng(1)
    records = [
        (str(rng.choice(list("NSW"))), str(rng.choice(list("ab"))), str(rng.choice(list("xy"))), 1)
        for _ in range(31)
    ]
    two = protection.protect(table_of(records), key=9)
    three = protection.protect(table_of(records, columns=("sex", "size")), key=9)
    for region, size in product("NSW", "ab"):
        one = two.released[two.place_of([region, size])]
        assert one == three.released[three.place_of([region, "Total", size])]
    turned = protection.protect(table_of(records[::-1]), key=9)
    for cell in range(len(two)):
        assert two.released[cell] == turned.released[turned.place_of(two.codes(cell))]


@given(
    RECORDS,
    st.integers(2, 6),
    st.sampled_from(["unbiased", "nearest"]),
    st.sampled_from(["added", "independent"]),
)
def test_small_counts_become_nothing_or_the_threshold(
    records: Records, t: int, way: Any, totals: Any
) -> None:
    table = table_of(records)
    found = SmallCounts(threshold=t, way=way, totals=totals).protect(table, key=4)
    inner = ~table.margins if totals == "added" else np.ones(len(table), dtype=bool)
    for value, told in zip(table.values[inner], found.released[inner], strict=True):
        assert told == value if value >= t or value == 0 else told in (0, t)
        if way == "nearest" and 0 < value < t:
            assert told == (t if 2 * value >= t else 0)
    assert adds_up(found) or totals == "independent"


@given(st.integers(1, 12), st.integers(1, 6), st.sampled_from([0.5, 1.0, 2.0, 3.0, 8.0]), st.integers(0, 3))
@example(3, 2, 0.5, 2)
def test_noise_of_a_cell_key_is_right_on_average(
    count: int, deviation: int, variance: float, never: int
) -> None:
    try:
        moves, chances = noise_distribution(count, deviation, variance, never)
    except ParameterError:
        results = {count + move for move in range(-deviation, deviation + 1)} - set(range(1, never + 1))
        possible = [one for one in results if one >= 0]
        assert all(one >= count for one in possible) or all(one <= count for one in possible)
        return
    assert chances.sum() == pytest.approx(1)
    assert chances @ moves == pytest.approx(0, abs=1e-6)
    assert np.abs(moves).max() <= deviation
    assert all(count + move == 0 or count + move > never for move in moves)
    # The variance, or the nearest that is possible.
    least, most = _variances(moves)
    assert chances @ moves**2 == pytest.approx(min(max(variance, least), most), rel=0.06, abs=0.02)


def _variances(moves: np.ndarray) -> tuple[float, float]:
    """The smallest and the largest variance of mean 0: that of two neighbours around it, and of both ends."""
    least = 0.0 if 0 in moves else float(-moves[moves < 0].max() * moves[moves > 0].min())
    return least, float(-moves[0] * moves[-1])


@given(RECORDS, st.integers(0, 9))
def test_cell_keys_stay_within_the_deviation_and_hang_on_who_is_in_the_cell(
    records: Records, key: int
) -> None:
    table = table_of(records)
    found = CellKey(deviation=4, variance=2.0, never=1).protect(table, key=key)
    assert (np.abs(found.released - table.values) <= 4).all()
    assert (found.released >= 0).all()
    assert not (found.released == 1).any()
    assert (found.released[table.values == 0] == 0).all()
    other = CellKey(deviation=4, variance=2.0, never=1).protect(table_of(records, columns=()), key=key)
    for region in sorted({one[0] for one in records}):
        assert other.released[other.place_of([region])] == found.released[found.place_of([region, "Total"])]


def weighted(order: np.ndarray, columns: tuple[str, ...] = ()) -> CellTable:
    """Counts of 200 people with weights that are no decimals."""
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"region": rng.choice(list("NSW"), 200), "size": rng.choice(list("ab"), 200)})
    frame["weight"] = rng.uniform(1, 900, 200) / 7
    return build(Microdata(frame.iloc[order]), rows=("region",), columns=columns, weight="weight")


def test_cell_keys_move_weighted_counts_by_records_of_mean_weight() -> None:
    protection, order = CellKey(deviation=4, variance=3.0, never=1), np.arange(200)
    table = weighted(order, ("size",))
    records = table.frequency
    assert records is not None
    mean = table.values / records
    found = np.array([protection.protect(table, key=key).released for key in range(300)])
    assert (found == np.rint(found)).all()
    moved = (found - table.values) / mean
    assert np.abs(moved - np.rint(moved)).max() <= 0.5 / mean.min() + 1e-9
    assert np.abs(moved).max() <= 4 + 0.5 / mean.min()
    # Noise of variance 3 has a standard deviation of √3/√300 = 0.1 of its mean; five of them are allowed.
    assert moved.mean(axis=0) == pytest.approx(np.zeros(len(table)), abs=0.5)


def test_a_weighted_cell_has_the_same_number_in_two_tables_in_any_order_of_the_records() -> None:
    protection, order = CellKey(), np.arange(200)
    wide, narrow = weighted(order, ("size",)), weighted(order[::-1])
    for key in range(5):
        one, other = protection.protect(wide, key=key), protection.protect(narrow, key=key)
        for region in "NSW":
            cell = one.released[one.place_of([region, "Total"])]
            assert cell == other.released[other.place_of([region])]
    assert (np.abs(one.values - one.released) <= one.published.above).all()  # type: ignore[union-attr, operator]


def test_two_cells_that_differ_by_one_person_have_unrelated_noise() -> None:
    """Else a difference of two cells would be that person: it must not be told from the noise."""
    first = [("N", "a", "x", 1)] * 30
    apart = set()
    for key in range(60):
        one = CellKey(deviation=5, variance=4.0).protect(table_of(first), key=key)
        other = CellKey(deviation=5, variance=4.0).protect(table_of([*first, ("N", "a", "x", 1)]), key=key)
        apart.add(float(other.released[0] - one.released[0]))
    assert min(apart) < -2
    assert max(apart) > 4


@given(RECORDS, st.sampled_from(["value", "equal"]), st.sampled_from(["keep", "move"]))
def test_adjustment_moves_sensitive_values_as_far_as_rules_ask(
    records: Records, cost: Any, totals: Any
) -> None:
    table = table_of(records, "sales").sensitive(PPercent(15))
    try:
        found = ControlledAdjustment(cost=cost, totals=totals).protect(table, key=1)
    except DataError as error:
        assert "cannot be moved" in error.message
        assert any(table.cell_text(cell) in error.message for cell in np.flatnonzero(table.is_sensitive))
        return
    assert table.sensitivity is not None
    moved = np.abs(found.released - table.values)
    assert (
        moved[table.is_sensitive] >= table.sensitivity.upper[table.is_sensitive] * (1 - 1e-6) - 1e-6
    ).all()
    assert (found.released >= -1e-9).all()
    assert adds_up(found)
    if totals == "keep":
        kept = table.margins & ~table.is_sensitive
        assert moved[kept] == pytest.approx(np.zeros(int(kept.sum())), abs=1e-6)


def test_values_that_cannot_be_moved_are_named() -> None:
    """S has one size only, so that its value is its total, which stays as it is."""
    records = [("N", size, "x", 20) for size in "aabb"] * 3 + [("S", "a", "x", 90), ("S", "a", "x", 2)]
    table = table_of(records, "sales").with_hand(always=[6])
    table = table.sensitive(PPercent(15))
    with pytest.raises(DataError, match=r"S, a cannot be moved as far as its rules ask.*let totals move"):
        ControlledAdjustment().protect(table, key=1)
    two = [*records, ("W", "b", "x", 70), ("W", "b", "x", 1)]
    both = table_of(two, "sales").with_hand(always=[6, 9]).sensitive(PPercent(15))
    with pytest.raises(DataError, match=r"(S, a|W, b) cannot be moved"):
        ControlledAdjustment().protect(both, key=1)


def test_adjustment_tells_how_far_it_is_and_stops_when_asked() -> None:
    table = table_of(
        [("N", "a", "x", 90), ("N", "b", "x", 31), ("S", "a", "x", 20), ("S", "b", "x", 40)] * 2, "sales"
    )
    told: list[str] = []
    progress = Progress(lambda _, text: told.append(text))
    ControlledAdjustment(totals="move").protect(table.sensitive(PPercent(15)), key=1, progress=progress)
    assert any("add up" in one for one in told)
    stopped = Progress(cancelled=lambda: True)
    with pytest.raises(Cancelled):
        ControlledAdjustment(totals="move").protect(table.sensitive(PPercent(15)), key=1, progress=stopped)


def test_the_audit_knows_how_far_published_numbers_may_be_off() -> None:
    table = table_of([("N", "a", "x", 1)] * 9 + [("S", "a", "x", 1)] * 2).sensitive(MinimumFrequency(3, 50.0))
    assert not audited(table).is_passed
    assert audited(ControlledRounding(base=10.0, way="nearest").protect(table)).is_passed
    narrow = audited(ControlledRounding(base=2.0, way="nearest").protect(table))
    assert narrow.is_passed == (not narrow.attacks)


@pytest.mark.parametrize("size", [0, 10**15])
def test_large_counts_are_as_uncertain_as_small_ones(size: int) -> None:
    counts = np.array([2 * size + 7, size + 4, size + 3])
    table = CellTable([Dimension.flat("a", ["1", "2"])], counts, counts, kind="counts")
    found = audited(RandomTableRounding(base=5.0).protect(table, key=2))
    assert (found.high - found.low <= 8).all()
    assert (found.high - found.low >= 4).all()


@pytest.mark.parametrize("kind", [CellKey, SmallCounts])
def test_counts_are_asked_for(kind: Any) -> None:
    with pytest.raises(DataError, match="protects counts"):
        kind().protect(table_of([("N", "a", "x", 3)], "sales"), key=1)


@pytest.mark.parametrize(
    "protection", [kind(**one) for kind in PROTECTIONS for one in kind.examples], ids=repr
)
def test_protections_come_back_from_json_and_leave_the_table_alone(protection: Any) -> None:
    assert PROTECTIONS.read(PROTECTIONS.write(protection)) == protection
    records = [
        ("N", "a", "x", 5),
        ("N", "a", "x", 60),
        ("S", "b", "x", 9),
        ("S", "a", "y", 3),
        ("N", "b", "y", 8),
    ] * 2
    table = table_of(records).sensitive(MinimumFrequency(3))
    before = table.values.copy()
    try:
        one, other = protection.protect(table, key=3), protection.protect(table, key=3)
    except DataError as error:
        assert "cannot be protected" in error.message or "moved" in error.message
        return
    assert table.published is None
    assert (table.values == before).all()
    assert np.array_equal(one.released, other.released, equal_nan=True)
    assert one.published is not None
    assert one.published.protection == protection

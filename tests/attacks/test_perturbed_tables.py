"""Attacks on tables of other numbers, by readers who know the method and all its public parameters."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.tables import (
    CellKey,
    CellTable,
    ControlledAdjustment,
    ControlledRounding,
    Dimension,
    MinimumFrequency,
    PPercent,
    Protection,
    RandomTableRounding,
    SmallCounts,
    audited,
    build,
)
from sdcdesk.tables.audit.audit import to_findings

P = 20.0


def sales() -> CellTable:
    frame = pd.DataFrame({"region": list("NNNNSSSSWWWW"), "size": list("abbbaabbaabb")})
    frame["sales"] = [900, 31, 30, 32, 200, 210, 400, 440, 51, 53, 77, 74]
    return build(Microdata(frame), rows=("region",), columns=("size",), value="sales")


def people(number: int, rows: tuple[str, ...] = ("region",)) -> CellTable:
    frame = pd.DataFrame({"region": ["N"] * number + ["S"] * 40, "sex": np.resize(["f", "m"], number + 40)})
    return build(Microdata(frame), rows=rows)


def candidates(published: float) -> np.ndarray:
    """The value of a single contributor that was moved by p % of it, up or down, and no further."""
    return published / np.array([1 + P / 100, 1 - P / 100])


def test_who_knows_the_rule_does_not_find_an_adjusted_value() -> None:
    table = sales().sensitive(PPercent(P))
    cell = table.place_of(["N", "a"])
    naive = ControlledAdjustment(totals="move", further=0.0).protect(table, key=3)
    assert np.abs(candidates(float(naive.released[cell])) - 900).min() < 1e-6
    for key in range(5):
        ours = ControlledAdjustment(totals="move").protect(table, key=key)
        # Nearer than this only where the draw is almost nothing.
        assert np.abs(candidates(float(ours.released[cell])) - 900).min() > 0.5
        assert abs(ours.released[cell] - 900) >= 180 * (1 - 1e-9)


def test_random_rounding_is_not_averaged_away() -> None:
    places = [people(7), people(7, ("sex", "region")), people(7, ("region", "sex"))]
    naive, ours = [], []
    for release in range(200):
        table = places[release % 3]
        cell = table.place_of(["N" if one.name == "region" else "Total" for one in table.dimensions])
        naive.append(RandomTableRounding(base=5.0).protect(table, key=release).released[cell])
        ours.append(RandomTableRounding(base=5.0).protect(table, key=1).released[cell])
    assert round(float(np.mean(naive))) == 7
    assert len(set(ours)) == 1


@pytest.mark.parametrize("protection", [RandomTableRounding(base=5.0), SmallCounts(threshold=10)])
def test_nothing_is_averaged_away_by_filters_that_leave_others_out(protection: Protection) -> None:
    """The reader asks for the seven of N beside ever other regions, and under their other name."""
    regions = list("ABCDEF")
    frame = pd.DataFrame({"region": ["N"] * 7 + [region for region in regions for _ in range(30)]})
    data = Microdata(frame.assign(code=frame["region"].str.lower()))
    published = []
    for number in range(len(regions) + 1):
        for others in combinations(regions, number):
            for name in ("region", "code"):
                wanted = [one if name == "region" else one.lower() for one in ("N", *others)]
                table = build(data, rows=[name], where={name: wanted})
                cell = table.place_of([wanted[0]])
                published.append(float(protection.protect(table, key=31).released[cell]))
    assert len(published) == 128
    assert len(set(published)) == 1


def test_two_more_people_are_not_told_by_cell_keys_of_two_editions() -> None:
    known = set()
    for key in range(40):
        one, other = (CellKey().protect(people(number), key=key).released[1] for number in (30, 32))
        known.add(float(other - one))
    # It was 2, and may be anything else within reach.
    assert len(known) > 5
    assert min(known) < 0


def test_large_and_small_values_are_adjusted_together() -> None:
    """All can go up, so that an adjustment exists, whatever the sizes of the values."""
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"region": rng.integers(0, 5, 60).astype(str), "size": rng.choice(list("abc"), 60)})
    frame["sales"] = np.round(rng.lognormal(12, 3, 60))
    table = build(Microdata(frame), rows=("region",), columns=("size",), value="sales").sensitive(PPercent(P))
    assert table.sensitivity is not None
    safe = ControlledAdjustment(totals="move", seconds=2.0).protect(table, key=1)
    moved = np.abs(safe.released - table.values)
    asked = np.maximum(table.sensitivity.upper, table.sensitivity.lower)
    assert (moved >= asked * (1 - 1e-9)).all()
    assert not len(table.relations.broken(safe.released, 1e-6))


def test_adjusted_counts_are_counts() -> None:
    table = people(4, ("region", "sex"))
    safe = ControlledAdjustment(totals="move").protect(table.sensitive(MinimumFrequency(5, 70.0)), key=2)
    assert safe.released == pytest.approx(np.rint(safe.released), abs=0)
    assert (safe.released != table.values).any()


@pytest.mark.parametrize("way", ["unbiased", "nearest"])
@pytest.mark.parametrize("t", [2, 3, 4, 7])
def test_who_knows_how_small_counts_go_away_knows_no_more_than_the_audit(t: int, way: str) -> None:
    """The reader tries all counts that could have been published as this number, under any key."""
    published: dict[float, set[int]] = {}
    intervals: dict[float, tuple[float, float]] = {}
    for count in range(1, t + 3):
        original = people(count)
        for key in range(60):
            table = SmallCounts(threshold=t, way=way).protect(original, key=key)
            number = float(table.released[1])
            published.setdefault(number, {0} if number == 0 else set()).add(count)
            if number in intervals:
                continue
            found = audited(table)
            told = dict(zip(found.cells.tolist(), zip(found.low, found.high, strict=True), strict=True))
            intervals[number] = told.get(1, (number, number))
    assert {number: (min(some), max(some)) for number, some in published.items()} == intervals


def test_whatever_cell_keys_publish_above_0_counts_somebody() -> None:
    # Empty cells stay, so that one person alone is never as uncertain as nobody.
    for key in range(30):
        judged = people(1).sensitive(MinimumFrequency(2))
        table = CellKey(never=0).protect(judged, key=key)
        found = audited(table)
        assert found.is_passed == (table.released[1] == 0)


@pytest.mark.parametrize("kind", [CellKey, ControlledAdjustment, RandomTableRounding, SmallCounts])
def test_nothing_is_drawn_by_a_key_that_everybody_knows(kind: type[Protection]) -> None:
    """By a default key anybody would draw the same, and take it off."""
    table = people(4, ("region", "sex")).sensitive(MinimumFrequency(5, 70.0))
    with pytest.raises(ParameterError, match="Give a key"):
        kind().protect(table)
    assert SmallCounts(way="nearest").protect(table).published is not None


@pytest.mark.parametrize(
    ("unit", "names"),
    [
        (1.0, ("region", "size")),
        (0.1, ("region", "size")),
        (1000.0, ("region", "size", "kind")),
    ],
)
def test_no_digit_tells_which_values_were_adjusted(unit: float, names: tuple[str, ...]) -> None:
    """The reader looks for numbers that are no multiples of what all original ones are multiples of."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({name: rng.choice(list("abc"), 90) for name in names})
    frame["sales"] = np.rint(rng.lognormal(6, 1.5, 90)) * unit
    table = build(Microdata(frame.round(1)), rows=names, value="sales").sensitive(PPercent(P))
    safe = ControlledAdjustment(totals="move", seconds=5.0).protect(table, key=31)
    moved = safe.released != table.values
    assert (moved[table.is_sensitive]).all()
    assert not moved.all()
    parts = safe.released / unit
    assert np.abs(parts - np.rint(parts)).max() < 1e-6
    assert not len(table.relations.broken(safe.released, 1e-9))


def small(inner: np.ndarray) -> CellTable:
    """A table of two by two counts with totals."""
    columns = np.vstack([inner.sum(axis=0), inner])
    grid = np.column_stack([columns.sum(axis=1), columns])
    dimensions = [Dimension.flat(name, ["1", "2"]) for name in "ab"]
    return CellTable(dimensions, grid.ravel(), grid.ravel(), kind="counts")


def consistent(published: np.ndarray, base: float) -> list[CellTable]:
    """All tables of counts of which each number is nearer to the published one than the base."""
    around = [
        range(max(int(one - base) + 1, 0), int(one + base)) for one in published.reshape(3, 3)[1:, 1:].flat
    ]
    tables = [small(np.reshape(one, (2, 2))) for one in product(*around)]
    return [one for one in tables if (np.abs(one.values - published) < base).all()]


def test_of_a_rounded_table_the_audit_tells_what_a_reader_finds_by_trying_all_tables() -> None:
    """Each table near the published one can have been rounded to it, so that none is ruled out."""
    base, table = 2.0, small(np.array([[3, 1], [0, 2]]))
    rounding = ControlledRounding(base=base)
    rounded = rounding.protect(table, key=3)
    found = audited(rounded)
    assert not found.provisos
    every = consistent(rounded.released, base)
    assert len(every) > 5
    values = np.array([one.values for one in every])
    low, high = np.full(9, np.nan), np.full(9, np.nan)
    low[found.cells], high[found.cells] = found.low, found.high
    assert low.tolist() == values.min(axis=0).tolist()
    assert high.tolist() == values.max(axis=0).tolist()
    for one in every:
        tried = (rounding.protect(one, key=key).released for key in range(2000))
        assert any((other == rounded.released).all() for other in tried)


def test_of_the_nearest_table_the_audit_says_that_a_reader_finds_more() -> None:
    rounding, left, region = ControlledRounding(base=3.0, way="nearest"), [], Dimension.flat("a", ["1", "2"])
    for parts in product(range(6), repeat=2):
        counts = np.array([sum(parts), *parts])
        rounded = rounding.protect(CellTable([region], counts, counts, kind="counts"))
        if rounded.released.tolist() == [3.0, 0.0, 3.0]:
            left.append(counts)
            found = audited(rounded)
    assert found.high.tolist() == [5.0, 2.0, 5.0]
    assert np.max(left, axis=0).tolist() == [5, 1, 4], "1 is nearer to 0 than to 3, and 2 is not"
    [proviso] = found.provisos
    assert "can rule out values" in str(proviso.text)
    assert proviso.text in to_findings(found).notes

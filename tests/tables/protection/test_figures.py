"""Figures of protections: all that is declared is found, and says what became of the cells."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.tables import (
    PROTECTIONS,
    CellSuppression,
    CellSystem,
    CellTable,
    Dimension,
    MinimumFrequency,
    PPercent,
    Protection,
    build,
    repair,
)
from sdcdesk.tables.protection.suppression.costs import hiding_costs

EVERY = [kind(**parameters) for kind in PROTECTIONS for parameters in kind.examples]


@pytest.fixture(scope="module")
def people() -> CellTable:
    draws = np.random.default_rng(3)
    frame = pd.DataFrame(
        {"region": draws.choice(list("NSEW"), 90), "school": draws.choice(list("abc"), 90, p=[0.8, 0.1, 0.1])}
    )
    return build(Microdata(frame), rows=["region"], columns=["school"])


def businesses_frame() -> Microdata:
    draws = np.random.default_rng(1)
    frame = pd.DataFrame({"region": draws.choice(list("NSEW"), 120), "size": draws.choice(list("abcd"), 120)})
    return Microdata(frame.assign(sales=np.rint(np.exp(draws.normal(4, 2, 120)))))


def businesses() -> CellTable:
    table = build(businesses_frame(), rows=["region"], columns=["size"], value="sales")
    return table.sensitive(PPercent(10))


@pytest.mark.parametrize("protection", EVERY, ids=repr)
def test_all_that_a_protection_declares_is_found_with_a_meaning(
    protection: Protection, people: CellTable
) -> None:
    safe = protection.protect(people.sensitive(MinimumFrequency(4)), key=5)
    found = protection.find(safe)
    beside = {} if protection.name != "cell_suppression" else {"hidden_again", "newly_hidden"}
    assert list(found.figures) == [one.name for one in protection.declares if one.name not in beside]
    assert all(one.meaning for one in protection.declares)
    assert len({one.name for one in protection.declares}) == len(protection.declares)


def test_figures_of_a_pattern_count_its_cells_and_their_values() -> None:
    table = businesses()
    table = table.with_hand(hidden=[int(np.argmin(table.is_sensitive))])
    protection = CellSuppression()
    safe = protection.protect(table)
    found, hidden = protection.find(safe), np.isnan(safe.released)
    inner = [cell for cell in range(len(table)) if "Total" not in table.codes(cell)]
    whole = sum(table.values[cell] for cell in inner)
    assert found.value("hidden") == hidden.sum()
    assert found.value("sensitive") == table.is_sensitive.sum()
    assert found.value("by_hand") == 1
    assert found.value("secondary") == hidden.sum() - table.is_sensitive.sum() - 1
    assert found.value("hidden_share") == pytest.approx(hidden.mean())
    value_hidden = sum(table.values[cell] for cell in inner if hidden[cell]) / whole
    assert found.value("value_hidden") == pytest.approx(value_hidden)


def test_a_cell_that_tables_share_is_counted_once() -> None:
    table = businesses()
    protection = CellSuppression(approach="heuristic")
    both = protection.protect_together([table, table])
    assert protection.find(*both).value("hidden") == protection.find(both[0]).value("hidden")


def test_a_pattern_that_is_proven_to_be_the_cheapest_says_so_and_a_heuristic_does_not() -> None:
    table = businesses()
    best, quick = CellSuppression(approach="optimal"), CellSuppression(approach="hypercube")
    proven = best.find(best.protect(table))
    assert proven.value("saving") == 0
    assert proven.figure("saving").quantity.bound is Bound.EXACT
    assert proven.notes == ("No pattern is cheaper; this is proven.",)
    unproven = quick.find(quick.protect(table))
    assert unproven.value("saving") is None
    assert unproven.notes == ("No cheaper pattern was looked for.",)


def test_in_three_dimensions_the_proof_says_among_which_patterns_none_is_cheaper() -> None:
    shape = [Dimension.flat(name, list("ab")) for name in ("x", "y", "z")]
    values = np.zeros((3, 3, 3))
    values[1:, 1:, 1:] = np.arange(1.0, 9.0).reshape(2, 2, 2)
    for axis in range(3):
        at: list[slice | int] = [slice(None)] * 3
        at[axis] = 0
        values[tuple(at)] = values.sum(axis=axis)
    frequency = np.where(values == 8.0, 1, 9).ravel()
    table = CellTable(shape, values.ravel(), frequency).sensitive(MinimumFrequency(3))
    protection = CellSuppression(approach="optimal")
    notes = protection.find(protection.protect(table)).notes
    assert notes[0] == "No pattern is cheaper; this is proven."
    assert "four times" in notes[1]


def cube(seed: int) -> CellTable:
    draws = np.random.default_rng(seed)
    frame = pd.DataFrame({name: draws.integers(0, 3, 190).astype(str) for name in "abc"})
    frame["v"] = np.rint(np.exp(draws.normal(4, 1.5, 190)))
    return build(Microdata(frame), rows=["a"], columns=["b", "c"], value="v").sensitive(PPercent(15))


def test_a_search_that_ends_by_its_branches_says_so_and_what_a_cheaper_pattern_saves_at_most() -> None:
    table, short = cube(1), CellSuppression(approach="optimal", branches=1)
    safe, again = short.protect(table), short.protect(table)
    found = short.find(safe)
    assert "The search ended after 1 branch, on every machine with this pattern." in found.notes
    assert np.array_equal(safe.is_hidden, again.is_hidden)
    saving = found.figure("saving").quantity
    assert saving.bound is Bound.AT_MOST
    assert saving.value is not None
    assert saving.value > 0
    longer = CellSuppression(approach="optimal")
    best = longer.protect(table)
    assert longer.find(best).value("saving") == 0
    cost, cheapest = (hiding_costs(CellSystem.of(one), "value")[one.is_hidden].sum() for one in (safe, best))
    assert cost * (1 - saving.value) <= cheapest <= cost


def test_a_search_that_ends_by_time_warns_that_another_machine_may_find_another_pattern() -> None:
    short = CellSuppression(approach="optimal", seconds=1e-6)
    made = short.protect(cube(1)).published
    assert made is not None
    assert [one.severity for one in made.notes] == ["note", "note", "warning"]
    assert "another machine" in made.notes[-1].text


def test_where_a_rule_asks_for_a_width_the_proof_says_how_it_was_split() -> None:
    table = build(businesses_frame(), rows=["region"], columns=["size"], value="sales")
    protection = CellSuppression(approach="optimal")
    found = protection.find(protection.protect(table.sensitive(PPercent(10, sliding=True))))
    assert "asks for a width" in found.notes[-1]


def test_what_was_hidden_afterwards_is_counted_and_nothing_is_claimed_of_how_it_was_found() -> None:
    table = businesses()
    shown = table.with_secondary(np.zeros(len(table), dtype=bool), CellSuppression())
    protection = CellSuppression()
    [mended] = repair(protection.protect(table))
    assert protection.find(mended).value("saving") is None
    [mended] = repair(shown)
    found = protection.find(mended)
    assert found.value("hidden") == np.isnan(mended.released).sum()
    assert found.figure("saving").quantity.reason.text == "Cells were hidden after it was made."  # type: ignore[union-attr]

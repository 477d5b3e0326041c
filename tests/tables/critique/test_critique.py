"""Critique of rules: insiders against trying them one by one, and what every rule says of a table."""

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.report.rows import table_text
from sdcdesk.tables import Dominance, MinimumFrequency, PPercent, PriorPosterior, RuleCritique, build
from sdcdesk.tables.critique.counterexample import counterexample, smallest_failing
from sdcdesk.tables.critique.insiders import InsiderKnowledge

AMOUNTS = st.lists(st.integers(1, 60), min_size=1, max_size=7)
"""Contributions of a cell, each of another contributor."""


def table_of(*cells: list[int], **plan: Any) -> Any:
    rows = [("ABCDEF"[place], amount) for place, cell in enumerate(cells) for amount in cell]
    frame = pd.DataFrame(rows, columns=["cell", "amount"])
    return build(Microdata(frame), rows=["cell"], value="amount", **plan)


@given(AMOUNTS, st.integers(1, 3), st.sampled_from([10.0, 40.0, 100.0]))
def test_insiders_learn_what_the_best_of_all_coalitions_learns(
    amounts: list[int], size: int, q: float
) -> None:
    """Nobody alone, and no coalition of the size, bounds the largest contribution more closely."""
    known = InsiderKnowledge.of(table_of(amounts), q, size)
    whole, ordered = sum(amounts), sorted(amounts, reverse=True)
    largest, others = ordered[0], ordered[1:]
    bounds = [whole - sum(some) for some in combinations(others, min(size, len(others)))]
    assert known.coalition[1] == min(bounds)
    # Each of the others alone: what remains lies within q % of what it is.
    widths = [q / 100 * (whole - largest - own) for own in others] or [q / 100 * (whole - largest)]
    assert known.high[1] == pytest.approx(largest + min(widths))
    assert known.low[1] == pytest.approx(max(largest - min(widths), 0))
    assert known.error[1] == pytest.approx(min(widths) / largest)


@given(AMOUNTS, st.sampled_from([(5.0, 20.0), (10.0, 50.0), (30.0, 90.0)]))
def test_pq_calls_a_cell_sensitive_where_the_interval_is_too_narrow(
    amounts: list[int], pq: tuple[float, float]
) -> None:
    p, q = pq
    table = table_of(amounts)
    narrow = InsiderKnowledge.of(table, q, 1).error < p / 100 - 1e-9
    assert table.sensitive(PriorPosterior(p, q)).is_sensitive.tolist() == narrow.tolist()


@given(st.lists(AMOUNTS, min_size=1, max_size=6), st.booleans())
def test_every_rule_is_asked_about_every_cell(cells: list[list[int]], every: bool) -> None:
    table = table_of(*cells)
    critique = RuleCritique(n=2, k=75.0, p=10.0, q=50.0, least=3, every=every)
    found = critique.find(table)
    rules = Dominance(2, 75), PPercent(10), PriorPosterior(10, 50), MinimumFrequency(3)
    says = [table.sensitive(rule).is_sensitive for rule in rules]
    apart = np.any(says, axis=0) & ~np.all(says, axis=0)
    rows = found.tables["own_cells"].frame.set_index("cell")
    assert set(rows.index) == {table.cell_text(cell) for cell in np.flatnonzero(apart | every)}
    for rule, said in zip(rules, says, strict=True):
        for cell, word in rows[rule.name].items():
            assert (word == "sensitive") == said[table.place_of([cell])]
    assert found.value("disagreeing") == apart.sum()
    assert found.value("too_lenient") == (~says[0] & says[1]).sum()
    assert found.value("too_strict") == (says[0] & ~says[1]).sum()
    assert rows["error"].is_monotonic_increasing
    assert all(table_text(shown).rows for shown in found.tables.values() if len(shown))
    counts = found.tables["rules"].frame
    assert counts["sensitive"].tolist() == [int(said.sum()) for said in says]


def test_whoever_waives_is_no_target_but_an_insider_still() -> None:
    frame = pd.DataFrame(
        {"cell": list("AAAA"), "amount": [100, 50, 10, 5], "consent": ["yes", "no", "no", "no"]}
    )
    table = build(Microdata(frame), rows=["cell"], value="amount", waiver="consent")
    known = InsiderKnowledge.of(table, 100.0, 2)
    # The largest one subtracts its 100 from 165, and with the next one its 110.
    assert (known.target[1], known.high[1], known.coalition[1]) == (50, 65, 55)


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("k", [0.001, 0.29, 0.6, 0.99])
def test_the_rule_errs_from_the_smallest_number_on(n: int, k: float) -> None:
    number = smallest_failing(n, k)
    for contributors in (number, number + 1, 2 * number, 7 * number):
        found = counterexample(n, k, contributors)
        assert found.errs
        # The difference of the bounds is that of the tails.
        assert found.bounds[0] - found.passed[0] == pytest.approx(found.tails[0], abs=1e-12)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"n": 1, "k": 50.0, "contributors": 2}, "contributors"),
        ({"n": 2, "k": 90.0, "contributors": 2}, "contributors"),
        ({"k": 1e-9}, "k"),
        ({"k": 1e-300}, "k"),
        ({"p": 60.0, "q": 50.0}, "p"),
    ],
)
def test_what_cannot_be_constructed_is_refused_by_name(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(ParameterError) as refused:
        RuleCritique(**wrong)
    assert refused.value.field == field


@pytest.mark.parametrize(("n", "k", "number"), [(1, 25.0, 5), (2, 5.0, 41), (100, 33.3, 301)])
def test_errors_of_coalitions_may_be_larger_than_what_they_are_after(n: int, k: float, number: int) -> None:
    """Where a small share counts as dominance, the others add more than the largest one."""
    found = RuleCritique(n=n, k=k).find()
    share = Fraction(str(k)) / 100
    assert found.value("smallest_failing") == number == max(n + 2, math.floor(n / share) + 1)
    first, rest = float(found.tables["constructed"].frame["stopped"].iloc[0]), 1 - k / 100
    assert found.value("stopped_error") > 1
    assert found.value("stopped_error") == pytest.approx(rest * (number - n - 1) / (number - n) / first)
    assert found.value("stopped_bound") == pytest.approx(first * (1 + found.value("stopped_error")))


def test_the_second_contributor_may_err_by_more_than_the_contribution() -> None:
    found = RuleCritique(every=True).find(table_of([10] * 5))
    shown = found.tables["own_cells"]
    assert shown.frame["error"].tolist() == [300, 300]
    assert len(table_text(shown).rows) == 2


def test_without_a_table_the_constructed_cells_are_shown_and_the_rest_has_its_reason() -> None:
    found = RuleCritique(n=1, k=60.0).find()
    assert found.value("smallest_failing") == 3
    assert not found.figure("disagreeing").quantity.defined
    assert len(found.tables["constructed"].frame) == 3

"""Domingo-Ferrer and Torra 2004, section 3: the worked figures on sensitivity rules."""

import numpy as np
import pytest

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.tables import Dominance, MinimumFrequency, PPercent, PriorPosterior, RuleCritique
from sdcdesk.tables.critique.counterexample import (
    counterexample,
    ratio_of,
    smallest_failing,
    upper_bound,
)
from sdcdesk.tables.critique.insiders import second_contributors_interval
from sdcdesk.tables.examples import EXAMPLES, of_contributions

CELLS = {"passes": [59.0, 40.0, 1.0], "stopped": [61.0, 20.0, 19.0]}
TABLE = of_contributions(CELLS, "Example 1")


def test_example_1_of_robertson_and_ethier() -> None:
    """n = 1 and k = 60 %: 59, 40, 1 passes and 61, 20, 19 does not; bounds are 60 and 80."""
    judged = TABLE.sensitive(Dominance(1, 60))
    assert judged.is_sensitive.tolist() == [False, False, True]
    assert [upper_bound(np.array(one), 1) for one in CELLS.values()] == [60, 80]
    whole, largest, second = np.array([100.0, 100]), np.array([59.0, 61]), np.array([40.0, 20])
    low, high = second_contributors_interval(whole, largest, second)
    assert (low.tolist(), high.tolist()) == ([58, 42], [60, 80])


@pytest.mark.parametrize(("p", "sensitive"), [(1.69, 0), (1.7, 1), (31.1, 1), (31.2, 2)])
def test_the_p_percent_rule_judges_them_the_other_way_round(p: float, sensitive: int) -> None:
    """From p = 1.69 on the cell that dominance lets pass is sensitive, from 31.1 on the other one, too."""
    assert TABLE.sensitive(PPercent(p)).is_sensitive[1:].tolist() == [True] * sensitive + [False] * (
        2 - sensitive
    )


def test_the_p_percent_rule_is_the_pq_rule_of_those_who_know_nothing() -> None:
    one, other = TABLE.sensitive(PPercent(20)), TABLE.sensitive(PriorPosterior(20, 100))
    assert one.sensitivity is not None
    assert other.sensitivity is not None
    assert one.sensitivity.upper.tolist() == other.sensitivity.upper.tolist()
    # p/100 x₁ − rest
    assert one.sensitivity.upper.tolist() == pytest.approx([0, 0.2 * 59 - 1, 0])


@pytest.mark.parametrize(("n", "k", "contributors"), [(1, 0.6, 3), (2, 0.75, 4), (3, 0.8, 9), (1, 0.05, 30)])
def test_lemma_1(n: int, k: float, contributors: int) -> None:
    r = ratio_of(n, k, contributors)
    assert 0 <= r < 1
    assert (r**n - 1) / (r**contributors - 1) == pytest.approx(k, rel=1e-9)


def test_lemma_1_needs_enough_contributors() -> None:
    with pytest.raises(ParameterError, match="take more than 2"):
        ratio_of(1, 0.5, 2)
    with pytest.raises(ParameterError):
        ratio_of(2, 0.9, 2)


@pytest.mark.parametrize(("n", "k", "contributors"), [(1, 0.6, 3), (2, 0.75, 4), (3, 0.8, 9), (2, 0.3, 12)])
def test_constructions_1_and_2(n: int, k: float, contributors: int) -> None:
    found = counterexample(n, k, contributors)
    assert found.passed.sum() == pytest.approx(1)
    assert found.stopped.sum() == pytest.approx(1)
    assert (np.diff(found.passed) <= 0).all()
    assert found.passed[:n].sum() < k
    assert found.stopped[:n].sum() == pytest.approx(k)
    cells = {"passes": (found.passed * 1e6).tolist(), "stopped": (found.stopped * 1e6).tolist()}
    judged = of_contributions(cells, "").sensitive(Dominance(n, 100 * k))
    assert judged.is_sensitive[1:].tolist() == [False, True]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("k", [0.2, 0.45, 0.6, 0.75, 0.9])
def test_theorem_1_has_a_smallest_number(n: int, k: float) -> None:
    number = smallest_failing(n, k)
    assert number == max(n + 2, int(n / k + 1e-12) + 1)
    assert counterexample(n, k, number).errs
    for fewer in range(n + 1, number):
        try:
            assert not counterexample(n, k, fewer).errs
        except ParameterError:
            continue


def test_example_2() -> None:
    """k = 0.1/0.271, N = 3: r = 0.9, tails 0.298893 and 0.315498; the largest is not equal in both."""
    found = counterexample(1, 0.1 / 0.271, 3)
    assert found.k == pytest.approx(0.3690037, abs=5e-8)
    assert found.ratio == pytest.approx(0.9)
    assert found.stopped == pytest.approx([0.369004, 0.315498, 0.315498], abs=5e-7)
    assert found.passed == pytest.approx([0.356704, 0.344403, 0.298893], abs=5e-7)
    assert found.tails == pytest.approx((0.298893, 0.315498), abs=5e-7)
    assert found.relative_tails == pytest.approx((0.8379, 0.8550), abs=5e-5)
    assert found.errs


def test_the_coalition_bounds_the_largest_contribution() -> None:
    """The next n contributors know the largest to be at most the total less their own."""
    cell = np.array([50.0, 30, 10, 6, 4])
    assert [upper_bound(cell, n) for n in (1, 2, 3, 4)] == [70, 60, 54, 50]


def test_agencies_moved_to_the_p_percent_rule_because_dominance_errs() -> None:
    found = RuleCritique(n=1, k=60.0, p=10.0).find(TABLE)
    assert found.value("too_lenient") == 1
    assert found.value("disagreeing") == 2
    assert found.value("passed_error") < found.value("stopped_error")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)
def test_examples_can_be_opened_and_judged(example: "object") -> None:
    table = example.make()  # type: ignore[attr-defined]
    assert table.sensitive(PPercent(10), MinimumFrequency(2)).sensitivity is not None
    assert table.title
    if example.source.startswith("Domingo-Ferrer"):  # type: ignore[attr-defined]
        judged = table.sensitive(Dominance(example.n, 100 * example.k))  # type: ignore[attr-defined]
        codes = table.dimensions[0].codes
        assert judged.is_sensitive.tolist()[1:] == [code == "stopped" for code in codes[1:]]

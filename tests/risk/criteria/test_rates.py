"""Rates, their intervals and the risk, by the formulas and by figures that were computed apart."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.risk.criteria.rates import Rate, excess, is_weak, rate


def test_wilson_of_62_in_1000() -> None:
    found = Rate(62, 1000)
    assert found.estimate == pytest.approx((62 + 1.9208) / 1003.8416, rel=1e-14)
    assert found.interval == pytest.approx((0.048664, 0.078688), abs=1e-6)


def test_risk_of_62_against_54_in_1000() -> None:
    attack, control = Rate(62, 1000), Rate(54, 1000)
    found = excess(attack, control)
    assert found is not None
    left = 1 - control.estimate
    assert found.value == pytest.approx((attack.estimate - control.estimate) / left, rel=1e-14)
    half = sqrt((attack.half_width / left) ** 2 + (control.half_width * (1 - attack.estimate) / left**2) ** 2)
    assert found.half_width == pytest.approx(half, rel=1e-14)
    assert (round(found.value, 4), round(found.high, 3)) == (0.0084, 0.030)


def test_risk_below_nothing_is_shown_as_nothing() -> None:
    found = excess(Rate(10, 1000), Rate(400, 1000))
    assert found is not None
    assert found.value < 0
    assert (found.clipped, found.low, found.high) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("attack", "control"), [(Rate(0, 0), Rate(1, 9)), (Rate(1, 9), Rate(0, 0))])
def test_without_guesses_there_is_no_risk(attack: Rate, control: Rate) -> None:
    assert excess(attack, control) is None


def test_where_all_is_known_of_others_there_is_no_risk() -> None:
    assert excess(Rate(9, 9), Rate(9, 9)) is None


def test_an_attack_is_weak_within_both_half_widths() -> None:
    attack, naive = Rate(60, 1000), Rate(42, 1000)
    assert attack.estimate - naive.estimate < attack.half_width + naive.half_width
    assert is_weak(attack, naive)
    assert not is_weak(Rate(100, 1000), naive)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_interval_holds_the_share(chances: list[float]) -> None:
    found = rate(chances)
    low, high = found.interval
    assert 0 <= low <= found.share <= high <= 1
    assert found.guesses == len(chances)


@pytest.mark.parametrize("guesses", [1, 10, 2000])
def test_none_and_all_are_at_the_ends(guesses: int) -> None:
    assert Rate(0, guesses).interval[0] == 0
    assert Rate(guesses, guesses).interval[1] == 1


def test_without_guesses_anything_may_be() -> None:
    assert Rate(0, 0).interval == (0.0, 1.0)

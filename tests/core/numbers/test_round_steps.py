from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.round_steps import round_step, round_steps


@given(st.floats(1e-290, 1e290))
def test_the_step_is_1_2_or_5_times_a_power_of_ten_and_the_next_one(least: float) -> None:
    step = round_step(least)
    assert step.as_tuple().digits in {(1,), (2,), (5,)}
    assert float(step) >= least
    assert float(step) <= 2.5 * least * (1 + 1e-9)


@pytest.mark.parametrize("power", range(-20, 21))
@pytest.mark.parametrize("digit", [1, 2, 5])
def test_a_round_number_is_its_own_step_however_the_machine_keeps_it(digit: int, power: int) -> None:
    assert float(round_step(float(f"{digit}e{power}"))) == float(f"{digit}e{power}")


def test_steps_follow_each_other() -> None:
    assert [float(step) for step in islice(round_steps(0.3), 6)] == [0.5, 1, 2, 5, 10, 20]

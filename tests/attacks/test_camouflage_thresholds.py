"""Attack: counts of values above a threshold, halved again and again, and quantiles.

Before, the ends of single records came out with all digits, and with them 60 of 60 incomes (two vectors).
"""

import numpy as np
import pytest

from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import Camouflage, IntervalQuery, Journal
from tests.attacks.camouflage_weights import guess, of_two_vectors, people

STEP = Camouflage(variables=["income"])


@pytest.mark.parametrize("statistic", ["at least", "quantile", "count", "max", "min"])
def test_single_records_are_not_answered_for(statistic: str) -> None:
    data, journal = people(60), Journal()
    for place in range(0, 60, 5):
        where = {"comparisons": [{"variable": "no", "relation": "is", "values": [place]}]}
        query = IntervalQuery(variable="income", statistic=statistic, where=where)
        with pytest.raises(DataError, match="not answered"):
            query.answered(STEP, data, 3, journal)
    assert journal.answers == ()


def test_thresholds_find_released_ends_and_no_more_than_a_guess_of_values() -> None:
    """All ends of a set follow from thresholds, and these stand in the released file."""
    data = people(60)
    masked, x = STEP.apply(data, seed=3), data.numbers("income")
    found = STEP.intervals(data, 3, "income")
    size, journal = found.step.size, Journal()

    def counted(threshold: float) -> tuple[float, float]:
        query = IntervalQuery(variable="income", statistic="at least", threshold=threshold)
        answer = query.answered(STEP, data, 3, journal)
        return answer.value("low"), answer.value("high")

    # Between whole steps nothing changes, so that no threshold finds more digits.
    for steps in (3.0, 7.0, 20.0):
        assert counted((steps + 0.1) * size) == counted((steps + 0.9) * size)
    lows, highs = (_ends(counted, side, size, len(x)) for side in (0, 1))
    np.testing.assert_array_equal(lows, np.sort(masked.numbers("income_low")))
    np.testing.assert_array_equal(highs, np.sort(masked.numbers("income_high")))
    recovered = (of_two_vectors(lows, highs) == np.sort(x)).mean()
    assert recovered <= guess(x) + 0.05, "of 60 guesses, three by chance"


def _ends(counted: object, side: int, size: float, n: int) -> np.ndarray:
    """Return all ends of one side, ascending, as counts above whole steps tell them."""
    ends: list[float] = []
    steps = -20
    while len(ends) < n:
        above = counted((steps + 0.5) * size)[side]  # type: ignore[operator]
        ends += [steps * size] * int(n - above - len(ends))
        steps += 1
    return np.array(ends)

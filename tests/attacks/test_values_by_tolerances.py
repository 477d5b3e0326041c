"""Attack: a mean that is told to be kept within a tolerance is known as narrowly, and so is one value.

Who knows all people of a subdomain but one takes the masked mean for that of the original, as he reads that
it was kept, and solves the one that is left.
"""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import Validity
from tests.attacks.public_numbers import near

RECORDS = 40


def firms() -> tuple[Microdata, Microdata]:
    """Return firms with a turnover, and the same ones after an exchange that keeps all moments."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"turnover": np.round(rng.lognormal(4, 1, RECORDS), 2)})
    turnover = Variable(name="turnover", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    original = Microdata(frame, [turnover])
    return original, original.assign(
        {"turnover": original.column("turnover").iloc[::-1].reset_index(drop=True)}
    )


def guess(measure: Validity, edition: Edition) -> float:
    """Return the largest turnover as the attacker has it; NaN where he is not told that the mean was kept."""
    original, masked = firms()
    kept = withheld(measure.assess(original, masked), edition).figures["means_kept"].value
    if kept != 1:
        return np.nan
    others = original.numbers("turnover")
    return float(RECORDS * masked.numbers("turnover").mean() - (others.sum() - others.max()))


@pytest.mark.parametrize("percent", [0.0, 0.01, 1.0])
def test_no_value_follows_from_a_mean_that_was_kept(percent: float) -> None:
    measure, largest = Validity(mean_tolerance=percent), float(firms()[0].numbers("turnover").max())
    assert near(guess(measure, EVERYTHING), largest), "else this test proves nothing"
    assert not near(guess(measure, WITHHELD), largest)


def test_wide_tolerances_are_told() -> None:
    original, masked = firms()
    measure = Validity(mean_tolerance=50.0, distribution_tolerance=50.0)
    told = withheld(measure.assess(original, masked), WITHHELD)
    assert told.figures["means_kept"].value == 1
    assert told.figures["distributions_kept"].value == 1
    # No value that is consistent with the tolerance is within ten percent of another.
    values = original.numbers("turnover")
    assert 2 * 0.5 * values.std(ddof=1) * RECORDS > 0.4 * values.max()


def mean_between(edition: Edition) -> tuple[float, float]:
    """Return between which percentages of the deviation the original mean lies from the masked one.

    The owner publishes what was kept within many tolerances.
    """
    original, _ = firms()
    values = original.numbers("turnover")
    masked = original.assign({"turnover": pd.Series(values + 0.305 * values.std(ddof=1))})
    least, most = 0.0, np.inf
    for percent in (5.0, 10.0, 20.0, *range(25, 36), 50.0, 100.0):
        measure = Validity(mean_tolerance=percent)
        kept = withheld(measure.assess(original, masked), edition).figures["means_kept"].value
        least = max(least, percent) if kept == 0 else least
        most = min(most, percent) if kept == 1 else most
    return least, most


def test_two_tolerances_do_not_enclose_a_mean_narrowly() -> None:
    assert mean_between(EVERYTHING) == (30.0, 31.0), "else this test proves nothing"
    assert mean_between(WITHHELD) == (20.0, 50.0)


def test_no_count_of_a_table_follows_from_a_narrow_tolerance() -> None:
    sick = pd.Series(["yes"] * 4 + ["no"] * (RECORDS - 4))
    original = Microdata(pd.DataFrame({"sick": sick}), [Variable(name="sick", role=Role.CONFIDENTIAL)])
    masked = original.assign({"sick": sick.iloc[::-1].reset_index(drop=True)})
    for percent, told in ((1.0, None), (50.0, 1.0)):
        found = Validity(table_tolerance=percent).assess(original, masked)
        assert found.value("tables_kept") == 1
        assert withheld(found, WITHHELD).figures["tables_kept"].value == told
    assert set(withheld(found, WITHHELD).tables) == {"variables"}, "subdomains are values of the data"

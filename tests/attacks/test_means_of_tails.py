"""Attack: the mean of a coded tail tells its farthest value to whoever knows the next one, as his own.

The attacker reads the mean, how many records have it, and the threshold; the records between his own and the
farthest lie beyond the threshold by nothing, for all he knows, and he is wrong by what they do together.
"""

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata

MIDDLE = np.arange(100.0, 160.0)
TOP = 500.0
CODING = sdc.masking.TailCoding(variable="income", top=TOP, replace_by="mean")


def people(tail: list[float]) -> Microdata:
    return Microdata(pd.DataFrame({"income": [*MIDDLE, *tail]}))


def guess(released: pd.Series, own: float | None) -> float:
    """Return the farthest value at most, as the second farthest knows it."""
    mean, coded = float(released.max()), int((released == released.max()).sum())
    if own is None:
        return mean
    return coded * mean - own - (coded - 2) * TOP


@pytest.mark.parametrize(
    "tail",
    [[98_765.43], [900.0, 98_765.43], [501.0, 502.0, 900.0, 98_765.43], [600.0, 700.0, 9_000.0, 98_765.43]],
)
def test_a_mean_that_gives_the_farthest_value_away_is_told(tail: list[float]) -> None:
    masked = CODING.mask(people(tail))
    own = sorted(tail)[-2] if len(tail) > 1 else None
    assert guess(masked.data.column("income"), own) == pytest.approx(max(tail), rel=0.1), "what is at stake"
    assert any("gives values away" in note for note in masked.notes)
    assert not CODING.changed(replace_by="threshold").mask(people(tail)).notes


def test_a_mean_of_many_is_not() -> None:
    tail = [9_000.0, 11_000.0, 20_000.0, 30_000.0, 31_000.0]
    masked = CODING.mask(people(tail))
    assert guess(masked.data.column("income"), 30_000.0) > 2 * max(tail)
    assert not masked.notes


def test_the_bottom_tail_is_looked_at_alike() -> None:
    coding = sdc.masking.TailCoding(variable="income", bottom=0.0, replace_by="mean")
    [note] = coding.mask(people([-98_765.43, -2.0])).notes
    assert "bottom tail of income" in note

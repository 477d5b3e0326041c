"""Attack: calibrated weights of a stratum tell the weight of the only record that was left out of it.

The attacker holds the released file, and knows that weights have one decimal: of all weights that the record
may have had, one alone makes such weights of all others again. No rounding of them hides that. It is said
with the step, and on its manual page.
"""

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import RecordSuppression, WeightCalibration


def people(seed: int) -> Microdata:
    """Return people of two sites, of whom the last has a key of his own."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "site": random.choice(["a", "b"], 120),
            "job": random.choice(["cook", "smith"], 120),
            "weight": np.round(random.uniform(5, 60, 120), 1),
        }
    )
    frame.loc[119, "job"] = "pilot"
    weight = Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    return Microdata(frame, [Variable(name="job", role=Role.KEY), weight])


@pytest.mark.parametrize("seed", range(4))
def test_the_weight_of_the_only_one_left_out_follows_as_is_said(seed: int) -> None:
    data = people(seed)
    step = WeightCalibration(within=["site"]).mask(RecordSuppression(keys=["job"], k=2).apply(data))
    site, weight = data.frame.loc[119, ["site", "weight"]]
    released = step.data.frame.loc[step.data.frame["site"] == site, "weight"].to_numpy()
    total = round(float(released.sum()), 1)
    possible = []
    for guess in np.arange(1, 1000) / 10:
        tenths = released * (total - guess) / total * 10
        if np.abs(tenths - np.round(tenths)).max() < 1e-6:
            possible.append(guess)
    assert possible == [weight]
    assert any("of a single one its weight" in note for note in map(str, step.notes))
    page = " ".join((sdc.masking.WeightCalibration.__doc__ or "").split())
    assert "the only one left out" in page

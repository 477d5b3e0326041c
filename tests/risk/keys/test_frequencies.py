"""Frequencies: where keys are too many for a table, joining them can be stopped in every measure."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels import wildcard
from sdcdesk.masking import RecordSuppression
from sdcdesk.risk import RISKS

KEYS = ("a", "b", "c")


def people() -> Microdata:
    chance = np.random.default_rng(3)
    frame = pd.DataFrame({key: chance.integers(0, 3, 60).astype(float) for key in KEYS})
    frame = frame.mask(chance.random(frame.shape) < 0.3).assign(ill=list("pqr") * 20, weight=4.0)
    described = [
        Variable(name="ill", role=Role.CONFIDENTIAL),
        Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
    ]
    return Microdata(frame, [*(Variable(name=key, role=Role.KEY) for key in KEYS), *described])


class Asked:
    """How often a job asked whether to stop."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> bool:
        self.times += 1
        return False


@pytest.mark.parametrize(
    "name",
    [
        *("disclosure_risk", "k_anonymity", "l_diversity", "individual_risk", "attacker_risks"),
        *("population_uniques", "log_linear_risk", "suda", "census_uniqueness"),
    ],
)
def test_joining_keys_asks_whether_to_stop(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def times() -> int:
        asked = Asked()
        data = people()
        RISKS[name](missing="wildcard").assess(data, data, Progress(cancelled=asked))
        return asked.times

    table = times()
    monkeypatch.setattr(wildcard, "LARGEST_TABLE", 0)
    assert times() >= table + 8, "at least once for each of the patterns of missing values"


def test_record_suppression_asks_while_keys_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wildcard, "LARGEST_TABLE", 0)
    asked = Asked()
    RecordSuppression(k=2, missing="wildcard").mask(people(), seed=1, progress=Progress(cancelled=asked))
    assert asked.times > 8

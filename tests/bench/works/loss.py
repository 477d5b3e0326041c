"""Measures of loss with many variables, before and after noise, recoding, swapping and sampling."""

from functools import cache

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.loss import (
    CategoricalComparison,
    ContinuousLoss,
    Distributions,
    Factors,
    HeadlineLoss,
    ProbabilisticLoss,
)
from tests.bench.work import Way, Work

Files = tuple[Microdata, Microdata]


@cache
def _columns(records: int, variables: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(1)
    before = pd.DataFrame({f"v{place}": rng.lognormal(8, 1, records) for place in range(variables)})
    before = before.mask(rng.random(before.shape) < 0.05)
    return before, before + rng.normal(0, 100, before.shape)


def _noisy(variables: int, records: int) -> Files:
    before, after = _columns(records, variables)
    original = Microdata(before)
    return original, original.assign({str(name): after[name] for name in after})


@cache
def _places(records: int) -> pd.DataFrame:
    rng = np.random.default_rng(2)
    names = [f"place {number}" for number in range(100)]
    return pd.DataFrame(
        {f"n{place}": pd.Series(rng.choice(names, records), dtype="str") for place in range(5)}
        | {f"o{place}": rng.integers(0, 100, records) for place in range(5)}
        | {f"v{place}": rng.lognormal(8, 1, records) for place in range(2)}
    )


def _mixed(records: int) -> Files:
    """Return five names, five ranks and two amounts; all names and ranks recoded, four fifths sampled."""
    rng = np.random.default_rng(3)
    ranks = [Variable(name=f"o{place}", scale=Scale.ORDINAL) for place in range(5)]
    original = Microdata(_places(records), ranks)
    masked = original.take(np.flatnonzero(rng.random(records) < 0.8))
    for place in range(5):
        masked = masked.recode(f"n{place}", lambda values: values.str[:7])
        masked = masked.recode(f"o{place}", lambda values: values // 10)
    return original, masked


def _noise(name: str, measure: Measure, variables: int) -> Work:
    ours = Way("SDCDesk", lambda n: _noisy(variables, n), lambda files: measure.assess(*files))
    least = Way(
        "means and correlations of both files",
        lambda n: _columns(n, variables),
        lambda frames: [(frame.mean(), frame.corr()) for frame in frames],
    )
    return Work(f"{name} of {variables} amounts, 5 % missing", ours, least=least)


def _recoded(name: str, measure: Measure) -> Work:
    return Work(name, Way("SDCDesk", _mixed, lambda files: measure.assess(*files)))


WORKS = (
    _noise("matrices", ContinuousLoss(), 20),
    _noise("factors", Factors(), 10),
    _noise("distributions", Distributions(), 10),
    _noise("probabilistic loss", ProbabilisticLoss(), 10),
    _noise("headline loss", HeadlineLoss(), 20),
    _recoded("headline loss of recoding and sampling, 12 variables", HeadlineLoss()),
    _recoded("comparison of categories, 12 variables", CategoricalComparison()),
)

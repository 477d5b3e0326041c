"""Masking of four amounts, beside a copy of them and what others offer."""

from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.masking import (
    AdditiveNoise,
    Microaggregation,
    MultiplicativeNoise,
    OutlierNoise,
    RankSwapping,
    Rounding,
    Shuffling,
)
from tests.bench.people import AMOUNTS, census
from tests.bench.work import Way, Work
from tests.bench.works.agreement import columns


def _amounts(records: int) -> pd.DataFrame:
    return census(records)[list(AMOUNTS)].fillna(0.0)


def _data(records: int) -> Microdata:
    return Microdata(_amounts(records), [Variable(name=name, scale=Scale.CONTINUOUS) for name in AMOUNTS])


COPY = Way("a copy of the four columns", _amounts, lambda frame: frame.copy(deep=True))
SORTS = Way(
    "a sort of each of the four columns",
    _amounts,
    lambda frame: [np.sort(frame[name].to_numpy()) for name in AMOUNTS],
)


def _noise(frame: pd.DataFrame) -> object:
    rng = np.random.default_rng(1)
    return frame + rng.normal(0, np.sqrt(0.1), frame.shape) * frame.std().to_numpy()


def _floor(frame: pd.DataFrame) -> pd.DataFrame:
    """Round half up, and not above the last multiple below the largest value."""
    return (np.floor(frame / 10 + 0.5) * 10).clip(upper=np.floor(frame.max() / 10) * 10, axis=1)


def _microagg1d(frame: pd.DataFrame) -> Any:
    from microagg1d import univariate_microaggregation  # type: ignore[import-not-found]

    found = {}
    for name in AMOUNTS:
        groups = univariate_microaggregation(frame[name].to_numpy(), k=3)
        found[name] = frame[name].groupby(groups).transform("mean")
    return pd.DataFrame(found)


def _frame(masked: Any) -> pd.DataFrame:
    return masked.data.frame


def _is_alike(ours: Any, theirs: pd.DataFrame) -> bool:
    """Whether the noise is as strong; the draws are others."""
    before = _amounts(len(theirs))
    changes = [(after - before).std() for after in (_frame(ours), theirs)]
    return bool(np.allclose(*changes, rtol=0.1))


def _is_as_good(ours: Any, theirs: pd.DataFrame) -> bool:
    """Whether the groups leave as little of the squares; theirs are worse by thousandths, from rounding."""
    before = _amounts(len(theirs))
    least, squares = (((after - before) ** 2).sum() for after in (_frame(ours), theirs))
    return bool(((least <= squares * (1 + 1e-9)) & (squares <= 1.01 * least)).all())


def _work(
    name: str, method: Method, least: Way, *peers: Way, sizes: tuple[int, ...] = (10_000, 100_000, 1_000_000)
) -> Work:
    ours = Way("SDCDesk", _data, lambda data: method.mask(data, 7))
    return Work(f"{name} of 4 amounts", ours, peers, least, sizes)


WORKS = (
    _work(
        "additive noise",
        AdditiveNoise(variables=AMOUNTS),
        COPY,
        Way("numpy, normal", _amounts, _noise, agrees=_is_alike),
    ),
    _work("noise for outliers", OutlierNoise(variables=AMOUNTS), COPY),
    _work("multiplicative noise", MultiplicativeNoise(variables=AMOUNTS), COPY),
    _work(
        "rounding",
        Rounding(variables=AMOUNTS, base=10),
        COPY,
        Way("numpy, floor", _amounts, _floor, agrees=columns(_frame, pd.DataFrame)),
    ),
    _work("rank swapping", RankSwapping(variables=AMOUNTS), SORTS),
    _work("shuffling", Shuffling(variables=AMOUNTS[:2], predictors=AMOUNTS[2:]), SORTS),
    _work(
        "individual ranking, k = 3,",
        Microaggregation(variables=AMOUNTS, k=3, grouping="single"),
        SORTS,
        Way(
            "microagg1d, groups of least squares",
            _amounts,
            _microagg1d,
            "microagg1d",
            _is_as_good,
        ),
    ),
    _work(
        "MDAV, k = 3,",
        Microaggregation(variables=AMOUNTS, k=3, grouping="together"),
        SORTS,
        sizes=(1_000, 10_000, 100_000),
    ),
)

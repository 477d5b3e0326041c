"""Linkage: for each masked record the nearest original one, or the one whose agreement is most likely."""

import math
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.risk import DistanceLinkage, ProbabilisticLinkage
from tests.bench.work import Way, Work
from tests.bench.works.agreement import figure

NUMBERS = ["a", "b", "c", "d"]
TEXTS = {"n2": 2, "n5": 5, "n9": 9, "n40": 40}
SIZES = (1_000, 10_000, 100_000)

Files = tuple[Microdata, Microdata]


@cache
def _frames(records: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return four skewed numbers with noise, and four texts of which a tenth is swapped."""
    rng = np.random.default_rng(7)
    numbers = pd.DataFrame(rng.lognormal(size=(records, 4)), columns=NUMBERS)
    texts = pd.DataFrame({name: rng.integers(0, size, records).astype(str) for name, size in TEXTS.items()})
    swapped = {
        name: np.where(rng.random(records) < 0.1, rng.permutation(values), values)
        for name, values in texts.items()
    }
    noisy = numbers + rng.normal(0, 0.1, numbers.shape)
    return numbers.join(texts), noisy.assign(**swapped)


def _files(records: int) -> Files:
    before, after = _frames(records)
    original = Microdata(before)
    masked = original.assign({str(name): after[name] for name in after})
    for file in (original, masked):
        for name in file.names:
            file.coding(name)
    return original, masked


def _matrices(records: int) -> tuple[np.ndarray, np.ndarray]:
    before, after = (frame[NUMBERS].to_numpy() for frame in _frames(records))
    spread = before.std(axis=0, ddof=1)
    return before / spread, after / spread


def _tree(files: tuple[np.ndarray, np.ndarray]) -> object:
    from scipy.spatial import KDTree

    return KDTree(files[0]).query(files[1])


def _classified(frames: tuple[pd.DataFrame, pd.DataFrame]) -> Any:
    """Return what recordlinkage finds of all pairs by expectation and maximisation."""
    import recordlinkage  # type: ignore[import-not-found]

    pairs, comparison = recordlinkage.Index(), recordlinkage.Compare()
    pairs.full()
    for name in TEXTS:
        comparison.exact(name, name, label=name)
    agree = comparison.compute(pairs.index(*frames), *frames)
    # Its own tolerance, 0.0001, stops it far from the maximum.
    classifier = recordlinkage.ECMClassifier(atol=1e-12, max_iter=5000)
    classifier.fit(agree)
    return classifier


def _is_right(ours: Any, nearest: tuple[np.ndarray, np.ndarray]) -> bool:
    """Whether as many records are linked rightly."""
    linked = (nearest[1] == np.arange(len(nearest[1]))).mean()
    return math.isclose(ours.value("linked"), linked, abs_tol=1e-9)


def _work(name: str, measure: Measure, *peers: Way) -> Work:
    return Work(name, Way("SDCDesk", _files, lambda files: measure.assess(*files)), peers, sizes=SIZES)


WORKS = (
    _work(
        "record linkage by distance, 4 numbers",
        DistanceLinkage(keys=NUMBERS, subsets=1),
        Way("scipy, KDTree", _matrices, _tree, agrees=_is_right),
    ),
    _work(
        "record linkage by distance, 2 numbers and 2 texts",
        DistanceLinkage(keys=["a", "b", "n2", "n40"], subsets=1),
    ),
    _work("record linkage by distance, 4 texts", DistanceLinkage(keys=[*TEXTS], subsets=1)),
    _work(
        "probabilistic record linkage, 4 texts",
        ProbabilisticLinkage(keys=[*TEXTS], subsets=1),
        Way(
            "recordlinkage, ECMClassifier of all pairs, without assigning any",
            _frames,
            _classified,
            "recordlinkage",
            figure("share_of_matches", lambda classifier: classifier.p, 1e-3),
        ),
    ),
)

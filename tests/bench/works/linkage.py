"""Linkage: the nearest record of the original for each masked one."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import AdditiveNoise
from sdcdesk.risk import DistanceLinkage
from tests.bench.people import AMOUNTS, census
from tests.bench.work import Way, Work


def _files(records: int) -> tuple[Microdata, Microdata]:
    frame = census(records)[list(AMOUNTS)].fillna(0.0)
    described = [Variable(name=name, scale=Scale.CONTINUOUS, role=Role.KEY) for name in AMOUNTS]
    data = Microdata(frame, described)
    return data, AdditiveNoise(variables=AMOUNTS, variance_share=1.0).apply(data, seed=3)


def _matrices(records: int) -> tuple[np.ndarray, np.ndarray]:
    before, after = (file.frame.to_numpy() for file in _files(records))
    return before / before.std(axis=0), after / before.std(axis=0)


def _tree(files: tuple[np.ndarray, np.ndarray]) -> object:
    from scipy.spatial import KDTree

    return KDTree(files[0]).query(files[1])


WORKS = (
    Work(
        "record linkage by distance, 4 amounts",
        Way("SDCDesk", _files, lambda files: DistanceLinkage(subsets=1).assess(*files)),
        (Way("scipy, KDTree", _matrices, _tree),),
        sizes=(1_000, 10_000, 100_000),
    ),
)

"""Shape of the distribution of shares of possible keys, where it is gamma or symmetric Dirichlet."""

import math
from collections.abc import Callable

import numpy as np

from sdcdesk.kernels.root_finding import bracketed_root
from sdcdesk.risk.population_uniques.sample import Sample

FURTHEST = 600.0
"""How far the logarithm of Kα is looked for."""


def fitted_total(sample: Sample, keys: float, whole: Callable[[float], float]) -> float | None:
    """Return the Kα of greatest likelihood.

    Parameters
    ----------
    sample
        Sizes of groups.
    keys
        Possible keys, K, however many.
    whole
        The slope, at a Kα, of what the likelihood says of the sample as a whole, by which that of the groups
        is lessened.

    Returns
    -------
    float or None
        None: the likelihood has no maximum.
    """
    larger = sample.larger().astype(np.float64)
    place = np.arange(len(larger))

    def slope(logarithm: float) -> float:
        total = math.exp(logarithm)
        return float((larger / (total / keys + place)).sum()) / keys - whole(total)

    found = bracketed_root(slope, math.log(sample.records), FURTHEST)
    return None if found is None else math.exp(found)

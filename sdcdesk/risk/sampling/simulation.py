"""Simulation: the risks of samples that were drawn, beside those that are expected."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.random.randomness import generator
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.frequencies import Frequencies, frequencies
from sdcdesk.kernels.counting import Codes
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.sampling.expectation import RISKS
from sdcdesk.risk.weights.matrix import WeightMatrix

Counted = Callable[[np.ndarray], np.ndarray]
"""Takes the positions of drawn records; returns for each the number of drawn records that share its key."""


def counted(keys: Sequence[Codes], whole: Frequencies) -> Counted:
    """Return how the records of a sample are counted.

    Parameters
    ----------
    keys
        The keys of the file that is sampled.
    whole
        Its frequencies; where they have no groups, a missing value matches every value.

    Returns
    -------
    Counted
        What `simulated` needs of the file.
    """
    groups = whole.groups
    if groups is not None:
        labels, number = groups.labels, len(groups.sizes)

        def shared(drawn: np.ndarray) -> np.ndarray:
            chosen = labels[drawn]
            sizes: np.ndarray = np.bincount(chosen, minlength=number)[chosen]
            return sizes

        return shared
    return lambda drawn: frequencies([Codes(key.values[drawn], key.size) for key in keys], "wildcard").sizes


def simulated(
    count: Counted,
    initial: np.ndarray,
    n: int,
    weights: WeightMatrix,
    t: Sequence[int],
    replicates: int,
    seed: int,
    progress: Progress = SILENT,
) -> np.ndarray:
    """Draw samples and return their risks.

    In each replicate the records are put into a random order, and the first t of them are a sample: samples
    of one replicate lie within each other. Every replicate has a stream of random numbers of its own.

    Parameters
    ----------
    count
        See `counted`.
    initial
        int64 (n′,), F_r of the records of the file that is sampled.
    n
        Number of initial records.
    weights
        Weights of DR_W.
    t
        Sample sizes.
    replicates
        Number of orders.
    seed
        Seed of the random numbers.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    np.ndarray
        float64 (3, sizes, replicates): DR_min, DR_W and DR_max.

    Raises
    ------
    Cancelled
        The user asked to stop; asked before each sample.
    """
    found = np.zeros((len(RISKS), len(t), replicates))
    for replicate, share in progress.over(range(replicates), "Drawing samples"):
        order = generator(seed, replicate).permutation(len(initial))
        for place, (size, part) in enumerate(share.over(t, "Drawing samples")):
            part.at(0.0, "Drawing samples")
            drawn = order[:size]
            matrix = ClassificationMatrix.from_sizes(count(drawn), initial[drawn], n)
            links = matrix.links_minimal(), matrix.links_weighted(weights), matrix.links_maximal()
            found[:, place, replicate] = [float(sum_ / n) for sum_ in links]
    return found


def band(risks: np.ndarray) -> pd.DataFrame:
    """Return mean, smallest, largest and quantiles of simulated risks, a row for each sample size.

    Parameters
    ----------
    risks
        float64 (3, number of sizes, replicates), in the order of `RISKS`.

    Returns
    -------
    pd.DataFrame
        Columns by risk and statistic; q05 and q95 are the 5 % and 95 % quantiles.
    """
    columns: dict[str, np.ndarray] = {}
    for name, found in zip(RISKS, risks, strict=True):
        low, high = np.quantile(found, [0.05, 0.95], axis=1)
        columns |= {
            f"{name}_simulated_mean": found.mean(axis=1),
            f"{name}_simulated_smallest": found.min(axis=1),
            f"{name}_simulated_q05": low,
            f"{name}_simulated_q95": high,
            f"{name}_simulated_largest": found.max(axis=1),
        }
    return pd.DataFrame(columns)

"""Stratified sampling: a part of the records of each stratum is released."""

import math
from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.method import Masked
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.parameters import KEY_LIKE, REQUIRED, Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import RECORDS, SHARE, Quantity, Why, count_of, undefined
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import joined, sentence
from sdcdesk.masking.sampling import NORMAL_95, SizedSampling
from sdcdesk.masking.strata import strata_of

ALLOCATIONS = {
    "proportional": "In proportion to the stratum",
    "equal": "Equally many of each stratum",
}
STRATA = count_of("stratum", "strata")


class StratifiedSampling(SizedSampling):
    """Release a simple random sample of each stratum instead of all records.

    Strata are the records that agree on all variables named by *within*; a missing value agrees with
    another missing value. The size t of the whole sample is given, or follows from a percentage of the n
    records as in simple random sampling. It is shared out over the strata in one of two ways:

    - *proportional*: a stratum of n_h records gives t_h = t·n_h/n, rounded down; what is left goes, one
      record each, to the strata with the largest remainders. Every record is as likely to be released.
    - *equal*: every stratum gives the same number of records, or all that it has. What is left goes, one
      record each, to the largest strata.

    Equal claims go to the larger stratum, then to the one with the earliest record of the original. Within
    a stratum each set of t_h records is equally likely. Records keep their order and their values.

    When to use
        As simple random sampling, where the shares of regions or other groups shall not change by chance
        (proportional), or where small groups must be large enough to be studied (equal).
    When not to use
        As simple random sampling. Equal allocation releases most or all of a small stratum, whose records
        are then as exposed as before; and users need weights, n_h/t_h, which are not added. Sampling
        weights in the file are not adapted.

    Figures
    -------
    records kept, sampling factor
        The size t, and t/n.
    strata, strata without a record
        Those of the file, and those that are not in the sample.
    largest sampling factor of a stratum
        The largest t_h/n_h.
    margin of error
        1.96·√(Σ (n_h/n)²·0.25/t_h·(1 − t_h/n_h)): half the width of the 95 % confidence interval of a
        percentage that is estimated with the weights n_h/t_h, where it is 50 % in every stratum, which is the
        worst case. Not defined where a stratum is not in the sample.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sex": ["f", "m", "f", "m", "f", "f", "f", "f"]}))
    >>> sampling = sdc.masking.StratifiedSampling(within=["sex"], percentage=50)
    >>> sampling.apply(data, seed=7).column("sex").value_counts().to_dict()
    {'f': 3, 'm': 1}
    """

    name: ClassVar[str] = "stratified_sampling"
    title: ClassVar[str] = "Stratified sampling"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3; "
        "Cochran (1977), Sampling Techniques, chapter 5"
    )

    within: tuple[str, ...] = parameter(
        REQUIRED, "Within", "The variables that form the strata.", accepts=KEY_LIKE, min_length=1
    )
    allocation: Literal["proportional", "equal"] = parameter(
        "proportional",
        "Allocation",
        "How many records each stratum gives.",
        Shown(choices=ALLOCATIONS),
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        whole = sentence("Sample {part} of records", part=self._percentage())
        if self.size is not None:
            whole = sentence("Sample {n} record", "Sample {n} records", "n", n=self.size)
        how = "equally many of each" if self.allocation == "equal" else "stratified by"
        return joined([whole, f"{how} {', '.join(self.within)}"])

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        size, strata = self._size(len(data)), strata_of(data, self.within)
        progress.at(0.2, self.title)
        order = draws.order(data.rows)
        together = order[np.argsort(strata[order], kind="stable")]
        sizes = np.bincount(strata)
        starts = sizes.cumsum() - sizes
        progress.at(0.6, self.title)
        earliest = np.minimum.reduceat(data.rows[together], starts)
        share = proportional if self.allocation == "proportional" else equal
        taken = share(sizes, size, earliest)
        place = np.arange(len(data)) - np.repeat(starts, sizes)
        drawn = np.sort(together[place < np.repeat(taken, sizes)])
        return Masked(data.take(drawn), _figures(sizes, taken))


def proportional(sizes: np.ndarray, number: int, earliest: np.ndarray) -> np.ndarray:
    """Share a number of records out over strata in proportion to their sizes, by largest remainders.

    Parameters
    ----------
    sizes
        int64 (S,), records of each stratum, at least 1.
    number
        How many records, at most the sum of the sizes.
    earliest
        int64 (S,), what decides between equal strata: the lowest is first.

    Returns
    -------
    np.ndarray
        int64 (S,), at most the sizes.
    """
    whole = int(sizes.sum())
    taken, remainders = np.divmod(sizes * number, whole)
    first = np.lexsort((earliest, -sizes, -remainders))
    taken[first[: number - int(taken.sum())]] += 1
    return taken


def equal(sizes: np.ndarray, number: int, earliest: np.ndarray) -> np.ndarray:
    """Share a number of records out over strata equally, as far as they have so many.

    Parameters
    ----------
    sizes
        int64 (S,), records of each stratum, at least 1.
    number
        How many records, at most the sum of the sizes.
    earliest
        int64 (S,), what decides between equal strata: the lowest is first.

    Returns
    -------
    np.ndarray
        int64 (S,), at most the sizes.
    """
    low, high = 0, int(sizes.max())
    while low < high:  # the largest equal number that is not too many
        middle = (low + high + 1) // 2
        low, high = (middle, high) if np.minimum(sizes, middle).sum() <= number else (low, middle - 1)
    taken: np.ndarray = np.minimum(sizes, low)
    first = np.lexsort((earliest, -sizes))
    taken[first[: number - int(taken.sum())]] += 1
    return taken


def _figures(sizes: np.ndarray, taken: np.ndarray) -> dict[str, Quantity]:
    whole, size = int(sizes.sum()), int(taken.sum())
    return {
        "records kept": Quantity(size, RECORDS),
        "sampling factor": Quantity(size / whole, SHARE),
        "strata": Quantity(len(sizes), STRATA),
        "strata without a record": Quantity(int((taken == 0).sum()), STRATA),
        "largest sampling factor of a stratum": Quantity(float((taken / sizes).max()), SHARE),
        "margin of error": _margin(sizes, taken),
    }


def _margin(sizes: np.ndarray, taken: np.ndarray) -> Quantity:
    if (taken == 0).any():
        return undefined(SHARE, Why.TOO_FEW, "A stratum is not in the sample.")
    terms = (sizes / sizes.sum()) ** 2 * 0.25 / taken * (1 - taken / sizes)
    return Quantity(NORMAL_95 * math.sqrt(terms.sum()), SHARE)

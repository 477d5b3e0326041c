"""Candidates of each attacker: among how many people a released record is looked for."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.kernels.rounded_sums import rounded_sum
from sdcdesk.risk.disclosure.classification import reciprocals
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.population_estimate import PopulationEstimate
from sdcdesk.risk.population_file.matching import Matched
from sdcdesk.risk.record_risks.record_risks import RecordRisks


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """For each released record the people whom an attacker cannot tell apart.

    Attributes
    ----------
    people
        (t,), int64 where they are counted, float64 where they are estimated; from 1.
    bound
        How 1/people stands to the chance of a right link.
    masked
        The masked file, whose row identity leads to the original.
    weights
        int64 (t,), how many records each entry stands for, where these are not in memory; None: one each.
    """

    people: np.ndarray
    bound: Bound
    masked: Microdata
    weights: np.ndarray | None = None

    @property
    def records(self) -> int:
        """Number of released records."""
        return len(self.people) if self.weights is None else int(self.weights.sum())

    @property
    def risk(self) -> np.ndarray:
        """float64 (t,), 1/people."""
        risk: np.ndarray = 1.0 / self.people
        return risk

    @property
    def links(self) -> Fraction:
        """Σ 1/people, the number of right links to be expected; counts are added up exactly."""
        if self.people.dtype.kind == "f":
            return Fraction(rounded_sum(self.risk, self.weights))
        if self.weights is not None:
            return reciprocals(self.weights, self.people)
        sizes, records = np.unique(self.people, return_counts=True)
        return reciprocals(records.astype(np.int64), sizes)

    def above(self, threshold: float) -> RecordRisks:
        """Return the chances of a right link, with the threshold above which they are counted.

        Parameters
        ----------
        threshold
            A share, 0…1.

        Returns
        -------
        RecordRisks
            Bound as the numbers of people are.
        """
        return RecordRisks(self.masked, self.risk, threshold, self.bound, weights=self.weights)


@dataclass(frozen=True, slots=True, eq=False)
class Attackers:
    """Risks of each released record by two attackers.

    Attributes
    ----------
    prosecutor, journalist
        The chances of a right link by each.
    """

    prosecutor: RecordRisks
    journalist: RecordRisks

    @property
    def threshold(self) -> float:
        """Risks above it are counted."""
        return self.prosecutor.threshold

    def rows_above(self, threshold: float) -> np.ndarray:
        """Return which records have a larger prosecutor risk.

        Parameters
        ----------
        threshold
            A share, 0…1.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        return self.prosecutor.rows_above(threshold)


def prosecutor(compared: Comparison, masked: Microdata) -> Candidates:
    """Return the candidates of somebody who knows that the target was released: f_r.

    Parameters
    ----------
    compared
        The original and the masked file.
    masked
        The masked file.

    Returns
    -------
    Candidates
        An upper bound of the risk where released keys are not known to be a function of the initial ones.
    """
    if compared.by_record is None:
        return _by_size(compared.after, compared, masked)
    return Candidates(compared.each.now, _bound(compared), masked)


def in_original(compared: Comparison, masked: Microdata) -> Candidates:
    """Return the candidates of somebody who compares with the original file as the population.

    Parameters
    ----------
    compared
        The original and the masked file.
    masked
        The masked file.

    Returns
    -------
    Candidates
        g_r, the initial records whose recoded key equals that of r. Where that is not known, the larger of
        f_r and F_r, which leaves an upper bound of the risk.
    """
    if compared.by_record is None and compared.candidates is not None:
        return _by_size(compared.candidates, compared, masked)
    known = compared.feasible
    people = np.maximum(compared.each.now, compared.each.before) if known is None else known.sizes
    return Candidates(people, _bound(compared), masked)


def by_weights(estimate: PopulationEstimate, masked: Microdata) -> Candidates:
    """Return the candidates of somebody who compares with a population that weights estimate.

    Parameters
    ----------
    estimate
        F̂, the sums of weights.
    masked
        The masked file.

    Returns
    -------
    Candidates
        F̂ of each released record.
    """
    return Candidates(estimate.of_records, Bound.ESTIMATE, masked, estimate.weights)


def in_population(found: Matched, compared: Comparison, masked: Microdata, *, estimated: bool) -> Candidates:
    """Return the candidates of somebody who compares with a supplied population.

    Parameters
    ----------
    found
        People with the key of each released record.
    compared
        The original and the masked file.
    masked
        The masked file.
    estimated
        Whether numbers of people were fitted to published tables.

    Returns
    -------
    Candidates
        F of each released record. An estimate is at least f where records form groups, and one person where a
        missing value matches every value: then other people may be compatible with it than with the others.
    """
    if not estimated:
        return Candidates(found.people, _bound(compared), masked)
    least = compared.each.now if compared.after.grouped else 1
    return Candidates(np.maximum(found.people, least), Bound.ESTIMATE, masked)


def _by_size(sizes: SizeHistogram, compared: Comparison, masked: Microdata) -> Candidates:
    return Candidates(sizes.sizes, _bound(compared), masked, sizes.records)


def _bound(compared: Comparison) -> Bound:
    nothing = compared.matrix.t == 0
    return Bound.EXACT if nothing or compared.candidates is not None else Bound.AT_MOST

"""Designs: the maximal risk that is expected of samples that are not simply drawn at random."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.kernels.allocation import proportional
from sdcdesk.kernels.counting import group_records, pair_counts
from sdcdesk.kernels.inclusion_probabilities import inclusion_probabilities
from sdcdesk.risk.sampling.expectation import sample_size


@dataclass(frozen=True, slots=True, eq=False)
class Designs:
    """Expected risks by design and sampling factor.

    Attributes
    ----------
    percentages
        Sampling factors as they were asked for.
    risks
        By design, float64 (factors,): Σ π_r/F_r ÷ n; NaN where no such sample can be drawn.
    bound
        How they stand to what is expected of DR_max.
    notes
        Which designs the file has nothing for, and why.
    """

    percentages: Sequence[float]
    risks: Mapping[str, np.ndarray]
    bound: Bound
    notes: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Records that samples are drawn from.

    Attributes
    ----------
    data
        The masked file.
    initial
        int64 (n′,), F_r of each record.
    n
        Number of initial records.
    """

    data: Microdata
    initial: np.ndarray
    n: int

    def risk(self, probabilities: np.ndarray) -> float:
        """Return Σ π_r/F_r ÷ n.

        Parameters
        ----------
        probabilities
            float64 (n′,), π_r.

        Returns
        -------
        float
            A share of the initial records, 0…1.
        """
        # Rounded once, so that the order of the records does not matter.
        return fsum((probabilities / self.initial).tolist()) / max(self.n, 1)


def simple(sampled: Population, factors: Sequence[float]) -> np.ndarray:
    """Return the risks of simple random samples: π_r = t/n′ with t = ⌊p·n′/100 + ½⌋.

    Parameters
    ----------
    sampled
        The records.
    factors
        Percentages 0…100.

    Returns
    -------
    np.ndarray
        float64 (factors,).
    """
    return _alike(sampled, len(sampled.initial), factors)


def households(sampled: Population, factors: Sequence[float], name: str) -> np.ndarray:
    """Return the risks of simple random samples of households, all of whose members are drawn.

    Parameters
    ----------
    sampled
        The records.
    factors
        Percentages 0…100 of the M households; m = ⌊p·M/100 + ½⌋ of them are drawn, so that π_r = m/M.
    name
        The variable that is equal for members of one household; a missing one makes a household of one.

    Returns
    -------
    np.ndarray
        float64 (factors,).
    """
    codes = sampled.data.coding(name).codes
    return _alike(sampled, len(np.unique(codes[codes >= 0])) + int((codes < 0).sum()), factors)


def _alike(sampled: Population, units: int, factors: Sequence[float]) -> np.ndarray:
    """Return the risks where all units are drawn with the same probability."""
    all_drawn = sampled.risk(np.ones(len(sampled.initial)))
    return np.array([sample_size(factor, units) / max(units, 1) * all_drawn for factor in factors])


def stratified(sampled: Population, factors: Sequence[float], names: Sequence[str]) -> np.ndarray:
    """Return the risks of simple random samples of each stratum, in proportion to its size.

    Of the n_h records of stratum h the t_h are drawn that stratified sampling takes (largest remainders), so
    that π_r = t_h/n_h; a stratum of one record is drawn surely, or not at all.

    Parameters
    ----------
    sampled
        The records.
    factors
        Percentages 0…100 of all records.
    names
        Variables that form the strata, at least one; a missing value agrees with another missing value.

    Returns
    -------
    np.ndarray
        float64 (factors,).
    """
    strata = group_records(key_codes(sampled.data, names))
    labels, sizes = strata.labels, strata.sizes
    earliest = np.full(len(sizes), np.iinfo(np.int64).max)
    np.minimum.at(earliest, labels, sampled.data.rows)
    # Records of a stratum and a size of group are alike, and far fewer than all.
    stratum, group, records = pair_counts(labels, sampled.initial)
    found = []
    for factor in factors:
        size = sample_size(factor, len(labels))
        drawn = proportional(sizes, size, earliest) if size else np.zeros_like(sizes)
        links = records * (drawn / sizes)[stratum] / group
        found.append(fsum(links.tolist()) / max(sampled.n, 1))
    return np.array(found)


def proportional_to_size(
    sampled: Population, factors: Sequence[float], sizes: np.ndarray, progress: Progress = SILENT
) -> np.ndarray:
    """Return the risks of samples in which the probability of a record is proportional to its size.

    Parameters
    ----------
    sampled
        The records.
    factors
        Percentages 0…100 of all records; t = ⌊p·n′/100 + ½⌋.
    sizes
        float64 (n′,), at least 0. Where t·x_r/Σx exceeds 1, the record is certain, and the others share what
        is left of t in the same way.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    np.ndarray
        float64 (factors,); NaN where fewer than t records have a size above 0.
    """
    scaled = sizes / (sizes.max(initial=0.0) or 1.0)  # their sum cannot overflow
    drawable, found = int(np.count_nonzero(scaled)), []
    for factor, _ in progress.over(list(factors), "Samples proportional to size"):
        size = sample_size(factor, len(scaled))
        if size > drawable:
            found.append(np.nan)
        else:
            found.append(sampled.risk(inclusion_probabilities(scaled, size)) if size else 0.0)
    return np.array(found)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was named for the designs.

    Attributes
    ----------
    stratified_by
        Variables that form strata; none: those with the role stratum.
    size
        Measure of size; None: there is no such design.
    households
        Numbers households; None: the variable with the role household.
    """

    stratified_by: tuple[str, ...]
    size: str | None
    households: str | None


def find_designs(
    sampled: Population, factors: Sequence[float], chosen: Chosen, bound: Bound, progress: Progress = SILENT
) -> Designs:
    """Return the risks of all designs that a file has the variables for.

    Parameters
    ----------
    sampled
        The records.
    factors
        Percentages 0…100, ascending.
    chosen
        The variables.
    bound
        How Σ π_r/F_r ÷ n stands to what is expected of DR_max.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Designs
        With simple sampling, which needs nothing.
    """
    data, notes = sampled.data, []
    risks = {"simple": simple(sampled, factors)}
    strata = chosen.stratified_by or data.named(Role.STRATUM)
    named = (chosen.households,) if chosen.households else data.named(Role.HOUSEHOLD)
    designs: dict[str, tuple[tuple[str, ...], Sentence, Callable[[], np.ndarray | Sentence]]] = {
        "stratified": (strata, NO_STRATA, lambda: stratified(sampled, factors, strata)),
        "proportional": (
            (chosen.size,) if chosen.size else (),
            NO_SIZE,
            lambda: _by_size(sampled, factors, str(chosen.size), progress),
        ),
        "households": (
            named if len(named) == 1 else (),
            NO_HOUSEHOLDS,
            lambda: households(sampled, factors, named[0]),
        ),
    }
    for design, (names, lacking, compute) in designs.items():
        progress.check()
        absent = [name for name in names if name not in data]
        found: np.ndarray | Sentence = lacking if not names else sentence(ABSENT, names=", ".join(absent))
        if names and not absent:
            found = compute()
        if isinstance(found, Sentence):
            notes.append(found)
        else:
            risks[design] = found
    return Designs(factors, risks, bound, tuple(notes))


def _by_size(
    sampled: Population, factors: Sequence[float], name: str, progress: Progress
) -> np.ndarray | Sentence:
    """Return the risks, or why the sizes give no design."""
    sizes = sampled.data.numbers(name)
    wrong = int(np.count_nonzero(~(sizes >= 0)))
    if wrong:
        return sentence(
            "No samples proportional to size: {name} is missing or negative in {n} record; a size is 0 or "
            "more.",
            "No samples proportional to size: {name} is missing or negative in {n} records; a size is 0 or "
            "more.",
            "n",
            name=name,
            n=wrong,
        )
    return proportional_to_size(sampled, factors, sizes, progress)


NO_STRATA = plain("No stratified samples: no variable has the role stratum, and none is named.")
NO_SIZE = plain("No samples proportional to size: no measure of size is named.")
NO_HOUSEHOLDS = plain(
    "No samples of households: not exactly one variable has the role household, and none is named."
)
ABSENT = "No samples by what the masked file does not have: {names}."

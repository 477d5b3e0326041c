"""Individual risks of the released records and of their households, with all that findings are made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.kernels.expected_reciprocal import expected_reciprocal
from sdcdesk.kernels.rounded_sums import rounded_sum
from sdcdesk.risk.population_estimate import PopulationEstimate
from sdcdesk.risk.record_risks.record_risks import RecordRisks


@dataclass(frozen=True, slots=True, eq=False)
class HouseholdRisks:
    """Households of released records, and their risks.

    Attributes
    ----------
    of_record
        int64 (t,), household of each record, 0…H−1.
    risk
        float64 (H,), 1 − Π(1 − r) over the released members.
    unknown
        Records whose household is missing; each counts as a household of its own.
    """

    of_record: np.ndarray
    risk: np.ndarray
    unknown: int


def household_risks(households: Coding, risk: np.ndarray, order: np.ndarray | slice) -> HouseholdRisks:
    """Return the risk of each household: members are re-identified independently of each other.

    Parameters
    ----------
    households
        Household of each record, (t,).
    risk
        float64 (t,), risk of each record, 0…1.
    order
        int64 (t,), in which order logarithms are added up; a slice of all for that of the records.

    Returns
    -------
    HouseholdRisks
        Households without a released record are none. The risk of one with a single member is that
        member's, to the last digit.
    """
    unknown = households.codes == MISSING
    codes = households.codes.astype(np.int64)
    codes[unknown] = len(households.categories) + np.arange(np.count_nonzero(unknown))
    members = np.bincount(codes, minlength=1)
    place = np.cumsum(members > 0) - 1
    of_record, members = place[codes], members[members > 0]
    with np.errstate(divide="ignore"):
        # A member who is surely found has −∞ here, and makes the household's risk 1.
        kept = np.bincount(of_record[order], np.log1p(-risk[order]), minlength=len(members))
    found = -np.expm1(kept)
    single = members[of_record] == 1
    found[of_record[single]] = risk[single]
    return HouseholdRisks(of_record, found, int(np.count_nonzero(unknown)))


@dataclass(frozen=True, eq=False, kw_only=True)
class IndividualRisks(RecordRisks):
    """Individual risk of each released record.

    Attributes
    ----------
    keys
        The key variables.
    estimate
        f and F̂ of the keys of its records.
    of_group
        float64, r of each group (of each record where there are no groups): E(1/F | f) with p̂ = f/F̂.
    households
        Their risks; None where no variable names them.
    bound
        Individual risks are estimates.
    """

    keys: tuple[str, ...]
    estimate: PopulationEstimate
    of_group: np.ndarray
    households: HouseholdRisks | None = None
    bound: Bound = Bound.ESTIMATE

    @cached_property
    def total(self) -> float:
        """Σ r over the released records, rounded once."""
        return rounded_sum(self.of_group, self.estimate.records)

    @cached_property
    def largest(self) -> float | None:
        """The largest risk; None without records."""
        return float(self.of_group.max()) if self.records else None

    @property
    def of_households(self) -> np.ndarray:
        """float64 (t,), risk of the household of each record; NaN where no variable names it."""
        households = self.households
        if households is None:
            return np.full(len(self.masked), np.nan)
        risk: np.ndarray = households.risk[households.of_record]
        return risk


def group_risks(estimate: PopulationEstimate) -> np.ndarray:
    """Return the individual risk of each group, or record, of an estimate.

    Parameters
    ----------
    estimate
        f and F̂.

    Returns
    -------
    np.ndarray
        float64, E(1/F | f) with p̂ = f/F̂; 1/f where all people were drawn.
    """
    return expected_reciprocal(estimate.frequencies, estimate.frequencies / estimate.people)

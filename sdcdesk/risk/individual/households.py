"""Household risk: how likely at least one released member of each household is re-identified."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding


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

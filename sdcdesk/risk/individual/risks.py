"""Individual risks of the released records, with all that their findings are made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.kernels.expected_reciprocal import expected_reciprocal
from sdcdesk.risk.individual.households import HouseholdRisks
from sdcdesk.risk.population_estimate import PopulationEstimate, in_order
from sdcdesk.risk.record_risks.record_risks import RecordRisks


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
        """Σ r over the released records."""
        if self.estimate.released.groups is not None:
            return float(self.of_group @ self.estimate.frequencies)
        return float(self.risk[in_order(self.masked.rows)].sum())

    @cached_property
    def largest(self) -> float | None:
        """The largest risk; None without records."""
        return float(self.of_group.max()) if len(self.masked) else None

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

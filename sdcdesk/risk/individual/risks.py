"""Individual risks of the released records, with all that their findings are made of."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.kernels.expected_reciprocal import expected_reciprocal
from sdcdesk.risk.individual.households import HouseholdRisks
from sdcdesk.risk.population_estimate import PopulationEstimate, in_order


@dataclass(frozen=True, eq=False)
class IndividualRisks:
    """Risk of each released record.

    Attributes
    ----------
    masked
        The masked file.
    keys
        The key variables.
    estimate
        f and F̂ of the keys of its records.
    of_group
        float64, r of each group (of each record where there are no groups): E(1/F | f) with p̂ = f/F̂.
    threshold
        Risks above it are counted.
    households
        Their risks; None where no variable names them.
    """

    masked: Microdata = field(repr=False)
    keys: tuple[str, ...]
    estimate: PopulationEstimate
    of_group: np.ndarray
    threshold: float
    households: HouseholdRisks | None = None

    @cached_property
    def risk(self) -> np.ndarray:
        """float64 (t,), r of each released record."""
        return self.estimate.for_records(self.of_group)

    @cached_property
    def total(self) -> float:
        """Σ r over the released records."""
        if self.estimate.released.groups is not None:
            return float(self.of_group @ self.estimate.frequencies)
        return float(self.risk[in_order(self.masked.rows)].sum())

    @property
    def records(self) -> int:
        """Number of released records, t."""
        return len(self.masked)

    @cached_property
    def number_above(self) -> int:
        """Released records with a risk above the threshold."""
        return int(np.count_nonzero(self.risk > self.threshold))

    @cached_property
    def largest(self) -> float | None:
        """The largest risk; None without records."""
        return float(self.of_group.max()) if self.records else None

    def rows_above(self, threshold: float) -> np.ndarray:
        """Return which records have a larger risk.

        Parameters
        ----------
        threshold
            A share, 0…1.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, in the order of the masked file.
        """
        rows: np.ndarray = self.masked.rows[self.risk > threshold]
        return rows


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

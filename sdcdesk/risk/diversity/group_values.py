"""Group values: what the values of one confidential variable say of each group of released records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.value_counts import ValueCounts
from sdcdesk.risk.diversity.surroundings import Surroundings

Amounts = Callable[[ValueCounts, np.ndarray], Mapping[str, np.ndarray]]
"""From the values of groups, and how often each value (m,) occurs in all records: amounts (G,) by name."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupValues:
    """A confidential variable in each group.

    A missing confidential value is no value: it makes no group more diverse, and nothing is learnt of its
    record.

    Attributes
    ----------
    variable
        The confidential variable.
    coding
        Its values in the masked file.
    known
        bool (t,), the released records that have a value.
    overall
        int64 (m,), how often each value occurs in the masked file.
    amounts
        float64 (G,) each, by name; NaN where no record with the key of the group has a value.
    """

    variable: str
    coding: Coding
    known: np.ndarray
    overall: np.ndarray
    amounts: Mapping[str, np.ndarray]

    @property
    def records(self) -> int:
        """Number of released records with a value."""
        return int(self.overall.sum())

    @property
    def values(self) -> int:
        """Number of different values that are released."""
        return int((self.overall > 0).sum())

    def worst(self, name: str, *, least: bool = False) -> float | None:
        """Return the largest amount of any group; None where no record has a value.

        Parameters
        ----------
        name
            Name of the amount.
        least
            Whether the smallest one is asked for.

        Returns
        -------
        float or None
            It may be infinite.
        """
        amounts = self.amounts[name]
        if not self.records:
            return None
        return float(np.nanmin(amounts) if least else np.nanmax(amounts))


def group_values(
    masked: Microdata, variable: str, around: Surroundings, measured: Amounts, progress: Progress = SILENT
) -> GroupValues:
    """Measure a confidential variable in each group.

    Parameters
    ----------
    masked
        The masked file.
    variable
        The confidential variable.
    around
        The groups.
    measured
        Amounts of groups from the counts of their values.
    progress
        Receives how far the work is.

    Returns
    -------
    GroupValues
        The amounts of all groups.

    Raises
    ------
    DataError
        The values of an ordinal variable do not fit its order.
    Cancelled
        The user asked to stop.
    """
    progress.at(0.0, sentence("Values of {variable}", variable=variable))
    return coded_values(variable, masked.coding(variable), around, measured, progress)


def coded_values(
    variable: str, coding: Coding, around: Surroundings, measured: Amounts, progress: Progress = SILENT
) -> GroupValues:
    """Measure in each group what has a coding; see `group_values`.

    Parameters
    ----------
    variable
        What it is called.
    coding
        Its values in the masked file.
    around, measured, progress
        As of `group_values`.

    Returns
    -------
    GroupValues
        The amounts of all groups.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    known = coding.codes >= 0
    overall = np.bincount(coding.codes[known], minlength=len(coding.categories))
    has_value = np.zeros(len(around.sizes), dtype=bool)
    has_value[around.labels[known]] = True
    amounts: dict[str, np.ndarray] = {}
    for counts in around.value_counts(coding.codes, progress):
        for name, found in measured(counts, overall).items():
            if name not in amounts:
                amounts[name] = np.full(len(around.sizes), np.nan)
            # Values of compatible records say nothing of records without one.
            amounts[name][counts.groups] = np.where(has_value[counts.groups], found, np.nan)
    return GroupValues(variable, coding, known, overall, amounts)

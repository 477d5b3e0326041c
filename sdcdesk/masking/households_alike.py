"""Households alike: records of a household that have the same old values get the same new ones."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.masking.strata import find_strata

EXPLAIN = "predictors"
"""The parameter whose variables members of a household need not share: only the others are changed."""


class HouseholdsAlike(Method):
    """A method that can give the same new values to records of a household that have the same old ones.

    A household is what agrees on the variable with the role household; a record without one is alike to no
    other. Records of a household are alike where they agree on all variables of the step, those that only
    explain the others aside; a missing value agrees with another missing value.
    """

    households: bool = parameter(
        False,
        "Alike in a household",
        "Records of a household that have the same values in all variables of this step, predictors aside, "
        "get the same new ones. Needs a variable with the role household.",
        FieldDisplay(more=True),
    )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the method fits the data, and that households are known where they count."""
        if self.households:
            needed_variable(Role.HOUSEHOLD, None, data, "households")
        return super().check(data)

    def _alike_records(self, data: Microdata) -> np.ndarray:
        """Return a number for each record, int64 (n,), equal where records are alike."""
        household = needed_variable(Role.HOUSEHOLD, None, data, "households")
        compared = (name for parameter, name, _ in self.chosen() if parameter != EXPLAIN)
        together = find_strata(data, tuple(dict.fromkeys((household, *compared))))
        alone = data.missing(household)
        together[alone] = len(data) + np.arange(len(data))[alone]
        return together

    def _alike(self, data: Microdata, kept: np.ndarray) -> np.ndarray:
        """Return which records keep their values (bool, (n,)) where alike ones do so together."""
        if not self.households or not kept.any():
            return kept
        together = self._alike_records(data)
        found: np.ndarray = np.bincount(together, weights=kept)[together] > 0
        return found

"""Household draws: the same random numbers for records of a household that have the same old values."""

from dataclasses import replace

import numpy as np

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.parameters import Shown, parameter
from sdcdesk.core.randomness import Draws
from sdcdesk.core.role_variable import needed_variable
from sdcdesk.core.variable import Role
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.strata import strata_of


class DrawsByRecord(ChoosesValues):
    """A method whose new values follow from the old ones of the record and from its draws.

    With `households`, records of one household that have the same old values in all variables of the step
    draw the same random numbers, and so get the same new values: a household stays in one region, and has
    one income. A household is what agrees on the variable with the role household; a record without one
    draws by itself. The numbers drawn are those of the first record, by its place in the initial file, of
    those that draw alike.
    """

    households: bool = parameter(
        False,
        "Alike in a household",
        "Records of a household that have the same values in all variables of this step get the same new "
        "ones. Needs a variable with the role household.",
        Shown(more=True),
    )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the method fits the data, and that households are known where they count."""
        if self.households:
            needed_variable(Role.HOUSEHOLD, None, data, "households")
        return super().check(data)

    def _drawing(self, data: Microdata, draws: Draws) -> Draws:
        if not self.households or not len(data):
            return draws
        together = self._drawing_alike(data)
        first = np.full(int(together.max()) + 1, np.iinfo(np.int64).max)
        np.minimum.at(first, together, data.rows)
        places = np.arange(int(data.rows.max()) + 1)
        places[data.rows] = first[together]
        return replace(draws, places=places if draws.places is None else draws.places[places])

    def _alike(self, data: Microdata, kept: np.ndarray) -> np.ndarray:
        if not self.households or not kept.any():
            return kept
        together = self._drawing_alike(data)
        found: np.ndarray = np.bincount(together, weights=kept)[together] > 0
        return found

    def _drawing_alike(self, data: Microdata) -> np.ndarray:
        """Return a number for each record, int64 (n,), equal where records draw alike."""
        household = needed_variable(Role.HOUSEHOLD, None, data, "households")
        changed = (name for _, name, _ in self.chosen())
        together = strata_of(data, tuple(dict.fromkeys((household, *changed))))
        alone = data.missing(household)
        together[alone] = len(data) + np.arange(len(data))[alone]
        return together

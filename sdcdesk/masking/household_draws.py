"""Household draws: the same random numbers for records of a household that have the same old values."""

from dataclasses import replace

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.households_alike import HouseholdsAlike


class DrawsByRecord(HouseholdsAlike, ChoosesValues):
    """A method whose new values follow from the old ones of the record and from its draws.

    With `households`, records of one household that have the same old values in all variables of the step
    draw the same random numbers, and so get the same new values: a household stays in one region, and has
    one income. The numbers drawn are those of the first record, by its place in the initial file, of those
    that draw alike.
    """

    def _drawing(self, data: Microdata, draws: Draws) -> Draws:
        if not self.households or not len(data):
            return draws
        together = self._alike_records(data)
        first = np.full(int(together.max()) + 1, np.iinfo(np.int64).max)
        np.minimum.at(first, together, data.rows)
        places = np.arange(int(data.rows.max()) + 1)
        places[data.rows] = first[together]
        return replace(draws, places=places if draws.places is None else draws.places[places])

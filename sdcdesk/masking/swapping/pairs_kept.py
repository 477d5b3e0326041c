"""Pairs kept together: where an exchange would make a record impossible, both keep their values."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from sdcdesk.core.data.edit_rules import impossible
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.masking.declared import RECORDS_KEEPING_VALUES
from sdcdesk.masking.edit_rules.edit_rules_kept import RULES, ChoosesValues


class SwapsValues(ChoosesValues):
    """A method that exchanges values between two records at a time, and can be told to keep to edit rules.

    With `edit_rules` *keep*, an exchange that would make one of its two records impossible does not take
    place: both keep their values, so that each value occurs as often as before.
    """

    edit_rules: Literal["report", "keep"] = parameter(
        "report",
        "Edit rules",
        "Where new values would make a record impossible by the edit rules of the project: only report it, "
        "or undo all its exchanges in this step, so that its partners keep their old values, too.",
        FieldDisplay(choices=RULES, more=True),
    )

    def _finished(self, data: Microdata, masked: Masked) -> Masked:
        if masked.kept is None:
            return masked
        # Both records of a pair kept their values already.
        kept = Quantity(int(masked.kept.sum()), RECORDS)
        return replace(masked, reported={**masked.reported, RECORDS_KEEPING_VALUES: kept})

    def _kept(
        self,
        data: Microdata,
        sources: Sequence[np.ndarray],
        masked: Callable[[], Microdata],
        progress: Progress,
    ) -> tuple[Microdata, np.ndarray | None]:
        """Return the masked file without the exchanges that edit rules forbid, and which records that are.

        Parameters
        ----------
        data
            The file before the step.
        sources
            int64 (n,) for each exchange: the record from which each one gets its values. Pairs that are
            undone become their own sources, in place.
        masked
            Returns the masked file that the sources make.
        progress
            Asked whether to stop.

        Returns
        -------
        Microdata, ndarray or None
            bool (n,), the records that keep values; None where rules are not asked for, or there are none.
        """
        if self.edit_rules == "report" or not data.rules:
            return masked(), None
        kept = np.zeros(len(data), dtype=bool)
        # A partner that keeps one value alone may become impossible by what it got in another exchange.
        while (wrong := impossible(data, after := masked())).any():
            progress.at(0.0, self.title)
            for source in sources:
                undone = np.flatnonzero((wrong | wrong[source]) & (source != np.arange(len(source))))
                source[undone] = undone
                kept[undone] = True
        return after, kept

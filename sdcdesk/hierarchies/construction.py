"""Construction of a hierarchy from the values of a variable: which builder, and what it is told."""

from typing import Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.model import Model
from sdcdesk.hierarchies.builders import (
    band_hierarchy,
    cut_hierarchy,
    date_hierarchy,
    neighbour_hierarchy,
    prefix_hierarchy,
    rare_hierarchy,
)
from sdcdesk.hierarchies.builders.dates import STEPS
from sdcdesk.hierarchies.builders.frequency import SHARES
from sdcdesk.hierarchies.builders.prefix import MARK
from sdcdesk.hierarchies.hierarchy import LONGEST_NAME, Hierarchy
from sdcdesk.hierarchies.proposal import proposed
from sdcdesk.hierarchies.value_label_names import with_value_labels

Way = Literal["proposal", "bands", "prefix", "dates", "cuts", "rare", "neighbours"]

WAYS: dict[Way, str] = {
    "proposal": "As proposed from the values",
    "bands": "Bands of numbers",
    "prefix": "First characters of codes",
    "dates": "Months, quarters, years of dates",
    "cuts": "Groups of neighbours, cut by hand",
    "rare": "Rare values together",
    "neighbours": "Neighbours together, by frequency",
}
"""Ways to build a hierarchy, in words."""

FIRST_SHARES = tuple(100 * share for share in SHARES)


def _only(*ways: Way) -> dict[str, tuple[Way, ...]]:
    return {"how": ways}


class Construction(Model):
    """How a hierarchy is built from the values of a variable.

    Each way has its own parameters; those of other ways have no effect. One label for all values, by which
    the variable is dropped, stands above the levels that are built.
    """

    how: Way = parameter(
        "proposal",
        "Built from",
        "What puts values together.",
        FieldDisplay(choices=WAYS, menu=True),
    )
    widths: tuple[float, ...] = parameter(
        (5.0, 10.0, 20.0),
        "Widths of bands",
        "One for each level, the narrowest first; each is a multiple of the one before.",
        FieldDisplay(when=_only("bands"), empty="5; 10; 20"),
    )
    start: float = parameter(
        0.0, "A band begins at", "The others follow from it.", FieldDisplay(when=_only("bands"), more=True)
    )
    bottom: float | None = parameter(
        None,
        "One band below",
        "All smaller numbers are one band at every level.",
        FieldDisplay(when=_only("bands"), empty="none"),
    )
    top: float | None = parameter(
        None,
        "One band from",
        "This number and all larger ones are one band at every level.",
        FieldDisplay(when=_only("bands"), empty="none"),
    )
    keep: tuple[int, ...] = parameter(
        (),
        "Characters that stay",
        "One number for each level, descending; none: one less at each level.",
        FieldDisplay(when=_only("prefix"), empty="4; 3; 2"),
    )
    mark: Literal["found", "marks", "nothing"] = parameter(
        "found",
        "Left out",
        "What stands for each character that is left out.",
        FieldDisplay(
            when=_only("prefix"),
            choices={
                "found": "marked where all codes are equally long",
                "marks": "each marked by *",
                "nothing": "not marked",
            },
            more=True,
        ),
    )
    narrowest: Literal["found", "day", "month", "quarter", "year", "decade"] = parameter(
        "found",
        "Narrowest level",
        "What dates are put into first; wider levels follow.",
        FieldDisplay(
            when=_only("dates"),
            choices={"found": "as narrow as the values allow", **{step: f"{step}s" for step in STEPS}},
            menu=True,
        ),
    )
    order: Literal["found", "day", "month"] = parameter(
        "found",
        "First in a date",
        "What stands first where the year stands last, as in 03/04/1985.",
        FieldDisplay(
            when=_only("dates"),
            choices={"found": "found out", "day": "the day", "month": "the month"},
            more=True,
        ),
    )
    cuts: str = parameter(
        "",
        "Groups begin with",
        "One line for each level, the narrowest groups first, with semicolons between the values.",
        FieldDisplay(when=_only("cuts"), empty="18; 40; 65\n18; 65", long=True),
    )
    shares: tuple[float, ...] = parameter(
        FIRST_SHARES,
        "Shares of records",
        "One for each level, ascending: what rare values have together, or a group has at least.",
        FieldDisplay(when=_only("rare", "neighbours"), unit="%", empty="5; 20; 50"),
    )

    def build(self, variable: Variable, values: pd.Series, counts: np.ndarray) -> Hierarchy:
        """Return the hierarchy of some values.

        Parameters
        ----------
        variable
            Its description; its unit is in the titles of bands.
        values
            Its different values (m,), none missing, in their order.
        counts
            int64 (m,), the number of records with each.

        Returns
        -------
        Hierarchy
            Called after the variable; groups of labelled codes by their labels.

        Raises
        ------
        SdcError
            The parameters contradict one another, or do not fit the values.
        """
        if self.how == "proposal":
            return with_value_labels(proposed(variable, values, counts), variable)
        built = self._built(variable, values, counts).changed(name=variable.name[:LONGEST_NAME])
        return with_value_labels(built, variable, of_codes=self.how in ("bands", "cuts", "neighbours"))

    def _built(self, variable: Variable, values: pd.Series, counts: np.ndarray) -> Hierarchy:
        if self.how == "bands":
            ends = {"bottom": self.bottom, "top": self.top}
            return band_hierarchy(values, self.widths, start=self.start, unit=variable.unit, **ends)
        if self.how == "prefix":
            mark = {"found": None, "marks": MARK, "nothing": ""}[self.mark]
            return prefix_hierarchy(values, self.keep, mark=mark)
        if self.how == "dates":
            steps = () if self.narrowest == "found" else STEPS[STEPS.index(self.narrowest) :]
            day_first = None if self.order == "found" else self.order == "day"
            return date_hierarchy(values, steps, day_first=day_first)
        if self.how == "cuts":
            return cut_hierarchy(values, _cuts(self.cuts))
        by_frequency = rare_hierarchy if self.how == "rare" else neighbour_hierarchy
        return by_frequency(values, counts, [share / 100 for share in self.shares])


def _cuts(text: str) -> list[list[str]]:
    """Return the cuts of each level, which are lines."""
    lines = ([one for part in line.split(";") if (one := part.strip())] for line in text.splitlines())
    return [line for line in lines if line]

"""Rank swapping: records exchange values whose ranks lie close to each other."""

from functools import cache
from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.numbers.quantity import VALUES, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import ORDERED, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, Sentence, sentence
from sdcdesk.kernels.rank_partners import TRIES, rank_partners
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.new_values import replace_codes
from sdcdesk.masking.swapping.pairs_kept import SwapsValues

PLACE = 32
"""Binary digits for the place of a record."""

COLUMNS = TRIES + 2
"""Random numbers that each variable takes of a record: its place among equal values, and its partners."""


VALUES_WITHOUT_PARTNER = Declared(
    "values_without_partner",
    "Values without a partner",
    VALUES,
    "Values that were swapped with no other one, over all variables.",
    better="less",
)


class RankSwapping(MasksDistinctRecords, SwapsValues):
    """Exchange values between records whose ranks differ by at most p percent of all ranks.

    Each variable by itself: its n present values are ranked in ascending order, equal ones in random order.
    From the lowest rank on, each rank i that was not swapped yet takes a partner at random, all equally
    likely, among the ranks in i + 1 … i + ⌊p·n/100⌋ that were not swapped yet, and both exchange their
    values. The difference never exceeds ⌊p·n/100⌋ ranks. At most one value of each variable finds no partner,
    where n is odd; it stays as it is. If p percent of n are less than one rank, nothing is swapped, and a
    note says so.

    Ordinal variables are ranked in the order of their categories. Missing values stay missing, with the
    records that they belong to. The values of a variable, and with them its mean, variance and quantiles, are
    what they were; only their places change.

    With `edit_rules` *keep*, all exchanges of a record that they would make impossible are undone, and so are
    those of a partner that is impossible without them; every value stays as frequent as it was.

    With `households`, records of a household that have the same values in all variables of the step are
    masked as one, the first of them in the initial file, and all get its new values; others, and who has
    no household, stand for themselves. Ranks, and the values that stay as frequent as they were, are then
    those of the records that are masked: a large household counts no more than a small one.

    When to use
        For continuous or ordinal variables that an intruder could compare with a file of his own, where the
        distribution of each variable must stay as it is to the last digit.
    When not to use
        Where relations between variables matter and p is large: correlations shrink, the more the larger p
        is, and unlikely combinations appear. With a small p a swapped value lies so near to the original one
        that nothing is hidden, and the highest and lowest values of the file are still there. Judge the risk
        by record linkage and interval disclosure: counts of equal keys say nothing here.


    Examples
    --------
    The first variable of Table 3 of the source, with p = 15 % of ten records, which is one rank:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"v": [4.4, 3.4, 4.8, 5.0, 6.0, 7.5, 10.0, 11.0, 9.5, 3.2]}))
    >>> swapping = sdc.masking.RankSwapping(variables=["v"], window=15)
    >>> swapping.apply(data, seed=7).column("v").tolist()
    [4.8, 3.2, 4.4, 6.0, 5.0, 9.5, 11.0, 10.0, 7.5, 3.4]
    """

    name: ClassVar[str] = "rank_swapping"
    title: ClassVar[str] = "Rank swapping"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3, "
        "Example 3; Moore (1996)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (
        VALUES_CHANGED,
        VALUES_WITHOUT_PARTNER,
    )
    examples = (
        {"variables": ["income", "bonus"], "window": 10.0},
        {"variables": ["income", "school"], "window": 7.5, "edit_rules": "keep", "households": True},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables to swap, each by itself.", accepts=ORDERED, min_length=1
    )
    window: float = parameter(
        5.0,
        "Largest difference",
        "By how much the ranks of two swapped values may differ, in % of the values of the variable (p).",
        FieldDisplay(unit="% of the ranks"),
        gt=0,
        le=100,
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence(
            "{names} swapped within {part} of the ranks",
            names=", ".join(self.variables),
            part=Percentage(self.window),
        )

    def reach(self, values: int) -> int:
        """Return by how many ranks two swapped values may differ: ⌊p·n/100⌋, p as it was written.

        Parameters
        ----------
        values
            n, the values of a variable that are not missing.

        Returns
        -------
        int
            0 where p percent are less than one rank.
        """
        return int(exact(self.window) * values // 100)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        sources: dict[str, np.ndarray] = {}
        notes, alone = [], 0
        for (place, name), share in progress.part(0.0, 0.9).over(list(enumerate(self.variables)), self.title):
            if data.variable(name).scale is Scale.CONTINUOUS:
                data.numbers(name, rounded=True)  # refuses text and infinite numbers
            records = _ranked(data.coding(name).codes, data.rows, draws, place * COLUMNS)
            reach = self.reach(len(records))
            if len(records) > 1 and not reach:
                notes.append(self._note(name, len(records)))
            partners = _partners(data.rows[records], reach, draws, place * COLUMNS + 1, share)
            sources[name] = np.arange(len(data))
            sources[name][records] = records[partners]
            alone += int((partners == np.arange(len(partners))).sum())

        def masked() -> Microdata:
            columns = {}
            for name, source in sources.items():
                coding = data.coding(name)
                columns[name] = replace_codes(data.column(name), coding, coding.codes[source])
            return data.assign(columns)

        after, kept = self._kept(data, list(sources.values()), masked, progress.part(0.9, 1.0))
        changed = sum(
            int((codes[source] != codes).sum())
            for name, source in sources.items()
            for codes in [data.coding(name).codes]
        )
        figures = {
            VALUES_CHANGED: values_counted(changed, data),
            VALUES_WITHOUT_PARTNER: Quantity(alone, VALUES),
        }
        return Masked(after, figures, tuple(notes), kept=kept)

    def _note(self, name: str, values: int) -> Sentence:
        return sentence(
            "{name} has {n} values, of which {part} are less than one rank: nothing was swapped; choose a "
            "larger difference.",
            name=name,
            n=values,
            part=Percentage(self.window),
        )


def _ranked(codes: np.ndarray, rows: np.ndarray, draws: Draws, column: int) -> np.ndarray:
    """Return the places of the present values, int64 (m,), by rank; equal values in random order."""
    ranked, values = _by_code(np.flatnonzero(codes >= 0), codes)
    tied = np.zeros(len(ranked), dtype=bool)
    tied[1:] = values[1:] == values[:-1]
    tied[:-1] |= tied[1:]
    if tied.any():
        equal = ranked[tied]
        drawn = equal[draws.order(rows[equal], column)]
        ranked[tied] = drawn[_by_code(np.arange(len(drawn)), codes[drawn])[0]]
    return ranked


def _by_code(places: np.ndarray, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sort places, ascending, by code; return them and their codes, int64 both."""
    # One plain sort of both together is much faster than to sort the places by what they hold.
    both = codes[places].astype(np.int64) << PLACE | places
    both.sort()
    return both & ((1 << PLACE) - 1), both >> PLACE


def _partners(rows: np.ndarray, reach: int, draws: Draws, first: int, progress: Progress) -> np.ndarray:
    """Return the rank with which each rank is swapped; the initial records are given by rank."""

    @cache
    def uniform(column: int) -> np.ndarray:
        return draws.uniform(rows, first + column)

    return rank_partners(len(rows), reach, uniform, progress)

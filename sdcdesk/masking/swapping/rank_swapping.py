"""Rank swapping: records exchange values whose ranks lie close to each other."""

import math
from functools import cache
from typing import ClassVar, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.numbers.quantity import NUMBER, VALUES, Quantity, count_unit
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, ORDERED, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws, as_uniform
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, Sentence, sentence
from sdcdesk.kernels.rank_partners import TRIES, rank_partners
from sdcdesk.kernels.ranks import middle_ranks
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.new_values import numbers_to_square, replace_codes
from sdcdesk.masking.strata import find_strata
from sdcdesk.masking.swapping.pairs_kept import SwapsValues
from sdcdesk.masking.swapping.window_search import KeptByVariable, largest_kept, rank_correlation

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

WINDOW_USED = Declared(
    "largest_difference",
    "Largest difference used",
    count_unit("rank"),
    "By how many ranks two swapped values could differ, so that what has to be kept is kept. It "
    "follows from the random numbers, and stands in no public document.",
    secrecy=Secrecy.INTERNAL,
)

CORRELATION_KEPT = Declared(
    "rank_correlation",
    "Rank correlation",
    NUMBER,
    "Spearman's correlation of the values after and before the step; none where all values are equal. It "
    "follows from the random numbers, and stands in no public document.",
    better="more",
    secrecy=Secrecy.INTERNAL,
)

BY_VARIABLE = by_variable(WINDOW_USED, CORRELATION_KEPT)


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

    A large difference hides more and spoils more. Two conditions on what users compute make it smaller where
    they must: then each variable is swapped within the first of ⌊p·n/100⌋ ranks, three quarters of it, of
    that and so on with which the swap that is drawn fulfils them, or within more, found by halving between
    this and the one before. One that cannot be fulfilled leaves the variable as it is, which is noted.

    - `correlation_factor` R0: Spearman's correlation of the values after and before is at least √R0. As the
      variables are swapped independently, a correlation of two of them becomes about R0 times what it was at
      worst, and one with a variable that is not swapped √R0 times.
    - `mean_factor` K0: in each of the subsets of records that agree in the variables `subsets`, |X₂ − X₁| ≤
      2·K0·|X₁| / √N, where X₁ and X₂ are the mean of the variable before and after and N is the number of
      its values there.

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
        that nothing is hidden, and the highest and lowest values of the file are still there. With K0, the
        value of a record that is a subset of its own changes by no more than 2·K0 of it. Judge the risk by
        record linkage and interval disclosure: counts of equal keys say nothing here.


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
        "Example 3; Moore (1996), also for K0 and R0"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (
        VALUES_CHANGED,
        VALUES_WITHOUT_PARTNER,
    )
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income", "bonus"], "window": 10.0},
        {"variables": ["income", "school"], "window": 7.5, "edit_rules": "keep", "households": True},
        {"variables": ["income", "school"], "window": 50.0, "correlation_factor": 0.9},
        {"variables": ["income"], "window": 80.0, "mean_factor": 0.3, "subsets": ["zip"]},
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
    correlation_factor: float | None = parameter(
        None,
        "Correlations kept (R0)",
        "Correlations of two swapped variables shall be about so many times what they were at least; the "
        "difference of the ranks becomes smaller where it must.",
        FieldDisplay(more=True, empty="any"),
        gt=0,
        lt=1,
    )
    mean_factor: float | None = parameter(
        None,
        "Means of subsets kept (K0)",
        "The mean X of a subset of N values may change by 2·K0·|X|/√N; the difference of the ranks becomes "
        "smaller where it must. Needs the variables that form the subsets.",
        FieldDisplay(more=True, empty="any"),
        gt=0,
    )
    subsets: tuple[str, ...] = parameter(
        (),
        "Subsets",
        "Records that agree in these variables are a subset whose mean is kept.",
        FieldDisplay(more=True, empty="none"),
        accepts=KEY_LIKE,
    )

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if {*self.subsets} & {*self.variables}:
            raise FieldError("subsets", "names a variable that is swapped")
        if self.mean_factor is None and self.subsets:
            raise FieldError("mean_factor", "is needed where subsets are named")
        if self.mean_factor is not None and not self.subsets:
            raise FieldError("subsets", "are needed, for the mean of all values never changes")
        if self.mean_factor is not None and self.edit_rules == "keep":
            raise FieldError(
                "edit_rules", "cannot be kept with means of subsets; undone exchanges change them"
            )
        return self

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that variables whose means are kept have any."""
        notes = super().check(data)
        for name in self.variables if self.mean_factor is not None else ():
            if data.variable(name).scale is not Scale.CONTINUOUS:
                wrong = sentence(
                    "{variable} is ordinal and has no mean; swap it in a step without K0.",
                    variable=short(name),
                )
                raise DataError(wrong, "mean_factor", title=self.title)
        return notes

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
        used: dict[str, int] = {}
        notes, alone = list[Sentence](), 0
        subsets = find_strata(data, self.subsets)
        for (place, name), share in progress.part(0.0, 0.9).over(list(enumerate(self.variables)), self.title):
            used[name], records, partners = self._exchanged(
                data, name, place * COLUMNS, draws, subsets, notes, share
            )
            sources[name] = np.arange(len(data))
            sources[name][records] = records[partners]
            alone += int((partners == np.arange(len(partners))).sum())
            del records, partners

        def masked() -> Microdata:
            columns = {}
            for name, source in sources.items():
                coding = data.coding(name)
                columns[name] = replace_codes(data.column(name), coding, coding.codes[source])
            return data.assign(columns)

        after, kept = self._kept(data, list(sources.values()), masked, progress.part(0.9, 1.0))
        codes = {name: data.coding(name).codes for name in sources}
        changed = sum(int((codes[name][source] != codes[name]).sum()) for name, source in sources.items())
        figures = {
            VALUES_CHANGED: values_counted(changed, data),
            VALUES_WITHOUT_PARTNER: Quantity(alone, VALUES),
        }
        found = {name: _found(codes[name], source, used[name]) for name, source in sources.items()}
        return Masked(after, figures, tuple(notes), kept=kept, tables=(BY_VARIABLE.table(found),))

    def _exchanged(
        self,
        data: Microdata,
        name: str,
        column: int,
        draws: Draws,
        subsets: np.ndarray,
        notes: list[Sentence],
        progress: Progress,
    ) -> tuple[int, np.ndarray, np.ndarray]:
        """Return within how many ranks a variable is swapped, its records by rank, and partners of ranks."""
        if data.variable(name).scale is Scale.CONTINUOUS:
            data.numbers(name, rounded=True, copy=False)  # refuses text and infinite numbers
        records = _ranked(data.coding(name).codes, data.rows, draws, column)
        reach = self.reach(len(records))
        if len(records) > 1 and not reach:
            notes.append(self._note(name, len(records)))
        swap = _Swap(data.rows, records, draws, column + 1)
        used, partners = self._swapped(data, name, records, reach, swap, subsets, progress)
        if reach and not used:
            words = "{name}: no swap keeps what has to be kept; choose other limits for it."
            notes.append(sentence(words, name=name))
        return used, records, partners

    def _swapped(
        self,
        data: Microdata,
        name: str,
        records: np.ndarray,
        reach: int,
        swap: "_Swap",
        subsets: np.ndarray,
        progress: Progress,
    ) -> tuple[int, np.ndarray]:
        """Return within how many ranks a variable is swapped, and the partner of each rank."""
        if self.mean_factor is None and self.correlation_factor is None:
            return reach, swap(reach, progress)
        kept = KeptByVariable(
            ranks=middle_ranks(data.coding(name).codes)[records],
            correlation=None if self.correlation_factor is None else math.sqrt(self.correlation_factor),
            numbers=None if self.mean_factor is None else numbers_to_square(data, name)[records],
            subsets=subsets[records],
            mean_factor=self.mean_factor or 0.0,
        )
        return largest_kept(reach, swap, kept, progress)

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
    both = codes[places].astype(np.int64)
    both <<= PLACE
    both |= places
    both.sort()
    ascending = both >> PLACE
    both &= (1 << PLACE) - 1
    return both, ascending


class _Swap:
    """The swap of one variable, whose random numbers are drawn once for all reaches."""

    def __init__(self, rows: np.ndarray, records: np.ndarray, draws: Draws, first: int) -> None:
        """Take the initial records, the places in them by rank, and the first column of random numbers."""
        self.records = records
        # Drawn in the order of the records, which is fast, and looked up for the ranks that ask.
        words = self.words = cache(lambda column: draws.words(rows, first + column))
        # Single numbers are read much faster there. Functions that knew `self` would keep all until the
        # garbage collector comes.
        self.word, self.record = cache(lambda column: words(column).data), records.data

    def uniform(self, column: int, ranks: np.ndarray | int) -> np.ndarray | float:
        """Return the random numbers of some ranks, or that of one."""
        if isinstance(ranks, int):
            word: int = self.word(column)[self.record[ranks]]
            return as_uniform(word)
        words: np.ndarray = self.words(column)[self.records[ranks]]
        return as_uniform(words)

    def __call__(self, reach: int, progress: Progress) -> np.ndarray:
        """Return the rank with which each rank is swapped."""
        return rank_partners(len(self.records), reach, self.uniform, progress)


def _found(codes: np.ndarray, source: np.ndarray, reach: int) -> dict[Declared, Quantity]:
    """Return what is reported of a variable."""
    present = codes >= 0
    there = slice(None) if present.all() else present  # all are taken without a copy
    ranks = middle_ranks(codes)
    found = {WINDOW_USED: Quantity(reach, WINDOW_USED.unit, contributions=NEVER_PUBLISHED)}
    correlation = rank_correlation(ranks[there], ranks[source][there])
    if correlation is not None:
        found[CORRELATION_KEPT] = Quantity(correlation, NUMBER, contributions=NEVER_PUBLISHED)
    return found

"""Cell key method: counts with a little noise that hangs on who is in the cell."""

from functools import cache
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_identity import SURE, record_words
from sdcdesk.tables.cells.cell_sums import cell_sums
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.perturbation_table import noise_distribution
from sdcdesk.tables.protection.perturbed import Perturbation, released_as, require_counts

WORDS = 2.0**32


class CellKey(Perturbation):
    """Adds to each count a little noise that hangs on the people who are in the cell.

    Every record has a secret number from the key of the project. The numbers of the records of a cell are
    added up and their fraction kept: the cell key. A perturbation table says for each count and each cell key
    by how much the count is moved: at most by `deviation`, with the variance `variance` where that is
    possible, never below 0, and right on average; of all such distributions the most even one. Counts of 1 to
    `never` do not appear. Empty cells stay.

    Of a weighted count the number of records is moved, not the estimate: each of them stands for many, and
    noise of a few people would not hide one record. What is published is the moved number times the mean
    weight of the cell, rounded to a whole number, whatever fractions weights have; so it is right on average
    up to rounding, moved by at most `deviation` mean weights, and 0 where no record is left. Two tables that
    have the same cell of the same records and weights publish the same number.

    The same people give the same noise in any table of the file, so that a table that is asked for again
    tells nothing new, and two cells that differ by one person have unrelated noise. Totals get their own
    noise and so do not add up. Whoever knows the key takes the noise off: it is as secret as the data.
    Records are known by their identifiers, or where the file has none by all of their values, so that
    another order of the file gives the same noise.

    Unrelated noise averages out: who gets a cell many times, each time with another known person added by a
    filter, finds its count by the mean. No audit says so, for it looks at what is certain. Where readers
    choose filters, limit how many tables they get.

    When to use it: for counts of many tables of a census, made on demand. When not: for sums, or where
    numbers must add up.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"region": ["N"] * 7 + ["S"] * 90}))
    >>> table = sdc.tables.build(people, rows=["region"])
    >>> safe = sdc.tables.CellKey(deviation=3, variance=2.0).protect(table, key=5)
    >>> bool((abs(safe.released - table.values) <= 3).all())
    True
    """

    name: ClassVar[str] = "cell_key"
    title: ClassVar[str] = "Cell key"
    source: ClassVar[str] = "Fraser and Wooton 2005; Giessing 2016"
    keyed: ClassVar[bool] = True
    needs_rules: ClassVar[bool] = False
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"deviation": 3, "variance": 1.5, "never": 1},
    )

    deviation: int = parameter(5, "Largest deviation", "By which a count is moved at most.", ge=1, le=100)
    variance: float = parameter(3.0, "Variance", "Of the noise, where it is possible.", gt=0, le=5000)
    never: int = parameter(
        2,
        "Counts that never appear",
        "Published counts are 0 or more than this.",
        FieldDisplay(more=True),
        ge=0,
        le=50,
    )

    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        return tuple(self._perturbed(table, key) for table, _ in progress.over(tables, "Cell keys"))

    def _perturbed(self, table: CellTable, key: int) -> CellTable:
        known = table.contributions
        if known is None or known.are_given:
            require_counts(table, self)
            words = "Cell keys are made of the records of each cell; build the table from microdata."
            raise DataError(plain(words), "protection", title=self.title)
        if (known.amounts != 1).any():
            # Weighted counts are sums of weights, to which each record adds itself.
            require_counts(table, self)
        sums = cell_sums(table.dimensions, known.leaves, record_words(known.identities, key))
        shares = np.mod(sums, WORDS) / WORDS
        records = np.rint(cell_sums(table.dimensions, known.leaves, np.ones(len(known.amounts))))
        values, weights = np.zeros(len(table)), np.ones(len(table))
        for cell in np.flatnonzero(records > 0).tolist():
            moves, upto = _cumulative(int(records[cell]), self.deviation, self.variance, self.never)
            moved = records[cell] + moves[int(np.searchsorted(upto, shares[cell], side="right"))]
            weights[cell] = table.values[cell] / records[cell]
            # Without the last digits, which hang on the order in which weights were added up.
            values[cell] = np.rint(rough(moved * weights[cell], SURE)) if moved else 0.0
        weighted = bool((weights != 1).any())
        above = self.deviation * weights + (0.5 if weighted else 0.0)
        # Empty cells stay: whatever is published above 0 counts somebody.
        below = np.minimum(above, np.maximum(values - (0.0 if weighted else 1.0), 0.0))
        return released_as(table, values, below, self, above)

    def perturbation_table(self) -> pd.DataFrame:
        """Return the perturbation table: for each count the probability of each movement.

        Returns
        -------
        pd.DataFrame
            A row for each count, of which the last stands for all larger ones, and movement.
        """
        rows = []
        for count in range(1, self.deviation + self.never + 2):
            moves, chances = noise_distribution(count, self.deviation, self.variance, self.never)
            rows += [(count, int(move), float(chance)) for move, chance in zip(moves, chances, strict=True)]
        return pd.DataFrame(rows, columns=["count", "move", "probability"])


@cache
def _cumulative(count: int, deviation: int, variance: float, never: int) -> tuple[np.ndarray, np.ndarray]:
    # Beyond this count nothing bounds the noise any more, and it is the same for all.
    moves, chances = noise_distribution(min(count, deviation + never + 1), deviation, variance, never)
    upto = np.cumsum(chances)[:-1]
    return moves, upto

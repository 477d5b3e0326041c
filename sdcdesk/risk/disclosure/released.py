"""Released records, as the figures of the disclosure risk need them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Bound, share
from sdcdesk.core.results.findings import Declared, Figure
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.disclosure.computation import Computation, divided

_NONE = np.empty(0, dtype=np.int64)

BOUND = "bound"
"""Name of the note that says whether the risks are exact."""


@dataclass(frozen=True, slots=True)
class Released:
    """The released records as the figures need them.

    Attributes
    ----------
    masked
        The masked file, whose row identity leads to the original.
    matrix
        The classification matrix.
    records
        Series of the released records, among them f and F, the sizes of their groups now and before; empty
        where they are not in memory.
    exact
        Whether 1 ÷ the larger size is the chance of a right link, and not a bound.
    sizes_are_secret
        Whether pairs of sizes would tell which values keys had that were blanked, exchanged or drawn anew.
    """

    masked: Microdata = field(repr=False)
    matrix: ClassificationMatrix
    records: Mapping[str, np.ndarray] = field(repr=False)
    exact: bool
    sizes_are_secret: bool = False

    @property
    def f(self) -> np.ndarray:
        """int64 (t,), size of the group of each released record now."""
        return self.records.get("f", _NONE)

    @property
    def initial(self) -> np.ndarray:
        """int64 (t,), size of the group of each released record before."""
        return self.records.get("F", _NONE)

    def rows(self, counted: Callable[[], np.ndarray]) -> Callable[[], np.ndarray]:
        """Return what finds the positions in the original of the records that a condition counts.

        Parameters
        ----------
        counted
            Gives bool (t,): the records that count.

        Returns
        -------
        Callable[[], np.ndarray]
            Gives int64 (m,), positions in the original.
        """
        return lambda: self.masked.rows[counted()]

    def pair(
        self,
        figures: tuple[Declared, Declared],
        links: Fraction,
        computation: Computation,
        whose: Callable[[], np.ndarray],
        row_title: str,
        bound: Bound = Bound.EXACT,
        *,
        counting: bool = False,
    ) -> tuple[Figure, Figure]:
        """Return a risk per original and per released record.

        Parameters
        ----------
        figures
            Both declarations.
        links
            Expected number of right links.
        computation
            What leads to that number.
        whose
            Returns a mask of the released records that count.
        row_title
            What these records are.
        bound
            How the number of links stands to the true one; no links at all are exact.
        counting
            Whether the links are a number of records, and not an expectation.

        Returns
        -------
        tuple[Figure, Figure]
            Shares of n, and of t.
        """
        matrix = self.matrix
        bound = Bound.EXACT if links == 0 else bound
        found = []
        of_files = ("{links} ÷ {records} of the original", "{links} ÷ {records} of the masked file")
        for figure, records, words in zip(figures, (matrix.n, matrix.t), of_files, strict=True):
            # Only records that are counted one by one are a part of the whole; expected links are none.
            part = int(links) if counting else links
            quantity = share(part, records, bound, empty=NOTHING_RELEASED)
            last = (divided(links, records, words), quantity)
            found.append(
                figure.figure(
                    quantity,
                    computation=(*computation, last),
                    rows=self.rows(whose),
                    row_title=row_title,
                    note=BOUND if bound is not Bound.EXACT else "",
                )
            )
        return found[0], found[1]

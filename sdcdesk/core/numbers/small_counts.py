"""Small counts behind a number: of a sum over groups of records, how few records the smallest part counts.

The owner's threshold hides how many records are in groups of a size where they are few. A share such as
DR_max is added up from all these counts, so with all its digits it would tell the hidden ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from sdcdesk.core.numbers.round_steps import round_step


@dataclass(frozen=True, slots=True)
class SmallCounts:
    """The smallest of the counts that a number was added up from.

    Attributes
    ----------
    smallest
        Gives its records, 0 where there are none at all; counted when a document with a threshold asks.
    records
        Records that a share is taken of.
    """

    smallest: Callable[[], int]
    records: int

    def below(self, threshold: int) -> bool:
        """Return whether a count that the number would tell is too small to be told.

        Parameters
        ----------
        threshold
            Fewest records that may be counted; 0: any.

        Returns
        -------
        bool
            False also where nothing is counted.
        """
        return threshold > 0 and 0 < self.smallest() < threshold

    def step(self, threshold: int, one: float) -> Decimal:
        """Return the step in which a number may be written.

        Parameters
        ----------
        threshold
            Fewest records that may be counted.
        one
            How far the number moves, at most, as one record counts or does not.

        Returns
        -------
        Decimal
            1, 2 or 5 times a power of ten, and no less than what so many records move; 0: with all digits.
        """
        return round_step(threshold * one) if self.below(threshold) else Decimal(0)

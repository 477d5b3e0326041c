"""Edition of a document: whom it is for, and what of every number it may tell."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from sdcdesk.core.numbers.quantity import CELLS, HOUSEHOLDS, RECORDS, VALUES, Quantity, Unit
from sdcdesk.core.numbers.small_counts import SmallCounts
from sdcdesk.core.results.coarsening import SECRET, USUAL, coarsened, without_value
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import Against, Argument, Sentence, sentence

_COUNTING = (RECORDS.noun, VALUES.noun, CELLS.noun, HOUSEHOLDS.noun)


class Audience(StrEnum):
    """Who reads a document."""

    PUBLIC = "public"
    """Anybody: names, sizes and aggregates."""

    INTERNAL = "internal"
    """The disclosure board: the same, and values of the data where the user asks for them."""


_SECRET = (Secrecy.DERIVED, Secrecy.RECORD)
"""What stands in editions with values of the data only."""


@dataclass(frozen=True, slots=True)
class Edition:
    """Whom a document is for, and whether values of the data may stand in it.

    Attributes
    ----------
    audience
        See `Audience`.
    values
        Whether values of the data stay; only of an internal document.
    threshold
        Aggregates that count fewer records are left out, where values of the data are; 0: none.
    dominance
        Where values of the data are left out, numbers that were computed from them let every value be
        uncertain by so many percent of the largest.
    secret
        Variables that were masked by a step with secret parameters: of a public document all numbers are
        left out that tell how they were masked.
    key
        What only the owner knows: by it numbers go up or down to a step, so that nobody who runs the program
        on all values that one person may have sees which of them gives the same document.

    Raises
    ------
    ParameterError
        Values are asked for in a public document.
    """

    audience: Audience = Audience.PUBLIC
    values: bool = False
    threshold: int = 0
    dominance: float = USUAL
    secret: frozenset[str] = frozenset()
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if self.values and self.audience is not Audience.INTERNAL:
            raise ParameterError(
                "Values of the data stand in internal documents only; choose the internal edition.", "values"
            )

    def shows(self, secrecy: object) -> bool:
        """Return whether something of this secrecy stays; what is not known does not.

        Parameters
        ----------
        secrecy
            Secrecy of a column or figure.

        Returns
        -------
        bool
            False also for anything that is not a `Secrecy`.
        """
        if secrecy is Secrecy.INTERNAL:
            return self.audience is Audience.INTERNAL
        return secrecy in (Secrecy.PUBLIC, Secrecy.AGGREGATE) or (self.values and secrecy in _SECRET)

    def released(self, quantity: Quantity, limits: Sequence[Limit] = ()) -> Quantity:
        """Return a quantity as the edition tells it: rounded or withheld, if it was computed from values.

        Parameters
        ----------
        quantity
            Any.
        limits
            Limits on it: what is written stands to them as the number does.

        Returns
        -------
        Quantity
            The same object where nothing is to be hidden.
        """
        if self.values:
            return quantity
        if quantity.defined and self.keeps(quantity.masking):
            return without_value(quantity, SECRET)
        return coarsened(quantity, self.dominance, self.threshold, limits, self.key)

    def keeps(self, masking: frozenset[str]) -> bool:
        """Return whether it is secret how some variables were masked.

        Parameters
        ----------
        masking
            Their names.

        Returns
        -------
        bool
            True if it is of one of them.
        """
        return self.audience is Audience.PUBLIC and bool(masking & self.secret)

    @property
    def hides_small_counts(self) -> bool:
        """Whether there are counts that it hides, however small they would have to be."""
        return self.threshold > 0 and not self.values

    def hides(self, number: Quantity | int | None) -> bool:
        """Return whether a number counts records, and fewer than the owner's threshold.

        Parameters
        ----------
        number
            A quantity, of a share the records behind it, and those that are left of all; a plain count is
            taken as one of records.

        Returns
        -------
        bool
            False also for 0, which counts nobody.
        """
        if not self.hides_small_counts:
            return False
        counts = _counted(number) if isinstance(number, Quantity) else (number,)
        return any(count is not None and 0 < count < self.threshold for count in counts)

    def with_others(self, counts: Sequence[int] | np.ndarray, hidden: np.ndarray) -> np.ndarray:
        """Return which counts are hidden, so that those told do not tell the rest by subtraction.

        Parameters
        ----------
        counts
            Parts of a total that the reader may know; as an array int64 (n,).
        hidden
            bool (counts,); those that are hidden in any case.

        Returns
        -------
        np.ndarray
            bool (counts,); more of them, the smallest first, until all hidden ones together count as many
            records as the threshold asks for.
        """
        several = hidden.copy()
        sizes = np.asarray(counts, dtype=np.int64)
        for place in np.argsort(sizes, kind="stable"):
            if not self.hides(int(sizes[several].sum())):
                break
            several[place] |= sizes[place] > 0
        return several

    def between(self, counts: Sequence[int], hidden: np.ndarray, first: int) -> np.ndarray:
        """Return which counts are hidden, so that no two of those told differ by too few records.

        Parameters
        ----------
        counts
            Counts that rise or fall from row to row, as of records above rising thresholds.
        hidden
            bool (counts,); those that are hidden in any case.
        first
            Place of the count that is told elsewhere.

        Returns
        -------
        np.ndarray
            bool (counts,); more of them, on both sides of that one.
        """
        more = hidden.copy()
        for side in (range(first + 1, len(counts)), range(first - 1, -1, -1)):
            published = counts[first]
            for place in side:
                more[place] |= self.hides(abs(counts[place] - published))
                published = published if more[place] else counts[place]
        return more

    def leaves_out(self, quantity: Quantity | None, secrecy: object) -> bool:
        """Return whether the number of a figure is left out: it is a value, or of too few records.

        Parameters
        ----------
        quantity
            The number, or why there is none.
        secrecy
            Secrecy of the figure; a public size, as k, counts nobody.

        Returns
        -------
        bool
            Alike for the figure, its judgements, and what it was before and after a step.
        """
        if secrecy is not Secrecy.AGGREGATE:
            return not self.shows(secrecy)
        reason = None if quantity is None else quantity.reason
        return self.hides(quantity) or (reason is not None and self.tells(reason.text))

    def solves(self, counts: SmallCounts | None) -> bool:
        """Return whether counts of records behind a number are too small to be told.

        Parameters
        ----------
        counts
            Those that it was added up from; None: it tells none.

        Returns
        -------
        bool
            False where the edition tells everything.
        """
        return not self.values and counts is not None and counts.below(self.threshold)

    def tells(self, text: str) -> bool:
        """Return whether a sentence counts fewer records than the owner's threshold.

        Parameters
        ----------
        text
            A sentence with its numbers; a text without any counts nobody.

        Returns
        -------
        bool
            Also where a plain count is of something else, for nobody knows.
        """
        arguments = text.counts.values() if isinstance(text, Sentence) else ()
        return any(
            self.tells(one) if isinstance(one, Sentence) else self.hides(number_in(one)) for one in arguments
        )

    @property
    def why(self) -> str:
        """Why an aggregate is left out."""
        return sentence("Withheld: it counts fewer than {n} records.", n=self.threshold)


WITHHELD = Edition()
"""What every writer takes where nobody says otherwise."""

EVERYTHING = Edition(Audience.INTERNAL, values=True)
"""What the owner of the data sees."""


def counts_records(unit: Unit | None) -> bool:
    """Return whether numbers of a unit count records.

    Parameters
    ----------
    unit
        The unit of a figure or column.

    Returns
    -------
    bool
        True also of values and cells, of which there is one a record, and of households: few are few people.
    """
    return unit is not None and unit.noun in _COUNTING


def number_in(argument: Argument) -> Quantity | int | None:
    """Return the number of an argument of a sentence that may count records.

    Parameters
    ----------
    argument
        Argument of a sentence.

    Returns
    -------
    Quantity or int or None
        None: it is a name, a limit, or a number with a fraction.
    """
    if isinstance(argument, Against):
        return None if argument.writes_limit else argument.quantity
    return argument if isinstance(argument, Quantity | int) else None


def _counted(quantity: Quantity) -> tuple[float | None, ...]:
    """Return how many records a quantity counts, and how many others there are."""
    if quantity.part is not None:
        others = None if quantity.whole is None else quantity.whole - quantity.part
        return quantity.part, others, *quantity.people
    return quantity.value if counts_records(quantity.unit) else None, *quantity.people

"""Predicates that hold for exactly one released record, made from the released file alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.holders import Condition
from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.maxima import Maxima, maxima
from sdcdesk.risk.criteria.levels import Level

Kind = Literal["equal", "at least", "at most"]


@dataclass(frozen=True, slots=True)
class Guess:
    """A predicate that holds for exactly one released record, and a blind one of the same variables.

    Attributes
    ----------
    predicate
        Its conditions.
    blind
        The same with values that were drawn from the released file, each variable for itself.
    record
        Position in the masked file of the record that it holds for.
    """

    predicate: tuple[Condition, ...]
    blind: tuple[Condition, ...]
    record: int


class Released:
    """The released values of some variables, from which predicates are made.

    Parameters
    ----------
    levels
        The variables.
    """

    def __init__(self, levels: Sequence[Level]) -> None:
        self.levels = tuple(levels)
        self._sorted: dict[int, np.ndarray] = {}

    def present(self, at: int) -> np.ndarray:
        """Return the codes of a variable that are not missing, ascending.

        Parameters
        ----------
        at
            Its place.

        Returns
        -------
        np.ndarray
            int64 (k,).
        """
        if at not in self._sorted:
            codes = self.levels[at].after
            self._sorted[at] = np.sort(codes[codes >= 0])
        return self._sorted[at]

    def median(self, at: int) -> float:
        """Return the median of the codes of an ordered variable that are not missing; there must be one.

        Parameters
        ----------
        at
            Its place.

        Returns
        -------
        float
            Half-way between two codes where as many are below as above.
        """
        codes = self.present(at)
        return float(codes[(len(codes) - 1) // 2] + codes[len(codes) // 2]) / 2

    def kind(self, at: int, code: int) -> Kind:
        """Return what a predicate of several variables asks of a value.

        Parameters
        ----------
        at
            Place of the variable.
        code
            The value.

        Returns
        -------
        Kind
            Equality of names; of ordered values as much or more from the median up, or as much or less below.
        """
        if not self.levels[at].ordered:
            return "equal"
        return "at least" if code >= self.median(at) else "at most"

    def condition(self, at: int, kind: Kind, code: int) -> Condition:
        """Return a condition on one variable.

        Parameters
        ----------
        at
            Its place.
        kind
            What is asked.
        code
            The value.

        Returns
        -------
        Condition
            Codes from and to.
        """
        low = 0 if kind == "at most" else code
        high = self.levels[at].size - 1 if kind == "at least" else code
        return Condition(at, low, high)

    def drawn_code(self, at: int, rng: np.random.Generator) -> int:
        """Return the value of a released record that is drawn at random; one must be present.

        Parameters
        ----------
        at
            Place of the variable.
        rng
            Random numbers.

        Returns
        -------
        int
            Its code.
        """
        codes = self.present(at)
        return int(codes[rng.integers(len(codes))])


def univariate(released: Released, at: int, number: int, rng: np.random.Generator) -> list[Guess]:
    """Draw from all predicates of one variable that hold for exactly one released record.

    These are: equal to a value that occurs once; and of an ordered variable as little as its smallest value
    or less, and as much as its largest or more, where that occurs once.

    Parameters
    ----------
    released
        The released values.
    at
        Place of the variable.
    number
        How many are drawn, without repetition; all where there are fewer.
    rng
        Random numbers.

    Returns
    -------
    list[Guess]
        The same in whatever order the released records are.
    """
    level, codes = released.levels[at], released.present(at)
    if not len(codes):
        return []
    times = np.bincount(codes, minlength=level.size)
    pool: list[tuple[Kind, int]] = []
    if level.ordered:
        ends: tuple[tuple[Kind, int], ...] = (("at most", int(codes[0])), ("at least", int(codes[-1])))
        pool = [(kind, code) for kind, code in ends if times[code] == 1]
    once = np.flatnonzero(times == 1)
    holder = np.zeros(level.size, dtype=np.int64)
    present = np.flatnonzero(level.after >= 0)
    holder[level.after[present]] = present
    guesses = []
    for place in _drawn(len(pool) + len(once), number, rng):
        kind, code = pool[place] if place < len(pool) else ("equal", int(once[place - len(pool)]))
        blind = released.condition(at, kind, released.drawn_code(at, rng))
        guesses.append(Guess((released.condition(at, kind, code),), (blind,), int(holder[code])))
    return guesses


def multivariate(
    released: Released, some: tuple[int, ...], number: int, rng: np.random.Generator, progress: Progress
) -> list[Guess]:
    """Draw released records that a predicate of their values of some variables holds for alone.

    It asks for equal names and, of ordered variables, for as much or more where the value is the median or
    above, and as much or less below it. So it holds for the records that have the same names, stand on the
    same sides, and are as far out; those whom nobody reaches are the maxima of such a class.

    Parameters
    ----------
    released
        The released values.
    some
        Places of the variables.
    number
        How many are drawn, without repetition; all where there are fewer.
    rng
        Random numbers.
    progress
        Receives how far the work is.

    Returns
    -------
    list[Guess]
        The same in whatever order the released records are.
    """
    columns = [released.levels[at].after for at in some]
    complete = np.flatnonzero(np.all([column >= 0 for column in columns], axis=0))
    if not len(complete):
        return []
    # One order of the records, so that draws do not depend on that of the file.
    codes = [column[complete] for column in columns]
    classes, points = _classes(released, some, codes)
    found = maxima(classes, points, lambda share: progress.at(share, "Predicates"))
    guesses = []
    for place in _drawn_maxima(found, codes, number, rng, progress):
        values = [int(column[place]) for column in codes]
        blind = [released.drawn_code(at, rng) for at in some]
        guesses.append(
            Guess(
                _conditions(released, some, values), _conditions(released, some, blind), int(complete[place])
            )
        )
    return guesses


def _conditions(released: Released, some: Sequence[int], codes: Sequence[int]) -> tuple[Condition, ...]:
    return tuple(
        released.condition(at, released.kind(at, code), code) for at, code in zip(some, codes, strict=True)
    )


def _classes(
    released: Released, some: Sequence[int], codes: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return for complete records the class of equal names and sides, and how far out they are."""
    digits, radices, points = [np.zeros(len(codes[0]), dtype=np.int64)], [1], []
    for at, column in zip(some, codes, strict=True):
        level = released.levels[at]
        if level.ordered:
            above = column >= released.median(at)
            digits.append(above.astype(np.int64))
            radices.append(2)
            points.append(np.where(above, column, level.size - 1 - column))
        else:
            digits.append(column)
            radices.append(level.size)
    classes = compact(*combine(digits, radices))[0]
    return classes, np.column_stack(points) if points else np.zeros((len(classes), 0), dtype=np.int64)


def _drawn(size: int, number: int, rng: np.random.Generator) -> list[int]:
    """Draw some places of a pool, without repetition."""
    drawn: list[int] = rng.choice(size, min(size, number), replace=False).tolist() if size else []
    return drawn


def _drawn_maxima(
    found: Maxima, codes: Sequence[np.ndarray], number: int, rng: np.random.Generator, progress: Progress
) -> list[int]:
    """Draw some maxima evenly, also where it is not yet decided of all points whether they are."""

    def in_order(places: np.ndarray) -> np.ndarray:
        return np.lexsort([column[places] for column in codes])

    known = found.positions[in_order(found.positions)]
    if not len(found.undecided):
        return [int(known[place]) for place in _drawn(len(known), number, rng)]
    open_ones = in_order(found.undecided)
    drawn: list[int] = []
    for place in rng.permutation(len(known) + len(open_ones)).tolist():
        progress.at(1.0, "Predicates")
        if place < len(known):
            drawn.append(int(known[place]))
        elif found.is_maximum(int(open_ones[place - len(known)])):
            drawn.append(int(found.undecided[open_ones[place - len(known)]]))
        if len(drawn) == number:
            break
    return drawn

"""Contributions of single records to a number, from which follows how much of it strangers may read.

A mean with its standard deviation, or the same mean with and without one record, gives that record's value
away. So a number that is computed from values carries what one of them has to do with it, and a public
edition leaves it out or writes it in steps (`sdcdesk.core.results.coarsening`).
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import ceil, floor, inf, isfinite, log10

from sdcdesk.core.numbers.round_steps import round_step

FEWEST = 3
"""Of fewer values, who knows one of them knows the other."""

MARGIN = 4.0
"""Width of a step in units of what must stay uncertain.

A number lies within half a step of what is written, so 2 would do for one number. Several may tell of one
sum, as a mean and its variation, and what all of them allow is narrower than what each does.
"""


@dataclass(frozen=True, slots=True)
class Contributions:
    """What single records have to do with a number.

    Attributes
    ----------
    values
        How many values it was computed from.
    largest
        The largest of them, without its sign.
    rest
        By how much somebody who knows the second largest value and the number overrates the largest one, when
        he takes all that is left for it; infinite where nobody can tell so much from the number.
    effect
        How far the number moves, at most, as one value moves by as much as the largest is. In the unit of the
        number.
    grain
        The least step, however uncertain values must stay, in the unit of the number: of a count it hides
        whether some records are among those counted.
    secret
        Gives what nobody knows who lacks the original, and what another edition has otherwise: by it a number
        goes up or down to a step at random. None: to the nearest.
    parts
        What a count is added up from that includes others, as the records between two thresholds: each is
        rounded by itself, so that one record, which is in one of them, moves no more than this one. Empty: it
        is none.
    """

    values: int
    largest: float = 0.0
    rest: float = inf
    effect: float = 0.0
    grain: float = 0.0
    secret: Callable[[], str] | None = field(default=None, repr=False, compare=False)
    parts: tuple[float, ...] = ()

    def dominated(self, percent: float, fewest: int = FEWEST) -> bool:
        """Return whether the number gives its largest value away to within so many percent (the p % rule).

        Parameters
        ----------
        percent
            How uncertain a value must stay, in percent of the largest.
        fewest
            A number computed from fewer values does so in any case.

        Returns
        -------
        bool
            Also where it is not known how far one value moves the number.
        """
        known = isfinite(self.largest) and isfinite(self.effect)
        return self.values < max(fewest, FEWEST) or not known or self.rest < percent / 100 * self.largest

    def step(self, percent: float) -> Decimal:
        """Return the step in which the number may be written.

        Half a step hides a change of one value by more than so many percent of the largest, and the more so
        do the two half steps of two editions that are subtracted.

        Parameters
        ----------
        percent
            How uncertain a value must stay, in percent of the largest.

        Returns
        -------
        Decimal
            1, 2 or 5 times a power of ten; 0: with all digits.
        """
        least = max(MARGIN * percent / 100 * self.effect, self.grain)
        return round_step(least) if least > 0 else Decimal(0)

    def in_grains(self, number: float, key: str = "") -> float:
        """Return a number rounded to whole grains, up or down at random.

        A count of records and their share are told of the same people: they go up or down together, else who
        reads both would know the count better than from either.

        Parameters
        ----------
        number
            The number.
        key
            See `goes_up`.

        Returns
        -------
        float
            The number itself, where nothing is rounded at random.
        """
        if self.secret is None or not self.grain:
            return number
        rounded = 0
        for part in self.parts or (number,):
            grains = round(part / self.grain, ALIKE)
            below = floor(grains)
            rounded += below + self._chance(grains, grains - below, key)
        return rounded * self.grain

    def goes_up(self, number: float, part: float, key: str = "") -> bool | None:
        """Return whether a number is rounded up, at random, so that it is right on average.

        Parameters
        ----------
        number
            The number, which is always rounded alike.
        part
            What it has above the step below it, as a part of a step.
        key
            What only the owner knows. Who knows all original values but one tries each for it, and would see
            by the rounding itself which is the right one.

        Returns
        -------
        bool or None
            None: it is rounded to the nearest.
        """
        if self.secret is None:
            return None
        return self._chance(number, part, key)

    def _chance(self, number: float, part: float, key: str) -> bool:
        secret = key + (self.secret() if self.secret else "")
        digest = hashlib.sha256(f"{secret} {number!r}".encode()).digest()
        return int.from_bytes(digest[:7]) / 2**56 < part


ALIKE = 6
"""Digits after the point to which numbers of grains are alike, for rounding."""

COUNTED_TOGETHER = 10
"""Records by which counts of original values are rounded, up or down at random, right on average."""

NEVER_PUBLISHED = Contributions(0)
"""Of a number that public editions leave out, for values could be computed from it."""

KNOWN_TO_ALL = Contributions(2**62)
"""Of a number that follows from others which everybody gets, as the records that are left out."""


def single_value_contributions(values: int, number: float) -> Contributions:
    """Return the contributions to a number that may hang on one value alone.

    Parameters
    ----------
    values
        How many values it was computed from.
    number
        The number.

    Returns
    -------
    Contributions
        One value moves it by as much as it is: about one digit is told.
    """
    return Contributions(values, effect=coarse(abs(number)))


def counted_values(
    records: int,
    one: float,
    secret: Callable[[], str],
    behind: Contributions | None = None,
    parts: tuple[float, ...] = (),
) -> Contributions:
    """Return the contributions to a number that counts records by what their values are.

    Parameters
    ----------
    records
        How many there are.
    one
        How far the number moves as one record counts or does not.
    secret
        Original values; see `Contributions.secret`.
    behind
        What values have to do with it besides.
    parts
        See `Contributions.parts`.

    Returns
    -------
    Contributions
        The number is told in steps of `COUNTED_TOGETHER` records. Were it rounded to the nearest, a count
        that differs from that of another edition would prove that somebody is counted in one of them only;
        rounded at random, two equal counts differ as well.
    """
    known = Contributions(records) if behind is None else behind
    return replace(known, grain=max(known.grain, COUNTED_TOGETHER * one), secret=secret, parts=parts)


def coarse(size: float) -> float:
    """Return a size that tells little of a value, for the effects from which steps follow.

    Steps are told, and each says between which two rungs its effect lies. Where effects of several numbers,
    or editions with several dominances, were multiples of the value itself, their rungs would close in on it;
    multiples of its own rung all say the same.

    Parameters
    ----------
    size
        0 or more.

    Returns
    -------
    float
        1, 2 or 5 times a power of ten, and no smaller; what is not finite stays.
    """
    return float(round_step(size)) if isfinite(size) and size > 0 else size


def coarse_reach(reach: float, deviation: float) -> float:
    """Return how far values may lie from their mean, so roughly that none follows from it.

    Parameters
    ----------
    reach
        Farthest of a value from the mean.
    deviation
        The standard deviation of the values.

    Returns
    -------
    float
        10, 100, 1,000… standard deviations, and no less than the reach; 0 without deviation.
    """
    if not deviation > 0:
        return 0.0
    deviations = reach / deviation
    return deviation * 10.0 ** max(1, ceil(log10(deviations))) if 0 < deviations < inf else 10 * deviation


def worse(one: Contributions, other: Contributions) -> Contributions:
    """Return the contributions to a number that follows from either of two files.

    Parameters
    ----------
    one, other
        Contributions of the values of each file.

    Returns
    -------
    Contributions
        Of the file that gives most away.
    """
    return worst([one, other], max(one.effect, other.effect))


def worst(several: list[Contributions], effect: float) -> Contributions:
    """Return the contributions to a number that several others follow from, too.

    Parameters
    ----------
    several
        Contributions to each; none: nothing is known, and the number is never told.
    effect
        How far the number moves, at most, with the largest value of any of them.

    Returns
    -------
    Contributions
        Of the one that gives most away.
    """
    if not several:
        return NEVER_PUBLISHED
    values = min(one.values for one in several)
    most = min(several, key=lambda one: one.rest / one.largest if one.largest > 0 else inf)
    return Contributions(values, most.largest, most.rest, effect)

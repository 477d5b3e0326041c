"""Data intrusion: how likely a match of a unique record is right, from the sizes of groups."""

from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Bound, Quantity, Reason, Why, count_unit
from sdcdesk.core.results.findings import Figure
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.risk.declared import INTRUSION, NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.hidden_weights import following_weights

PAIRS = count_unit("pair")

NO_FRACTION = Reason(
    Why.NOT_APPLICABLE,
    "Nothing says which share of the population the file is: no sampling fraction is given, and no one "
    "variable with the role weight tells it.",
)
NO_UNIQUES = Reason(Why.TOO_FEW, "No released record is unique by all keys, so there is no match to judge.")
NO_PAIRS = Reason(
    Why.TOO_FEW,
    "Not estimable: no two released records share their key values with each other and with nobody else.",
)


@dataclass(frozen=True, slots=True)
class Intrusion:
    """Data intrusion factor of a file.

    Attributes
    ----------
    fraction
        Share of the population that the file holds, π; None: not known.
    uniques, pairs
        Records that nobody shares the key of, f₁, and groups of two, f₂.
    factor
        θ̂ = π f₁/(π f₁ + 2(1 − π) f₂), or why there is none.
    weighed
        Records whose weights say the fraction, where these are not released; 0: the fraction tells nothing.
    """

    fraction: float | None
    uniques: int
    pairs: int
    factor: Quantity
    weighed: int = 0

    def by_weights(self, records: int) -> "Intrusion":
        """Return the same of a fraction that weights say which are not released.

        Parameters
        ----------
        records
            How many there are.

        Returns
        -------
        Intrusion
            A public document tells about one digit of its numbers.
        """
        return replace(self, factor=following_weights(self.factor, records), weighed=records)

    def released(self, quantity: Quantity) -> Quantity:
        """Return a number that was made with the fraction, with what it tells of weights.

        Parameters
        ----------
        quantity
            Any.

        Returns
        -------
        Quantity
            The same object where the fraction tells nothing.
        """
        return following_weights(quantity, self.weighed) if self.weighed else quantity

    @property
    def figure(self) -> Figure:
        """The factor with the numbers that it is made of."""
        steps: tuple[tuple[str, Quantity], ...] = ()
        if self.factor.defined and self.fraction is not None:
            steps = (
                ("Sampling fraction π", self.released(Quantity(self.fraction, SHARE))),
                ("Records alone with all keys f₁", Quantity(self.uniques, RECORDS)),
                ("Groups of two f₂", Quantity(self.pairs, PAIRS)),
                ("π f₁ ÷ (π f₁ + 2 (1 − π) f₂)", self.factor),
            )
        return INTRUSION.figure(self.factor, computation=steps)


def sampling_fraction(given: float | None, original: Microdata, masked: Microdata) -> float | None:
    """Return which share of the population a file holds.

    Parameters
    ----------
    given
        The share, 0…1, where it was given.
    original, masked
        Both files; the weights of all records of the original together stand for the population.

    Returns
    -------
    float or None
        That which was given; else the released records divided by the sum of all weights, where one variable
        has the role weight and its values are possible weights; else None.
    """
    named = original.named(Role.WEIGHT)
    if given is not None or len(named) != 1 or not len(masked):
        return given
    weights = original.numbers(named[0])
    with np.errstate(over="ignore"):
        people = float(weights.sum())
    possible = weights.min() > 0 and len(weights) <= people < np.inf
    return len(masked) / people if possible else None


def data_intrusion(sizes: SizeHistogram, fraction: float | None) -> Intrusion:
    """Estimate the data intrusion factor.

    Parameters
    ----------
    sizes
        How many released records share all keys.
    fraction
        Share of the population that the file holds; None: not known.

    Returns
    -------
    Intrusion
        Without pairs it is not estimable, and never 1 for that reason.
    """
    if sizes.groups is None:
        return Intrusion(fraction, 0, 0, _none(Reason(Why.NOT_APPLICABLE, NO_GROUPS)))
    uniques, pairs = (int(sizes.groups[sizes.sizes == size].sum()) for size in (1, 2))
    if not len(sizes.sizes):
        return Intrusion(fraction, 0, 0, _none(Reason(Why.NO_RECORDS, NOTHING_RELEASED)))
    if fraction is None:
        return Intrusion(None, uniques, pairs, _none(NO_FRACTION))
    if not uniques or not pairs:
        return Intrusion(fraction, uniques, pairs, _none(NO_PAIRS if uniques else NO_UNIQUES))
    drawn = fraction * uniques
    factor = drawn / (drawn + 2 * (1 - fraction) * pairs)
    behind = uniques, 2 * pairs
    return Intrusion(fraction, uniques, pairs, Quantity(factor, SHARE, Bound.ESTIMATE, people=behind))


def _none(reason: Reason) -> Quantity:
    return Quantity(None, SHARE, reason=reason)

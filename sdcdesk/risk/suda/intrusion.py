"""Data intrusion: how likely a unique record is the right person, for a file and for its records."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.quantity import SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.variable import Role
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.frequencies import Frequencies

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
MANY_KEYS = Reason(Why.NOT_APPLICABLE, "The formula spreads the factor for fewer than 28 keys only.")
NO_SETS = Reason(Why.TOO_FEW, "No released record has a minimal unique set.")


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
    """

    fraction: float | None
    uniques: int
    pairs: int
    factor: Quantity


def sampling_fraction(given: float | None, original: Microdata, masked: Microdata) -> float | None:
    """Return which share of the population a file holds.

    Parameters
    ----------
    given
        The share, 0…1, where it was given.
    original, masked
        Both files; the released records keep the weights of the original.

    Returns
    -------
    float or None
        That which was given; else the released records divided by the sum of their weights, where one
        variable has the role weight and these weights are possible; else None.
    """
    named = original.named(Role.WEIGHT)
    if given is not None or len(named) != 1 or not len(masked):
        return given
    weights = np.sort(original.numbers(named[0])[masked.rows])
    possible = weights[0] > 0 and np.isfinite(weights[-1]) and weights.sum() >= len(weights)
    return len(weights) / float(weights.sum()) if possible else None


def data_intrusion(released: Frequencies, fraction: float | None) -> Intrusion:
    """Estimate the data intrusion factor.

    Parameters
    ----------
    released
        How many records share all keys of each.
    fraction
        Share of the population that the file holds; None: not known.

    Returns
    -------
    Intrusion
        Without pairs it is not estimable, and never 1 for that reason.
    """
    if released.groups is None:
        return Intrusion(fraction, 0, 0, _none(Reason(Why.NOT_APPLICABLE, NO_GROUPS)))
    sizes = released.groups.sizes
    uniques, pairs = int(np.count_nonzero(sizes == 1)), int(np.count_nonzero(sizes == 2))
    if not len(sizes):
        return Intrusion(fraction, 0, 0, _none(Reason(Why.NO_RECORDS, NOTHING_RELEASED)))
    if fraction is None:
        return Intrusion(None, uniques, pairs, _none(NO_FRACTION))
    if not uniques or not pairs:
        return Intrusion(fraction, uniques, pairs, _none(NO_PAIRS if uniques else NO_UNIQUES))
    drawn = fraction * uniques
    factor = drawn / (drawn + 2 * (1 - fraction) * pairs)
    return Intrusion(fraction, uniques, pairs, Quantity(factor, SHARE, Bound.ESTIMATE))


def dis_suda(score: np.ndarray, keys: int, factor: Quantity) -> np.ndarray | Reason:
    """Spread the data intrusion factor over the records by their scores.

    The odds against a record, 1/D − 1, fall with its score s as s^−Q, Q = 1 + (8 − m)/20, so that the
    harmonic mean of D over the records with a score is θ̂.

    Parameters
    ----------
    score
        float64 (t,), SUDA scores.
    keys
        Number of key variables, m.
    factor
        θ̂.

    Returns
    -------
    np.ndarray or Reason
        float64 (t,), 0…1, and 0 for a record without a score; or why it is not defined.
    """
    if factor.value is None:
        return factor.reason or NO_FRACTION
    power = 1 + (8 - keys) / 20
    scored = score > 0
    if power <= 0 or not scored.any():
        return NO_SETS if power > 0 else MANY_KEYS
    # In parts of the largest score, so that no power overflows.
    relative = (score[scored] / score.max()) ** -power
    against = np.count_nonzero(scored) * (1 / factor.value - 1) / np.sort(relative).sum()
    spread = np.zeros(len(score))
    spread[scored] = 1 / (1 + against * relative)
    return spread


def _none(reason: Reason) -> Quantity:
    return Quantity(None, SHARE, reason=reason)

"""DIS-SUDA: how likely each record is the right person, from its score and the data intrusion factor."""

import numpy as np

from sdcdesk.core.numbers.quantity import Quantity, Reason, Why
from sdcdesk.risk.data_intrusion import NO_FRACTION

MANY_KEYS = Reason(Why.NOT_APPLICABLE, "The formula spreads the factor for fewer than 28 keys only.")
NO_SETS = Reason(Why.TOO_FEW, "No released record has a minimal unique set.")


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

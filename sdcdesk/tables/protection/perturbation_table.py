"""Perturbation table of the cell key method: the most even noise of a mean, a variance and bounds."""

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.root_finding import root

STEEPEST = 60.0
"""Largest curvature of the logarithm of the probabilities; beyond, all is in two movements."""


def noise_distribution(
    count: int, deviation: int, variance: float, never: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the movements of a count, and their probabilities.

    Of all distributions with mean 0 and the variance it is the one of greatest entropy, p ∝ exp(a·d + b·d²);
    where the variance is out of reach, the nearest one is taken.

    Parameters
    ----------
    count
        From 1.
    deviation
        The largest movement.
    variance
        Above 0.
    never
        Counts from 1 to this do not appear.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        int64 (m,), movements ascending, and float64 (m,), probabilities.

    Raises
    ------
    ParameterError
        A count cannot go both ways, so that no noise is right on average.
    """
    moves = np.arange(-min(deviation, count), deviation + 1)
    results = count + moves
    moves = moves[(results == 0) | (results > never)]
    if len(moves) and moves[0] == moves[-1] == 0:
        return moves, np.ones(1)
    if not len(moves) or moves[0] >= 0 or moves[-1] <= 0:
        words = (
            "A count of {count} can only be moved to one side by at most {deviation}; take a larger "
            "deviation, or let more counts appear."
        )
        raise ParameterError(sentence(words, count=str(count), deviation=str(deviation)), "deviation")

    def spread(curvature: float) -> float:
        return float(_chances(moves, curvature) @ moves**2) - variance

    low, high = -STEEPEST, STEEPEST
    if spread(low) >= 0:
        found = low
    elif spread(high) <= 0:
        found = high
    else:
        solved = root(spread, low, high)
        found = low if solved is None else solved
    return moves, _chances(moves, found)


def _chances(moves: np.ndarray, curvature: float) -> np.ndarray:
    """Return probabilities of mean 0, p ∝ exp(slope·d + curvature·d²/D²)."""
    scaled = moves / max(float(np.abs(moves).max()), 1.0)

    def chances(slope: float) -> np.ndarray:
        heights = slope * scaled + curvature * scaled**2
        weights = np.exp(heights - heights.max())
        return np.asarray(weights / weights.sum())

    # The mean rises with the slope.
    solved = root(lambda slope: float(chances(slope) @ moves), -1e3, 1e3)
    return chances(0.0 if solved is None else solved)

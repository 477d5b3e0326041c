"""Expected reciprocal 1/F of a negative binomial frequency: stable for every number and probability."""

import numpy as np

FEW_TERMS = 32
"""From this frequency on so many terms of the series suffice, whatever the probability is."""

PRECISION = 1e-17
"""The series ends where its terms are smaller."""


def expected_reciprocal(frequency: np.ndarray, probability: np.ndarray) -> np.ndarray:
    """Return E(1/F | f), where each of F people is seen with probability p and f are seen.

    F is negative binomial: P(F = j) = C(j−1, f−1) p^f (1−p)^(j−f) for j ≥ f. Then, with z = 1 − p,
    E(1/F | f) = (p^f/f)·₂F₁(f, f; f+1; z) = (p/f)·₂F₁(1, 1; f+1; z) = p·I(f), where
    I(f) = ∫₀¹ s^(f−1)/(p + z s) ds. Three ways reach it without cancellation:

    - f = 1: I = −ln(p)/z;
    - p ≥ ½, or f ≥ 32: the series p/f · Σ_k k! z^k / ((f+1)(f+2)…(f+k)), whose terms are positive;
    - else: I(f+1) = (1/f − p·I(f))/z from I(1) upwards, in which an error shrinks by p/z < 1 a step.

    Benedetti and Franconi 1998; Polettini 2003.

    Parameters
    ----------
    frequency
        int64 (m,), f, from 1.
    probability
        float64 (m,), p, above 0 and up to 1.

    Returns
    -------
    np.ndarray
        float64 (m,), above 0 and up to 1/f; 1/f exactly where p = 1.
    """
    result = np.empty(len(frequency))
    alone = frequency == 1
    result[alone] = _alone(probability[alone])
    by_series = ~alone & ((probability >= 0.5) | (frequency >= FEW_TERMS))
    result[by_series] = _series(frequency[by_series], probability[by_series])
    upwards = ~alone & ~by_series
    result[upwards] = _upwards(frequency[upwards], probability[upwards])
    return result


def _alone(p: np.ndarray) -> np.ndarray:
    """Return p·ln(1/p)/(1−p), which is 1 at p = 1."""
    z = 1.0 - p
    risk: np.ndarray = -p * np.log(p)
    np.divide(risk, z, out=risk, where=z > 0)
    risk[z == 0] = 1.0
    return risk


def _series(f: np.ndarray, p: np.ndarray) -> np.ndarray:
    z = 1.0 - p
    term, total, k = np.ones(len(f)), np.ones(len(f)), 0
    while len(f) and term.max() > PRECISION:
        k += 1
        term *= z * (k / (f + k))
        total += term
    risk: np.ndarray = p * total / f
    return risk


def _upwards(f: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Climb from f = 1; who has arrived stays behind."""
    result = np.empty(len(f))
    waiting = np.argsort(f, kind="stable")
    f, p = f[waiting], p[waiting]
    risk = _alone(p)
    for reached in range(1, int(f.max(initial=0))):
        risk = p * (1.0 / reached - risk) / (1.0 - p)
        arrived = int(np.searchsorted(f, reached + 1, side="right"))
        result[waiting[:arrived]] = risk[:arrived]
        waiting, f, p, risk = waiting[arrived:], f[arrived:], p[arrived:], risk[arrived:]
    return result

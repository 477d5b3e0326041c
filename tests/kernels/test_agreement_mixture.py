"""Estimation of how likely variables agree."""

import math
from itertools import product

import numpy as np
import pytest

from sdcdesk.kernels import agreement_mixture as kernel
from sdcdesk.kernels.agreement_mixture import estimate, pattern_chances


def whatever() -> None:
    """Nobody stops the work."""


def test_probabilities_that_made_the_patterns_are_found() -> None:
    matches, others, share = np.array([0.9, 0.7, 0.8, 0.95]), np.array([0.1, 0.3, 0.05, 0.2]), 0.02
    chances = share * pattern_chances(matches) + (1 - share) * pattern_chances(others)
    found = estimate(np.round(chances * 1e12).astype(np.int64), 0.001, whatever)
    assert found.converged
    assert found.share == pytest.approx(share, rel=1e-3)
    assert found.matches == pytest.approx(matches, rel=1e-3)
    assert found.others == pytest.approx(others, rel=1e-3)


def test_every_step_raises_the_likelihood() -> None:
    counts = np.random.default_rng(2).integers(0, 50, 16)
    likelihoods = []
    with pytest.MonkeyPatch.context() as patch:
        for steps in range(1, 30):
            patch.setattr(kernel, "MOST_STEPS", steps)
            found = estimate(counts, 0.1, whatever)
            likelihoods.append(found.log_likelihood)
            assert found.steps == steps
            assert not found.converged
    assert np.all(np.diff(likelihoods) > -1e-9)


def test_matches_are_what_agrees_more() -> None:
    counts = np.zeros(8, dtype=np.int64)
    counts[0], counts[7] = 900, 100
    found = estimate(counts, 0.1, whatever)
    assert (found.matches > found.others).all()
    assert found.share == pytest.approx(0.1)
    assert found.matches.tolist() == [1 - kernel.CLIP] * 3


def slowly(counts: list[int], share: float) -> tuple[float, list[float], list[float], bool]:
    """Jaro's estimation, pattern by pattern: p, m, u, and whether it ended with the classes exchanged."""
    patterns = [tuple(reversed(bits)) for bits in product((0, 1), repeat=3)]

    def inside(chance: float) -> float:
        return min(max(chance, kernel.CLIP), 1 - kernel.CLIP)

    one, other, before = [0.9] * 3, [0.1] * 3, math.nan
    while True:
        matching, likelihood = [], 0.0
        for pattern, count in zip(patterns, counts, strict=True):
            first, second = share, 1 - share
            for agrees, m, u in zip(pattern, one, other, strict=True):
                first, second = first * (m if agrees else 1 - m), second * (u if agrees else 1 - u)
            matching.append(count * first / (first + second))
            likelihood += count * math.log(first + second) if count else 0.0
        if abs(likelihood - before) <= 1e-12 * abs(likelihood):
            break
        before, match = likelihood, sum(matching)
        rest = sum(counts) - match
        for at in range(3):
            agree = sum(part for part, pattern in zip(matching, patterns, strict=True) if pattern[at])
            all_agree = sum(count for count, pattern in zip(counts, patterns, strict=True) if pattern[at])
            one[at], other[at] = inside(agree / match), inside((all_agree - agree) / rest)
        share = inside(match / sum(counts))
    exchanged = sum(one) < sum(other)
    return (1 - share, other, one, True) if exchanged else (share, one, other, False)


@pytest.mark.parametrize(
    ("seed", "exchanged"), [(2, False), (7, False), (8, False), (27, True), (94, True), (312, True)]
)
def test_the_estimate_is_that_of_one_pattern_after_another(seed: int, exchanged: bool) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 30, 8)
    found = estimate(counts, 0.1, whatever)
    share, matches, others, were_exchanged = slowly(counts.tolist(), 0.1)
    assert were_exchanged is exchanged
    assert found.converged
    assert found.share == pytest.approx(share, rel=1e-6)
    assert found.matches == pytest.approx(matches, rel=1e-6)
    assert found.others == pytest.approx(others, rel=1e-6)
    assert found.matches.sum() >= found.others.sum()

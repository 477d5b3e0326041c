"""Estimation of how likely variables agree."""

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

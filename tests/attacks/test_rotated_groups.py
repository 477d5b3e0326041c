"""Attack: of three records that are rotated together, whoever knows one true record computes the two others.

Means and covariances stay, so that the true records are the released ones turned about their mean; the known
one tells by which turn, but for a reflection.
"""

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable

SEED = 3912345678912345
NAMES = ("income", "rent")
ROTATION = sdc.masking.OrthogonalMasking(variables=NAMES, reach="anywhere", within=("ward",))
ACROSS = np.linalg.qr(np.column_stack([np.ones(3), np.eye(3)[:, :2]]))[0][:, 1:]
"""Two directions of three records that are at right angles to their mean."""


def people(size: int) -> Microdata:
    drawn = np.random.default_rng(size)
    wards = np.repeat([f"ward {number}" for number in range(20)], size)
    frame = pd.DataFrame({"ward": wards, **{name: drawn.lognormal(8, 1, len(wards)) for name in NAMES}})
    amounts = [Variable(name=name, role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS) for name in NAMES]
    return Microdata(frame, amounts)


def others(released: np.ndarray, known: np.ndarray) -> list[np.ndarray]:
    """Return the two possibilities for two records that were rotated together with a known one."""
    mean = released.mean(axis=0)
    seen = ACROSS.T @ (released - mean)
    aim = np.linalg.solve(seen.T, known - mean)  # where the turn brings the first direction
    found = []
    for mirror in (1.0, -1.0):
        # A turn by φ, and perhaps a reflection, that takes the row of the known record there.
        start = np.arctan2(*ACROSS[0][::-1])
        end = np.arctan2(aim[1], aim[0])
        angle = end - mirror * start
        turn = np.array([[np.cos(angle), np.sin(angle)], [-mirror * np.sin(angle), mirror * np.cos(angle)]])
        found.append(ACROSS[1:] @ turn @ seen + mean)
    return found


def solved(size: int) -> tuple[int, tuple[str, ...]]:
    """Return in how many wards both others come out, and what is noted."""
    original = people(size)
    masked = ROTATION.mask(original, SEED)
    true, released = (file.frame[list(NAMES)].to_numpy() for file in (original, masked.data))
    right = 0
    for start in range(0, len(true), size):
        ward = slice(start, start + 3)
        guesses = others(released[ward], true[start])
        right += any(np.allclose(guess, true[ward][1:], rtol=1e-6) for guess in guesses)
    return right, tuple(map(str, masked.notes))


@pytest.mark.parametrize(("size", "told"), [(3, True), (6, False)])
def test_groups_of_three_are_solved_and_noted(size: int, told: bool) -> None:
    right, notes = solved(size)
    assert right == (20 if told else 0)
    assert any("at most two possibilities" in note for note in notes) is told

"""Attack: one true value of a record on the edge tells the others, for it lies on a line with the centre."""

from typing import Literal

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable

NAMES = ("sales", "staff", "taxes")


def firms(names: tuple[str, ...] = NAMES) -> Microdata:
    """A thousand firms in whole numbers, of which many are far larger than most."""
    sizes = np.exp(np.random.default_rng(0).normal(0, 0.5, (1_000, 3)))
    mixed = np.round(1_000 * sizes @ np.array([[1, 0.4, 0.1], [0, 1, 0.3], [0, 0, 1]]))
    frame = pd.DataFrame(mixed.astype(np.int64), columns=list(NAMES))[list(names)]
    return Microdata(frame, [Variable(name=name, scale=Scale.CONTINUOUS) for name in names])


def found(replace_by: Literal["edge", "nearest"]) -> tuple[float, tuple[str, ...]]:
    """Return of how many outlying records the staff is found to 1 %, and what the method says."""
    original = firms()
    masked = sdc.masking.MultivariateTopCoding(variables=NAMES, replace_by=replace_by).mask(original)
    true, released = original.frame.to_numpy(float), masked.data.frame.to_numpy(float)
    outlying = (true != released).any(axis=1)
    centre = released[~outlying].mean(axis=0)
    # Only firms whose sales are not those of the centre point anywhere.
    outlying &= np.abs(released[:, 0] - centre[0]) > 200
    assert outlying.sum() > 50
    stretched = (true[outlying, 0] - centre[0]) / (released[outlying, 0] - centre[0])
    guessed = centre[1] + stretched * (released[outlying, 1] - centre[1])
    return float((np.abs(guessed / true[outlying, 1] - 1) < 0.01).mean()), tuple(map(str, masked.notes))


def test_what_the_edge_leaves_to_compute_is_told() -> None:
    share, notes = found("edge")
    assert share > 0.95, "what is at stake"
    assert any("one true value of such a record" in note for note in notes)


def test_the_nearest_record_does_not_tell() -> None:
    share, notes = found("nearest")
    assert share < 0.2
    assert not any("direction" in note for note in notes)


@pytest.mark.parametrize("names", [("sales",), ("sales", "staff")])
def test_one_variable_has_no_others(names: tuple[str, ...]) -> None:
    masked = sdc.masking.MultivariateTopCoding(variables=names).mask(firms(names))
    assert any("direction" in note for note in masked.notes) == (len(names) > 1)

"""Words of levels: they read as a sentence, whatever built the hierarchy."""

import numpy as np
import pytest

from sdcdesk.hierarchies.builders.bands import band_hierarchy
from sdcdesk.hierarchies.builders.frequency import rare_hierarchy
from sdcdesk.hierarchies.builders.prefix import prefix_hierarchy
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.level_words import level_words

BY_HAND = Hierarchy(
    name="x", values=("a", "b"), levels=(("u", "v"), ("u", "v")), titles=("", "first class seats")
)


@pytest.mark.parametrize(
    ("hierarchy", "words"),
    [
        (
            prefix_hierarchy(["482", "117"]),
            ["x as is", "x to the first 2 digits", "x to the first digit", "x dropped"],
        ),
        (prefix_hierarchy(["E11", "I10"], [1]), ["x as is", "x to the first character", "x dropped"]),
        (
            rare_hierarchy(["a", "b", "c"], np.array([1, 2, 197]), [0.005, 0.02]),
            ["x as is", "x with the rarest 0.5 % together", "x with the rarest 2 % together", "x dropped"],
        ),
        (
            band_hierarchy(range(20), [5], unit="years"),
            ["x as is", "x in 5-year bands", "x dropped"],
        ),
        (BY_HAND, ["x as is", "x at level 1", "x in first class seats"]),
    ],
)
def test_a_level_is_told_in_words(hierarchy: Hierarchy, words: list[str]) -> None:
    assert [level_words("x", hierarchy, level) for level in range(hierarchy.height + 1)] == words

"""Names of groups of codes."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.hierarchies.construction import Construction
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.value_label_names import with_value_labels


def region(*labels: str, **how: object) -> Variable:
    named = tuple(ValueLabel(value=code, label=label) for code, label in enumerate(labels, 1))
    return Variable(name="region", value_labels=named, **how)  # type: ignore[arg-type]


def built(variable: Variable, **how: object) -> tuple[tuple[str, ...], ...]:
    values = pd.Series([1, 2, 3, 4])
    return Construction(**how).build(variable, values, np.array([5, 10, 40, 45])).levels


FOUR = region("North", "West", "South", "East", scale=Scale.ORDINAL, categories=(1, 2, 3, 4))


def test_groups_of_codes_are_called_by_their_labels() -> None:
    levels = built(FOUR, how="cuts", cuts="3\n")
    assert levels[0] == ("North, West", "North, West", "South, East", "South, East")
    assert levels[-1] == ("*",) * 4, "what has a name of its own keeps it"
    assert built(FOUR, how="rare", shares=(20.0,))[0] == ("other", "other", "South", "East")
    assert built(FOUR, how="neighbours", shares=(30.0,))[0][0].startswith("North, West")


def test_codes_without_a_label_keep_their_names() -> None:
    levels = built(region("North", "West"), how="cuts", cuts="3\n")
    assert levels[0][:2] == ("North, West", "North, West")
    assert levels[0][2] == levels[0][3] != "South, East"


@pytest.mark.parametrize("variable", [Variable(name="a"), region("One", scale=Scale.CONTINUOUS)])
def test_numbers_and_plain_values_stay(variable: Variable) -> None:
    hierarchy = Hierarchy(values=("1", "2"), levels=(("1", "2"), ("*", "*")))
    assert with_value_labels(hierarchy, variable, of_codes=True) is hierarchy


def test_groups_that_were_different_stay_so_and_long_ones_are_short() -> None:
    alike = region("A", "A", *"BCDEFG")
    values = tuple("12345678")
    hierarchy = Hierarchy(values=values, levels=(values, ("1 to 6",) * 6 + ("7", "8")))
    first, second = with_value_labels(hierarchy, alike).levels
    assert first == ("A", "A (2)", *"BCDEFG")
    assert second == ("A – E",) * 6 + ("F", "G")

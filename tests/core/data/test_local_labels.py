"""Local labels: the values under each, also after a recoding, and until the next one."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.local_labels import LocalLabels
from sdcdesk.core.data.microdata import Microdata

LABELS = LocalLabels(np.array([2, 0, -1, 1]), {"low": (0, 1), "2": (2, 2), "all": (0, 2)})
"""Of the values 20, 5, 7 and 10, of which none has the third."""


def test_values_under_labels() -> None:
    held = LABELS.held(pd.Index(["all", "low", "2", "other"]))
    values, labels = np.arange(4)[:, None], np.arange(4)[None, :]
    assert held.are_held(values, labels).astype(int).tolist() == [
        [1, 0, 1, 0],
        [1, 1, 0, 0],
        [0, 0, 0, 0],
        [1, 1, 0, 0],
    ]
    assert held.under().tolist() == [3, 2, 1, 0]
    assert held.widths(np.array([20.0, 5.0, 7.0, 10.0])).tolist() == [15.0, 5.0, 0.0, 0.0]


def labelled(data: Microdata, labels: list[str], meanings: LocalLabels) -> Microdata:
    return data.assign({"age": pd.Series(labels)}, (), {"age": meanings})


def test_labels_mean_values_of_the_initial_file_until_they_are_recoded() -> None:
    ages = Microdata(pd.DataFrame({"age": [1, 2, 3, 30]}))
    tens = ages.recode("age", lambda values: values // 10 * 10)
    meanings = LocalLabels(np.array([0, 1]), {"0": (0, 0), "any": (0, 1)})
    masked = labelled(tens, ["0", "0", "any", "any"], meanings)
    held = masked.held_values(ages, "age")
    assert held is not None
    assert held.places.tolist() == [0, 0, 0, 1]
    assert held.under().tolist() == [3, 4]
    blanked = masked.assign({"age": pd.Series(["0", None, "any", "any"])})
    assert blanked.held_values(ages, "age") is not None
    assert blanked.take(np.array([2, 0])).held_values(ages, "age") is not None
    recoded = masked.recode("age", lambda values: values.map(str))
    assert recoded.held_values(ages, "age") is None
    assert tens.held_values(ages, "age") is None
    assert ages.held_values(ages, "age") is None


@pytest.mark.parametrize("values", [[], ["a"]])
def test_no_labels(values: list[str]) -> None:
    held = LABELS.held(pd.Index(values, dtype=object))
    assert held.under().tolist() == [0] * len(values)
    assert held.widths(np.zeros(4)).tolist() == [0.0] * len(values)

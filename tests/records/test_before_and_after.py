"""Distributions of one variable in both files."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.progress import SILENT
from sdcdesk.masking import Recoding
from sdcdesk.records.before_and_after import compare, fitting_scale, most_informative


def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "age": [10.0, 20.0, 30.0, 40.0],
            "zero": [0.0, 0.0, 0.0, 0.0],
            "wealth": [1.0, 10.0, 1000.0, 100000.0],
            "town": ["a", "b", "b", "c"],
        }
    )
    numbers = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("age", "zero", "wealth")]
    return Microdata(frame, [*numbers, Variable(name="town")])


def test_recoded_variable_is_compared_in_the_masked_categories() -> None:
    data = people()
    masked = Recoding(variable="age", how="width", width=20.0).apply(data).take(np.array([0, 1]))
    found = compare(data, masked, "age", "linear", SILENT)
    assert found.recoded
    assert found.before is not None
    assert found.after is not None
    assert found.before.labels == found.after.labels
    assert found.before.counts.sum() == 4, "the original, recoded alike"
    assert found.after.counts.sum() == 4, "scaled from two records"
    assert found.axis_text(data, masked) == "in the masked categories, masked counts scaled to 4"


def test_dropped_variable_and_one_without_positive_numbers_say_why() -> None:
    data = people()
    assert compare(data, data.drop(["age"]), "age", "linear", SILENT).problem == "age is not released."
    assert "no positive numbers" in compare(data, data, "zero", "logarithmic", SILENT).problem


def test_skewed_numbers_stand_on_a_logarithmic_scale() -> None:
    data = people()
    assert [fitting_scale(data, name) for name in data.names] == ["linear", "linear", "logarithmic", "linear"]
    assert fitting_scale(data.take(np.array([], dtype=np.int64)), "age") == "linear"


def test_numbers_in_both_files_tell_most() -> None:
    data = people()
    masked = Recoding(variable="age", how="width", width=20.0).apply(data)
    assert most_informative(data, masked, ["town", "age", "wealth"]) == "wealth"
    assert most_informative(data, masked, ["town", "age"]) == "town"

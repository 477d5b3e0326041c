"""Numbers beyond what can be squared: left out and told, neither a defect nor a loss of 0."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.loss import ContinuousLoss, Distributions, Factors, ProbabilisticLoss, VarianceRatios

MEASURES = (ContinuousLoss, Distributions, Factors, ProbabilisticLoss, VarianceRatios)


def files(before: float, after: float) -> tuple[Microdata, Microdata]:
    """A variable of that size before and after masking, beside an ordinary one."""
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(2, 30))
    described = [Variable(name=name, role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS) for name in ("x", "z")]
    original = Microdata(pd.DataFrame({"x": x * before, "z": z}), described)
    return original, original.assign({"x": pd.Series((x + z / 10) * after), "z": pd.Series(z + x / 10)})


@pytest.mark.parametrize("size", [(1e200, 1e200), (1.0, 1e160), (1e160, 1.0), (1e-200, 1e-200)])
@pytest.mark.parametrize("measure", MEASURES)
def test_they_are_left_out_and_told(measure: type[Measure], size: tuple[float, float]) -> None:
    original, masked = files(*size)
    found = measure().assess(original, masked)
    (told,) = [note for note in found.notes if "cannot be squared" in note]
    assert told.endswith(": x.")
    assert found.figures
    without = measure().assess(original.drop(["x"]), masked.drop(["x"]))
    assert {f.name: f.quantity.value for f in found.figures.values()} == {
        f.name: f.quantity.value for f in without.figures.values()
    }


@pytest.mark.parametrize("size", [1e100, 1e149, 1e-100, 1e-149])
@pytest.mark.parametrize("measure", [ProbabilisticLoss, VarianceRatios])
def test_what_can_be_squared_loses_what_it_loses_in_other_units(measure: type[Measure], size: float) -> None:
    ordinary, large = measure().assess(*files(1, 1)), measure().assess(*files(size, size))
    assert not [note for note in large.notes if "squared" in note]
    for figure in ordinary.figures.values():
        assert large.value(figure.name) == pytest.approx(figure.quantity.value, rel=1e-6), figure.name


def test_a_variance_that_grows_without_end_is_no_change_of_0() -> None:
    found = VarianceRatios().assess(*files(1e-20, 1e140))
    assert found.value("largest_variance_change") is None
    assert "so much larger" in str(found.figure("mean_variance_change").quantity.reason)

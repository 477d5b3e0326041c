from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.rounding.random_rounding import RandomRounding


def rounded(values: Any, seed: int = 1, **parameters: Any) -> pd.Series:
    data = Microdata(pd.DataFrame({"v": values}))
    return RandomRounding(variables=["v"], **parameters).apply(data, seed=seed).column("v")


@pytest.mark.parametrize(
    ("value", "low", "high", "parameters"),
    [
        (3, 0, 10, {"base": 10}),
        (-3, -10, 0, {"base": 10}),
        (0.25, 0.2, 0.3, {"base": 0.1}),
        (7, 5, 15, {"rounding_set": "own", "points": [0, 5, 15]}),
    ],
)
def test_values_go_to_a_neighbour_and_are_right_on_average(
    value: float, low: float, high: float, parameters: dict[str, Any]
) -> None:
    values = rounded(np.full(20_000, value), **parameters)
    assert set(values) == {low, high}
    share = (value - low) / (high - low)
    deviation = (high - low) * np.sqrt(share * (1 - share) / len(values))
    assert abs(values.mean() - value) < 5 * deviation


def test_points_stay_what_they_are() -> None:
    assert rounded([0.0, 0.3, -0.7, 1.0] * 50, base=0.1).tolist() == [0.0, 0.3, -0.7, 1.0] * 50
    own = rounded([0, 5, 15] * 50, rounding_set="own", points=[0, 5, 15])
    assert own.tolist() == [0, 5, 15] * 50


def test_whole_numbers_stay_whole_and_missing_values_missing() -> None:
    column = pd.Series([3, None, -8, 14], dtype="Int64")
    data = Microdata(pd.DataFrame({"v": column}), [Variable(name="v", scale=Scale.CONTINUOUS, missing=(-8,))])
    masked = RandomRounding(variables=["v"], base=5).apply(data, seed=1)
    assert masked.column("v").dtype == "Int64"
    assert masked.missing("v").tolist() == data.missing("v").tolist()
    assert masked.column("v")[2] == -8
    origin = masked.provenance("v")
    assert origin is not None
    assert not origin.exact
    assert rounded([3, 4], base=2.5).dtype == "float64"


def test_the_seed_decides() -> None:
    values = np.arange(1000)
    assert rounded(values, seed=3, base=7).tolist() == rounded(values, seed=3, base=7).tolist()
    assert rounded(values, seed=3, base=7).tolist() != rounded(values, seed=4, base=7).tolist()
    with pytest.raises(ParameterError, match="give it a seed"):
        RandomRounding(variables=["v"], base=7).apply(Microdata(pd.DataFrame({"v": values})))


def test_values_outside_own_points_are_refused_by_number() -> None:
    with pytest.raises(DataError, match="2 values of v lie outside"):
        rounded([-1, 3, 11], rounding_set="own", points=[0, 10])

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.inspection.step_suggestions import first_values, suggested_steps
from sdcdesk.masking import (
    Microaggregation,
    Pram,
    Recoding,
    RecordSuppression,
    Rounding,
    SimpleRandomSampling,
)


@pytest.fixture
def data() -> Microdata:
    numbers = np.arange(200)
    frame = pd.DataFrame(
        {
            "age": numbers % 95,
            "sex": np.where(numbers % 2, "f", "m"),
            "zip": [f"48{number:03d}" for number in numbers % 50],
            "town": [f"town {number}" for number in numbers % 50],
            "income": numbers * 10.0,
        }
    )
    roles = {"age": Role.KEY, "sex": Role.KEY, "zip": Role.KEY, "income": Role.CONFIDENTIAL}
    continuous = Scale.CONTINUOUS
    return Microdata(
        frame,
        [
            Variable(
                name=name,
                role=roles.get(name, Role.OTHER),
                scale=continuous if name in ("age", "income") else Scale.NOMINAL,
            )
            for name in frame
        ],
    )


def test_keys_with_many_values_come_first(data: Microdata) -> None:
    steps = suggested_steps(data, ["age", "sex", "zip"], k=4, most=9)
    assert steps == (
        Recoding(variable="age", how="width", width=10.0),
        Recoding(variable="zip", how="prefix", keep=4),
        Microaggregation(variables=("income",), k=4),
        SimpleRandomSampling(percentage=80.0),
        RecordSuppression(k=4, keys=("age", "sex", "zip")),
    )
    assert suggested_steps(data, ["age", "sex", "zip"], k=4) == steps[:3]


def test_names_of_different_length_are_not_cut(data: Microdata) -> None:
    assert not any(isinstance(step, Recoding) for step in suggested_steps(data, ["town", "sex"], most=9))


def test_every_suggestion_works(data: Microdata) -> None:
    for step in suggested_steps(data, ["age", "sex", "zip"], most=9):
        assert step.apply(data, seed=1).fingerprint() != data.fingerprint()


def test_without_keys_there_is_still_something(data: Microdata) -> None:
    assert suggested_steps(data, []) == (
        Microaggregation(variables=("income",), k=3),
        SimpleRandomSampling(percentage=80.0),
    )


@pytest.mark.parametrize(
    ("high", "width"), [(1e-3, 1e-4), (95.0, 10.0), (1000.0, 100.0), (7e6, 1e6), (6e-5, 5e-6)]
)
def test_bands_have_a_round_width(high: float, width: float) -> None:
    data = Microdata(pd.DataFrame({"x": np.linspace(0, high, 50)}))
    (step, *_) = suggested_steps(data, ["x"])
    assert isinstance(step, Recoding)
    assert step.width == width


def test_edges() -> None:
    same = Microdata(pd.DataFrame({"x": [5.0] * 40, "y": ["a"] * 40}))
    assert not any(isinstance(step, Recoding) for step in suggested_steps(same, ["x", "y"]))
    empty = Microdata(pd.DataFrame({"x": pd.Series([], dtype="float64")}))
    assert suggested_steps(empty, ["x"])


def test_a_form_begins_with_the_key_that_contributes_most_and_a_way_that_fits_it(data: Microdata) -> None:
    # Without age 50 towns of two sexes remain; without the zip 190 pairs of age and sex.
    assert first_values(Recoding, data) == {"variable": "age", "how": "width", "width": 10.0, "keep": None}
    assert first_values(Pram, data) == {"variable": "zip"}
    few = data.describe(data.variable("age").changed(role=Role.OTHER)).drop(["zip"])
    assert first_values(Recoding, few) == {"variable": "sex", "how": "mapping"}
    assert first_values(Rounding, data) == {}

from collections import Counter
from fractions import Fraction
from math import floor

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.masking.sampling import SystematicSampling


def file(values: list[str | None]) -> Microdata:
    return Microdata(pd.DataFrame({"street": values}))


@given(st.integers(1, 30), st.data())
def test_the_places_are_those_of_the_definition(count: int, data: st.DataObject) -> None:
    """⌊(j·n + s)/t⌋ in exact fractions, in the order of the file."""
    size, seed = data.draw(st.integers(1, count)), data.draw(st.integers(0, 9))
    start = floor(Fraction(float(Draws(seed).uniform(np.zeros(1, np.int64))[0])) * count)
    expected = [floor(Fraction(j * count + start, size)) for j in range(size)]
    sample = SystematicSampling(by="size", size=size).apply(file(["a"] * count), seed)
    assert sample.rows.tolist() == expected


@pytest.mark.parametrize(("count", "size"), [(7, 3), (12, 4), (5, 5), (9, 1), (10, 7)])
def test_every_start_draws_as_many_and_all_starts_every_record_equally_often(count: int, size: int) -> None:
    drawn = Counter((j * count + start) // size for start in range(count) for j in range(size))
    assert drawn == dict.fromkeys(range(count), size)


def test_the_order_is_that_of_the_variables_with_missing_values_last() -> None:
    levels = Variable(name="school", scale=Scale.ORDINAL, categories=("none", "some", "higher"))
    frame = pd.DataFrame(
        {"school": ["higher", None, "none", "some", "none", "higher"], "age": [5, 1, 9, 2, 3, 4]}
    )
    data = Microdata(frame, [levels])
    sampling = SystematicSampling(by="size", size=3, order_by=["school", "age"])
    order = [4, 2, 3, 5, 0, 1]
    start = int(Draws(1).uniform(np.zeros(1, np.int64))[0] * 6)
    assert sampling.apply(data, 1).rows.tolist() == sorted(order[(j * 6 + start) // 3] for j in range(3))
    shuffled = sampling.apply(data.take(np.array([3, 1, 5, 0, 2, 4])), 1)
    assert set(shuffled.rows.tolist()) == set(sampling.apply(data, 1).rows.tolist())


def test_a_sorted_file_is_sampled_in_proportion() -> None:
    """Strata of 40, 35 and 25 in order, 20 drawn: within one of 8, 7 and 5."""
    data = file(list("a" * 40 + "b" * 35 + "c" * 25))
    for seed in range(10):
        found = Counter(
            SystematicSampling(percentage=20.0, order_by=["street"]).apply(data, seed).column("street")
        )
        assert all(abs(found[street] - exact) < 1 for street, exact in {"a": 8, "b": 7, "c": 5}.items())


def test_the_margin_is_not_defined_and_says_why() -> None:
    figures = SystematicSampling(by="size", size=3).mask(file(list("abcdefg")), 1).figures
    assert figures["records_between"].value == pytest.approx(7 / 3)
    assert figures["inclusion_probability"].value == 3 / 7
    reason = figures["margin_of_error"].quantity.reason
    assert reason is not None
    assert reason.text.startswith("One random start gives one sample")


def test_a_variable_is_named_once() -> None:
    with pytest.raises(ParameterError, match="a variable is named twice"):
        SystematicSampling(percentage=50.0, order_by=["street", "street"])

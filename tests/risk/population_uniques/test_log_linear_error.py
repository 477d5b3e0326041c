"""Criteria of Skinner and Shlomo against a sum over all cells, with numerical derivatives."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.core.running.progress import SILENT
from sdcdesk.kernels.counting import Codes, group_records
from sdcdesk.risk.population_uniques import log_linear_error
from sdcdesk.risk.population_uniques.log_linear import LogLinear, cells_of, log_linear
from sdcdesk.risk.population_uniques.log_linear_error import criteria
from sdcdesk.risk.population_uniques.sample import sample_of

Risk = Callable[[float], float]


def fitted(table: np.ndarray, population: int, terms: Sequence[tuple[int, ...]] = ()) -> LogLinear | Reason:
    places = np.repeat(np.indices(table.shape).reshape(table.ndim, -1), table.ravel(), axis=1)
    keys = [Codes(codes, size) for codes, size in zip(places, table.shape, strict=True)]
    groups = group_records(keys)
    return log_linear(sample_of(groups.sizes, population), cells_of(keys, groups), terms, SILENT)


def derivatives(risk: Risk, at: float) -> tuple[float, float]:
    """First and second derivative by central differences."""
    step = 1e-3 * min(at, 1.0)
    low, middle, high = risk(at - step), risk(at), risk(at + step)
    return (high - low) / (2 * step), (high - 2 * middle + low) / step**2


def independent(table: np.ndarray) -> np.ndarray:
    """Records that independent keys let expect in each cell."""
    expected: np.ndarray = np.multiply.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return expected


def slowly(table: np.ndarray, expected: np.ndarray, population: int, risk: Risk) -> tuple[float, float]:
    """B̂ and v̂ as they are defined, cell by cell."""
    fraction = table.sum() / population
    error = variance = 0.0
    for place, f in np.ndenumerate(table):
        mu = expected[place]
        if mu == 0:
            continue
        first, second = derivatives(risk, mu / fraction)
        a = -mu / fraction * np.exp(-mu) * first
        b = mu / fraction * np.exp(-mu) * second / (2 * fraction)
        error += a * (f - mu) + b * ((f - mu) ** 2 - f)
        variance += a * a * mu + 2 * b * b * mu * mu
    return error, variance


@given(
    hnp.arrays(np.int64, (3, 4), elements=st.integers(0, 4)).filter(lambda table: bool((table == 1).any())),
    # Of many more people, squares of the risks leave the numbers that there are: tested below.
    st.integers(2, 100),
)
def test_they_are_what_the_definition_says(table: np.ndarray, times: int) -> None:
    population = int(table.sum()) * times // 2 + 1
    model = fitted(table, population)
    if isinstance(model, Reason):
        return
    check(model, table, independent(table), population)


def check(model: LogLinear, table: np.ndarray, expected: np.ndarray, population: int) -> None:
    """Compare the criteria of a model with their definitions."""
    left = 1 - table.sum() / population
    risks: tuple[Risk, Risk] = (
        lambda people: float(np.exp(-left * people)),
        lambda people: float(-np.expm1(-left * people) / (left * people)),
    )
    found = criteria(model, SILENT)
    assert not isinstance(found, Reason)
    for criterion, risk in zip(found, risks, strict=True):
        error, variance = slowly(table, expected, population, risk)
        assert criterion.variance == pytest.approx(variance, rel=1e-3)
        assert criterion.error == pytest.approx(error, rel=1e-3, abs=1e-4 * variance**0.5)


@given(
    hnp.arrays(np.int64, (3, 2, 3), elements=st.integers(0, 4)).filter(
        lambda table: bool((table == 1).any())
    ),
    st.integers(2, 100),
)
def test_they_are_so_with_interactions(table: np.ndarray, times: int) -> None:
    """Given the middle key, the other two are independent: their expected records have a closed form."""
    population = int(table.sum()) * times // 2 + 1
    model = fitted(table, population, [(0, 1), (1, 2)])
    if isinstance(model, Reason):
        return
    expected = np.zeros(table.shape)
    for middle in range(2):
        layer = table[:, middle]
        if layer.any():
            expected[:, middle] = independent(layer)
    assert model.expected == pytest.approx(expected[table > 0], rel=1e-6)
    check(model, table, expected, population)


def test_small_and_large_arguments_agree_where_they_meet() -> None:
    around = log_linear_error.SMALL * np.array([1 - 1e-12, 1 + 1e-12])
    for values in log_linear_error._derivatives_right(around):
        assert values[0] == pytest.approx(values[1], rel=1e-10)


TABLE = np.array([[1, 2, 0], [3, 1, 1]])


def test_of_a_whole_population_nothing_is_estimated() -> None:
    model = fitted(TABLE, int(TABLE.sum()))
    assert not isinstance(model, Reason)
    assert isinstance(criteria(model, SILENT), Reason)


def test_too_many_cells_and_too_small_samples_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    model = fitted(TABLE, 10**15)
    assert not isinstance(model, Reason)
    assert model.alone.min() > 0
    found = criteria(model, SILENT)
    assert isinstance(found, Reason)
    assert "So few people were drawn" in found.text
    monkeypatch.setattr(log_linear_error, "MOST_CELLS", 5)
    found = criteria(model, SILENT)
    assert isinstance(found, Reason)
    assert "6 possible combinations" in found.text

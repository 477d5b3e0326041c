"""Population uniques: the measure on small files, and its estimates beside populations that are known."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import LogLinearRisk, PopulationUniques, Suda
from sdcdesk.risk.population_uniques.sample_measure import SampleMeasure

ESTIMATORS = (
    "zayatz",
    "pitman",
    "snb",
    "poisson_gamma",
    "log_normal",
    "dirichlet_multinomial",
    "log_linear",
)


def microdata(ages: list[Any], weights: list[float] | None = None, **others: list[Any]) -> Microdata:
    frame = pd.DataFrame({"age": pd.Series(ages, dtype=object)} | others)
    variables = [Variable(name=name, role=Role.KEY) for name in frame.columns]
    if weights is not None:
        frame["w"] = weights
        variables.append(Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS))
    return Microdata(frame, variables)


MIXED = ["a", "b", "c", "d", "e", "e", "f", "f", "f", "g"]
SEX = ["x", "x", "y", "y", "x", "x", "y", "y", "y", "x"]


def test_uniques_and_population_are_counted() -> None:
    data = microdata(MIXED, [4.0, 6.0] * 5)
    found = PopulationUniques().assess(data, data)
    assert found.value("sample_uniques") == 5
    figure = found.figure("sample_uniques")
    assert figure.rows is not None
    assert figure.rows().tolist() == [0, 1, 2, 3, 9]
    assert found.value("sampling_fraction") == 0.2
    given = PopulationUniques(population_size=50).assess(data, data)
    for name in (*ESTIMATORS, "by_rule", "intrusion"):
        assert given.value(name) == found.value(name)
    assert any("sampling weights of the original: 50" in note for note in found.notes)
    assert any("is given: 50" in note for note in given.notes)


@pytest.mark.parametrize("measure", [PopulationUniques, LogLinearRisk])
def test_estimates_say_that_they_have_no_standard_error(measure: type[SampleMeasure]) -> None:
    data = microdata(MIXED, sex=SEX)

    def said(people: int) -> bool:
        notes = measure(population_size=people).assess(data, data).notes
        return any("no standard error and no interval" in note for note in notes)

    assert said(50)
    assert not said(10)


def test_a_released_part_is_a_smaller_sample_of_the_same_population() -> None:
    data = microdata(MIXED, [5.0] * 10)
    part = data.take(np.array([0, 4, 5, 6]))
    found = PopulationUniques().assess(data, part)
    assert found.value("sampling_fraction") == 4 / 50
    assert found.value("intrusion") == pytest.approx(Suda().assess(data, part).value("intrusion"))
    assert any("6 records of the original were left out" in note for note in found.notes)


def test_a_whole_population_is_counted() -> None:
    data = microdata(MIXED, sex=SEX)
    found = PopulationUniques(population_size=10).assess(data, data)
    for name in (*ESTIMATORS, "by_rule"):
        quantity = found.figure(name).quantity
        assert (quantity.value, quantity.bound) == (0.5, Bound.EXACT)
    even = microdata(["a", "a", "b", "b"], sex=["x"] * 4)
    found = PopulationUniques(population_size=4).assess(even, even)
    assert [found.value(name) for name in ESTIMATORS] == [0.0] * len(ESTIMATORS)
    assert found.table("estimators")["of_uniques"].isna().all()


@pytest.mark.parametrize(
    ("ages", "why"),
    [
        (["a", "b", "c"], "every released record is alone"),
        (["a", "a", "b", "b"], "no released record is alone"),
        (["a"], "every released record is alone"),
    ],
)
def test_without_anything_to_go_by_estimators_say_so(ages: list[str], why: str) -> None:
    data = microdata(ages)
    found = PopulationUniques(population_size=100).assess(data, data)
    for name in (*ESTIMATORS[:-1], "by_rule"):
        reason = found.figure(name).quantity.reason
        assert reason is not None
        assert why in reason.text
        assert found.value(name) is None
    assert all(len(text) > 20 for text in found.table("estimators")["fitted"])
    assert not any("no standard error" in note for note in found.notes), "there are no estimates"


def test_one_key_alone_makes_no_log_linear_model() -> None:
    data = microdata(MIXED)
    reason = PopulationUniques(population_size=50).assess(data, data).figure("log_linear").quantity.reason
    assert reason is not None
    assert "a parameter for every combination" in reason.text


def test_without_a_population_size_only_the_sample_is_counted() -> None:
    data = microdata(MIXED)
    found = PopulationUniques().assess(data, data)
    assert found.value("sample_uniques") == 5
    for name in (*ESTIMATORS, "by_rule", "sampling_fraction"):
        reason = found.figure(name).quantity.reason
        assert reason is not None
        assert "how many people" in reason.text


def test_where_missing_matches_every_value_there_are_no_groups() -> None:
    data = microdata([*MIXED, None])
    found = PopulationUniques(population_size=50, missing="wildcard").assess(data, data)
    assert found.value("sample_uniques") == 0
    for name in (*ESTIMATORS, "by_rule", "intrusion"):
        reason = found.figure(name).quantity.reason
        assert reason is not None
        assert "do not form groups" in reason.text
    alone = PopulationUniques(population_size=50).assess(data, data)
    assert alone.value("sample_uniques") == 6


def test_populations_that_are_too_small_or_weights_that_count_nobody_are_refused() -> None:
    data = microdata(MIXED)
    with pytest.raises(DataError, match="A population of 9 people cannot have 10 records"):
        PopulationUniques(population_size=9).assess(data, data)
    for weight, why in (
        (0.0, "missing, zero or negative"),
        (0.5, "fewer people than records"),
        (1e308, "or to more than"),
    ):
        weighted = microdata(MIXED, [weight] * 10)
        with pytest.raises(DataError, match=why):
            PopulationUniques().assess(weighted, weighted)
    with pytest.raises(ParameterError):
        PopulationUniques(population_size=50, weight="w")
    with pytest.raises(ParameterError, match="name an interaction"):
        PopulationUniques(model="named")
    with pytest.raises(ParameterError):
        PopulationUniques(interactions=["age × sex"])


def test_as_many_people_as_are_allowed_are_no_obstacle() -> None:
    data = microdata(MIXED, [1e14] * 10, sex=SEX)
    found = PopulationUniques().assess(data, data)
    assert found.value("sampling_fraction") == pytest.approx(1e-14)
    for name in ESTIMATORS:
        value = found.value(name)
        assert (value is None) == (name == "pitman")
        assert value is None or 0 < float(value) < 1


def test_weights_that_sum_to_the_records_but_for_rounding_are_a_whole_population() -> None:
    data = microdata(MIXED, [1 - 1e-12] * 10)
    assert PopulationUniques().assess(data, data).value("sampling_fraction") == 1.0


def test_more_combinations_than_any_number_are_no_obstacle() -> None:
    many = {f"k{number}": list(range(1000)) for number in range(120)}
    frame = pd.DataFrame(many | {"k0": [*range(990), *[0] * 10]})
    for name in many:
        frame.loc[990:, name] = 0
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in many])
    found = PopulationUniques(population_size=10**6).assess(data, data)
    assert found.value("sample_uniques") == 989
    assert found.value("poisson_gamma") is not None
    assert found.value("log_linear") is not None

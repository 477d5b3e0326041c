"""Population uniques where sampling weights differ, and of a released file alone."""

from math import exp

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.risk import LogLinearRisk, PopulationUniques

KEYS = ["zip", "sex"]


def sample(weights: np.ndarray | None = None, records: int = 60) -> Microdata:
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(
        {
            "zip": rng.integers(0, 25, records).astype(str),
            "sex": rng.integers(0, 3, records).astype(str),
            "weight": rng.uniform(1, 30, records) if weights is None else weights,
        }
    )
    roles = {"zip": Role.KEY, "sex": Role.KEY, "weight": Role.WEIGHT}
    return Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])


def expected(data: Microdata) -> list[tuple[float, float]]:
    """Of each record that is alone, the records that independent keys let expect, and its weight."""
    frame, n = data.frame, len(data)
    alone = ~frame.duplicated(KEYS, keep=False)
    return [
        ((frame["zip"] == row.zip).sum() * (frame["sex"] == row.sex).sum() / n, row.weight)
        for row in frame[alone].itertuples()
    ]


def test_the_log_linear_model_uses_the_weight_of_each_record() -> None:
    data = sample()
    found = LogLinearRisk(keys=KEYS).assess(data, data)
    # Weights sum to the population, which is a whole number.
    scale = round(data.frame["weight"].sum()) / data.frame["weight"].sum()
    left = [mu * max(weight * scale - 1, 0.0) for mu, weight in expected(data)]
    assert found.value("tau_1") == pytest.approx(sum(exp(-nu) for nu in left))
    right = [(1 - exp(-nu)) / nu if nu else 1.0 for nu in left]
    assert found.value("tau_2") == pytest.approx(sum(right))
    assert found.value("test_1") is None, "the tests of fit need equal weights"
    uniques = PopulationUniques(keys=KEYS).assess(data, data)
    people = sum(weight * scale * exp(-nu) for (_, weight), nu in zip(expected(data), left, strict=True))
    assert uniques.value("log_linear") == pytest.approx(people / round(data.frame["weight"].sum()))
    assert any("sampling weights differ" in note for note in uniques.notes)
    assert uniques.table("estimators")["draws"].tolist() == ["equal"] * 6 + ["by weights"]


def test_equal_weights_are_a_given_population_size() -> None:
    data = sample(np.full(60, 10.0))
    weighed, given = (
        PopulationUniques(keys=KEYS, population_size=size).assess(data, data) for size in (None, 600)
    )
    for name in weighed.figures:
        assert weighed.value(name) == given.value(name), name
    assert not any("sampling weights differ" in note for note in weighed.notes)


def test_those_who_stay_stand_for_those_who_were_left_out() -> None:
    data = sample()
    part = data.take(np.arange(0, 60, 2))
    found = LogLinearRisk(keys=KEYS).assess(data, part)
    scale = round(data.frame["weight"].sum()) / part.frame["weight"].sum()
    left = [mu * max(weight * scale - 1, 0.0) for mu, weight in expected(part)]
    assert found.value("tau_1") == pytest.approx(sum(exp(-nu) for nu in left))


@pytest.mark.parametrize("kind", [LogLinearRisk, PopulationUniques])
def test_a_released_file_alone_says_by_its_own_weights_how_many_people_there_are(kind: type) -> None:
    data = sample()
    alone, beside = kind(keys=KEYS).assess(None, data), kind(keys=KEYS).assess(data, data)
    assert {name: alone.value(name) for name in alone.figures} == {
        name: beside.value(name) for name in beside.figures
    }
    assert any("weights of the file" in note for note in alone.notes)


def test_a_weight_below_one_leaves_nobody_else() -> None:
    weights = np.full(60, 20.0)
    weights[:10] = 0.5
    found = LogLinearRisk(keys=KEYS).assess(sample(weights), sample(weights), same_order=True)
    assert 0 < float(found.value("tau_1") or 0) <= float(found.value("sample_uniques") or 0)

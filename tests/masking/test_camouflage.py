import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.errors import DataError, ParameterError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.io import read, write
from sdcdesk.kernels.camouflage import camouflage_vectors
from sdcdesk.loss import LOSSES
from sdcdesk.masking import AdditiveNoise, Camouflage
from sdcdesk.masking.condition import Condition
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from sdcdesk.risk import DisclosureRisk

SOUTH = Condition(comparisons=[{"variable": "area", "relation": "is", "values": ["south"]}])

TRUTH = {
    "count": len,
    "sum": np.sum,
    "mean": np.mean,
    "max": np.max,
    "min": np.min,
    "variance": lambda column: np.var(column, ddof=1),
    "standard deviation": lambda column: np.std(column, ddof=1),
    "at least": lambda column: (column >= 0.5).sum(),
    "quantile": np.median,
}


def of(**columns) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def people(n: int = 300) -> Microdata:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "area": rng.choice(["north", "south"], n),
            "income": rng.lognormal(8, 1, n).round(2),
            "debt": rng.normal(0, 900, n).round(),
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="area", role=Role.KEY),
            Variable(
                name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, unit="euros", label="Income"
            ),
            Variable(name="debt", scale=Scale.CONTINUOUS),
        ],
    )


NUMBERS = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(NUMBERS, st.integers(2, 5), st.floats(0.1, 90), st.floats(0, 90), st.integers(0, 2**40))
def test_every_interval_is_as_wide_as_asked_and_every_answer_contains_the_truth(
    values: list[float], vectors: int, below: float, above: float, seed: int
) -> None:
    data = of(x=np.array(values))
    method = Camouflage(variables=["x"], below=below, above=above, vectors=vectors)
    masked, x = method.apply(data, seed), data.numbers("x")
    slack = 1e-9 * np.abs(x)
    assert (masked.numbers("x_low") <= x - below / 100 * np.abs(x) + slack).all()
    assert (masked.numbers("x_high") >= x + above / 100 * np.abs(x) - slack).all()
    for statistic, true in TRUTH.items():
        if len(x) < 2 and statistic in ("variance", "standard deviation"):
            continue
        answer = method.query(data, seed, statistic, "x")
        # numpy's own rounding, where the answer is a single number.
        slack = 1e-12 * (np.abs(x).sum() + (x**2).sum())
        assert answer.low - slack <= true(x) <= answer.high + slack, statistic


@pytest.mark.parametrize("k", [2, 3, 8])
def test_the_truth_is_the_weighted_mean_of_the_vectors(k: int) -> None:
    rng = np.random.default_rng(k)
    values, weights = rng.normal(size=50), rng.uniform(1, 2, k)
    weights /= weights.sum()
    below, above = rng.uniform(0, 3, (2, 50))
    vectors = camouflage_vectors(values, below, above, weights, rng.random((50, k + 1)))
    np.testing.assert_allclose(weights @ vectors, values, atol=1e-12)
    assert (vectors.min(axis=0) <= values - below + 1e-12).all()
    assert (vectors.max(axis=0) >= values + above - 1e-12).all()
    assert len(set(vectors.argmin(axis=0))) == k, "any of them may be the least"


def test_neither_end_gives_the_value_away() -> None:
    data = people(2_000)
    masked = Camouflage(variables=["income"], below=10.0, above=10.0).apply(data, seed=1)
    low, high, x = masked.numbers("income_low"), masked.numbers("income_high"), data.numbers("income")
    assert not np.isclose(low, 0.9 * x, rtol=1e-6).any()
    assert not np.isclose(high, 1.1 * x, rtol=1e-6).any()
    assert len(np.unique(((x - low) / (high - low)).round(6))) > 1_000, "the place in the interval varies"


def test_two_variables_stand_in_the_place_of_one() -> None:
    data = people()
    result = Camouflage(variables=["income"], size="value", value_below=100.0, value_above=50.0).mask(
        data, seed=1
    )
    assert result.data.names == ("area", "debt", "income_low", "income_high")
    low = result.data.variable("income_low")
    assert (low.label, low.unit, low.role, low.scale) == (
        "Income, low end",
        "euros",
        Role.CONFIDENTIAL,
        Scale.CONTINUOUS,
    )
    width = (result.data.numbers("income_high") - result.data.numbers("income_low")).mean()
    found = result.figures["mean width of income by its standard deviation"].value
    assert found == pytest.approx(width / data.numbers("income").std(ddof=1))
    assert result.figures["values released exactly"].value == 0


def test_later_steps_measures_and_files_take_the_new_variables(tmp_path) -> None:
    data = people()
    masked = Camouflage(variables=["income"]).apply(data, seed=1)
    later = AdditiveNoise(variables=["income_low"]).apply(masked, seed=2)
    assert DisclosureRisk(keys=["area"]).assess(data, later).value("dr_weighted") is not None
    for loss in LOSSES:
        assert loss().assess(data, masked)
    write(masked, tmp_path / "safe.csv")
    assert read(tmp_path / "safe.csv").names == masked.names


def test_queries_by_public_variables() -> None:
    data, method = people(), Camouflage(variables=["income", "debt"])
    south = data.frame["area"] == "south"
    for statistic, true in TRUTH.items():
        at = 0.5
        answer = method.query(data, 7, statistic, "debt", SOUTH, at)
        assert answer.low <= true(data.numbers("debt")[south]) <= answer.high
        kind = {"count": "exact", "at least": "outer", "quantile": "outer"}.get(statistic, "range")
        assert answer.kind == kind
    hidden = Condition(comparisons=[{"variable": "debt", "relation": "at least", "values": [0]}])
    with pytest.raises(DataError, match="public variables only"):
        method.query(data, 7, "sum", "income", hidden)
    with pytest.raises(ParameterError, match="contain the truth"):
        method.query(data, 7, "correlation", "income")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="between 0 and 1"):
        method.query(data, 7, "quantile", "income", at=1.5)
    with pytest.raises(ParameterError, match="one of the variables of the step"):
        method.query(data, 7, "sum", "area")
    with pytest.raises(DataError, match="too few records"):
        method.query(data.take(np.arange(1)), 7, "variance", "income")


@pytest.mark.parametrize("seed", range(10))
def test_the_spread_of_large_values_that_hardly_differ_lies_within_its_interval(seed: int) -> None:
    data = of(x=[1e12, 1e12 + 1, 1e12, 1e12 + 2])
    method = Camouflage(variables=["x"], size="value", value_above=1e-6, vectors=2)
    for statistic, true in (("variance", 11 / 12), ("standard deviation", (11 / 12) ** 0.5)):
        answer = method.query(data, seed, statistic, "x")
        assert answer.low <= true <= answer.high
        assert answer.high - answer.low < 0.1


def test_the_answer_is_of_the_intervals_that_are_released() -> None:
    data, method = people(), Camouflage(variables=["income"])
    low = method.apply(data, seed=3).numbers("income_low")
    assert method.query(data, 3, "quantile", "income", at=0.0).low == pytest.approx(low.min())


def test_zeros_and_missing_values() -> None:
    data = of(x=[0.0, 100.0, np.nan, -50.0])
    result = Camouflage(variables=["x"]).mask(data, seed=1)
    assert result.data.numbers("x_low")[0] == result.data.numbers("x_high")[0] == 0
    assert result.figures["values released exactly"].value == 1
    assert result.notes[0].startswith("Some intervals have no width")
    assert (
        result.data.missing("x_low").tolist()
        == result.data.missing("x_high").tolist()
        == data.missing("x").tolist()
    )
    wide = Camouflage(variables=["x"], least=5.0).mask(data, seed=1)
    assert wide.data.numbers("x_low")[0] <= -5
    assert wide.data.numbers("x_high")[0] >= 5
    assert wide.notes == ()


def test_keys_names_that_exist_and_empty_protection_are_refused() -> None:
    key = Variable(name="x", role=Role.KEY, scale=Scale.CONTINUOUS)
    data = Microdata(pd.DataFrame({"x": [1.0]}), [key])
    with pytest.raises(DataError, match="role key"):
        Camouflage(variables=["x"]).apply(data, seed=1)
    with pytest.raises(DataError, match="x_low already"):
        Camouflage(variables=["x"]).apply(of(x=[1.0], x_low=[2.0]), seed=1)
    with pytest.raises(ParameterError, match="values would be released"):
        Camouflage(variables=["x"], below=0.0, above=0.0)
    with pytest.raises(ParameterError, match="values would be released"):
        Camouflage(variables=["x"], size="value")
    assert Camouflage(variables=["x", "y"]).summary() == "x, y as intervals"


def test_edit_rules_of_a_variable_that_is_replaced_stop_nothing() -> None:
    rule = EditRule(
        name="Debts have an end",
        when={"comparisons": [{"variable": "area", "relation": "is", "values": ["south"]}]},
        then={"comparisons": [{"variable": "debt", "relation": "at most", "values": [99999]}]},
    )
    masked = Camouflage(variables=["debt"]).mask(people().ruled_by([rule]), seed=1)
    assert "debt_low" in masked.data.names

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.lineage import Lineage
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.io import read, write
from sdcdesk.loss import LOSSES
from sdcdesk.masking import AdditiveNoise, Camouflage
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from sdcdesk.risk import DisclosureRisk
from tests.masking.by_variable import number_of


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


@given(NUMBERS, st.integers(0, 3), st.floats(0.1, 900), st.floats(0, 900), st.integers(0, 2**40))
def test_every_interval_contains_the_value_and_what_was_asked_below_and_above(
    values: list[float], digits: int, below: float, above: float, seed: int
) -> None:
    data = of(x=np.round(values, digits))
    masked, x = Camouflage(variables=["x"], below=below, above=above).apply(data, seed), data.numbers("x")
    low, high = masked.numbers("x_low"), masked.numbers("x_high")
    assert (low <= x - below / 100 * np.abs(x)).all()
    assert (high >= x + above / 100 * np.abs(x)).all()
    step = Camouflage(variables=["x"], below=below, above=above).intervals(data, seed, "x").step.size
    assert (x - low >= step * (1 - 1e-9)).all()
    assert (high - x >= step * (1 - 1e-9)).all()


GRIDS = {"whole": 1.0, "hundreds": 100.0, "dozens": 12.0, "cents": 0.01, "quarters": 0.25}


@pytest.mark.parametrize("grid", GRIDS.values(), ids=list(GRIDS))
@pytest.mark.parametrize("middle", [3, 5_000])
def test_ends_are_whole_steps_that_hide_the_fraction(grid: float, middle: int) -> None:
    rng = np.random.default_rng(3)
    values = np.rint(rng.lognormal(np.log(middle), 0.8, 2_000) + 1) * grid
    data = of(x=values)
    step = Camouflage(variables=["x"])
    found, result = step.intervals(data, 1, "x"), step.mask(data, seed=1)
    size = found.step.size
    assert number_of(result, "step", "x") == size
    assert size >= grid
    for end in ("x_low", "x_high"):
        steps = result.data.numbers(end) / size
        np.testing.assert_allclose(steps, np.rint(steps), atol=1e-6)
    # Where in its grid the value lies says nothing of which end is nearer.
    place = (values - result.data.numbers("x_low")) / (size * (found.high - found.low))
    assert abs(np.corrcoef(place, np.rint(values / grid) % 2)[0, 1]) < 0.08


def test_the_value_lies_anywhere_in_what_the_protection_leaves() -> None:
    """Where values are spread evenly, counted in protections, so are the places in the inner intervals."""

    def scale(x: np.ndarray) -> np.ndarray:
        # 10 % below and above, and no less than 2,000: ∫ dx / (4,000 + 0.2·x).
        return np.log1p(x / 20_000) / 0.2

    x = 20_000 * np.expm1(0.2 * np.random.default_rng(4).uniform(1, 12, 100_000))
    found = Camouflage(variables=["x"], least=2000.0).intervals(of(x=x), 5, "x")
    low, high = found.step.numbers(found.low), found.step.numbers(found.high)
    first = np.where(low < 18_000, low + 2000, low / 0.9)
    last = np.where(high < 22_000, high - 2000, high / 1.1)
    assert (first <= x).all()
    assert (x <= last).all()
    assert (last - first >= np.maximum(0.2 * first, 4000)).all(), "as wide as the protection"
    inside = (scale(first) > 1) & (scale(last) < 12)
    place = ((scale(x) - scale(first)) / (scale(last) - scale(first)))[inside]
    # All but the outermost parts, where rounding outwards leaves room.
    counts = np.histogram(place, np.linspace(0.2, 0.8, 7))[0]
    assert counts.max() < 1.06 * counts.min()


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
    found = number_of(result, "mean_width", "income")
    assert found == pytest.approx(width / data.numbers("income").std(ddof=1))


def test_later_steps_measures_and_files_take_the_new_variables(tmp_path) -> None:
    data = people()
    masked = Camouflage(variables=["income"]).apply(data, seed=1)
    later = AdditiveNoise(variables=["income_low"]).apply(masked, seed=2)
    assert DisclosureRisk(keys=["area"]).assess(data, later).value("dr_weighted") is not None
    for loss in LOSSES:
        assert loss().assess(data, masked)
    write(masked, tmp_path / "safe.csv")
    assert read(tmp_path / "safe.csv").names == masked.names


def test_zeros_and_missing_values() -> None:
    data = of(x=[0.0, 100.0, np.nan, -50.0])
    result = Camouflage(variables=["x"]).mask(data, seed=1)
    assert result.data.numbers("x_low")[0] <= -50
    assert result.data.numbers("x_high")[0] >= 50, "no less than the grid, on which all values lie"
    assert result.notes == ()
    assert (
        result.data.missing("x_low").tolist()
        == result.data.missing("x_high").tolist()
        == data.missing("x").tolist()
    )
    nothing = Camouflage(variables=["x"]).mask(of(x=[0.0, 0.0]), seed=1)
    assert (nothing.data.numbers("x_low") < 0).all()
    empty = Camouflage(variables=["x"]).apply(of(x=[np.nan, np.nan]), seed=1)
    assert empty.missing("x_low").all()


@pytest.mark.parametrize(
    "values", [[1e150, 1.0, -1e150], [1e-300, 2e-300], [1e12, 1e12 + 1], [1e150, 1e-300, 1e-300]]
)
def test_very_large_and_very_small_values(values: list[float]) -> None:
    data = of(x=values)
    masked = Camouflage(variables=["x"], below=1e6, above=1e6).apply(data, seed=1)
    x = data.numbers("x")
    assert (masked.numbers("x_low") <= x - 1e4 * np.abs(x)).all()
    assert (masked.numbers("x_high") >= x + 1e4 * np.abs(x)).all()


def test_a_part_of_the_file_as_small_as_one_record_is_masked() -> None:
    # Draws that belong to no record once took places of a part for their own, and ended beyond it.
    data = people()
    draws = Draws(3, 1, np.array([17]))
    part = data.take(np.array([17]))
    part = part.with_lineage(Lineage(np.array([0]), part.pairing))
    assert len(Camouflage(variables=["income"]).apply(part, draws)) == 1


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
    with pytest.raises(ParameterError, match="not public"):
        Camouflage(variables=["x"], public=["x"])
    assert Camouflage(variables=["x", "y"]).summary() == "x, y as intervals"


def test_edit_rules_of_a_variable_that_is_replaced_stop_nothing() -> None:
    rule = EditRule(
        name="Debts have an end",
        when={"comparisons": [{"variable": "area", "relation": "is", "values": ["south"]}]},
        then={"comparisons": [{"variable": "debt", "relation": "at most", "values": [99999]}]},
    )
    masked = Camouflage(variables=["debt"]).mask(people().with_edit_rules([rule]), seed=1)
    assert "debt_low" in masked.data.names

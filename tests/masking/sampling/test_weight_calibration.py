"""Weights brought back to their sums: oracles that add up, and strata that cannot be brought there."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import (
    Recoding,
    RecordSuppression,
    SimpleRandomSampling,
    StratifiedSampling,
    WeightCalibration,
)

REGIONS = ["north", "south", "east"]


def people(records: int = 300) -> Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "region": rng.choice(REGIONS, records),
            "age": rng.integers(18, 60, records),
            "weight": rng.uniform(1, 30, records),
        }
    )
    frame.loc[::17, "region"] = None
    return Microdata(
        frame, [Variable(name="region", role=Role.STRATUM), Variable(name="weight", role=Role.WEIGHT)]
    )


def sums(data: Microdata, of: Microdata) -> dict[object, float]:
    """The sum of the weights of each region of the initial file, added record by record."""
    found: dict[object, float] = {}
    regions = of.column("region").tolist()
    for row, weight in zip(data.rows.tolist(), data.column("weight").tolist(), strict=True):
        region = regions[row] if isinstance(regions[row], str) else None
        found[region] = found.get(region, 0.0) + weight
    return found


@pytest.mark.parametrize("within", [(), ("region",)])
def test_each_stratum_has_its_initial_sum_after_sampling_and_suppression(within: tuple[str, ...]) -> None:
    data = people()
    recipe = (
        Recipe(seed=3).then(SimpleRandomSampling(percentage=50.0)).then(RecordSuppression(keys=["age"], k=3))
    )
    # What a step made of the stratum later does not change where a record belongs.
    recipe = recipe.then(
        Recoding(variable="region", how="mapping", mapping={"north": "upper", "east": "upper"})
    )
    left = recipe.apply(data)
    masked = recipe.then(WeightCalibration(within=within)).apply(data)
    assert masked.rows.tolist() == left.rows.tolist()
    assert sums(masked, data) == pytest.approx(sums(data, data), rel=1e-12)
    ratios = masked.column("weight") / left.column("weight")
    assert ratios.round(9).nunique() == 4, "one factor for each region and for those without one"
    figures = WeightCalibration().mask(left).figures
    assert figures["largest_weight_factor"].value == pytest.approx(ratios.max())
    assert figures["smallest_weight_factor"].value == pytest.approx(ratios.min())
    assert figures["sum_of_weights_before"].value == pytest.approx(left.column("weight").sum())
    assert figures["sum_of_weights_after"].value == pytest.approx(data.column("weight").sum())


def test_without_strata_there_is_one_factor() -> None:
    data = people().describe(Variable(name="region"))
    masked = Recipe(seed=1).then(SimpleRandomSampling(percentage=20.0)).then(WeightCalibration()).apply(data)
    assert masked.column("weight").sum() == pytest.approx(data.column("weight").sum())
    then = data.column("weight").to_numpy()[masked.rows]
    assert np.ptp(masked.column("weight").to_numpy() / then) < 1e-12


def test_sums_of_your_own() -> None:
    data = people(6).assign({"region": pd.Series(["north", "north", "south", "south", "south", None])})
    data = data.assign({"weight": pd.Series([1.0, 3.0, 2.0, 2.0, 1.0, 7.0])})
    given = {"north": 8.0, "south": 10.0, "(missing)": 3.5}
    step = WeightCalibration(within=["region"], totals="given", sums=given)
    assert step.apply(data).column("weight").tolist() == [2.0, 6.0, 4.0, 4.0, 2.0, 3.5]
    with pytest.raises(DataError, match="1 stratum of the file has no sum"):
        WeightCalibration(within=["region"], totals="given", sums={"north": 8.0, "south": 1.0}).apply(data)
    with pytest.raises(DataError, match="1 stratum has a sum of weights to keep and no record"):
        WeightCalibration(within=["region"], totals="given", sums={**given, "west": 1.0}).apply(data)


def test_a_stratum_of_which_no_record_is_left_is_refused_without_its_name() -> None:
    data = people()
    left = StratifiedSampling(within=["region"], allocation="given", numbers={"north": 5, "south": 5}).apply(
        data, seed=1
    )
    with pytest.raises(DataError, match="2 strata have a sum of weights to keep") as raised:
        WeightCalibration().apply(left)
    assert "east" not in raised.value.message
    assert len(WeightCalibration().apply(left.describe(Variable(name="region")))) == 10


def test_without_the_initial_file_sums_must_be_given() -> None:
    data = people()
    some = data.take(np.arange(50, 100))
    with pytest.raises(DataError, match="give the sums"):
        WeightCalibration().apply(some)


def test_weights_that_stand_for_nobody_are_refused() -> None:
    data = people()
    for wrong in (np.nan, 0.0, -1.0):
        weights = data.column("weight").copy()
        weights.iloc[7] = wrong
        with pytest.raises(DataError, match="missing, zero or negative"):
            WeightCalibration().apply(data.assign({"weight": weights}))


def test_records_held_out_are_no_part_of_the_sums() -> None:
    """A risk that applies the steps to a part of the file gets the weights of that part."""
    data = people()
    recipe = Recipe(seed=3).then(SimpleRandomSampling(percentage=60.0)).then(WeightCalibration())
    steps = recipe.apply(data).steps
    assert steps is not None
    part = np.arange(0, len(data), 2)
    masked = steps.applied_to(part, SILENT)
    assert 0 < len(masked) < len(part)
    assert sums(masked, data) == pytest.approx(sums(data.take(part), data))

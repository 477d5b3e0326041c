"""Ratios of variances and covariances, against sums over records that are written out."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.loss import VarianceRatios
from sdcdesk.masking import AdditiveNoise, SimpleRandomSampling, WeightCalibration

NAMES = ("pay", "rent", "age")


def people(records: int = 60) -> Microdata:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "pay": rng.lognormal(7, 1, records),
            "rent": rng.normal(700, 90, records),
            "age": rng.normal(40, 9, records),
            "w": rng.uniform(1, 50, records),
        }
    )
    frame.loc[::7, "pay"] = np.nan
    frame.loc[::11, "age"] = np.nan
    weight = Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    return Microdata(frame, [*(Variable(name=one, scale=Scale.CONTINUOUS) for one in NAMES), weight])


def covariance(data: Microdata, one: str, other: str, *, weighted: bool) -> float:
    rows = [
        (a, b, w if weighted else 1.0)
        for a, b, w in data.frame[[one, other, "w"]].itertuples(index=False)
        if a == a and b == b
    ]
    total, n = sum(w for *_, w in rows), len(rows)
    first, second = sum(w * a for a, _, w in rows) / total, sum(w * b for _, b, w in rows) / total
    return sum(w * (a - first) * (b - second) for a, b, w in rows) / total * n / (n - 1)


@pytest.mark.parametrize("weight", [None, "w"])
def test_ratios_are_those_of_sums_over_records(weight: str | None) -> None:
    data = people()
    masked = AdditiveNoise(variables=["pay", "age"], variance_share=30.0).apply(data, seed=3)
    masked = WeightCalibration().apply(SimpleRandomSampling(percentage=70.0).apply(masked, seed=1))
    found = VarianceRatios(variables=NAMES, weight=weight).assess(data, masked)
    weighted = weight is not None

    def both(one: str, other: str) -> tuple[float, float]:
        before, after = (covariance(file, one, other, weighted=weighted) for file in (data, masked))
        return before, after

    variances = [both(name, name) for name in NAMES]
    table = found.table("variables")
    assert table["variance_before"].tolist() == pytest.approx([old for old, _ in variances])
    assert table["ratio"].tolist() == pytest.approx([new / old for old, new in variances])
    changes = [abs(new / old - 1) for old, new in variances]
    assert found.value("mean_variance_change") == pytest.approx(np.mean(changes))
    assert found.value("largest_variance_change") == pytest.approx(max(changes))
    pairs = [(one, other, *both(one, other)) for one, other in combinations(NAMES, 2)]
    spread = {name: covariance(data, name, name, weighted=weighted) ** 0.5 for name in NAMES}
    moved = [abs(new - old) / (spread[one] * spread[other]) for one, other, old, new in pairs]
    assert found.table("pairs")["ratio"].tolist() == pytest.approx([new / old for *_, old, new in pairs])
    assert found.value("mean_covariance_change") == pytest.approx(np.mean(moved))
    assert found.value("largest_covariance_change") == pytest.approx(max(moved))
    ratios = [abs(new / old - 1) for *_, old, new in pairs]
    assert found.value("mean_covariance_ratio_change") == pytest.approx(np.mean(ratios))


def test_equal_weights_are_none() -> None:
    data = people()
    equal = data.assign({"w": pd.Series(np.full(len(data), 7.0))})
    masked = AdditiveNoise(variables=["pay"], variance_share=30.0).apply(equal, seed=3)
    with_them = VarianceRatios(variables=NAMES, weight="w").assess(equal, masked)
    without = VarianceRatios(variables=NAMES).assess(equal, masked)
    for name in ("mean_variance_change", "largest_covariance_change", "mean_covariance_ratio_change"):
        assert with_them.value(name) == pytest.approx(without.value(name))


@pytest.mark.parametrize("weight", [None, "w"])
def test_constant_variables_have_no_ratio_and_leave_the_means(weight: str | None) -> None:
    data = people().assign({"rent": pd.Series([0.1] * 60)})
    found = VarianceRatios(variables=NAMES, weight=weight).assess(data, data)
    ratios = found.table("variables")["ratio"].tolist()
    assert ratios[0] == ratios[2] == 1.0
    assert np.isnan(float(ratios[1]))
    assert found.value("largest_variance_change") == 0.0
    nothing = VarianceRatios(variables=["rent"], weight=weight).assess(data, data)
    assert nothing.value("mean_variance_change") is None
    assert nothing.value("mean_covariance_change") is None


def test_weights_that_are_not_released_weigh_nothing() -> None:
    data = people()
    with pytest.raises(DataError, match="w is not in the masked file"):
        VarianceRatios(variables=NAMES, weight="w").assess(data, data.drop(["w"]))

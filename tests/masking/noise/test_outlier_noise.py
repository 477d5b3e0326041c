import numpy as np
import pandas as pd
import pytest
from scipy.stats import median_abs_deviation, norm

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import MultivariateTopCoding, OutlierNoise

SCALES = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("x", "y")]


def firms() -> Microdata:
    """Two correlated variables with a tail, two values that are missing, and one odd combination."""
    rng = np.random.default_rng(11)
    x = rng.lognormal(3, 0.7, 150)
    frame = pd.DataFrame({"x": x, "y": 2 * x + rng.normal(0, 4, 150)})
    frame.loc[:2, "x"] = [np.nan, np.nan, 20.0]
    frame.loc[:2, "y"] = [9000.0, 30.0, 5.0]
    return Microdata(frame, SCALES)


def far(values: pd.Series, share: float) -> np.ndarray:
    gaps = (values - values.median()).abs()
    spread = median_abs_deviation(values, scale="normal", nan_policy="omit")
    return (gaps > norm.ppf((1 + share) / 2) * spread).to_numpy()


def changed(data: Microdata, method: OutlierNoise) -> np.ndarray:
    before, after = data.frame.to_numpy(), method.apply(data, seed=2).frame.to_numpy()
    return (before != after) & ~np.isnan(before)


def test_noise_goes_to_values_far_from_the_median_and_to_no_others() -> None:
    data = firms()
    found = changed(data, OutlierNoise(variables=["x", "y"], outlying="value", inside=95.0))
    expected = np.stack([far(data.column(name), 0.95) for name in data.names], axis=1)
    assert found.tolist() == expected.tolist()
    assert 5 < found.sum() < 60
    assert found[0].tolist() == [False, True], "a record that lacks a value has outlying ones"


def test_noise_goes_to_all_values_of_outlying_records() -> None:
    data = firms()
    coding = MultivariateTopCoding(variables=["x", "y"], inside=99.0).apply(data).frame.to_numpy()
    outlying = (coding != data.frame.to_numpy()).all(axis=1) & ~np.isnan(coding).any(axis=1)
    by_record = changed(data, OutlierNoise(variables=["x", "y"], outlying="record", inside=99.0))
    assert by_record.tolist() == np.stack([outlying, outlying], axis=1).tolist()
    assert outlying[2], "two ordinary values in an extraordinary combination"
    by_value = changed(data, OutlierNoise(variables=["x", "y"], outlying="value", inside=99.0))
    assert not by_value[2].any()
    either = changed(data, OutlierNoise(variables=["x", "y"], inside=99.0))
    assert either.tolist() == (by_value | by_record).tolist()


def test_the_noise_has_a_share_of_the_variance() -> None:
    """Over many draws, for one outlying value."""
    data = Microdata(pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0, 5.0, 60.0]}), SCALES[:1])
    method = OutlierNoise(variables=["x"], outlying="value", variance_share=25.0)
    drawn = np.array([method.apply(data, seed).numbers("x")[5] for seed in range(1500)]) - 60
    deviation = 0.5 * data.column("x").std()
    assert drawn.mean() == pytest.approx(0, abs=4 * deviation / np.sqrt(1500))
    assert drawn.std() == pytest.approx(deviation, rel=0.08)


def test_figures_count_records_and_values() -> None:
    data = firms()
    method = OutlierNoise(variables=["x", "y"], inside=99.0)
    figures = method.mask(data, seed=2).figures
    assert figures["values_changed"].value == changed(data, method).sum()
    by_record = changed(data, method.changed(outlying="record"))
    assert figures["outlying_records"].value == by_record[:, 0].sum()


def test_mostly_equal_values_have_outliers_but_no_robust_distances() -> None:
    data = Microdata(pd.DataFrame({"x": [0, 0, 0, 0, 0, 7, 9]}), SCALES[:1])
    assert changed(data, OutlierNoise(variables=["x"], outlying="value"))[:, 0].tolist() == [
        *[False] * 5,
        True,
        True,
    ]
    with pytest.raises(DataError, match="robust distances are not defined"):
        OutlierNoise(variables=["x"]).apply(data, seed=1)

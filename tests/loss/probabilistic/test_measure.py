import math
import statistics
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import ProbabilisticLoss
from sdcdesk.loss.probabilistic.discrepancies import quantile_losses

NAN = math.nan
NORMAL = statistics.NormalDist()


def numbers(**columns: list[float] | np.ndarray) -> Microdata:
    return Microdata(pd.DataFrame(columns).astype("float64"))


def loss(before: float, after: float, variance: float) -> float:
    if before == pytest.approx(after, rel=1e-12, abs=1e-12):
        return 0.0
    return 100 * (2 * NORMAL.cdf(abs(after - before) / math.sqrt(variance)) - 1)


def moment(a: list[float], b: list[float], r: int, s: int) -> float:
    x, y = statistics.fmean(a), statistics.fmean(b)
    return statistics.fmean((v - x) ** r * (w - y) ** s for v, w in zip(a, b, strict=True))


def slow(before: list[list[float]], after: list[list[float]]) -> dict[str, float]:
    """The formulas of the manual page, parameter by parameter."""
    n = len(before[0])
    found: dict[str, list[float]] = {one: [] for one in ("means", "variances", "covariances", "correlations")}
    for a, new in zip(before, after, strict=True):
        found["means"].append(loss(statistics.fmean(a), statistics.fmean(new), statistics.variance(a) / n))
        variance = (moment(a, a, 2, 2) - moment(a, a, 1, 1) ** 2) / n
        found["variances"].append(loss(statistics.variance(a), statistics.variance(new), variance))
    for i, j in combinations(range(len(before)), 2):
        a, b = before[i], before[j]
        variance = (moment(a, b, 2, 2) - moment(a, b, 1, 1) ** 2) / n
        pair = statistics.covariance(a, b), statistics.covariance(after[i], after[j])
        found["covariances"].append(loss(*pair, variance))
        units = math.sqrt(moment(a, a, 1, 1)), math.sqrt(moment(b, b, 1, 1))
        a, b = [v / units[0] for v in a], [v / units[1] for v in b]
        r = statistics.correlation(a, b)
        mixed = moment(a, b, 3, 1) + moment(a, b, 1, 3)
        fourths = moment(a, a, 2, 2) + moment(b, b, 2, 2) + 2 * moment(a, b, 2, 2)
        variance = (moment(a, b, 2, 2) + r**2 / 4 * fourths - r * mixed) / n
        found["correlations"].append(loss(r, statistics.correlation(after[i], after[j]), variance))
    return {one: statistics.fmean(cells) for one, cells in found.items()}


@given(st.integers(0, 10_000), st.integers(5, 30))
def test_losses_equal_those_of_going_parameter_by_parameter(seed: int, records: int) -> None:
    rng = np.random.default_rng(seed)
    before = rng.gamma(2.0, 3.0, (3, records)) @ np.eye(records)
    before[1] += 0.5 * before[0]
    after = before + rng.normal(0, 0.6, before.shape)
    found = ProbabilisticLoss().assess(
        numbers(a=before[0], b=before[1], c=before[2]),
        numbers(a=after[0], b=after[1], c=after[2]),
        same_order=True,
    )
    expected = slow(before.tolist(), after.tolist())
    for name, value in expected.items():
        assert found.value(f"loss_of_{name}") == pytest.approx(value, rel=1e-6, abs=1e-6), name
    five = [*expected.values(), found.value("loss_of_quantiles")]
    assert found.value("probabilistic_loss") == pytest.approx(statistics.fmean(five))  # type: ignore[type-var]


def test_quantiles_by_hand() -> None:
    """101 values, so that each quantile is a value; all move up by three places."""
    before = np.arange(101.0)
    expected = [loss(q, q + 3 / 100, q * (1 - q) / 101) for q in (place / 20 for place in range(1, 20))]
    assert quantile_losses(before, before + 3).tolist() == pytest.approx(expected)
    assert quantile_losses(before, before).tolist() == [0.0] * 19
    assert quantile_losses(before, before + 1000)[0] == pytest.approx(loss(0.05, 1.0, 0.05 * 0.95 / 101))


@given(st.lists(st.integers(0, 5).map(float), min_size=2, max_size=40), st.floats(-1e9, 1e9))
def test_equal_quantiles_lose_nothing_whatever_is_tied(values: list[float], offset: float) -> None:
    column = np.array(values) + offset
    assert quantile_losses(column, np.random.default_rng(1).permutation(column)).tolist() == [0.0] * 19


def test_equal_files_lose_nothing_and_no_loss_exceeds_100() -> None:
    values = np.random.default_rng(1).lognormal(8, 1, (500, 3))
    data = Microdata(pd.DataFrame(values, columns=list("abc")))
    assert ProbabilisticLoss().assess(data, data).value("probabilistic_loss") == 0
    other = Microdata(pd.DataFrame(values[::-1] ** 2, columns=list("abc")))
    found = ProbabilisticLoss().assess(data, other, same_order=True)
    assert found.value("loss_of_means") == found.value("loss_of_variances") == 100
    assert 80 < (found.value("probabilistic_loss") or 0) <= 100


def test_missing_values_leave_their_parameters() -> None:
    before = numbers(a=[1.0, 2.0, 4.0, NAN], b=[1.0, NAN, 5.0, 7.0])
    after = numbers(a=[1.0, 2.0, 7.0, NAN], b=[1.0, NAN, 5.0, 8.0])
    found = ProbabilisticLoss().assess(before, after, same_order=True)
    means = [loss(7 / 3, 10 / 3, statistics.variance([1, 2, 4]) / 3), loss(13 / 3, 14 / 3, 28 / 3 / 3)]
    assert found.value("loss_of_means") == pytest.approx(statistics.fmean(means))


def test_what_cannot_be_computed_says_why_and_is_counted() -> None:
    before = numbers(a=[1.0, 2.0, 4.0], b=[3.0, 1.0, 5.0], still=[2.0, 2.0, 2.0])
    after = numbers(a=[1.0, 2.0, 5.0], b=[3.0, 3.0, 3.0], still=[2.0, 2.0, 3.0])
    found = ProbabilisticLoss().assess(before, after, same_order=True)
    assert any(
        note.startswith("1 variable is constant") and note.endswith(": still.") for note in found.notes
    )
    table = found.table("parameters").set_index("parameter")
    assert table.loc["Correlations", ["compared", "not_defined"]].tolist() == [0, 1]
    assert found.value("loss_of_correlations") is None
    four = [found.value(f"loss_of_{one}") for one in ("means", "variances", "covariances", "quantiles")]
    assert found.value("probabilistic_loss") == pytest.approx(np.mean(four))
    alone = ProbabilisticLoss(variables=["a"]).assess(before, after, same_order=True)
    assert alone.figure("loss_of_covariances").quantity.reason.code is Why.TOO_FEW

    def why(data: Microdata, masked: Microdata) -> Why:
        return ProbabilisticLoss().assess(data, masked).figure("probabilistic_loss").quantity.reason.code

    constant, text = numbers(a=[1.0, 1.0]), Microdata(pd.DataFrame({"a": ["x", "y"]}))
    assert why(constant, constant) is Why.ZERO_DIVISOR
    assert why(text, text) is Why.NOT_APPLICABLE
    assert why(before, before.take(np.arange(0))) is Why.NO_RECORDS


def test_a_parameter_without_sampling_variance_loses_all_or_nothing() -> None:
    """Of two values ±1, equally frequent, μ₄ = μ₂²: the variance has no sampling error."""
    even = numbers(a=[1.0, -1.0] * 4)
    assert ProbabilisticLoss().assess(even, even).value("loss_of_variances") == 0
    found = ProbabilisticLoss().assess(even, numbers(a=[1.1, -1.1] * 4), same_order=True)
    assert found.value("loss_of_variances") == 100


def test_public_documents_leave_it_out() -> None:
    """From 0.577 standard errors, the released mean and S / √n follows the original mean, to a sign."""
    values = np.random.default_rng(1).normal(50, 9, 200)
    found = ProbabilisticLoss().assess(numbers(a=values), numbers(a=values + 1), same_order=True)
    assert found.value("loss_of_means") is not None
    public = withheld(found)
    assert not [name for name, figure in public.figures.items() if figure.value is not None]
    columns = {column.name for table in public.tables.values() for column in table.columns}
    assert columns <= {"parameter", "variable", "compared", "not_defined"}

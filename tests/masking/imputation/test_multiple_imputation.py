import math

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import MultipleImputation
from tests.masking.by_variable import number_of

REGIONS = ("north", "south", "west")


def people(n: int, seed: int = 3) -> Microdata:
    rng = np.random.default_rng(seed)
    age, region = rng.uniform(20, 80, n), rng.integers(0, 3, n)
    income = 500 + 40 * age + np.array([0.0, 300.0, -400.0])[region] + rng.normal(0, 350, n)
    tax = 0.3 * income - 5 * age + rng.normal(0, 60, n)
    frame = pd.DataFrame(
        {"age": age, "income": income, "tax": tax, "region": [REGIONS[code] for code in region]}
    )
    return Microdata(frame, [Variable(name="region", scale=Scale.NOMINAL)])


def imputed(data: Microdata, seed: int = 1, **parameters) -> Microdata:
    given = {"variables": ["income", "tax"], "predictors": ["age", "region"]} | parameters
    return MultipleImputation(**given).apply(data, seed)


def design(frame: pd.DataFrame, names: list[str]) -> np.ndarray:
    """Return constant, regressors and indicators, as a dense matrix."""
    columns = [np.ones(len(frame))]
    for name in names:
        if frame[name].dtype == float:
            columns.append(frame[name].to_numpy())
        else:
            columns += [(frame[name] == value).to_numpy(float) for value in sorted(set(frame[name]))[1:]]
    return np.column_stack(columns)


def by_definition(frame: pd.DataFrame, seed: int, copy: int = 1) -> pd.DataFrame:
    """Return new values by textbook formulas: β ~ N(β̂, σ²(XᵀX)⁻¹) with σ² = SSE/χ²."""
    draws, new, rows = Draws(seed), frame.copy(), np.arange(len(frame))
    for place, name in enumerate(("income", "tax")):
        names = ["age", "region", *("income", "tax")[:place]]
        x, y, column = design(frame, names), frame[name].to_numpy(), copy * 2**48 + place * 2**36
        estimate, *_ = np.linalg.lstsq(x, y, rcond=None)
        freedom = len(x) - x.shape[1]
        sse = ((y - x @ estimate) ** 2).sum()
        sigma = math.sqrt(sse / (draws.normal(np.arange(freedom), column + 1) ** 2).sum())
        # The errors of the coefficients are drawn along the directions that Gram and Schmidt find, the
        # constant, drawn last, at the means.
        z, columns = draws.normal(np.arange(x.shape[1]), column + 2), [x[:, 0] / math.sqrt(len(x))]
        for regressor in x[:, 1:].T:
            rest = regressor - sum((regressor @ direction) * direction for direction in columns)
            columns.append(rest / np.linalg.norm(rest))
        q = np.column_stack(columns)
        coefficients = np.linalg.solve(q.T @ x, np.concatenate([z[-1:], z[:-1]])) * sigma + estimate
        new[name] = design(new, names) @ coefficients + sigma * draws.normal(rows, column)
    return new


@pytest.mark.parametrize("copy", [1, 4])
def test_values_are_drawn_from_the_posterior_of_the_regression(copy: int) -> None:
    data = people(40)
    found = imputed(data, 9, copy_number=copy).frame
    pd.testing.assert_frame_equal(found, by_definition(data.frame, 9, copy), rtol=1e-8)


def test_coefficients_vary_between_copies_as_their_posterior_and_sampling_say() -> None:
    data = people(60)
    method = MultipleImputation(variables=["income"], predictors=["age"])
    x, copies = design(data.frame, ["age"]), method.copies(data, seed=1, m=400)
    slopes = [np.linalg.lstsq(x, masked.numbers("income"), rcond=None)[0][1] for masked in copies]
    y = data.numbers("income")
    estimate, sse, *_ = np.linalg.lstsq(x, y, rcond=None)
    variance = float(sse[0]) / (len(x) - 2) * np.linalg.inv(x.T @ x)[1, 1]
    assert np.mean(slopes) == pytest.approx(estimate[1], abs=4 * math.sqrt(2 * variance / 400))
    assert np.var(slopes) == pytest.approx(2 * variance, rel=0.3)


def test_means_covariances_and_groups_stay() -> None:
    data = people(20_000)
    result = MultipleImputation(variables=["income", "tax"], predictors=["age", "region"]).mask(data, seed=2)
    names = ["age", "income", "tax"]
    before, after = data.frame, result.data.frame
    np.testing.assert_allclose(after[names].mean(), before[names].mean(), rtol=0.02)
    np.testing.assert_allclose(after[names].corr(), before[names].corr(), atol=0.02)
    np.testing.assert_allclose(
        after.groupby("region")["income"].mean(), before.groupby("region")["income"].mean(), rtol=0.02
    )
    x = design(before, ["age", "region"])
    fit = x @ np.linalg.lstsq(x, before["income"].to_numpy(), rcond=None)[0]
    share = fit.var() / before["income"].var(ddof=0)
    assert number_of(result, "variance_explained", "income") == pytest.approx(share)
    own = np.corrcoef(before["income"], after["income"])[0, 1]
    assert number_of(result, "correlation_with_original", "income") == pytest.approx(own)
    assert own == pytest.approx(share, abs=0.02)


def test_a_total_follows_its_parts() -> None:
    data = people(200)
    frame = data.frame.assign(total=data.numbers("income") + data.numbers("tax"))
    found = imputed(Microdata(frame), variables=["income", "tax", "total"], predictors=["age"]).frame
    np.testing.assert_allclose(found["income"] + found["tax"], found["total"])


def test_a_predictor_that_others_determine_adds_nothing() -> None:
    data = people(50)
    frame = data.frame.assign(months=data.numbers("age") * 12, one=1.0)
    more = imputed(Microdata(frame), variables=["income"], predictors=["age", "months", "one"])
    # One coefficient fewer is drawn; what the regression itself says is the same.
    few = imputed(Microdata(frame), variables=["income"], predictors=["age"])
    np.testing.assert_allclose(np.corrcoef(more.numbers("income"), few.numbers("income"))[0, 1], 1, atol=0.05)


def test_missing_values_stay_and_lacking_regressors_are_done_without() -> None:
    frame = people(4_000).frame.copy()
    frame.loc[::2, "age"] = np.nan
    frame.loc[::5, "income"] = -9
    frame.loc[::7, "region"] = None
    data = Microdata(frame, [Variable(name="income", scale=Scale.CONTINUOUS, missing=(-9,))])
    found = imputed(data)
    assert (found.column("income")[::5] == -9).all()
    for name in data.names:
        assert (found.missing(name) == data.missing(name)).all()
    both = ~data.missing("age") & ~data.missing("income")
    pairs = [
        np.corrcoef(file.numbers("age")[both], file.numbers("income")[both])[0, 1] for file in (data, found)
    ]
    assert pairs[1] == pytest.approx(pairs[0], abs=0.04)
    alone = data.missing("age") & data.missing("region") & ~data.missing("income")
    assert found.numbers("income")[alone].std() == pytest.approx(data.numbers("income")[alone].std(), rel=0.2)


@pytest.mark.parametrize("scale", [1e-300, 1e145])
def test_the_size_of_numbers_does_not_matter(scale: float) -> None:
    frame = people(30).frame[["age", "income", "tax"]]
    expected = imputed(Microdata(frame), predictors=["age"]).frame
    found = imputed(Microdata(frame * scale), predictors=["age"]).frame
    np.testing.assert_allclose(found / scale, expected)


def test_constants_and_whole_numbers() -> None:
    data = Microdata(pd.DataFrame({"x": range(50), "c": [7] * 50, "s": np.arange(50.0) % 7}))
    result = MultipleImputation(variables=["c", "x"], predictors=["s"], whole_numbers=True).mask(data, seed=1)
    assert result.data.frame["c"].tolist() == [7] * 50
    assert result.notes == ("c has no variance and stays.",)
    assert result.data.frame["x"].dtype == "int64"
    assert np.isnan(number_of(result, "variance_explained", "c"))


def test_without_predictors_values_are_normal_around_the_mean() -> None:
    found = imputed(people(5_000), variables=["income"], predictors=[]).numbers("income")
    expected = people(5_000).numbers("income")
    assert found.mean() == pytest.approx(expected.mean(), rel=0.03)
    assert found.std() == pytest.approx(expected.std(), rel=0.05)


def test_what_has_too_few_records_or_too_many_categories_is_refused() -> None:
    data = Microdata(pd.DataFrame({"x": [1.0, 2.0, 4.0], "s": [1.0, 5.0, 2.0], "t": [1.0, 0.0, 0.0]}))
    with pytest.raises(DataError, match="3 records have values of x"):
        MultipleImputation(variables=["x"], predictors=["s", "t"]).apply(data, seed=1)
    many = Microdata(pd.DataFrame({"x": np.arange(300.0), "s": [f"{code % 101}" for code in range(300)]}))
    with pytest.raises(DataError, match="s has 101 categories"):
        MultipleImputation(variables=["x"], predictors=["s"]).apply(many, seed=1)


def test_summary() -> None:
    assert MultipleImputation(variables=["x", "y"], copy_number=2).summary() == "x, y imputed, copy 2"

"""Families of distributions: fits against SciPy's own, which is no part of the program."""

import numpy as np
import pytest
from scipy import stats

from sdcdesk.masking.distortion.discrete import Hypergeometric
from sdcdesk.masking.distortion.distribution import Distribution, NoFitError
from sdcdesk.masking.distortion.free_origin import fit_origin, log_density
from sdcdesk.masking.distortion.frequency_imposed import imposed, multinomial
from sdcdesk.masking.distortion.goodness_of_fit import (
    anderson_darling,
    cell_count,
    chi_squared,
    largest_distance,
)
from sdcdesk.masking.distortion.identification import CONTINUOUS_FAMILIES, DISCRETE_FAMILIES
from sdcdesk.masking.distortion.method import FAMILIES

EXAMPLE_1 = np.array([186, 693, 830, 1177, 1219, 1428, 1902, 1903, 2496, 3406], dtype=np.float64)


def fitted(name: str, values: np.ndarray) -> Distribution:
    return FAMILIES[name].fit(np.sort(values), lambda: None)


def distance(distribution: Distribution, values: np.ndarray) -> float:
    return largest_distance(distribution.below(np.sort(values)))


# The example of Domingo-Ferrer and Torra, section 3


def test_example_1_of_the_source() -> None:
    gumbel = fitted("gumbel", EXAMPLE_1)
    assert gumbel.location == pytest.approx(1105.780, abs=5e-4)
    assert gumbel.scale == pytest.approx(732.434, abs=5e-4)
    assert distance(gumbel, EXAMPLE_1) == pytest.approx(0.11377, abs=5e-6)


def test_it_is_not_the_smallest_distance_by_maximum_likelihood() -> None:
    assert distance(fitted("weibull", EXAMPLE_1), EXAMPLE_1) == pytest.approx(0.1086, abs=5e-5)
    free = fit_origin(FAMILIES["gamma"], EXAMPLE_1, lambda: None)
    assert distance(free, EXAMPLE_1) == pytest.approx(0.1082, abs=5e-5)


# Fits, probabilities and quantiles

SAMPLES = {
    "normal": (stats.norm, {}, ("mean", "deviation"), (50, 7)),
    "exponential": (stats.expon, {"floc": 0}, (None, "scale"), (0, 12)),
    "gamma": (stats.gamma, {"floc": 0}, ("shape", None, "scale"), (2.5, 0, 3)),
    "weibull": (stats.weibull_min, {"floc": 0}, ("shape", None, "scale"), (1.7, 0, 40)),
    "log_normal": (stats.lognorm, {"floc": 0}, ("deviation_of_logarithms",), (0.6, 0, 100)),
    "uniform": (stats.uniform, {}, ("least",), (5, 20)),
    "chi_squared": (stats.chi2, {"floc": 0, "fscale": 1}, ("freedom",), (6.5,)),
    "beta": (stats.beta, {"floc": 0, "fscale": 1}, ("first_shape", "second_shape"), (2, 3.5)),
    "logistic": (stats.logistic, {}, ("location", "scale"), (-3, 2)),
    "gumbel": (stats.gumbel_r, {}, ("location", "scale"), (10, 4)),
    "pareto": (stats.pareto, {"floc": 0}, ("exponent", None, "least"), (3, 0, 7)),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_fits_are_those_of_scipy(name: str) -> None:
    family, fixed, names, parameters = SAMPLES[name]
    values = np.sort(family.rvs(*parameters, size=400, random_state=5))
    found = fitted(name, values)
    expected = family.fit(values, **fixed)
    for parameter, value in zip(names, expected, strict=False):
        if parameter:
            assert getattr(found, parameter) == pytest.approx(value, rel=2e-4), parameter
    # At least as likely, as its optimum is found to all digits.
    reference = family(*expected)
    np.testing.assert_allclose(found.below(values), reference.cdf(values), atol=2e-4)


@pytest.mark.parametrize("family", CONTINUOUS_FAMILIES, ids=lambda family: family.name)
def test_quantiles_undo_probabilities(family: type[Distribution]) -> None:
    values = np.sort(stats.gamma(3).rvs(60, random_state=2))
    found = family.fit(values, lambda: None)
    shares = np.array([1e-9, 0.01, 0.3, 0.5, 0.9, 0.999])
    np.testing.assert_allclose(found.below(found.quantile(shares)), shares, rtol=1e-7)
    below = found.below(np.linspace(values[0] - 1, values[-1] + 1, 500))
    assert (np.diff(below) >= 0).all()
    assert 0 <= below[0] <= below[-1] <= 1


@pytest.mark.parametrize("turned", [False, True])
def test_a_triangle_with_its_top_at_an_end_has_probabilities(turned: bool) -> None:
    values = np.array([1.02, 1.1, 1.12, 1.13, 1.16, 1.57, 1.69, 1.84, 3.49, 6.27])
    values = np.sort(-values) if turned else values
    found = fitted("triangular", values)
    assert found.mode == pytest.approx(found.most if turned else found.least, rel=1e-12)
    reference = stats.triang(float(turned), found.least, found.most - found.least)
    np.testing.assert_allclose(found.below(values), reference.cdf(values), atol=1e-12)
    np.testing.assert_allclose(found.quantile(reference.cdf(values)), values, rtol=1e-12)


def test_no_other_triangle_is_more_likely() -> None:
    values = np.sort(stats.triang(0.3, 10, 20).rvs(80, random_state=4))
    found = fitted("triangular", values)

    def likelihood(least: float, mode: float, most: float) -> float:
        return float(stats.triang((mode - least) / (most - least), least, most - least).logpdf(values).sum())

    best = likelihood(found.least, found.mode, found.most)
    rng = np.random.default_rng(1)
    for least, mode, most in rng.normal([found.least, found.mode, found.most], [0.3, 0.8, 0.3], (300, 3)):
        if least < values[0] and values[-1] < most and least < mode < most:
            assert likelihood(least, mode, most) <= best + 1e-7


@pytest.mark.parametrize("name", ["gamma", "weibull", "log_normal"])
def test_a_free_origin_is_at_a_maximum(name: str) -> None:
    values = np.sort(stats.gamma(4, 100, 10).rvs(300, random_state=3))
    found = fit_origin(FAMILIES[name], values, lambda: None)

    def likelihood(origin: float) -> float:
        moved = values - origin
        return float(log_density(fitted(name, moved), moved).sum())

    best = likelihood(found.origin)
    assert found.origin < values[0]
    assert likelihood(found.origin - 0.05) <= best
    assert likelihood(found.origin + 0.05) <= best
    reference = {"gamma": stats.gamma, "weibull": stats.weibull_min, "log_normal": stats.lognorm}[name]
    assert best >= reference(*reference.fit(values)).logpdf(values).sum() - 1e-3


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("poisson", stats.poisson(4.0)),
        ("geometric", stats.geom(0.3, -1)),
        ("binomial", stats.binom(12, 0.4)),
        ("hypergeometric", stats.hypergeom(30, 12, 10)),
    ],
)
def test_whole_numbers_are_fitted_as_well_as_by_their_own_parameters(name: str, reference) -> None:
    values = np.sort(reference.rvs(size=500, random_state=7)).astype(np.float64)
    found = fitted(name, values)
    assert found.logarithms(values).sum() >= reference.logpmf(values).sum() - 1e-9
    probabilities = np.exp(found.logarithms(np.arange(found.end() + 1.0)))
    assert probabilities.sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(found.below(np.arange(6.0)), np.cumsum(probabilities)[:6], rtol=1e-12)
    assert found.quantile(np.array([1e-12, 0.5, 1 - 1e-12])).tolist() == sorted(
        found.quantile(np.array([1e-12, 0.5, 1 - 1e-12]))
    )


@pytest.mark.parametrize("values", [[1, *[2] * 9], [3, 4, 4, 4, 5, 5], [5, 6, 6, 6, 7]])
def test_no_other_hypergeometric_distribution_is_more_likely(values: list[int]) -> None:
    found = fitted("hypergeometric", np.array(values, dtype=np.float64))
    assert isinstance(found, Hypergeometric)
    different, often = np.unique(values, return_counts=True)
    numbers = np.arange(1, 41)
    population, marked, drawn = np.meshgrid(numbers, numbers, numbers[:20], indexing="ij", sparse=True)
    others = (stats.hypergeom.logpmf(value, population, marked, drawn) for value in different.tolist())
    best = np.nanmax(sum(times * each for times, each in zip(often.tolist(), others, strict=True)))
    assert found.logarithms(np.array(values, dtype=np.float64)).sum() == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("gamma", [-1.0, 2.0], "values above 0"),
        ("log_normal", [0.0, 2.0], "values above 0"),
        ("normal", [2.0, 2.0], "two different values"),
        ("poisson", [0.5, 2.0], "whole numbers"),
        ("poisson", [0.0, 0.0], "a value above 0"),
        ("binomial", [0.0, 0.0, 9.0], "no maximum"),
        ("hypergeometric", [0.0, 1.0, 1.0, 1.0], "no maximum"),
        ("hypergeometric", [4.0, 5.0, 6.0, 6.0, 6.0], "no maximum"),
    ],
)
def test_values_that_a_family_cannot_have(name: str, values: list[float], why: str) -> None:
    with pytest.raises(NoFitError, match=why):
        fitted(name, np.array(values))


# Distances


def test_distances_by_hand() -> None:
    below = np.array([0.2, 0.3, 0.9])
    assert largest_distance(below) == pytest.approx(2 / 3 - 0.3)
    terms = [1 * np.log(0.2 * 0.1), 3 * np.log(0.3 * 0.7), 5 * np.log(0.9 * 0.8)]
    assert anderson_darling(below) == pytest.approx(-3 - sum(terms) / 3)
    assert anderson_darling(np.array([0.0, 0.5])) == np.inf


def test_distances_are_those_of_scipy() -> None:
    values = np.sort(stats.norm.rvs(size=70, random_state=1))
    normal = fitted("normal", values)
    assert distance(normal, values) == pytest.approx(
        stats.kstest(values, "norm", (normal.mean, normal.deviation)).statistic, rel=1e-12
    )


def test_chi_squared_by_hand() -> None:
    """Six values in three cells of two, a uniform distribution from 0 to 10: expected 1.8, 1.2, 3."""
    uniform = FAMILIES["uniform"](0.0, 10.0)
    values = np.array([1.0, 3.0, 4.0, 5.0, 7.0, 9.0])
    expected = [0.2**2 / 1.8, 0.8**2 / 1.2, 1.0**2 / 3]
    assert chi_squared(uniform, values, 3) == pytest.approx(sum(expected))
    assert cell_count(10) == 5
    assert cell_count(10**6) == 50


# Frequencies


def test_imposed_frequencies_are_those_of_the_intervals() -> None:
    values = np.sort(stats.expon.rvs(size=200, random_state=1))
    new = imposed(values, np.random.default_rng(1).random(200), 12)
    edges = np.linspace(values[0], values[-1], 13)
    assert np.histogram(new, edges)[0].tolist() == np.histogram(values, edges)[0].tolist()
    assert imposed(np.full(3, 2.0), np.full(3, 0.5), 8).tolist() == [2, 2, 2]


def test_categories_are_drawn_with_their_frequencies() -> None:
    shares = np.array([0.0, 0.29, 0.3, 0.99])
    assert multinomial(np.array([3, 0, 7]), shares).tolist() == [0, 0, 2, 2]


def test_every_family_has_its_own_name() -> None:
    assert len(FAMILIES) == len(CONTINUOUS_FAMILIES) + len(DISCRETE_FAMILIES) == 16

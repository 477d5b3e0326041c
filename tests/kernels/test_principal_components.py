import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.principal_components import correlated_places, principal_components


def standardised(seed: int, variables: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    values = rng.normal(0, 1, (40, variables)) @ rng.normal(0, 1, (variables, variables))
    return (values - values.mean(axis=0)) / values.std(axis=0)


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_components_equal_those_of_the_standardised_values(seed: int, variables: int) -> None:
    """The singular value decomposition needs no correlations: a second way to the same components."""
    values = standardised(seed, variables)
    found = principal_components(np.corrcoef(values, rowvar=False).reshape(variables, variables))
    _, singular, rows = np.linalg.svd(values / math.sqrt(len(values)))
    assert found.eigenvalues == pytest.approx(singular**2, abs=1e-9)
    for place in np.flatnonzero(found.present):
        scores = values @ found.vectors[:, place]
        loadings = [np.corrcoef(values[:, at], scores)[0, 1] for at in range(variables)]
        assert found.loadings[:, place] == pytest.approx(loadings, abs=1e-6)
        # The coefficients make scores of variance 1.
        coefficients = values @ found.score_coefficients[:, place]
        assert coefficients.var() == pytest.approx(1, abs=1e-6)
        if not any(place in pair for pair in found.nearly_equal()):
            assert abs(found.vectors[:, place] @ rows[place]) == pytest.approx(1, abs=1e-6)
    assert found.commonalities(variables) == pytest.approx(np.ones(variables))
    assert found.shares.sum() == pytest.approx(1)


@given(st.integers(0, 10_000), st.integers(2, 5), st.data())
def test_signs_follow_the_other_components(seed: int, variables: int, data: st.DataObject) -> None:
    components = principal_components(np.corrcoef(standardised(seed, variables), rowvar=False))
    signs = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=variables, max_size=variables)))
    turned = type(components)(components.eigenvalues, components.vectors * signs)
    assert np.array_equal(turned.aligned(components).vectors, components.vectors)
    first = np.abs(components.vectors).max(axis=0)
    assert (components.vectors.max(axis=0) >= first * (1 - 1e-5)).all(), "the largest entry is positive"


def test_a_collinear_variable_leaves_a_component_without_variance() -> None:
    values = standardised(3, 2)
    whole = np.column_stack([values, values.sum(axis=1)])
    found = principal_components(np.corrcoef(whole, rowvar=False))
    assert found.present.tolist() == [True, True, False]
    assert np.isnan(found.loadings[:, 2]).all()


def test_nearly_equal_eigenvalues_are_told() -> None:
    assert principal_components(np.diag([1.0, 1.0, 1.0])).nearly_equal() == [(0, 1), (1, 2)]
    assert principal_components(np.array([[1.0, 0.5], [0.5, 1.0]])).nearly_equal() == []
    assert principal_components(np.array([[1.0, 0.004], [0.004, 1.0]])).nearly_equal() == [(0, 1)]
    assert principal_components(np.array([[1.0, 0.006], [0.006, 1.0]])).nearly_equal() == []


def test_variables_without_correlations_are_left_out() -> None:
    known = np.eye(4)
    lacking = known.copy()
    lacking[1, :] = lacking[:, 1] = np.nan  # constant
    apart = known.copy()
    apart[0, 3] = apart[3, 0] = np.nan  # never present together
    assert correlated_places([known, known]).tolist() == [0, 1, 2, 3]
    assert correlated_places([known, lacking]).tolist() == [0, 2, 3]
    assert correlated_places([apart, lacking]).tolist() == [0, 2]

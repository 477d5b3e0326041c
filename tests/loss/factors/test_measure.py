import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity, Why
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import ContinuousLoss, Factors
from tests.kernels.test_principal_components import standardised


def data(values: np.ndarray) -> Microdata:
    return Microdata(pd.DataFrame(values).rename(columns="v{}".format))


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_eigenvalues_are_variances_of_scores(seed: int, variables: int) -> None:
    values = standardised(seed, variables)
    noisy = values + np.random.default_rng(seed).normal(0, 0.5, values.shape)
    found = Factors(components=variables).assess(data(values), data(noisy), same_order=True)
    table = found.table("eigenvalues")
    changes = []
    for place in range(variables):
        sides = [np.sort(np.linalg.svd(_scaled(side))[1] ** 2)[::-1][place] for side in (values, noisy)]
        assert table.loc[place, ["before", "after"]].tolist() == pytest.approx(sides, abs=1e-9)
        changes.append(abs(sides[0] - sides[1]) / sides[0])
    assert found.value("eigenvalue_measure") == pytest.approx(sum(changes), rel=1e-6)
    assert table["explained_after"].iloc[-1] == pytest.approx(1)
    commonalities = found.table("commonalities")
    assert commonalities["after"].tolist() == pytest.approx([1.0] * variables), "all components explain all"


def _scaled(values: np.ndarray) -> np.ndarray:
    return (values - values.mean(axis=0)) / values.std(axis=0) / math.sqrt(len(values))


def test_mean_variations_are_those_of_table_5() -> None:
    values = standardised(4, 3)
    files = data(values), data(values + np.random.default_rng(1).normal(0, 0.4, values.shape))
    found, whole = (measure.assess(*files, same_order=True) for measure in (Factors(), ContinuousLoss()))
    for name in ("loadings", "commonalities", "score_coefficients"):
        assert found.value(f"mean_variation_{name}") == whole.value(f"mean_variation_{name}")


def test_scores_are_coefficients_or_a_projection() -> None:
    """With two variables of correlation 0.8 all is known: v = (1, 1)/√2, λ = 1.8 and 0.2."""
    before = Microdata(pd.DataFrame({"a": [1.0, 2, 3, 4, 5], "b": [2.0, 1, 4, 3, 5]}))
    for scores, power in (("coefficients", -0.5), ("projection", 0.0)):
        table = Factors(scores=scores).assess(before, before).table("scores")
        half = math.sqrt(0.5)
        expected = [half * 1.8**power, half * 0.2**power, half * 1.8**power, -half * 0.2**power]
        assert table["original"].tolist() == pytest.approx(expected)
        assert table["difference"].tolist() == [0.0] * 4
    loadings = Factors().assess(before, before).table("loadings")
    assert loadings[["variable", "component"]].to_numpy().tolist()[:2] == [["a", "1"], ["a", "2"]]
    assert loadings["masked"].tolist()[0] == pytest.approx(math.sqrt(0.9))


def test_a_masked_component_takes_the_sign_of_the_original() -> None:
    """Its largest entry alone would turn it: the variables change places in it."""
    rng = np.random.default_rng(3)
    factor = rng.normal(0, 1, 300)
    values = np.column_stack([factor + rng.normal(0, s, 300) for s in (0.3, 0.5, 0.4)]) * [1, -1, -1]
    noisy = values + rng.normal(0, 1, values.shape) * [1.0, 0.1, 0.1]
    table = Factors().assess(data(values), data(noisy), same_order=True).table("loadings")
    first = table[table["component"] == "1"]
    assert (np.sign(first["original"]) == np.sign(first["masked"])).all()
    assert (first["difference"].abs() < 1).all()


def test_what_cannot_be_compared_says_why() -> None:
    one = Microdata(pd.DataFrame({"a": [1.0, 2.0, 4.0], "still": [1.0, 1.0, 1.0]}))
    found = Factors().assess(one, one)
    assert found.figure("eigenvalue_measure").quantity.reason.code is Why.TOO_FEW
    assert found.table("eigenvalues").empty
    assert any("left out: a, still" in note for note in found.notes)
    text = Microdata(pd.DataFrame({"a": ["x", "y"]}))
    nothing = Factors().assess(text, text).figure("eigenvalue_measure").quantity
    assert nothing.reason.code is Why.NOT_APPLICABLE
    whole = Microdata(one.frame.assign(b=[3.0, 1.0, 2.0]))
    left = Factors().assess(whole, whole)
    assert any(note.endswith("left out: still.") for note in left.notes)
    assert left.table("eigenvalues").shape[0] == 2
    nobody = Factors().assess(whole, whole.take(np.arange(0)))
    assert nobody.value("eigenvalue_measure") is None


def test_a_component_without_variance_is_counted_and_left_out() -> None:
    values = standardised(5, 2)
    collinear = data(np.column_stack([values, values.sum(axis=1)]))
    found = Factors().assess(collinear, collinear)
    table = found.table("eigenvalues")
    assert table["before"].iloc[2] == 0
    assert found.tables["eigenvalues"].frame["change"].iloc[2].reason.code is Why.ZERO_DIVISOR
    assert found.value("eigenvalue_measure") == 0
    assert set(found.table("loadings")["component"]) == {"1", "2"}
    assert any("1 component has no variance" in note for note in found.notes)


def test_public_documents_tell_eigenvalues_in_steps_and_no_loadings() -> None:
    values = np.random.default_rng(2).normal(0, 1, (2000, 3)) @ np.array([[1, 1, 0], [0, 1, 1], [0, 0, 1.0]])
    told_to_all = withheld(Factors().assess(data(values), data(values + 0.1)))
    [row, *_] = told_to_all.tables["eigenvalues"].frame.to_dict("records")
    cell = row["before"]
    assert isinstance(cell, Quantity)
    assert cell.rounded_to, "in steps"
    for name in ("loadings", "scores", "commonalities"):
        columns = {column.name for column in told_to_all.tables[name].columns}
        assert columns <= {"variable", "component"}
    assert told_to_all.figures["mean_variation_loadings"].value is None

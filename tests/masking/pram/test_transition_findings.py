"""What is told of the transitions: against what the records themselves say."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import Pram
from sdcdesk.masking.pram.transition_findings import MOST_TRANSITIONS


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(1)
    values = rng.choice([*"abc", None], 400, p=[0.5, 0.3, 0.1, 0.1])
    return Microdata(pd.DataFrame({"v": values, "w": rng.choice(["x", "y"], 400)}))


@pytest.mark.parametrize("parameters", [{}, {"invariant": True}, {"within": ["w"]}, {"diagonal": 0.0}])
def test_transitions_are_those_of_the_records(data: Microdata, parameters: dict[str, object]) -> None:
    pram = Pram(variable="v", **parameters)
    masked = pram.mask(data, seed=3)
    told = masked.findings.table("transitions").set_index(["old", "new"])
    slowly = pd.crosstab(data.column("v").astype(object), masked.data.column("v").astype(object))
    matrix = pram.transition_matrix(data)
    for (old, new), row in told.iterrows():
        i, j = matrix.categories.index(old), matrix.categories.index(new)
        assert row["realised"] == slowly.loc[old, new]
        assert row["before"] == slowly.loc[old].sum()
        assert row["probability"] == pytest.approx(matrix.probabilities[i, j])
        assert row["expected"] == pytest.approx(row["before"] * row["probability"])
    assert told["realised"].sum() == data.column("v").notna().sum()


def test_frequencies_are_estimated_from_those_after(data: Microdata) -> None:
    pram = Pram(variable="v", diagonal=80.0)
    masked = pram.mask(data, seed=3)
    told = masked.findings.table("frequencies").set_index("category")
    after = masked.data.column("v").value_counts()
    assert told["after"].to_dict() == after.to_dict()
    assert told["before"].to_dict() == data.column("v").value_counts().to_dict()
    matrix = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])
    expected = np.linalg.inv(matrix.T) @ told["after"].to_numpy()
    np.testing.assert_allclose(told["estimated"], expected)


def test_a_matrix_without_inverse_estimates_nothing_and_says_why(data: Microdata) -> None:
    rows = {old: {"a": 0.5, "new": 0.5} for old in "abc"}
    found = Pram(variable="v", how="matrix", transitions=rows).mask(data, seed=1).findings
    table = found.tables["frequencies"]
    assert table.frame["category"].tolist() == ["a", "b", "c", "new"]
    assert table.frame["before"].tolist()[-1] == 0
    [*_, estimated] = table.columns
    assert {cell.reason.text for cell in table.quantities(estimated)} == {"The matrix has no inverse."}


def test_categories_are_values_of_the_data_and_stay_out_of_documents(data: Microdata) -> None:
    found = Pram(variable="v").mask(data, seed=1).findings
    assert not withheld(found).tables


def test_many_categories_are_not_told() -> None:
    few, many = (
        Microdata(pd.DataFrame({"v": np.arange(n).astype(str)}))
        for n in (MOST_TRANSITIONS, MOST_TRANSITIONS + 1)
    )
    pram = Pram(variable="v")
    assert pram.mask(few, seed=1).findings.tables
    assert not pram.mask(many, seed=1).findings.tables
    assert not pram.mask(few.take(np.zeros(0, dtype=np.int64)), seed=1).findings.tables

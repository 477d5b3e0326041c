import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.loss import Propensity

INCOME = Variable(name="income", scale=Scale.CONTINUOUS)


def slow_error(dense: np.ndarray, of_masked: np.ndarray) -> float:
    """Maximise the likelihood by a general optimiser."""

    def loss(coefficients: np.ndarray) -> float:
        odds = dense @ coefficients
        return float((np.logaddexp(0, odds) - of_masked * odds).sum())

    found = minimize(loss, np.zeros(dense.shape[1]), method="BFGS", options={"gtol": 1e-9})
    chances = 1 / (1 + np.exp(-dense @ found.x))
    return float(((chances - of_masked.mean()) ** 2).mean())


@given(st.integers(0, 2**32), st.integers(8, 40))
def test_a_logistic_regression_as_a_general_optimiser_finds_it(seed: int, records: int) -> None:
    rng = np.random.default_rng(seed)
    income, town = rng.normal(size=records), rng.choice(list("ab"), records)
    town[:2] = ["a", "b"]
    before = Microdata(pd.DataFrame({"income": income, "town": town}), [INCOME])
    moved = pd.Series(income + rng.normal(size=records))
    after = before.assign({"income": moved}).take(np.arange(records - 2))
    found = Propensity().assess(before, after)
    of_masked = np.r_[np.zeros(records), np.ones(records - 2)]
    numbers = np.r_[income, moved.to_numpy()[: records - 2]]
    dense = np.column_stack([np.ones(len(numbers)), numbers, np.r_[town, town[: records - 2]] == "b"])
    assert found.value("pmse") == pytest.approx(slow_error(dense, of_masked), abs=1e-5)
    share = of_masked.mean()
    assert found.value("expected_pmse") == pytest.approx(2 * (1 - share) ** 2 * share / len(of_masked))


@pytest.mark.parametrize("model", ["logistic", "tree"])
def test_equal_files_are_not_told_apart_and_strange_ones_always(model: str) -> None:
    before = Microdata(pd.DataFrame({"income": np.arange(100.0), "town": list("abcd") * 25}), [INCOME])
    after = before.assign({"town": pd.Series(["x"] * 100)})
    measure = Propensity.model_validate({"model": model})
    assert measure.assess(before, before).value("pmse") == 0.0
    found = measure.assess(before, after)
    assert found.value("pmse") == pytest.approx(0.25)
    assert found.table("variables").set_index("variable")["part"].to_dict() == pytest.approx(
        {"income": 0, "town": 1}
    )


@pytest.mark.parametrize("measure", [Propensity(), Propensity(model="tree", depth=2, replicates=10)])
def test_a_file_drawn_anew_has_a_ratio_of_about_one_and_another_sample_of_two(measure: Propensity) -> None:
    """Of files of equal size; means over 60 pairs."""
    rng = np.random.default_rng(12)
    people = Microdata(
        pd.DataFrame({"income": rng.normal(size=200), "town": rng.choice(list("abc"), 200)}), [INCOME]
    )
    anew, other = [], []
    for _ in range(60):
        again = Microdata(
            people.take(rng.integers(0, 200, 200)).frame.reset_index(drop=True), people.variables
        )
        anew.append(measure.assess(people, again).value("pmse_ratio"))
        files = [
            Microdata(
                pd.DataFrame({"income": rng.normal(size=200), "town": rng.choice(list("abc"), 200)}), [INCOME]
            )
            for _ in range(2)
        ]
        other.append(measure.assess(*files).value("pmse_ratio"))
    assert np.mean(anew) == pytest.approx(1.0, abs=0.3)
    assert np.mean(other) == pytest.approx(2.0, abs=0.5)


def test_products_see_what_single_variables_do_not() -> None:
    x, y = np.tile([0.0, 1.0], 40), np.repeat([0.0, 1.0], 40)
    numbers = [Variable(name=name, scale=Scale.CONTINUOUS) for name in "xy"]
    before = Microdata(pd.DataFrame({"x": x, "y": y}), numbers)
    after = Microdata(pd.DataFrame({"x": y, "y": y}), numbers)
    assert Propensity().assess(before, after).value("pmse") == pytest.approx(0.0, abs=1e-12)
    assert Propensity(products=True).assess(before, after).value("pmse") > 0.01


def test_recoded_variables_are_compared_after_the_recoding() -> None:
    before = Microdata(pd.DataFrame({"town": list("abcd") * 5}))
    after = before.recode("town", lambda towns: towns.map({"a": "ab", "b": "ab", "c": "cd", "d": "cd"}))
    assert Propensity().assess(before, after).value("pmse") == 0.0


def test_rare_categories_count_as_one_and_missing_values_as_a_category() -> None:
    towns = list("aaabbbccdd") + [None] * 5
    before = Microdata(pd.DataFrame({"town": towns}))
    after = before.assign({"town": pd.Series([None, *towns[1:]], dtype=before.column("town").dtype)})
    found = Propensity(most_categories=2).assess(before, after)
    assert any("Rare categories count as one" in note for note in found.notes)
    assert found.value("pmse") > 0


def test_too_many_columns_are_refused_before_anything_is_fitted() -> None:
    values = [f"t{number}" for number in range(60)]
    before = Microdata(pd.DataFrame({"one": values, "two": values}))
    with pytest.raises(DataError, match="more than 400"):
        Propensity(products=True).assess(before, before)

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.loss import RegressionOverlap
from sdcdesk.loss.regression.findings import interval_overlap


def file(**columns: list) -> Microdata:  # type: ignore[type-arg]
    frame = pd.DataFrame(columns)
    numeric = [name for name in frame if pd.api.types.is_numeric_dtype(frame[name])]
    return Microdata(frame, [Variable(name=name, scale=Scale.CONTINUOUS) for name in numeric])


def assessed(formula: str, before: Microdata, after: Microdata):  # type: ignore[no-untyped-def]
    return RegressionOverlap(formula=formula).assess(before, after)


@given(st.integers(0, 2**32), st.integers(6, 30))
def test_one_explaining_variable_as_scipy_has_it(seed: int, records: int) -> None:
    rng = np.random.default_rng(seed)
    age, income, noise = rng.normal(40, 10, records), rng.normal(0, 1, records), rng.normal(0, 1, records)
    before = file(age=age.tolist(), income=income.tolist())
    after = before.assign({"income": pd.Series(income + noise)})
    found = assessed("income ~ age", before, after).table("coefficients").set_index("coefficient")
    ends = []
    for values, side in ((income, "before"), (income + noise, "after")):
        line = stats.linregress(age, values)
        half = stats.t.ppf(0.975, records - 2) * line.stderr
        ends.append((line.slope - half, line.slope + half))
        assert found.loc["age", f"estimate_{side}"] == pytest.approx(line.slope, abs=1e-9)
        assert found.loc["age", f"lower_{side}"] == pytest.approx(ends[-1][0], abs=1e-9)
    (low, high), (lower, upper) = ends
    common = max(0.0, min(high, upper) - max(low, lower))
    assert found.loc["age", "overlap"] == pytest.approx(
        (common / (high - low) + common / (upper - lower)) / 2, abs=1e-7
    )


def test_the_same_file_keeps_everything() -> None:
    before = file(age=[1.0, 2.0, 3.0, 5.0], sex=["m", "f", "m", "f"], income=[1.0, 5.0, 2.0, 9.0])
    found = assessed("income ~ age + sex", before, before)
    assert found.value("overlap") == found.value("conclusions_kept") == found.value("smallest_overlap") == 1
    assert found.value("coefficients_left_out") == 0


def test_recoded_categories_are_compared_where_they_are_the_same() -> None:
    before = file(town=list("aabbccdd"), income=[1.0, 2.0, 4.0, 3.0, 7.0, 6.0, 9.0, 8.5])
    after = before.recode("town", lambda towns: towns.replace({"c": "c or d", "d": "c or d"}))
    found = assessed("income ~ town", before, after)
    table = found.table("coefficients").set_index("coefficient")
    assert table.index.tolist() == ["(constant)", "town: b", "town: c", "town: d", "town: c or d"]
    assert table["overlap"].notna().tolist() == [True, True, False, False, False]
    assert found.value("coefficients_left_out") == 3


def test_an_outcome_of_two_categories_is_explained_by_its_odds() -> None:
    before = file(sex=["f"] * 10 + ["m"] * 10, ill=(["no"] * 6 + ["yes"] * 4) + (["no"] * 3 + ["yes"] * 7))
    found = assessed("ill ~ sex", before, before).table("coefficients").set_index("coefficient")
    assert found.loc["sex: m", "estimate_before"] == pytest.approx(np.log((7 / 3) / (4 / 6)))


def test_records_without_a_value_are_left_out_and_counted() -> None:
    before = file(age=[1.0, 2.0, None, 4.0, 7.0], income=[1.0, 0.0, 3.0, 9.0, -1.0])
    found = assessed("log(income) ~ age", before, before)
    assert "The original has 3 records that lack a value of the model, and are left out." in found.notes
    assert found.value("overlap") is None


@pytest.mark.parametrize(
    ("formula", "words"),
    [("income ~ shoe", "shoe"), ("town ~ income", "cannot be explained"), ("income ~ log(town)", "no log")],
)
def test_models_that_do_not_fit_the_file_are_refused(formula: str, words: str) -> None:
    before = file(town=list("abcd"), income=[1.0, 2.0, 4.0, 3.0])
    with pytest.raises((DataError, ParameterError), match=words):
        assessed(formula, before, before)


def test_who_types_a_label_reads_the_names_that_the_file_has() -> None:
    before = file(q1=[1.0, 2.0], q2=[1.0, 2.0])
    with pytest.raises(DataError) as told:
        assessed("q1 ~ `Amount billed`", before, before)
    words = text_with_display_names(told.value.message, {"q1": "Amount billed", "q2": "Age"})
    assert words.endswith("`Amount billed` in the data; a model calls them as the file does: `q1`, `q2`.")


def test_no_model_a_variable_that_is_gone_and_certain_outcomes_say_so() -> None:
    before = file(age=[1.0, 2.0, 3.0], ill=["no", "no", "yes"])
    assert RegressionOverlap().assess(before, before).figure("overlap").quantity.reason is not None
    gone = assessed("ill ~ age", before, before.drop(["age"]))
    assert any("Not in the masked file" in note for note in gone.notes)
    certain = assessed("ill ~ age", before, before)
    assert certain.value("overlap") is None
    assert any("for certain" in note for note in certain.notes)


def test_intervals_without_length() -> None:
    ends = np.array([1.0, 1.0, 0.0]), np.array([1.0, 1.0, 2.0])
    other = np.array([1.0, 2.0, 5.0]), np.array([1.0, 2.0, 6.0])
    assert interval_overlap(ends, other).tolist() == [1.0, 0.0, 0.0]

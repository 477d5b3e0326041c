import json
import math
import statistics

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, Why
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.running.errors import DataError
from sdcdesk.loss import ContinuousLoss

NAN = math.nan
MATRICES = ["X", "X̄", "V", "S", "R", "RF", "C", "F"]
OF_MOMENTS = MATRICES[:5]
CRITERIA = ["mean_square_error", "mean_absolute_error", "mean_variation", "utility"]


def numbers(**columns: list[float] | np.ndarray | pd.Series) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def matrices(original: Microdata, masked: Microdata, **parameters: object) -> pd.DataFrame:
    assessment = ContinuousLoss(**parameters).assess(original, masked, same_order=True)
    table = assessment.table("matrices").set_index("matrix")
    assert list(table.index) == MATRICES
    return table


def test_two_variables_by_hand() -> None:
    before = numbers(a=[1.0, 2.0, 3.0], b=[10.0, 20.0, 60.0])
    after = numbers(a=[1.0, 3.0, 3.0], b=[20.0, 20.0, 50.0])
    # Means 2 and 30 become 7/3 and 30; variances 1 and 700, 4/3 and 300; the covariance 25, 10.
    old, new = 25 / math.sqrt(700), 10 / math.sqrt(4 / 3 * 300)
    expected = {
        "X": ((1 + 100 + 100) / 6, 21 / 6, (1 / 2 + 10 / 10 + 10 / 60) / 6),
        "X̄": ((1 / 3) ** 2 / 2, 1 / 6, (1 / 3) / 2 / 2),
        "V": ((1 / 9 + 15**2 + 400**2) / 3, (1 / 3 + 15 + 400) / 3, (1 / 3 + 15 / 25 + 4 / 7) / 3),
        "S": ((1 / 9 + 400**2) / 2, (1 / 3 + 400) / 2, (1 / 3 + 4 / 7) / 2),
        "R": ((old - new) ** 2, old - new, (old - new) / old),
    }
    table = matrices(before, after)
    for matrix, (square, absolute, variation) in expected.items():
        row = table.loc[matrix, CRITERIA].tolist()
        assert row == pytest.approx([square, absolute, variation, 1 / square], rel=1e-12), matrix
    assert table["cells"].tolist() == [6, 2, 3, 2, 1, 4, 2, 4]
    assert table["cells_left_out"].tolist() == [0] * 8
    assert table["cells_not_defined"].tolist() == [0] * 8


CELLS = st.one_of(
    st.just(NAN), st.integers(-3, 3).map(float), st.integers(-50_000, 50_000).map(lambda v: v / 1000)
)


def slow_moments(columns: list[list[float]]) -> dict[str, list[float]]:
    """All matrices but X, cell by cell, from the textbook formulas."""
    found: dict[str, list[float]] = {"X̄": [], "V": [], "S": [], "R": []}
    for j, second in enumerate(columns):
        present = [value for value in second if not math.isnan(value)]
        found["X̄"].append(statistics.fmean(present) if present else NAN)
        found["S"].append(statistics.variance(present) if len(present) > 1 else NAN)
        for i, first in enumerate(columns[: j + 1]):
            pairs = [p for p in zip(first, second, strict=True) if not any(map(math.isnan, p))]
            a, b = [p[0] for p in pairs], [p[1] for p in pairs]
            found["V"].append(statistics.covariance(a, b) if len(pairs) > 1 else NAN)
            if i < j:
                varied = len(pairs) > 1 and min(statistics.variance(a), statistics.variance(b)) > 0
                found["R"].append(statistics.correlation(a, b) if varied else NAN)
    return found


def slow_criteria(before: list[float], after: list[float]) -> tuple[float, float, float]:
    cells = [(m, n) for m, n in zip(before, after, strict=True) if not (math.isnan(m) or math.isnan(n))]
    if not cells:
        return NAN, NAN, NAN
    variations = [abs(m - n) / abs(m) for m, n in cells if m != 0]
    return (
        statistics.fmean((m - n) ** 2 for m, n in cells),
        statistics.fmean(abs(m - n) for m, n in cells),
        statistics.fmean(variations) if variations else NAN,
    )


@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 8), st.just(6)), elements=CELLS), st.data())
def test_matrices_equal_those_of_going_cell_by_cell(table: np.ndarray, data: st.DataObject) -> None:
    names = ["a", "b", "c"]
    rows = np.array(data.draw(st.lists(st.integers(0, len(table) - 1), unique=True)), dtype=np.int64)
    before, after = table[:, :3], table[rows, 3:]
    original = Microdata(pd.DataFrame(before, columns=names))
    masked = Microdata(pd.DataFrame(after, columns=names), rows=rows)
    old, new = slow_moments(before.T.tolist()), slow_moments(after.T.tolist())
    old["X"], new["X"] = before[rows].ravel().tolist(), after.ravel().tolist()
    found = matrices(original, masked)
    for matrix in OF_MOMENTS:
        square, absolute, _ = slow_criteria(old[matrix], new[matrix])
        assert found.loc[matrix, "mean_square_error"] == pytest.approx(
            square, rel=1e-9, abs=1e-9, nan_ok=True
        )
        assert found.loc[matrix, "mean_absolute_error"] == pytest.approx(
            absolute, rel=1e-9, abs=1e-7, nan_ok=True
        )
    variation = slow_criteria(old["X"], new["X"])[2]
    assert found.loc["X", "mean_variation"] == pytest.approx(variation, rel=1e-9, nan_ok=True)


def slow_components(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues and eigenvectors of the correlations, one after the other by taking powers."""
    rest = np.corrcoef(values, rowvar=False)
    found, vectors = [], []
    for _ in range(values.shape[1]):
        power = rest / np.trace(rest)
        for _ in range(30):
            power = power @ power
            power /= np.trace(power)
        vector = power[:, np.argmax(np.diagonal(power))]
        vector = vector / np.linalg.norm(vector)
        found.append(vector @ rest @ vector)
        vectors.append(vector)
        rest = rest - found[-1] * np.outer(vector, vector)
    return np.array(found), np.array(vectors).T


@given(st.integers(0, 1000), st.integers(2, 4))
def test_component_matrices_equal_those_of_taking_powers(seed: int, variables: int) -> None:
    rng = np.random.default_rng(seed)
    before = rng.normal(0, 1, (30, variables)) @ rng.normal(0, 1, (variables, variables))
    after = before + rng.normal(0, 0.5, before.shape)
    sides = [slow_components(values) for values in (before, after)]
    gaps = [np.abs(np.diff(values)).min() for values, _ in sides]
    assume(min(gaps) > 0.05)
    assume(min(sides[0][0].min(), sides[1][0].min()) > 0.01)
    old, new = sides[0][1], sides[1][1]
    new = np.array(
        [vector if vector @ other >= 0 else -vector for vector, other in zip(new.T, old.T, strict=True)]
    ).T
    weight = sides[0][0] / variables
    roots, new_roots = (np.sqrt(values) for values, _ in sides)
    table = matrices(Microdata(pd.DataFrame(before)), Microdata(pd.DataFrame(after)))
    cells = {
        "RF": (old * roots, new * new_roots, weight),
        "F": (old / roots, new / new_roots, weight),
        "C": ((old * roots)[:, :1] ** 2, (new * new_roots)[:, :1] ** 2, 1),
    }
    for matrix, (m, n, w) in cells.items():
        expected = [np.mean(w * (m - n) ** 2), np.mean(w * abs(m - n)), np.mean(w * abs(m - n) / abs(m))]
        assert table.loc[matrix, CRITERIA[:3]].tolist() == pytest.approx(expected, rel=1e-4), matrix


def test_collinear_variables_leave_a_component_out() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(0, 1, (50, 2))
    frame = pd.DataFrame({"a": values[:, 0], "b": values[:, 1], "sum": values.sum(axis=1)})
    found = ContinuousLoss().assess(Microdata(frame), Microdata(frame * 2 + 1), same_order=True)
    table = found.table("matrices").set_index("matrix")
    assert table.loc["RF", ["cells", "cells_not_defined", "mean_square_error"]].tolist() == [6, 3, 0]
    assert any("1 component has no variance" in note for note in found.notes)


def test_one_matrix_is_shown_cell_by_cell() -> None:
    before, after = (
        numbers(a=[1.0, 2.0, 3.0], b=[10.0, 20.0, 60.0]),
        numbers(a=[1.0, 3.0, 3.0], b=[2.0, 2.0, 5.0]),
    )
    for matrix, name in (("R", "correlations"), ("V", "covariances")):
        found = ContinuousLoss(matrix=matrix).assess(before, after, same_order=True)
        cells = found.table(name).set_index(["variable", "other_variable"])
        rows = slow_moments([[1.0, 2.0, 3.0], [10.0, 20.0, 60.0]])[matrix]
        new = slow_moments([[1.0, 3.0, 3.0], [2.0, 2.0, 5.0]])[matrix]
        place = 0 if matrix == "R" else 1  # the covariance stands between two variances
        for pair in (("a", "b"), ("b", "a")):
            assert cells.loc[pair, ["original", "masked"]].tolist() == pytest.approx(
                [rows[place], new[place]]
            )
            assert cells.loc[pair, "difference"] == pytest.approx(new[place] - rows[place])
        plots = [
            block.name for section in found.sections for block in section.blocks if isinstance(block, Plot)
        ]
        assert plots[1:] == [f"{name}_{side}" for side in ("original", "masked", "difference")]
        assert not withheld(found).tables[name].frame.columns.intersection(["original", "difference"]).size


def test_a_matrix_of_many_variables_is_a_table_only() -> None:
    values = np.random.default_rng(1).normal(0, 1, (40, 31))
    data = Microdata(pd.DataFrame(values).rename(columns="v{}".format))
    found = ContinuousLoss().assess(data, data)
    assert len(found.table("correlations")) == 31**2
    assert not any(
        getattr(block, "kind", "") == "heat" for section in found.sections for block in section.blocks
    )
    assert any("Heat maps show at most 30 variables" in note for note in found.notes)


def test_equal_files_lose_nothing_and_have_no_utility() -> None:
    values = np.random.default_rng(1).normal(1e7, 3.0, (50, 3))
    original = Microdata(pd.DataFrame(values, columns=["a", "b", "c"]))
    for standardised in (False, True):
        table = matrices(original, original, standardised=standardised)
        assert (table[CRITERIA[:3]] == 0).all(axis=None)
        assert table["utility"].isna().all()


@pytest.mark.parametrize("standardised", [False, True])
def test_errors_of_rounding_are_no_loss(standardised: bool) -> None:
    rng = np.random.default_rng(1)
    half = rng.normal(0, 1, 2500).round(3)
    values = np.array([rng.lognormal(10, 1, 5000).round(2), np.concatenate([half, -half])]).T
    original = Microdata(pd.DataFrame(values, columns=["pay", "gap"]))
    swapped = Microdata(pd.DataFrame(rng.permutation(values), columns=["pay", "gap"]))
    table = matrices(original, swapped, standardised=standardised).drop("X")
    assert (table[CRITERIA[:3]] == 0).all(axis=None)
    assert table["utility"].isna().all()
    assert table["cells_left_out"].to_dict() == {"X̄": 1, "V": 0, "S": 0, "R": 0, "RF": 0, "C": 0, "F": 0}


def test_a_change_beyond_rounding_is_told() -> None:
    values = np.random.default_rng(1).normal(1e7, 3.0, 1000)
    moved = values + 1e-7 * values.std() * np.linspace(0, 1, 1000)
    found = ContinuousLoss().assess(numbers(a=values), numbers(a=moved), same_order=True)
    assert 0 < (found.value("mean_variation_means") or 0) < 1e-13
    assert 0 < (found.value("mean_variation_variances") or 0) < 1e-6


def test_a_public_document_tells_how_many_records_are_retained() -> None:
    original = numbers(a=np.random.default_rng(1).normal(0, 1, 200))
    found = ContinuousLoss().assess(original, original.take(np.arange(118)), same_order=True)
    retained = {"value": 0.59, "unit": "share", "bound": "exact", "part": 118, "whole": 200}
    assert found.to_json()["figures"]["records_retained"] == retained


def test_values_are_compared_on_retained_records_and_moments_on_whole_files() -> None:
    original = numbers(a=[1.0, 2.0, 3.0, 10.0])
    masked = original.take(np.array([3, 0]))
    assessment = ContinuousLoss().assess(original, masked, same_order=True)
    table = assessment.table("matrices").set_index("matrix")
    assert table.loc["X", ["mean_square_error", "cells"]].tolist() == [0.0, 2]
    assert table.loc["X̄", "mean_absolute_error"] == 5.5 - 4.0
    assert assessment.value("records_retained") == 0.5
    assert assessment.value("mean_variation_means") == 1.5 / 4
    # Variances 50/3 and 40.5.
    assert table.loc["S", "mean_absolute_error"] == pytest.approx(40.5 - 50 / 3)


def test_missing_values_and_missing_codes_leave_sum_and_divisor() -> None:
    frame = pd.DataFrame({"a": [1.0, -9.0, 4.0, 6.0], "b": pd.array([1, 2, None, 0], dtype="Int64")})
    described = [Variable(name="a", scale=Scale.CONTINUOUS, missing=(-9,))]
    original = Microdata(frame, described)
    masked = original.assign({"a": pd.Series([2.0, 7.0, 4.0, -9.0])})
    assessment = ContinuousLoss().assess(original, masked, same_order=True)
    x = assessment.table("matrices").set_index("matrix").loc["X"]
    # a: 1 → 2 and 4 → 4 remain; b: three values, of which one is 0.
    assert x[["cells", "cells_not_defined", "cells_left_out"]].tolist() == [5, 3, 1]
    assert x[["mean_square_error", "mean_variation"]].tolist() == [1 / 5, 1 / 4]
    assert assessment.value("values_compared") == 5 / 8
    variables = assessment.table("variables").set_index("variable")
    assert variables.loc["a", ["values_before", "values_after"]].tolist() == [3, 3]
    assert variables.loc["a", "mean_before"] == pytest.approx(11 / 3)
    assert variables.loc["b", "mean_before"] == 1.0


def test_variables_are_described_before_and_after() -> None:
    original = numbers(a=np.arange(101.0))
    masked = original.assign({"a": original.column("a") * 2})
    row = ContinuousLoss().assess(original, masked, same_order=True).table("variables").iloc[0]
    shares = (5, 25, 50, 75, 95)
    assert [row[f"quantile_{share}_before"] for share in shares] == pytest.approx(list(shares))
    assert [row[f"quantile_{share}_after"] for share in shares] == pytest.approx([2 * s for s in shares])
    assert row["deviation_after"] == pytest.approx(2 * row["deviation_before"])
    assert row["mean_absolute_error"] == 50.0


def test_units_do_not_matter_if_standardised() -> None:
    rng = np.random.default_rng(3)
    before, noise = rng.lognormal(1, 1, (40, 3)), rng.normal(0, 1, (40, 3))
    plain = [Microdata(pd.DataFrame(values)) for values in (before, before + noise)]
    scaled = [Microdata(pd.DataFrame(values * [1000.0, 1e-3, 1])) for values in (before, before + noise)]
    one, other = (matrices(*files, standardised=True) for files in (plain, scaled))
    np.testing.assert_allclose(one[CRITERIA], other[CRITERIA], rtol=1e-9)
    # Σ(x − x′)²/s² over all cells.
    squares = ((noise / before.std(axis=0, ddof=1)) ** 2).mean()
    assert one.loc["X", "mean_square_error"] == pytest.approx(squares)
    unscaled = matrices(*plain)
    np.testing.assert_allclose(one["mean_variation"], unscaled["mean_variation"], rtol=1e-9)
    assert one.loc["X", "mean_square_error"] != pytest.approx(unscaled.loc["X", "mean_square_error"])


def test_a_constant_variable_has_no_correlation_and_no_unit() -> None:
    original = numbers(a=[1.0, 2.0, 4.0], still=[0.1, 0.1, 0.1])
    masked = numbers(a=[1.0, 2.0, 5.0], still=[0.1, 0.2, 0.1])
    assessment = ContinuousLoss().assess(original, masked, same_order=True)
    table = assessment.table("matrices").set_index("matrix")
    assert table.loc["R", ["cells", "cells_not_defined"]].tolist() == [0, 1]
    assert math.isnan(table.loc["R", "mean_square_error"])
    assert assessment.value("mean_variation_correlations") is None
    # Its variance of 0 leaves the mean variation.
    assert table.loc["S", ["cells", "cells_left_out"]].tolist() == [2, 1]
    assert any("without correlations: still" in note for note in assessment.notes)
    standardised = matrices(original, masked, standardised=True)
    assert standardised["cells_not_defined"].tolist() == [3, 1, 2, 1, 1, 4, 2, 4]


def test_group_means_take_their_share_of_the_variance() -> None:
    # Replacing values by the means of groups takes SSE/(n − 1) from each variance, and keeps the mean.
    rng = np.random.default_rng(5)
    values, groups = rng.normal(50, 9, (60, 2)), rng.integers(0, 12, 60)
    original = Microdata(pd.DataFrame(values, columns=["a", "b"]))
    masked = Microdata(original.frame.groupby(groups).transform("mean"))
    within = ((values - masked.frame.to_numpy()) ** 2).sum(axis=0)
    whole = ((values - values.mean(axis=0)) ** 2).sum(axis=0)
    table = matrices(original, masked)
    assert table.loc["S", "mean_variation"] == pytest.approx((within / whole).mean())
    assert table.loc["X̄", "mean_variation"] == pytest.approx(0, abs=1e-12)


def test_a_huge_offset_does_not_hide_the_change() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    original, masked = numbers(a=1e9 + values), numbers(a=1e9 + values[::-1] * 2)
    table = matrices(original, masked)
    assert table.loc["S", "mean_absolute_error"] == pytest.approx(5, rel=1e-12)
    assert table.loc["X̄", "mean_absolute_error"] == pytest.approx(2.5, rel=1e-6)


def test_a_recoded_variable_is_left_out_and_named() -> None:
    original = numbers(age=[31.0, 44.0, 45.0], income=[1.0, 2.0, 3.0])
    banded = Variable(name="age", scale=Scale.ORDINAL)
    masked = original.recode("age", lambda ages: ages.map("{:.0f}".format).str[0] + "0s", banded)
    for named in ((), ("age", "income")):
        assessment = ContinuousLoss(variables=named).assess(original, masked, same_order=True)
        assert assessment.table("variables")["variable"].tolist() == ["income"]
        assert any(note.endswith("left out: age.") for note in assessment.notes)
    nothing = ContinuousLoss(variables=["age"]).assess(original, masked, same_order=True)
    assert nothing.table("matrices")["cells"].tolist() == [0] * 8
    assert nothing.value("mean_variation_values") is None
    assert any("nothing is compared" in note for note in nothing.notes)


def test_identifiers_and_household_numbers_are_nobodys_mean() -> None:
    frame = pd.DataFrame({"id": [1, 2], "house": [7, 8], "age": [30, 50], "gone": [1, 2], "text": ["a", "b"]})
    numeric = [
        Variable(name="id", role=Role.IDENTIFIER, scale=Scale.CONTINUOUS),
        Variable(name="house", role=Role.HOUSEHOLD, scale=Scale.CONTINUOUS),
    ]
    original = Microdata(frame, numeric)
    assessment = ContinuousLoss().assess(original, original.drop(["gone"]))
    assert assessment.table("variables")["variable"].tolist() == ["age"]
    assert "Not in the masked file and left out: gone." in assessment.notes
    with pytest.raises(DataError, match="id has the role identifier"):
        ContinuousLoss(variables=["id"]).assess(original, original)
    with pytest.raises(DataError, match="text is nominal"):
        ContinuousLoss(variables=["text"]).assess(original, original)


@pytest.mark.parametrize("records", [0, 1])
def test_few_masked_records(records: int) -> None:
    original = numbers(a=[1.0, 2.0, 3.0], b=[3.0, 1.0, 2.0])
    assessment = ContinuousLoss().assess(original, original.take(np.arange(records)))
    table = assessment.table("matrices").set_index("matrix")
    assert table["cells"].tolist() == [2 * records, 2 * records, 0, 0, 0, 0, 0, 0]
    assert table.loc["V", "cells_not_defined"] == 3
    assert assessment.value("records_retained") == records / 3
    json.dumps(assessment.to_json(), allow_nan=False)


def test_nothing_is_present() -> None:
    original = numbers(a=[NAN, NAN], b=[1.0, 2.0])
    assessment = ContinuousLoss().assess(original, original)
    table = assessment.table("matrices").set_index("matrix")
    assert table["cells"].tolist() == [2, 1, 1, 1, 0, 0, 0, 0]
    assert (table.loc[["X", "X̄", "V", "S"], "mean_square_error"] == 0).all()
    json.dumps(assessment.to_json(), allow_nan=False)


def test_numbers_too_large_to_square_are_told() -> None:
    original, masked = numbers(a=[1e300, -1e300]), numbers(a=[-1e300, 1e300])
    assessment = ContinuousLoss().assess(original, masked, same_order=True)
    assert assessment.notes[-1] == (
        "Numbers beyond 1e150, or none that is as large as 1e-150, cannot be squared; left out, rescale them "
        "first: a."
    )
    json.dumps(assessment.to_json(), allow_nan=False)


def test_quantiles_are_values_of_the_data_and_means_of_few_values_are_not_told() -> None:
    def told(records: int) -> set[str]:
        original = numbers(a=np.arange(1.0, records + 1))
        table = withheld(ContinuousLoss().assess(original, original)).tables["variables"]
        [row] = table.frame.to_dict("records")
        found = {name for name, cell in row.items() if isinstance(cell, Quantity) and cell.defined}
        return {name.removesuffix("_before") for name in found if name.endswith("_before")}

    assert told(40) == {"mean", "deviation"}
    assert told(2) == set()


@pytest.mark.parametrize(
    ("columns", "records", "figure", "code"),
    [
        ({"a": [1.0, 2.0]}, 2, "mean_variation_correlations", Why.NOT_APPLICABLE),
        ({"a": [0.0, 0.0]}, 2, "mean_variation_values", Why.ZERO_DIVISOR),
        ({"a": [1.0, 2.0]}, 1, "mean_variation_variances", Why.TOO_FEW),
        ({"a": [1.0, 2.0], "b": [1.0, 1.0]}, 2, "mean_variation_loadings", Why.TOO_FEW),
        ({"a": [1.0, 2.0]}, 0, "mean_variation_means", Why.NO_RECORDS),
        ({"a": ["x", "y"]}, 2, "mean_variation_means", Why.NOT_APPLICABLE),
    ],
)
def test_why_a_mean_variation_is_not_defined(
    columns: dict[str, list[float]], records: int, figure: str, code: Why
) -> None:
    original = numbers(**columns)
    found = ContinuousLoss().assess(original, original.take(np.arange(records)))
    assert found.figure(figure).quantity.reason.code is code


def test_a_mean_variation_may_exceed_one() -> None:
    original, masked = numbers(a=[1.0, 2.0]), numbers(a=[5.0, 2.0])
    figure = ContinuousLoss().assess(original, masked, same_order=True).figure("mean_variation_values")
    assert (figure.value, figure.unit) == (2.0, NUMBER)
    assert dict(figure.computation)["Cells compared: values"].value == 2


def test_values_of_a_constant_variable_are_said_not_to_be_compared_in_its_deviations() -> None:
    data = Microdata(pd.DataFrame({"moving": [1.0, 2.0, 4.0], "still": [5.0, 5.0, 5.0]}))
    plain, standardised = (
        ContinuousLoss(standardised=flag).assess(data, data).figure("values_compared")
        for flag in (False, True)
    )
    assert (plain.value, standardised.value) == (1.0, 0.5)
    assert "constant" in standardised.meaning
    assert "constant" not in plain.meaning

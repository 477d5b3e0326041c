from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError
from sdcdesk.loss import Validity
from sdcdesk.masking import AdditiveNoise, Recoding, SimpleRandomSampling

NUMBERS = st.one_of(st.none(), st.integers(-3, 3).map(float))
ROW = st.tuples(st.sampled_from(["a", "b"]), NUMBERS, NUMBERS, st.sampled_from("uvw"))
ROWS = st.lists(ROW, min_size=1, max_size=6)


def file(rows: list[tuple[Any, ...]]) -> Microdata:
    frame = pd.DataFrame(
        {
            "area": pd.Series([row[0] for row in rows], dtype="str"),
            "x": pd.Series([row[1] for row in rows], dtype="float64"),
            "y": pd.Series([row[2] for row in rows], dtype="float64"),
            "sex": pd.Series([row[3] for row in rows], dtype="str"),
        }
    )
    return Microdata(frame, [Variable(name=name, scale=Scale.CONTINUOUS) for name in "xy"])


def slow_checks(before: pd.DataFrame, after: pd.DataFrame, tolerance: float) -> dict[tuple[str, ...], bool]:
    """Check one subdomain with pandas, number by number; what the original lacks is not checked."""
    kept: dict[tuple[str, ...], bool] = {}
    spread = before[["x", "y"]].std().fillna(0.0)
    for name in "xy":
        was, now = before[name].dropna(), after[name].dropna()
        if len(was):
            gap = abs(now.mean() - was.mean())
            kept["mean", name] = bool(gap <= tolerance * spread[name] + 1e-9)
            gaps = (
                [abs((was <= at).mean() - (now <= at).mean()) for at in (*was, *now)]
                if len(now)
                else [np.inf]
            )
            kept["distribution", name] = max(gaps) <= tolerance + 1e-9
    for one, other in (("x", "x"), ("x", "y"), ("y", "y")):
        was, now = (
            side[[one, other]].dropna().T.drop_duplicates().T if one == other else side[[one, other]].dropna()
            for side in (before, after)
        )
        if len(was) >= 2:
            covariances = [
                float(np.cov(side[one], side[other])[0, 1]) if len(side) >= 2 else np.nan
                for side in (was, now)
            ]
            gap = abs(covariances[1] - covariances[0])
            kept["covariance", *dict.fromkeys((one, other))] = bool(
                gap <= tolerance * spread[one] * spread[other] + 1e-9
            )
    shares = [side["sex"].value_counts(normalize=True) for side in (before, after)]
    moved = sum(abs(shares[0].get(one, 0.0) - shares[1].get(one, 0.0)) for one in "uvw") / 2
    kept["table", "sex"] = len(after) > 0 and moved <= tolerance + 1e-9
    return kept


def found_checks(found: Assessment) -> dict[tuple[str, ...], bool]:
    return {
        (row["subdomain"], row["kind"], *row["variables"].split(", ")): row["kept"] == "yes"
        for row in found.table("checks").to_dict("records")
    }


@given(ROWS, ROWS, st.sampled_from([0.0, 0.13, 0.31, 0.77]))
def test_checks_equal_those_of_going_subdomain_by_subdomain(
    before: list[tuple[Any, ...]], after: list[tuple[Any, ...]], tolerance: float
) -> None:
    original = file(before)
    rows = after[: len(before)]
    masked = original.take(np.arange(len(rows)))
    masked = masked.assign(dict(file(rows).frame.items()))
    percent = 100 * tolerance
    found = Validity(
        subdomains=["area"],
        fewest=1,
        **{f"{kind}_tolerance": percent for kind in ("mean", "covariance", "table", "distribution")},
    ).assess(original, masked)
    expected = {}
    for area in sorted(set(original.frame["area"])):
        sides = [data.frame[data.frame["area"] == area] for data in (original, masked)]
        expected |= {(area, *check): kept for check, kept in slow_checks(*sides, tolerance).items()}
    assert found_checks(found) == expected
    of_kind = [kept for (_, kind, *_), kept in expected.items() if kind == "mean"]
    assert found.value("means_kept") == (pytest.approx(np.mean(of_kind)) if of_kind else None)
    areas = {area for area, *_ in expected}
    whole = [all(kept for (area, *_), kept in expected.items() if area == one) for one in areas]
    assert found.value("subdomains_valid") == pytest.approx(np.mean(whole))


def people(records: int = 400) -> Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({f"n{j}": rng.normal(10, 2, records) for j in range(4)})
    frame["sex"] = rng.choice(["f", "m"], records)
    frame["town"] = rng.choice(list("abc"), records)
    frame["age"] = rng.integers(0, 90, records)
    return Microdata(frame, [Variable(name="age", scale=Scale.CONTINUOUS)])


def test_a_file_with_six_variables_that_keep_their_analyses_is_interesting() -> None:
    original = people()
    same = Validity(subdomains=["sex"]).assess(original, original)
    assert same.value("variables_valid") == 6
    assert same.value("subdomains_interesting") == same.value("subdomains_valid") == 1
    noisy = AdditiveNoise(variables=["n0"], variance_share=300.0).apply(original, seed=1)
    found = Validity(subdomains=["sex"]).assess(original, noisy)
    assert found.value("variables_valid") == 5
    assert found.value("subdomains_interesting") == 0
    assert found.value("tables_kept") == 1
    valid = found.table("variables").set_index("variable")["valid"]
    assert valid["n0"] == 0
    assert valid["town"] == valid["n1"] == 1


def test_bands_are_tabulated_and_no_numbers_any_more() -> None:
    original = people()
    masked = Recoding(variable="age", how="width", width=10.0).apply(original)
    found = Validity(margins=["sex", "sex × town * age"]).assess(original, masked)
    assert found.value("tables_kept") == 1
    assert found.value("variables_valid") == 7
    kinds = found.table("variables").set_index("variable")["kind"]
    assert kinds["age"] == "categories"
    assert any("Not continuous in both files" in note for note in found.notes)
    split = Validity(subdomains=["age"], fewest=50).assess(original, masked)
    assert len(split.table("subdomains")) < 9
    assert any("fewer than 50 records" in note for note in split.notes)


def test_tables_are_those_that_were_named() -> None:
    original = people()
    turned = original.assign({"town": original.column("town").iloc[::-1].reset_index(drop=True)})
    found = Validity(margins=["sex × town", "town"]).assess(original, turned)
    tables = found.table("checks").query("kind == 'table'").set_index("variables")
    assert sorted(tables.index) == ["sex, town", "town"]
    assert tables.loc["town", "difference"] == 0
    assert tables.loc["sex, town", "difference"] > 0
    strict = Validity(margins=["sex × town", "town"], table_tolerance=0.0).assess(original, turned)
    assert strict.value("tables_kept") == 1 / 2
    assert strict.table("variables").set_index("variable")["valid"][["sex", "town"]].tolist() == [0, 0]
    for wrong in ("sex × city", "sex × sex", "×"):
        with pytest.raises(DataError, match="no table of variables") as caught:
            Validity(margins=[wrong]).assess(original, original)
        assert caught.value.field == "margins"


def test_quartiles_are_compared_in_standard_deviations() -> None:
    original = Microdata(pd.DataFrame({"x": [0.0, 1.0, 2.0, 3.0, 4.0]}))
    masked = original.assign({"x": original.column("x") + 1.0})
    moved = 1 / float(np.std([0, 1, 2, 3, 4], ddof=1))
    for percent, kept in ((100 * moved + 1, 1), (100 * moved - 1, 0)):
        measure = Validity(characteristic="quartiles", distribution_tolerance=percent)
        assert measure.assess(original, masked).value("distributions_kept") == kept
    table = Validity(characteristic="quartiles").assess(original, masked).table("checks")
    assert table.set_index("kind")["difference"]["distribution"] == pytest.approx(moved)


def test_constant_and_missing_values_and_one_record() -> None:
    constant = Microdata(pd.DataFrame({"x": [5.0, 5.0, 5.0]}))
    assert Validity().assess(constant, constant).value("means_kept") == 1
    moved = constant.assign({"x": pd.Series([5.0, 5.0, 6.0])})
    assert Validity(mean_tolerance=1000.0).assess(constant, moved).value("means_kept") == 0
    gone = constant.assign({"x": pd.Series([np.nan] * 3)})
    found = Validity().assess(constant, gone)
    assert (found.value("means_kept"), found.value("distributions_kept")) == (0, 0)
    nothing = Validity().assess(gone_from_the_start(), gone_from_the_start())
    assert nothing.value("means_kept") is None
    one = Microdata(pd.DataFrame({"x": [5.0]}))
    alone = Validity().assess(one, one)
    assert (alone.value("means_kept"), alone.value("covariances_kept")) == (1, None)


def gone_from_the_start() -> Microdata:
    return Microdata(pd.DataFrame({"x": [np.nan, np.nan]}), [Variable(name="x", scale=Scale.CONTINUOUS)])


def test_nothing_released_no_subdomain_and_a_variable_that_is_gone() -> None:
    original = people()
    none = Validity().assess(original, original.take(np.arange(0))).figures
    assert all(
        one.quantity.reason is not None and one.quantity.reason.code is Why.NO_RECORDS
        for one in none.values()
    )
    few = Validity(subdomains=["sex"], fewest=1000).assess(original, original).figures
    assert all(
        one.quantity.reason is not None and one.quantity.reason.code is Why.TOO_FEW for one in few.values()
    )
    with pytest.raises(DataError, match="town is not in the masked file") as caught:
        Validity(subdomains=["town"]).assess(original, original.drop(["town"]))
    assert caught.value.field == "subdomains"
    with pytest.raises(DataError, match="there are 2,001 subdomains"):
        Validity(subdomains=["n1"], fewest=1).assess(people(2_001), people(2_001), same_order=True)
    many = Validity(subdomains=["n1"], margins=["sex"], fewest=1)
    wide = {f"m{number}": np.arange(500.0) for number in range(40)}
    data = people(500)
    data = Microdata(data.frame.assign(**wide), data.variables)
    with pytest.raises(DataError, match="more than 500,000 checks"):
        many.assess(data, data)


def test_a_difference_that_equals_its_tolerance_is_kept() -> None:
    original = Microdata(pd.DataFrame({"x": list("a" * 35 + "b" * 65)}))
    masked = original.assign({"x": pd.Series(list("a" * 30 + "b" * 70))})
    assert Validity(table_tolerance=5.0).assess(original, masked).value("tables_kept") == 1
    assert Validity(table_tolerance=4.9).assess(original, masked).value("tables_kept") == 0


def test_a_sample_keeps_shares_and_a_subdomain_that_is_gone_keeps_nothing() -> None:
    original = people(2000)
    half = SimpleRandomSampling(percentage=50.0).apply(original, seed=3)
    assert Validity().assess(original, half).value("tables_kept") == 1
    women = original.take(np.flatnonzero(original.column("sex") == "f"))
    found = Validity(subdomains=["sex"]).assess(original, women).table("subdomains").set_index("subdomain")
    assert (
        found.loc["m", ["means_kept", "tables_kept", "distributions_kept", "variables_valid"]].tolist()
        == [0] * 4
    )
    assert found.loc["f", "means_kept"] == 1

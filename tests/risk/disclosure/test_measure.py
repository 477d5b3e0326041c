import json
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound, Quantity, Why
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import (
    Pram,
    RandomRounding,
    Recoding,
    RecordSuppression,
    SimpleRandomSampling,
    TailCoding,
)
from sdcdesk.risk import RISKS, TRUTA_2004, DisclosureRisk, WeightMatrix
from sdcdesk.risk.keys.key_measure import IntruderMeasure

ORIGINAL = Microdata(
    pd.DataFrame({"zip": ["a", "a", "b", "b", "b", "c", "d", None], "sex": list("FFMMFFMM"), "id": range(8)}),
    [
        Variable(name="zip", role=Role.KEY),
        Variable(name="sex", role=Role.KEY),
        Variable(name="id", role=Role.IDENTIFIER),
    ],
)
SAMPLE = ORIGINAL.take(np.array([7, 5, 2, 3, 0]))
NOBODY = ORIGINAL.take(np.array([], dtype=np.int64))


def test_figures_are_divided_by_all_initial_and_by_released_records() -> None:
    found = DisclosureRisk(weights=TRUTA_2004["W3"]).assess(ORIGINAL, SAMPLE)
    assert found.value("dr_min") == 2 / 8
    assert found.value("dr_min_released") == 2 / 5
    assert found.value("dr_max") == (2 + 2 / 2 + 1 / 2) / 8
    assert found.value("dr_weighted") == (2 + 2 / 6 + 1 / 6) / 8
    assert found.value("dr_weighted_released") == (2 + 2 / 6 + 1 / 6) / 5
    assert found.figure("dr_weighted").computation[-1][0].endswith("÷ 8 records of the original")
    assert found.figure("dr_weighted_released").computation[-1][0].endswith("÷ 5 records of the masked file")


def test_missing_keys_are_a_category_or_match_all_and_the_result_says_which() -> None:
    category = DisclosureRisk().assess(ORIGINAL, SAMPLE)
    wildcard = DisclosureRisk(missing="wildcard").assess(ORIGINAL, SAMPLE)
    assert category.record("f").tolist() == [1, 1, 2, 2, 1]
    assert wildcard.record("f").tolist() == [3, 1, 3, 3, 1]
    assert wildcard.record("F").tolist() == [4, 1, 3, 3, 2]
    assert category.notes[0] != wildcard.notes[0]
    assert wildcard.parameters["missing"] == "wildcard"
    assert wildcard.table("group_sizes")["groups_before"].isna().all()
    assert wildcard.figure("groups_after").quantity.reason.code is Why.NOT_APPLICABLE


def test_contributions_of_cells_and_of_records_add_up_to_the_weighted_risk() -> None:
    found = DisclosureRisk(weights=WeightMatrix.geometric(0.3)).assess(ORIGINAL, SAMPLE)
    weighted = found.value("dr_weighted")
    table = found.table("contributions")
    assert table["contribution"].sum() == pytest.approx(weighted, rel=1e-14)
    assert found.record("contribution").sum() == pytest.approx(weighted, rel=1e-14)
    cell = table[(table["i"] == 2) & (table["j"] == 2)].iloc[0]
    assert cell["weight"] == 0.3
    assert cell["contribution"] == pytest.approx(2 * 0.3 / 2 / 8)


def test_group_sizes_before_and_after() -> None:
    table = DisclosureRisk().assess(ORIGINAL, SAMPLE).table("group_sizes")
    assert table.to_dict("list") == {
        "size": [1, 2],
        "groups_before": [4, 2],
        "records_before": [4, 4],
        "groups_after": [3, 1],
        "records_after": [3, 2],
    }


def test_without_weights_every_record_counts() -> None:
    found = DisclosureRisk().assess(ORIGINAL, SAMPLE)
    assert found.value("dr_weighted") == found.value("dr_max")


def test_every_declared_figure_is_found_and_no_other() -> None:
    for released in (SAMPLE, NOBODY, ORIGINAL):
        found = DisclosureRisk(missing="wildcard").assess(ORIGINAL, released)
        assert set(found.figures) == {declared.name for declared in DisclosureRisk.declares}


def test_computations_end_with_the_figure() -> None:
    found = DisclosureRisk(weights=TRUTA_2004["W3"]).assess(ORIGINAL, SAMPLE)
    for name, figure in found.figures.items():
        if name.startswith("dr_"):
            assert figure.computation[-1][1] == figure.quantity, name
    steps = dict(found.figure("dr_weighted").computation)
    assert steps["Alone in both files: 2 × 6 ÷ 1"].value == 12
    assert steps["Alone now, two before: 1 × 2 ÷ 2"].value == 1
    assert steps["15 ÷ first weight 6"].value == 2.5


def test_a_long_computation_sums_up_the_smaller_parts() -> None:
    zips = [str(group) for group in range(9) for _ in range(group + 1)]
    many = Microdata(pd.DataFrame({"zip": zips}), [Variable(name="zip", role=Role.KEY)])
    steps = DisclosureRisk().assess(many, many).figure("dr_weighted").computation
    products = [quantity.value for _, quantity in steps[:7]]
    assert steps[6][0] == "3 other pairs of sizes"
    assert sum(products) == pytest.approx(9)


@pytest.mark.parametrize(("alone", "rounded"), [(5000, True), (20, False)])
def test_parts_that_do_not_add_up_as_shown_are_said_to_be_rounded(alone: int, rounded: bool) -> None:
    zips = [*map(str, range(alone)), "pair", "pair"]
    people = Microdata(pd.DataFrame({"zip": zips}), [Variable(name="zip", role=Role.KEY)])
    weights = WeightMatrix(structure="general", block=((2, 0.5), (0.5, 0.5)), tail=0)
    steps = DisclosureRisk(weights=weights).assess(people, people).figure("dr_weighted").computation
    [total] = [words for words, _ in steps if "first weight" in words]
    assert total.endswith("; these numbers are rounded") is rounded


def test_only_ratios_of_weights_matter_however_large_they_are() -> None:
    huge = WeightMatrix(structure="general", block=[[1e308, 5e307], [5e307, 5e307]], tail=1.0)
    small = WeightMatrix(structure="general", block=[[2.0, 1.0], [1.0, 1.0]], tail=1.0)
    found = DisclosureRisk(weights=huge).assess(ORIGINAL, SAMPLE)
    expected = DisclosureRisk(weights=small).assess(ORIGINAL, SAMPLE)
    assert found.value("dr_weighted") == expected.value("dr_weighted")


def test_figures_and_rows_name_the_records_that_they_count() -> None:
    found = DisclosureRisk(weights=TRUTA_2004["W3"]).assess(ORIGINAL, SAMPLE)
    named = {name: figure.rows() for name, figure in found.figures.items() if figure.rows}
    assert named["dr_min"].tolist() == named["dr_min_released"].tolist() == [7, 5]
    assert named["dr_weighted"].tolist() == named["dr_max"].tolist() == [7, 5, 2, 3, 0]
    assert named["k"].tolist() == [7, 5, 0]
    assert named["records_below_k"].tolist() == [7, 5, 2, 3, 0]
    assert found.figure("dr_min").row_title == "alone in both files"
    for name in ("size_classes", "group_sizes", "size_changes", "classification", "records_at_risk"):
        table = found.tables[name]
        counted = [len(table.rows(at)) for at in range(len(table))]
        assert sum(counted) == 5, name
        assert all(table.row_title(at) for at in range(len(table)))


def test_the_smallest_group_is_explained_by_the_records_in_groups_of_that_size() -> None:
    twos = Microdata(pd.DataFrame({"zip": list("aabbccc")}), [Variable(name="zip", role=Role.KEY)])
    figure = DisclosureRisk(k=5).assess(twos, twos).figure("k")
    assert figure.rows is not None
    assert figure.rows().tolist() == [0, 1, 2, 3]
    assert figure.row_title == "in the smallest groups"
    assert [(words, step.value) for words, step in figure.computation if isinstance(step, Quantity)] == [
        ("Records in groups of 2", 4),
        ("Smallest size of a group that has records", 2),
    ]


def test_only_counted_records_are_a_part_of_the_whole() -> None:
    pairs = Microdata(pd.DataFrame({"zip": list("abcc")}), [Variable(name="zip", role=Role.KEY)])
    found = DisclosureRisk().assess(pairs, pairs)
    surely, guessing = found.figure("dr_min").quantity, found.figure("dr_max").quantity
    assert (surely.part, surely.whole) == (2, 4)
    # Three right links are expected: no three records of which it could be said.
    assert (guessing.value, guessing.part, guessing.whole) == (0.75, None, None)


@pytest.mark.parametrize(
    ("first", "row"),
    [(1.5e-10, "1.5e−10 ÷ first weight 1.5e−10"), (2.5e20, "2.5e+20 ÷ first weight 2.5e+20")],
)
def test_exponents_of_weights_keep_their_zeros(first: float, row: str) -> None:
    alone = Microdata(pd.DataFrame({"zip": ["a"]}), [Variable(name="zip", role=Role.KEY)])
    weights = WeightMatrix(block=[[first]], structure="general", tail=1.0)
    figure = DisclosureRisk(weights=weights).assess(alone, alone).figure("dr_weighted")
    assert row in dict(figure.computation)


def test_what_is_about_one_of_the_files_has_nothing_before_it() -> None:
    measure = DisclosureRisk()
    found = measure.assess(ORIGINAL, SAMPLE).with_before(
        measure.assess(ORIGINAL, ORIGINAL), measure.unreleased_quantity
    )
    alone = {name for name, figure in found.figures.items() if figure.before is None}
    sizes = {"groups_before", "groups_after", "records_before", "records_after"}
    assert alone == sizes | {"unique_for_all", "right_matches"}
    assert "before" not in found.to_json()["figures"]["records_before"]


def test_the_classes_of_sizes_and_of_changes_hold_every_record() -> None:
    found = DisclosureRisk().assess(ORIGINAL, SAMPLE)
    classes = found.table("size_classes")
    assert classes["before"].tolist()[:2] == [4, 4]
    assert classes["after"].tolist()[:2] == [3, 2]
    changes = found.table("size_changes")
    assert changes["records"].sum() == 5
    assert changes["contribution"].sum() == pytest.approx(found.value("dr_weighted"))
    for plot in found.plots.values():
        columns = set(found.tables[plot.table].frame)
        assert {series.column for series in plot.series} <= columns
        assert plot.x.column in columns


def test_the_records_at_risk_are_values_of_the_data() -> None:
    found = DisclosureRisk(weights=TRUTA_2004["W3"]).assess(ORIGINAL, SAMPLE)
    listed = found.tables["records_at_risk"]
    assert listed.frame["record"].tolist() == [8, 6, 3, 4, 1], "the highest first, then as in the file"
    assert listed.frame["zip before"].tolist() == ["missing", "c", "b", "b", "a"]
    assert all(column.secrecy is Secrecy.RECORD for column in listed.columns)


def test_a_bound_is_a_bound_on_the_figures_that_it_concerns() -> None:
    moved = Microdata(
        ORIGINAL.frame.assign(zip=["b", "a", "a", "b", "b", "c", "d", None]), ORIGINAL.variables
    )
    found = DisclosureRisk().assess(ORIGINAL, moved, same_order=True)
    assert found.value("exactness") == "upper bound"
    bounds = {
        name: figure.quantity.bound for name, figure in found.figures.items() if figure.quantity.defined
    }
    assert bounds["dr_weighted"] is bounds["dr_max_released"] is Bound.AT_MOST
    assert bounds["dr_min"] is bounds["k"] is Bound.EXACT
    assert found.figure("dr_link").quantity.reason.code is Why.NOT_APPLICABLE
    assert found.figure("dr_max").note == found.sections[0].notes[-1].name


def test_a_risk_equal_to_its_limit_is_safe_although_floats_would_exceed_it() -> None:
    original = Microdata(
        pd.DataFrame({"zip": list("aaaaabbbbbbbbbb")}), [Variable(name="zip", role=Role.KEY)]
    )
    # One record of a group of 5 and one of a group of 10 are released: DR_max = (1/5 + 1/10) / 15.
    assert (1 / 5 + 1 / 10) / 15 > 0.02
    weights = WeightMatrix(structure="general", block=[[0.7]], tail=1)
    found = DisclosureRisk(weights=weights).assess(original, original.take(np.array([0, 5])))
    assert found.value("dr_weighted") == found.value("dr_max") == 0.02
    limit = Limit(measure="disclosure_risk", figure="dr_max", value=0.02)
    assert standing(found.figure("dr_max").quantity, limit) is Standing.KEPT


def test_an_empty_release_has_no_risk_and_no_k() -> None:
    found = DisclosureRisk().assess(ORIGINAL, NOBODY)
    assert [found.value(name) for name in ("dr_min", "dr_weighted", "dr_max", "dr_link")] == [0, 0, 0, 0]
    for name in ("dr_min_released", "dr_weighted_released", "dr_max_released", "dr_link_released", "k"):
        assert found.figure(name).quantity.reason.code is Why.NO_RECORDS
    assert found.value("records_before") == 8
    assert found.tables["records_at_risk"].empty == "No record is released."


def test_the_number_of_initial_records_stays_after_suppression() -> None:
    assert DisclosureRisk().assess(ORIGINAL, ORIGINAL.take(np.array([5]))).value("dr_min") == 1 / 8


def test_one_record() -> None:
    one = Microdata(pd.DataFrame({"zip": ["a"]}), [Variable(name="zip", role=Role.KEY)])
    found = DisclosureRisk().assess(one, one)
    assert [found.value(name) for name in ("dr_min", "dr_weighted", "dr_max", "dr_link")] == [1, 1, 1, 1]


def test_an_original_without_records_is_refused() -> None:
    with pytest.raises(DataError, match="holds no records"):
        DisclosureRisk(keys=["zip"]).assess(NOBODY, NOBODY)


def test_keys_are_those_with_the_role_unless_named() -> None:
    assert DisclosureRisk(keys=["sex"]).assess(ORIGINAL, ORIGINAL).value("k") == 4
    assert DisclosureRisk().assess(ORIGINAL, ORIGINAL).value("k") == 1


@pytest.mark.parametrize("name", [kind for kind in RISKS if issubclass(kind, IntruderMeasure)])
def test_without_key_variables_the_user_is_told_to_choose_them(name: Any) -> None:
    plain = Microdata(ORIGINAL.frame)
    with pytest.raises(DataError, match="role key") as error:
        name().assess(plain, plain)
    assert error.value.field == "keys"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"keys": ["zip", "zip"]}, "named twice"),
        ({"missing": "ignore"}, "Missing key values"),
        ({"k": 1}, "at least 2"),
        ({"weights": {"structure": "general", "block": [[1, 2], [0, 0]], "tail": 0}}, r"w\(1, 2\) = 2"),
        ({"weights": {"structure": "general", "block": [[1, 2]], "tail": 0}}, "Row 1"),
        ({"weights": "maximal"}, "Weights"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        DisclosureRisk(**parameters)


@pytest.mark.parametrize(("keys", "message"), [(["zap"], "did you mean zip"), (["id"], "role identifier")])
def test_keys_that_cannot_be_are_refused(keys: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        DisclosureRisk(keys=keys).assess(ORIGINAL, ORIGINAL)


def test_weights_written_as_json_give_the_same_measure() -> None:
    measure = DisclosureRisk(weights=TRUTA_2004["W4"], k=4)
    written = json.loads(json.dumps(measure.parameters, allow_nan=False))
    assert DisclosureRisk(**written) == measure
    assert RISKS.parse(f"disclosure_risk:{json.dumps(written)}") == measure


def test_the_catalogue_knows_all_measures() -> None:
    assert [measure.name for measure in RISKS][:2] == ["disclosure_risk", "k_anonymity"]


STEPS = {
    "bands": (Recoding(variable="age", how="breaks", breaks=(0.0, 2.0, 4.0, 9.0)), "age"),
    "top": (TailCoding(variable="age", top=4.0), "age"),
    "region": (Recoding(variable="town", how="mapping", mapping={"A": "AB", "B": "AB"}), "town"),
    "all": (
        Recoding(variable="town", how="mapping", others="become", mapping={"C": "C"}, rest="no C"),
        "town",
    ),
    "few": (RecordSuppression(keys=["age", "town"], k=2), ""),
    "sample": (SimpleRandomSampling(percentage=70.0), ""),
    "pram": (Pram(variable="town", diagonal=90.0), "town"),
    "rounding": (RandomRounding(variables=["age"], base=2.0), "age"),
}
"""Steps, and the key that each changes."""


@given(
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from("ABC")), min_size=1, max_size=9),
    st.lists(st.sampled_from(list(STEPS)), max_size=4, unique=True),
    st.sampled_from([["age"], ["town"], ["age", "town"]]),
    st.integers(0, 5),
)
def test_what_a_chain_of_steps_lets_be_called_exact(
    people: list[tuple[int, str]], chain: list[str], keys: list[str], seed: int
) -> None:
    frame = pd.DataFrame(people, columns=["age", "town"])
    original = Microdata(frame, [Variable(name="age", scale=Scale.CONTINUOUS), Variable(name="town")])
    recipe, recoding = Recipe(seed=seed), Recipe(seed=seed)
    for name in chain:
        step, changes = STEPS[name]
        try:
            recipe.then(step).apply(original)
        except DataError:  # bands have no tails, and nobody is left to be drawn
            continue
        recipe = recipe.then(step)
        recoding = recoding.then(step) if changes and not step.random else recoding
    masked = recipe.apply(original)
    drawn = any(
        STEPS[name][0] in [step.method for step in recipe.steps] and STEPS[name][1] in keys
        for name in ("pram", "rounding")
    )
    found = DisclosureRisk(keys=keys).assess(original, masked)
    exact = found.figure("dr_max").quantity.bound is Bound.EXACT
    if drawn:
        assert found.figure("dr_link").quantity.value is None
        assert not exact or not len(masked), "whatever values the seed drew"
        return
    before, now, recoded = (
        list(data.frame[keys].itertuples(index=False, name=None))
        for data in (original, masked, recoding.apply(original))
    )
    initial, alike, released = Counter(before), Counter(recoded), Counter(now)
    sizes = [(released[key], initial[before[row]]) for key, row in zip(now, masked.rows, strict=True)]
    links = sum((Fraction(1, alike[key]) for key in now), Fraction(0)) / len(people)
    assert found.value("dr_link") == float(links)
    assert found.value("dr_max") == float(
        sum((Fraction(1, max(pair)) for pair in sizes), Fraction(0)) / len(people)
    )
    assert exact == all(alike[key] == max(pair) for key, pair in zip(now, sizes, strict=True))

"""What the findings of k-anonymity show: groups with their records, and what each answer misses."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound, Why
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import Pram, Recoding
from sdcdesk.risk import TRUTA_2006, DisclosureRisk, KAnonymity, WeightMatrix
from sdcdesk.risk.anonymity.weighted_risk import LARGEST_K

VARIABLES = [
    Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years"),
    Variable(name="sex", role=Role.KEY),
    Variable(name="ill", role=Role.CONFIDENTIAL),
]

PEOPLE = Microdata(
    pd.DataFrame(
        {
            "age": [21.0, 23.0, 24.0, 31.0, 32.0, np.nan],
            "sex": ["F", "F", "F", "M", "M", "M"],
            "ill": ["flu", "flu", "flu", "flu", "cold", "cold"],
        }
    ),
    VARIABLES,
)

TENS = Recoding(variable="age", how="width", width=10.0).apply(PEOPLE)


def about(findings: Findings, section: str) -> str:
    found = next(one for one in findings.sections if one.name == section)
    return found.about


def test_the_first_sentence_says_whether_the_file_is_k_anonymous() -> None:
    assert (
        about(KAnonymity(k=3).assess(PEOPLE, TENS), "anonymity")
        == "3 released records are in groups below 3."
    )
    one = KAnonymity(k=2).assess(PEOPLE, TENS)
    assert (about(one, "anonymity"), one.value("anonymous")) == (
        "1 released record is in groups below 2.",
        "not kept",
    )
    kept = KAnonymity(k=2).assess(PEOPLE, TENS.take(np.arange(5)))
    assert (about(kept, "anonymity"), kept.value("anonymous")) == (
        "Every released record shares its key values with at least 1 other.",
        "kept",
    )
    nobody = KAnonymity(k=2).assess(PEOPLE, TENS.take(np.arange(0)))
    assert nobody.value("anonymous") == "not assessed"
    assert "no smallest group" in about(nobody, "anonymity")


def test_a_row_of_the_small_groups_leads_to_its_records() -> None:
    found = KAnonymity(k=3).assess(PEOPLE, TENS.take(np.array([5, 4, 3, 2, 1, 0])))
    table = found.tables["small_groups"]
    assert table.frame["size"].tolist() == [1, 2]
    assert [table.rows(row).tolist() for row in range(2)] == [[5], [4, 3]]
    assert [table.row_title(row) for row in range(2)] == ["alone in the masked file", "one group of 2"]
    assert found.figure("records_below_k").rows().tolist() == [5, 4, 3]
    assert table.frame[["before_smallest", "before_largest"]].to_numpy().tolist() == [[1, 1], [1, 1]]
    # Recoded ages are text; the missing one is said to be missing.
    age = table.column("key_age")
    assert table.texts(age)[0] == ""
    assert "0" in table.texts(age)[1]


def test_key_values_are_numbers_where_the_key_is_one() -> None:
    table = KAnonymity(k=2).assess(PEOPLE, PEOPLE).tables["small_groups"]
    age = table.column("key_age")
    cells = table.quantities(age)
    assert [cell.value for cell in cells] == [21.0, 23.0, 24.0, 31.0, 32.0, None]
    assert (cells[0].unit.text, cells[-1].reason.text) == ("years", "The key value is missing.")


def test_values_of_small_groups_stand_in_no_document_unless_it_is_asked_for() -> None:
    found = KAnonymity(k=3).assess(PEOPLE, PEOPLE)
    keys = [column for column in found.tables["small_groups"].columns if column.name.startswith("key_")]
    assert {column.secrecy for column in keys} == {Secrecy.RECORD}
    assert "small_groups" not in withheld(found).tables
    asked = withheld(found, Edition(Audience.INTERNAL, values=True))
    assert "key_age" in asked.tables["small_groups"].frame


def test_without_released_keys_the_groups_have_sizes_only() -> None:
    found = KAnonymity(k=9).assess(PEOPLE, PEOPLE.drop(["age", "sex"]))
    assert found.tables["small_groups"].frame["size"].tolist() == [6]
    assert any("Not released: age, sex." in note for note in found.notes)


def test_records_stand_in_classes_of_sizes_before_and_after() -> None:
    found = KAnonymity().assess(PEOPLE, TENS)
    classes = found.tables["size_classes"]
    assert classes.frame["records_before"].tolist()[:3] == [6, 0, 0]
    assert classes.frame["records_after"].tolist()[:3] == [1, 2, 3]
    assert classes.rows(1).tolist() == [3, 4]
    assert classes.row_title(1) == "in groups of 2"
    sizes = found.tables["group_sizes"]
    assert sizes.rows(2).tolist() == [0, 1, 2]


def test_attribute_disclosure_is_counted_apart_from_identity() -> None:
    found = KAnonymity(k=2).assess(PEOPLE, TENS)
    # All three women have the flu, and who is alone gives everything away.
    figure = found.figure("records_sharing_value")
    assert figure.value == 3
    assert figure.rows().tolist() == [0, 1, 2]
    shared = found.tables["shared_values"]
    assert shared.frame.to_dict("records") == [{"variable": "ill", "records": 3, "records_below_k": 1}]
    assert shared.rows(0).tolist() == [0, 1, 2]
    without = KAnonymity(k=2).assess(PEOPLE, TENS.drop(["ill"]))
    assert without.figure("records_sharing_value").quantity.reason.code is Why.NOT_APPLICABLE
    assert len(without.table("shared_values")) == 0


def test_what_k_does_not_say_leads_to_records() -> None:
    sample = TENS.take(np.array([0, 1, 2, 3]))
    found = KAnonymity(k=2).assess(PEOPLE, sample)
    rows = {
        name: (found.value(name), found.figure(name).rows().tolist())
        for name in ("records_alone_before", "records_unreleased", "records_in_smallest", "records_alone")
    }
    assert rows == {
        "records_alone_before": (3, [0, 1, 2]),
        "records_unreleased": (2, [4, 5]),
        "records_in_smallest": (1, [3]),
        "records_alone": (1, [3]),
    }
    assert found.value("dr_max_ceiling") == 4 / 6


def test_the_matching_matrix_agrees_with_k_where_groups_only_grow() -> None:
    found = KAnonymity(k=3).assess(PEOPLE, TENS)
    assert found.value("dr_matching") == pytest.approx((1 + 2 / 2) / 6)
    assert len(found.table("misfits")) == 0
    assert "3 records make the difference" in about(found, "matching")


def test_groups_that_became_smaller_have_no_place_in_the_matching_matrix() -> None:
    pair = Microdata(pd.DataFrame({"sex": list("FFMMM")}), [Variable(name="sex", role=Role.KEY)])
    found = KAnonymity(k=2).assess(pair, pair.take(np.array([0, 2, 3])))
    assert found.figure("dr_matching").quantity.reason.code is Why.NOT_APPLICABLE
    misfits = found.tables["misfits"]
    assert misfits.frame.to_dict("records") == [
        {"before": 3, "now": 2, "records": 2},
        {"before": 2, "now": 1, "records": 1},
    ]
    assert [misfits.rows(row).tolist() for row in range(2)] == [[2, 3], [0]]
    assert found.value("records_rare_now") == 1
    assert any("no matrix of another structure" in note for note in found.notes)
    large = KAnonymity(k=LARGEST_K + 1).assess(pair, pair)
    assert "none belongs to" in about(large, "matching")


def test_the_weights_decide_what_the_weighted_risk_hides() -> None:
    weights = TRUTA_2006["W3"]
    found = KAnonymity(k=3, weights=weights).assess(PEOPLE, TENS)
    assert found.value("dr_weighted") == DisclosureRisk(weights=weights).assess(PEOPLE, TENS).value(
        "dr_weighted"
    )
    assert found.value("records_weightless") == 0
    minimal = KAnonymity(k=3, weights=WeightMatrix.minimal()).assess(PEOPLE, TENS)
    assert minimal.value("records_weightless") == 2
    assert minimal.figure("records_weightless").rows().tolist() == [3, 4]


def test_weights_that_do_not_fit_leave_all_else() -> None:
    sample = PEOPLE.take(np.arange(3))
    pair = Microdata(PEOPLE.frame.assign(age=1.0), VARIABLES)
    found = KAnonymity(k=2, weights=TRUTA_2006["W3"]).assess(pair, pair.take(np.arange(2)))
    for name in ("dr_weighted", "records_weightless"):
        assert found.figure(name).quantity.reason.code is Why.NOT_APPLICABLE
    assert found.value("k") == 2
    assert any("structure merging" in note for note in found.notes)
    assert KAnonymity(weights=TRUTA_2006["W3"]).assess(PEOPLE, sample).value("dr_weighted") is not None


def test_the_original_stands_beside() -> None:
    measure = KAnonymity(k=3)
    both = measure.assess(PEOPLE, TENS).with_before(
        measure.assess(PEOPLE, PEOPLE), measure.unreleased_quantity
    )
    assert (both.figure("k").value, both.figure("k").before.value) == (1, 1)
    assert (both.value("records_below_k"), both.figure("records_below_k").before.value) == (3, 6)


def test_the_risk_with_the_matrix_of_k_is_no_more_exact_than_the_weighted_risk() -> None:
    drawn = [Pram(variable="sex", diagonal=50.0).apply(TENS, seed=seed) for seed in range(30)]
    measure = KAnonymity(keys=["sex"], k=4)
    quantities = [measure.assess(PEOPLE, masked).figure("dr_matching").quantity for masked in drawn]
    found = [quantity for quantity in quantities if quantity.value]
    assert found
    assert {quantity.bound for quantity in found} == {Bound.AT_MOST}
    assert measure.assess(PEOPLE, PEOPLE).figure("dr_matching").quantity.bound is Bound.EXACT


def test_what_masking_did_has_nothing_before_it() -> None:
    measure = KAnonymity(k=3)
    found = measure.assess(PEOPLE, TENS.take(np.arange(4))).with_before(
        measure.assess(PEOPLE, PEOPLE), measure.unreleased_quantity
    )
    alone = {name for name, figure in found.figures.items() if figure.before is None}
    assert {"records_unreleased", "records_alone_before", "records_rare_now", "most_of_one"} <= alone
    assert not {"k", "records_below_k", "dr_max", "records_alone"} & alone

"""Counts of fewer records than the threshold do not follow from a total and from the counts beside them."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import CELLS, RECORDS, Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings import Findings, Section
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.withholding import withheld
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import LocalSuppression
from sdcdesk.masking.declared import CELLS_BLANKED
from sdcdesk.masking.suppression.linked_suppression import LINKED_CELLS, MEMBER_CELLS
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.risk import AttackerRisks, DisclosureRisk, KAnonymity, Suda
from tests.contract.conftest import finished_folder as finished_folder  # a fixture
from tests.contract.conftest import people
from tests.contract.test_measures import CASES, masking

EDITION = Edition(threshold=30)


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ([1, 288, 1187, 896], [1187, 896]),
        ([5, 24, 288, 1187], [1187]),
        ([29, 29, 288, 1187], [288, 1187]),
        ([0, 3, 2397], [0]),
        ([288, 1187], [288, 1187]),
    ],
)
def test_hidden_rows_count_enough_records_together(counts: list[int], told: list[int]) -> None:
    frame = pd.DataFrame({"size": [f"{place}" for place in range(len(counts))], "records": counts})
    columns = (
        Column("size", "Size", role="key", secrecy=Secrecy.AGGREGATE),
        Column("records", "Records", RECORDS, secrecy=Secrecy.AGGREGATE),
    )
    table = Table(name="sizes", title="Sizes", columns=columns, frame=frame)
    section = Section(name="sizes", title="Sizes", blocks=(table,))
    left = withheld(Findings(sections=(section,)), EDITION).table("sizes")
    assert left["records"].tolist() == told


def solutions(told: Findings, records: int, below: int, k: int = 3) -> int:
    """Return how many pairs of small groups fit what is told: sizes 1 and 2 of which the rows are hidden."""
    table = told.tables["group_sizes"].frame
    groups = told.figures.get("groups_after")
    left = records - int(table["records_after"].sum())
    missing = None if groups is None else groups.value - int(table["groups_after"].sum())
    return sum(
        alone + 2 * pairs == left == below and missing in (None, alone + pairs)
        for alone in range(left + 1)
        for pairs in range(left // (k - 1) + 1)
    )


def test_numbers_of_groups_do_not_solve_the_rows_that_are_hidden() -> None:
    ages = [*range(3), *[age for age in range(100, 114) for _ in range(2)], *([7] * 400)]
    data = Microdata(pd.DataFrame({"age": ages}), [Variable(name="age", role=Role.KEY)])
    found = DisclosureRisk(keys=["age"], k=3).assess(data, data)
    hidden = withheld(found, EDITION)
    assert hidden.tables["group_sizes"].frame["size"].tolist() == [400]
    below = found.figure("records_below_k").value
    assert below == 31
    assert solutions(hidden, len(data), below) > 10
    everything = replace(
        hidden,
        sections=(*hidden.sections, Section(name="all", title="", blocks=(found.figure("groups_after"),))),
    )
    assert solutions(everything, len(data), below) == 1, "else this test proves nothing"


BLANKED = {"age": 149, "sex": 0, "job": 1}


def test_a_step_does_not_tell_what_one_variable_lost_by_what_the_others_lost() -> None:
    data = Microdata(pd.DataFrame({"age": [30] * 9}), [Variable(name="age", role=Role.KEY)])
    stage = Pipeline(data).run(Recipe(seed=2**62).then(LocalSuppression(k=3))).stages[0]
    assert stage.masked is not None
    blanked = {name: {CELLS_BLANKED: Quantity(count, CELLS)} for name, count in BLANKED.items()}
    reported = {
        CELLS_BLANKED: Quantity(sum(BLANKED.values()), CELLS),
        LINKED_CELLS: Quantity(149, CELLS),
        MEMBER_CELLS: Quantity(1, CELLS),
    }
    tables = (stage.step.method.tables[0].table(blanked),)
    stage = replace(stage, masked=replace(stage.masked, reported=reported, tables=tables))
    told = withheld(stage.findings(EDITION), EDITION)
    assert told.table("variables")["variable"].tolist() == ["sex"]
    assert list(told.figures) == ["cells_blanked"]


THRESHOLD = 10


def few_alone(records: int, alone: int) -> Microdata:
    """Return a file in which some records are alone with their key, and all others share one of two."""
    ages = [*range(1000, 1000 + alone), *([1, 2] * ((records - alone) // 2))]
    return Microdata(pd.DataFrame({"age": ages}), [Variable(name="age", role=Role.KEY)])


@pytest.mark.parametrize("name", ["records_with_sets", "minimal_sets", "mean_score"])
def test_numbers_of_sets_and_scores_count_the_few_records_behind_them(name: str) -> None:
    data = few_alone(400, 4)
    found = Suda(keys=["age"], largest=1).assess(data, data)
    alone = found.value("mean_score") * len(data) if name == "mean_score" else found.value(name)
    assert alone == 4, "else this test proves nothing"
    assert name not in withheld(found, Edition(threshold=THRESHOLD)).figures
    told = withheld(found, Edition(threshold=4)).figures
    assert told[name].quantity == found.figure(name).quantity


@pytest.mark.parametrize("alone", [390, 396, 400])
def test_counts_of_nearly_all_records_do_not_tell_the_few_others(alone: int) -> None:
    data = few_alone(400, alone)
    left = 400 - alone
    found = Suda(keys=["age"], largest=1).assess(data, data)
    assert found.value("records_with_sets") == alone
    hidden = 0 < left < THRESHOLD
    assert ("records_with_sets" not in withheld(found, Edition(threshold=THRESHOLD)).figures) == hidden
    below = KAnonymity(keys=["age"], k=2).assess(data, data)
    assert below.value("records_below_k") == alone
    assert ("records_below_k" not in withheld(below, Edition(threshold=THRESHOLD)).figures) == hidden


def differences(found: Findings, edition: Edition, records: int) -> set[int]:
    """Return how many records are told to lie between thresholds, also below the first and above the last."""
    told = withheld(found, edition)
    above = told.table("thresholds")["prosecutor"].tolist()
    figure = told.figures.get("prosecutor_above")
    counts = sorted({0, records, *above, *([figure.quantity.value] if figure else [])})
    return {int(high - low) for low, high in pairwise(counts)}


@pytest.mark.parametrize("threshold", [0.2, 0.03, 0.99])
def test_records_between_two_thresholds_are_none_or_many(threshold: float) -> None:
    sizes = [1] * 12 + [2] * 8 + [3] * 2 + [4] * 9 + [7, 11, 20, 30, 41, 60, 160]
    ages = np.repeat(np.arange(len(sizes)), sizes)
    data = Microdata(pd.DataFrame({"age": ages}), [Variable(name="age", role=Role.KEY)])
    found = AttackerRisks(keys=["age"], threshold=threshold).assess(data, data)
    few = range(1, THRESHOLD)
    assert differences(found, Edition(), len(data)) & set(few), "else this test proves nothing"
    left = differences(found, Edition(threshold=THRESHOLD), len(data))
    assert not left & set(few)
    assert len(left) > 3, "what is told still says something"


@pytest.mark.parametrize("measure", [case.values[0] for case in CASES], ids=[case.id for case in CASES])
def test_no_count_of_any_measure_leaves_few_records(
    measure: Measure, finished_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(finished_folder)
    data = people(200)
    masked = masking(data)
    few = 40
    told = withheld(measure.assess(data, masked), Edition(threshold=few)).figures.values()
    counts = [one.quantity for one in told if one.secrecy is Secrecy.AGGREGATE and one.unit == RECORDS]
    numbers = [one.value for one in counts if one.value is not None and one.rounded_to is None]
    assert not [number for number in numbers if 0 < number < few]
    assert not [number for number in numbers if 0 < len(masked) - number < few]
    # What is no count of records says how many are behind it.
    unlike = ("minimal_sets", "mean_score", "areas_at_risk", "groups_below_k")
    assert all(one.quantity.people for one in told if one.name in unlike and one.value)

"""Counts of fewer records than the threshold do not follow from a total and from the counts beside them."""

from dataclasses import replace

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import CELLS, RECORDS, Quantity
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings import Findings, Section
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.results.withholding import withheld
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import LocalSuppression
from sdcdesk.masking.declared import CELLS_BLANKED
from sdcdesk.masking.suppression.linked_suppression import CELLS_OF_MEMBERS, LINKED_CELLS
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.risk import DisclosureRisk

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
        CELLS_OF_MEMBERS: Quantity(1, CELLS),
    }
    tables = (stage.step.method.tables[0].table(blanked),)
    stage = replace(stage, masked=replace(stage.masked, reported=reported, tables=tables))
    told = withheld(stage.findings(EDITION), EDITION)
    assert told.table("variables")["variable"].tolist() == ["sex"]
    assert list(told.figures) == ["cells_blanked"]

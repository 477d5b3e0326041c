"""Counts of fewer records than the threshold do not follow from a total and from the counts beside them."""

from dataclasses import replace

import pandas as pd
import pytest

from sdcdesk.core.findings import Findings, Section
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.quantity import CELLS, RECORDS, Quantity
from sdcdesk.core.secrecy import Edition, withheld
from sdcdesk.core.table import Column, Secrecy, Table
from sdcdesk.core.variable import Role, Variable
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import LocalSuppression
from sdcdesk.release.pipeline import Pipeline

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


def test_a_step_does_not_tell_what_one_variable_lost_by_what_the_others_lost() -> None:
    data = Microdata(pd.DataFrame({"age": [30] * 9}), [Variable(name="age", role=Role.KEY)])
    stage = Pipeline(data).run(Recipe(seed=2**62).then(LocalSuppression(k=3))).stages[0]
    assert stage.masked is not None
    blanked = {"cells blanked": 150, "in age": 149, "in sex": 0, "in job": 1}
    figures = {name: Quantity(count, CELLS) for name, count in blanked.items()}
    told = replace(stage, masked=replace(stage.masked, figures=figures)).reported(EDITION)[0]
    assert list(told) == ["cells blanked", "in sex"]

"""What measures declare, as manual pages and JSON tell it."""

import json

import pytest

from sdcdesk.cli.program import run
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.declared_table import ColumnForEach
from sdcdesk.document.measures import MEASURES
from sdcdesk.report.manual import page


@pytest.mark.parametrize("measure", list(MEASURES), ids=lambda measure: measure.name)
def test_the_manual_page_tells_every_figure_and_table(measure: type[Measure]) -> None:
    text = page(measure)
    assert measure.tables, "every measure shows where its figures come from"
    for declared in (*measure.declares, *measure.tables):
        assert f"{declared.name}: {declared.title}" in text
    assert len({table.name for table in measure.tables}) == len(measure.tables)
    for table in measure.tables:
        columns = [one.name for one in table.columns if not isinstance(one, ColumnForEach)]
        assert len(set(columns)) == len(columns), table.name


def test_programs_learn_figures_tables_and_units_without_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measures", "--json"]) == 0
    told = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert list(told) == [measure.name for measure in MEASURES]
    risk = told["disclosure_risk"]
    assert {one["name"]: one["unit"] for one in risk["figures"]}["dr_weighted"] == "share"
    sizes = next(one for one in risk["tables"] if one["name"] == "size_classes")
    assert [column["unit"] for column in sizes["columns"]] == [None, "records", "records"]
    records = next(one for one in risk["tables"] if one["name"] == "records_at_risk")
    assert records["columns"][0] == {"one_for_each": "key variable of each file"}

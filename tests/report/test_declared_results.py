"""What measures declare, as manual pages and JSON tell it."""

import json

import pytest

from sdcdesk.cli.program import run
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.declared_table import ColumnForEach
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page


@pytest.mark.parametrize("operation", [*MEASURES, *METHODS], ids=lambda operation: operation.name)
def test_the_manual_page_tells_every_figure_and_table(operation: type[Operation]) -> None:
    text = page(operation)
    assert operation.tables or not issubclass(operation, Measure), (
        "every measure shows where figures come from"
    )
    for declared in (*operation.declares, *operation.tables):
        assert f"{declared.name}: {declared.title}" in text
    for named in (operation.declares, operation.tables):
        assert len({declared.name for declared in named}) == len(named)
    for table in operation.tables:
        columns = [one.name for one in table.columns if not isinstance(one, ColumnForEach)]
        assert len(set(columns)) == len(columns), table.name


@pytest.mark.parametrize("method", list(METHODS), ids=lambda method: method.name)
def test_no_limit_stands_on_what_proves_the_seed(method: type[Method]) -> None:
    for declared in method.declares:
        assert declared.secrecy is Secrecy.AGGREGATE or not declared.better, declared.name


def test_programs_learn_what_methods_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["methods", "--json"]) == 0
    told = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert list(told) == [method.name for method in METHODS]
    noise = told["additive_noise"]
    [variables] = noise["tables"]
    secrecy = {column["name"]: column["secrecy"] for column in variables["columns"]}
    assert secrecy["noise_variance"] == "internal"
    assert "records_made_impossible" in [figure["name"] for figure in noise["figures"]]


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

"""Operations on a table of cells: declared, checked, written, told and undone as those on microdata are."""

import json

import pytest

from sdcdesk.cli.catalogues import show
from sdcdesk.core.numbers.quantity import CELLS
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.display_names import operation_with_display_names
from sdcdesk.core.operations.operation import AnyOperation, Operation
from sdcdesk.core.operations.permitted import permitted, value_problem
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.undo import History
from sdcdesk.masking import Recoding
from sdcdesk.report.declared_results import declared_json
from sdcdesk.report.manual import page
from tests.core.operations.cells import Cells, MergedCategories, SmallCells, cells

ASKED = SmallCells(count="people", least=3)
MERGED = MergedCategories(dimension="region", merged={"S": "all", "N": "all"})
CATALOGUE: Catalogue[AnyOperation] = Catalogue("operation on cells", SmallCells, MergedCategories)


def test_what_does_not_fit_the_table_is_refused_by_its_parameter() -> None:
    assert ASKED.check(cells()) == ()
    with pytest.raises(DataError, match="Small cells: region is nominal, but this needs") as caught:
        ASKED.changed(count="region").check(cells())
    assert caught.value.field == "count"
    assert SmallCells.lacking(cells()) == ""
    assert "Needs a variable that is continuous" in SmallCells.lacking(Cells(cells().frame[["region"]]))
    with pytest.raises(ParameterError, match=r"Least \(least\): must be at least 1"):
        ASKED.changed(least=0)


def test_it_is_written_read_and_parsed_by_a_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    for operation in (ASKED, MERGED):
        written = json.loads(json.dumps(CATALOGUE.write(operation)))
        assert CATALOGUE.read(written) == operation
        assert CATALOGUE.parse(f"{written['name']}:{json.dumps(written['parameters'])}") == operation
    assert all(isinstance(one, Operation) for one in (ASKED, MERGED, Recoding(variable="a", how="quantiles")))
    show(CATALOGUE)
    assert "small_cells" in capsys.readouterr().out


def test_its_page_tells_its_parameters_and_what_it_finds() -> None:
    told = page(SmallCells)
    assert "least" in told
    assert "small_cells: Small cells" in told
    assert "A table with the columns Cell." in told
    assert declared_json(SmallCells)["figures"][0]["unit"] == CELLS.name
    assert "Results" not in page(MergedCategories)
    info = SmallCells.model_fields["least"]
    assert (permitted(info).text(), value_problem(info, 0)) == ("at least 1", "At least 1.")


def test_its_findings_are_limited_and_told_by_their_secrecy() -> None:
    found = ASKED.find(cells())
    assert found.value("small_cells") == 2
    assert found.table("listed")["cell"].tolist() == ["N × f", "S × f"]
    limit = Limit(measure="small_cells", figure="small_cells", side="at most", value=0)
    assert standing(found.figure("small_cells").quantity, limit) is Standing.BROKEN
    told, kept = findings_json(found), findings_json(found, EVERYTHING)
    assert told["figures"]["small_cells"]["value"] == 2
    assert "N × f" not in json.dumps(told, ensure_ascii=False)
    assert "N × f" in json.dumps(kept, ensure_ascii=False)


def test_what_was_done_to_a_table_is_undone() -> None:
    history: History[tuple[AnyOperation, ...]] = History()
    history.add("Merge regions", (), (MERGED,))
    assert MERGED.apply(cells()).frame["people"].tolist() == [3, 16]
    assert ASKED.find(MERGED.apply(cells())).value("small_cells") == 0
    assert history.undo() == ()
    assert history.redo() == (MERGED,)
    assert operation_with_display_names(MERGED, {"region": "Region"}).dimension == "Region"

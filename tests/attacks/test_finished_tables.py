"""Attack: what a finished table hides is solved by the program, and published or called safe."""

from pathlib import Path

import numpy as np
import pytest

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import DataError
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables
from sdcdesk.tables import CellSuppression, ControlledRounding, MinimumFrequency, Protection
from sdcdesk.tables.attacks.attacks import successful_attacks
from sdcdesk.tables.attacks.requirements import Requirements
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.sensitivity import Sensitivity
from sdcdesk.tables.files.finished import read_finished

SOLVED = """region,size,value,frequency
Total,Total,100,14
Total,a,60,5
Total,b,40,9
N,Total,50,6
N,a,,1
N,b,20,5
S,Total,50,8
S,a,30,4
S,b,20,4
"""
"""N, a is 50 − 20 for anybody."""


def result(folder: Path, protection: Protection | None, **fields: object) -> TableResult:
    (folder / "old.csv").write_text(SOLVED, encoding="utf-8")
    file = FinishedTable(file=InputFile(path=(folder / "old.csv").as_posix()))
    rules = (MinimumFrequency(least=2),)
    planned = PlannedTable(name="Old", finished=file, rules=rules, protection=protection, **fields)
    [found] = compute_tables([planned], None, None, 7)
    return found


@pytest.mark.parametrize("protection", [None, CellSuppression(), ControlledRounding()])
def test_no_protection_publishes_a_value_that_was_only_worked_out(
    tmp_path: Path, protection: Protection | None
) -> None:
    found = result(tmp_path, protection)
    assert found.table is not None
    cell = found.table.place_of(["N", "a"])
    assert np.isnan(found.table.released[cell])


def test_rules_do_not_make_a_hidden_cell_harmless_that_is_known_exactly(tmp_path: Path) -> None:
    assert result(tmp_path, None).verdict is Verdict.UNSAFE
    # What protects it hides more, until it is no longer known.
    safe = result(tmp_path, CellSuppression())
    assert safe.verdict is Verdict.SAFE
    assert safe.found is not None
    assert not safe.found.known.any()
    assert safe.table is not None
    assert safe.table.is_hidden.sum() >= 4


def test_a_cell_without_a_known_value_is_not_published_by_hand(tmp_path: Path) -> None:
    assert "N, a has no value that is known" in str(result(tmp_path, None, always=(("N", "a"),)).error)
    always = SOLVED.replace("frequency\n", "frequency,status\n").replace("N,a,,1", "N,a,,1,always")
    lines = [line if line.count(",") == 4 else f"{line},published" for line in always.strip().split("\n")]
    (tmp_path / "always.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match="N, a has no value that is known"):
        read_finished(tmp_path / "always.csv")


@pytest.mark.parametrize("held", [[10, 6, 4, 0], [10, 3, 4, 3], [10, 0, 4, 6]])
def test_what_stands_for_hidden_values_decides_nothing(held: list[float]) -> None:
    """Whoever is alone in E knows N, whichever values of both the audit thinks of."""
    regions = Dimension.flat("region", ["N", "S", "E"], "All")
    hidden = np.array([False, True, False, True])
    none = np.zeros(4)
    table = CellTable([regions], np.array(held, dtype=float), np.array([5, 2, 2, 1]))
    table = table.with_sensitivity(Sensitivity(hidden, none, none, none))
    system = CellSystem.of(table)
    found = successful_attacks(system, hidden, Requirements.of(system))
    assert [(one.cell, one.low, one.high) for one in found] == [(1, held[1], held[1])]

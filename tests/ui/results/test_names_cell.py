"""Several names in a cell: where room is short each is cut, and none is lost."""

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from sdcdesk.core.results.column import Column
from sdcdesk.core.results.table import Table
from ui.look.theme import theme
from ui.models.table_model import TableModel
from ui.results.names_cell import NamesCell, fitted_names
from ui.results.table_card import FindingsTable

NAMES = (
    "Region of residence (NUTS 3, sixty regions), Age of the head of household in completed years, Sex, "
    "Number of persons in the household"
)


@pytest.mark.parametrize("lines", [1, 2])
def test_every_name_is_seen(lines: int) -> None:
    font = theme().font("caption")
    found = fitted_names(NAMES, font, 330, lines)
    assert len(found) == lines
    assert all(QFontMetrics(font).horizontalAdvance(line) <= 330 for line in found)
    seen = " ".join(found)
    assert seen.count(",") == NAMES.count(",")
    assert all(begin in seen for begin in ("Re", "Ag", "Sex", "Nu"))
    assert "…" in seen


def test_what_fits_is_not_cut() -> None:
    assert fitted_names("Age, Sex", theme().font("body"), 330) == ["Age, Sex"]
    assert fitted_names("", theme().font("body"), 330) == [""]


def test_where_nothing_fits_names_keep_five_letters() -> None:
    [line] = fitted_names("Amount billed, Age", theme().font("body"), 10)
    assert line == "Am…ed, Age"


def test_numbers_that_a_row_begins_with_are_not_cut_out(shown) -> None:
    frame = pd.DataFrame({"part": ["age"], "told": ["2,415 of 20,000 values blanked and much more besides"]})
    table = Table(name="t", title="T", frame=frame, columns=(Column("part", "Part"), Column("told", "Told")))
    view = shown(FindingsTable("T", TableModel(table)), 260, 120)
    assert view.textElideMode() is Qt.TextElideMode.ElideRight
    assert isinstance(view.itemDelegateForColumn(0), NamesCell)
    assert not view.grab().isNull()

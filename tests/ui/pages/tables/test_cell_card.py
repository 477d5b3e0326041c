"""Card of a cell: no number of it is rounded to one that says something else."""

from typing import Any

from pytestqt.qtbot import QtBot

from sdcdesk.tables.audit.cell_explanation import CellExplanation
from sdcdesk.tables.cells.cell_status import CellStatus
from ui.pages.tables.cell_card import CellCard


def shown(qtbot: QtBot, **said: Any) -> CellCard:
    card = CellCard()
    qtbot.addWidget(card)
    plain: dict[str, Any] = {"title": "N", "status": CellStatus.SENSITIVE, "value": 1.0, "contributors": ""}
    plain |= {"shares": (), "others": 0.0, "reasons": (), "low": None, "high": None, "needed": ""}
    card.show_cell(CellExplanation(**plain | {"enough": True, "exposed": False} | said), 1, can_show=True)
    return card


def test_almost_everything_is_not_everything(qtbot: QtBot) -> None:
    assert shown(qtbot, shares=(0.99999, 0.00001)).largest.text() == (
        "Largest >\u202f99.9\u202f%, second <\u202f0.01\u202f%"
    )
    assert shown(qtbot, shares=(1.0,)).largest.text() == "Largest 100\u202f%"
    assert shown(qtbot, shares=(0.2,), others=0.8).largest.text() == "Largest 20.0\u202f%"


def test_an_interval_that_is_not_one_number_is_not_shown_as_one(qtbot: QtBot) -> None:
    narrow = shown(qtbot, value=100000.02, low=100000.01, high=100000.04)
    assert narrow.ends.text() == "Between 100,000.01 and 100,000.04"
    assert shown(qtbot, value=0.0004, low=0.0, high=0.001).ends.text() == "Between 0.0 and 0.001"

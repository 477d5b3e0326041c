"""The page with the sample open, and a comparison of the sample that is made once."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.run import compare_alternatives
from tests.ui.conftest import SAMPLES
from ui.pages.compare import stage as compare_stage
from ui.pages.compare.page import ComparePage
from ui.session.session import Session
from ui.widgets.actions import Actions

BANDS = {
    "method": "recoding",
    "parameters": {"variable": ["Age"], "how": ["width"], "width": [5.0, 10.0, 20.0]},
    "title": "Age into bands",
}
SWAP = {"method": "rank_swapping", "parameters": {"variables": [["Amount_Billed"]], "window": [2.0, 20.0]}}
WRONG = {"method": "rounding", "parameters": {"variables": [["Name"]], "base": [10.0]}}

GRID = Grid(lines=[BANDS, SWAP, WRONG], draws=2)
"""Three bands, two swaps that are drawn twice, and a step that fails."""


@pytest.fixture(scope="session")
def compared(sample_data: Microdata) -> Comparison:
    """What became of the alternatives."""
    return compare_alternatives(load(SAMPLES / "billing_5000.sdcdesk"), sample_data, GRID)


class Stand:
    """The page in a window of its own."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.page = ComparePage(session, Actions(self.window), compare_stage.STAGE)
        self.window.setCentralWidget(self.page)
        self.window.resize(936, 832)
        with qtbot.waitExposed(self.window):
            self.window.show()

    @property
    def project(self) -> Project:
        assert self.session.project is not None
        return self.session.project

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.jobs.running)

    def change(self, change: Callable[[Project], Project]) -> None:
        self.session.change("Change", change(self.project))
        self.settle()

    def words(self, row: int) -> str:
        """Return the words of a row of the table."""
        return str(self.page.table_card.model.index(row, 1).data())


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Iterator[Stand]:
    stand = Stand(sampled, qtbot)
    yield stand
    stand.settle()


@pytest.fixture
def found(stand: Stand, compared: Comparison) -> Stand:
    """The page with what was compared."""
    stand.session.comparing.show(compared)
    return stand

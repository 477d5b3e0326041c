from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow
from pytestqt.qtbot import QtBot

from sdcdesk.document.project import Project
from sdcdesk.risk import TRUTA_2004, WeightMatrix
from ui.pages.panel.release_check import ReleaseCheck
from ui.pages.risk import stage as risk_stage
from ui.pages.risk.page import WEIGHTS, RiskPage
from ui.pages.weights.grid_model import RINGED
from ui.pages.weights.grid_view import WeightView
from ui.pages.weights.weights_tab import WeightsTab
from ui.session.session import Session
from ui.widgets.actions import Actions

W4 = "W4, Truta 2004"


class Stand:
    """The risk page in a window of its own, with the weights shown."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.page = RiskPage(session, Actions(self.window), risk_stage.STAGE)
        self.window.setCentralWidget(self.page)
        self.window.resize(936, 900)
        self.page.show_tab(WEIGHTS)  # else the overview would be laid out first
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.check = ReleaseCheck(session)
        qtbot.addWidget(self.check)
        for signal in (session.changed, session.computed, session.scenario_chosen):
            signal.connect(self.check.refresh)
        self.check.refresh()
        self.settle()

    @property
    def weights(self) -> WeightsTab:
        return self.page.weights

    @property
    def view(self) -> WeightView:
        return self.page.weights.grid.view

    @property
    def project(self) -> Project:
        assert self.session.project is not None
        return self.session.project

    @property
    def matrix(self) -> WeightMatrix:
        return self.project.weights[self.weights.chosen]

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.jobs.running)

    def change(self, change: Callable[[Project], Project]) -> None:
        self.session.change("Change", change(self.project))
        self.settle()

    def go_to(self, i: int, j: int) -> None:
        self.view.setFocus()
        self.view.setCurrentIndex(self.view.grid.index(i - 1, j - 1))

    def type(self, text: str) -> QLineEdit:
        """Begin to type into the current cell, and return the field."""
        QTest.keyClick(self.view, text[0])
        field = self.field()
        QTest.keyClicks(field, text[1:])
        return field

    def field(self) -> QLineEdit:
        field = self.view.viewport().findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        return field

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the keyboard is: in the open field, or in the grid."""
        QTest.keyClick(self.view.editing.field or self.view, key, modifier)

    def paste(self, text: str, i: int = 1, j: int = 1) -> None:
        """Paste a text with Ctrl+V at a cell."""
        QApplication.clipboard().setText(text)
        self.go_to(i, j)
        self.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        self.settle()

    def add(self, name: str, matrix: WeightMatrix) -> None:
        """Put a matrix that no scenario uses into the project, and edit it."""
        self.change(lambda project: project.changed(weights={**project.weights, name: matrix}))
        self.weights.commands.choose(name)

    @property
    def undo(self) -> str | None:
        return self.session.history.undo_label

    @property
    def ringed(self) -> set[tuple[int, int]]:
        grid = self.view.grid
        sizes = range(1, grid.cells.last + 1)
        return {(i, j) for i in sizes for j in sizes if grid.index(i - 1, j - 1).data(RINGED)}

    def refusal(self) -> str:
        refusal = self.view.editing.refusal
        return refusal.text() if refusal and refusal.isVisible() else ""


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    """The sample: groups shrink and grow, both scenarios use one matrix for both directions."""
    return Stand(sampled, qtbot)


@pytest.fixture
def sampling(stand: Stand) -> Stand:
    """The sample with sampling as its only step, and W4 of Truta 2004 in both scenarios."""

    def change(project: Project) -> Project:
        recipe = project.recipe
        for position in (0, 1, 3):
            recipe = recipe.switched(position, on=False)
        scenarios = tuple(each.changed(weights=W4) for each in project.scenarios)
        return project.changed(recipe=recipe, weights={W4: TRUTA_2004["W4"]}, scenarios=scenarios)

    stand.change(change)
    stand.session.history.clear()
    stand.settle()
    return stand

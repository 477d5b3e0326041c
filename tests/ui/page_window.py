"""Page window: the page of a stage in a window of its own, with the session that it shows."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from sdcdesk.document.project import Project
from ui.pages.page import Page, Stage
from ui.session.session import Session
from ui.widgets.actions import Actions

P = TypeVar("P", bound=Page)


class PageWindow(Generic[P]):
    """A page, as large as it is in a window of 1440 pixels."""

    def __init__(
        self, kind: Callable[[Session, Actions, Stage], P], stage: Stage, session: Session, qtbot: QtBot
    ) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.actions = Actions(self.window)
        self.page = kind(session, self.actions, stage)
        self.window.setCentralWidget(self.page)
        self.window.resize(936, 832)
        with qtbot.waitExposed(self.window):
            self.window.show()

    def settle(self) -> None:
        """Wait until nothing is computed any more."""
        QApplication.processEvents()  # a new tab is filled, and asks for its figures, in the next turn
        self.qtbot.waitUntil(lambda: not self.session.jobs.running)

    def change(self, change: Callable[[Project], Project]) -> None:
        """Change the project, and wait."""
        self.session.change("Change", change(self.project))
        self.settle()

    @property
    def project(self) -> Project:
        assert self.session.project is not None
        return self.session.project

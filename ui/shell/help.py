"""Help: manual pages, what a figure is, messages, problems, and about the program."""

from datetime import datetime

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QListWidget, QWidget

from sdcdesk.core.files.problems import ProblemLog
from sdcdesk.core.files.this_build import this_build
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.pages.masking import stage as masking
from ui.pages.page import Page
from ui.pages.risk import stage as risk
from ui.pages.risk.scenario_table import ScenarioTable
from ui.session.session import Session
from ui.session.settings import Settings
from ui.widgets.actions import Actions
from ui.widgets.figure import FigureValue
from ui.widgets.layout import resize_within_screen

MOST_MESSAGES = 200

ABOUT = (
    "An offline workbench for statistical disclosure control.",
    "It opens no network connection and never changes your original file.",
    "BSD 3-Clause licence.",
)


class Help(QObject):
    """Answers questions about what is seen.

    Parameters
    ----------
    window
        Parent of dialogs.
    problems
        What has failed in the program.
    """

    def __init__(self, window: QWidget, problems: ProblemLog) -> None:
        super().__init__(window)
        self._window, self._problems = window, problems
        self._messages: list[str] = []

    def answer(self, actions: Actions, session: Session) -> None:
        """Answer the actions of the Help menu, and keep what the session says."""
        actions.on(what_is_this=self.explain_focus, messages=self.show_messages, about=self.show_about)
        actions.on(report_problem=self.show_report)
        session.done.connect(self._keep)
        session.failed.connect(lambda error: self._keep(in_user_locale(error.message)))

    @property
    def _pages(self) -> Catalogue[AnyOperation]:
        from sdcdesk.report.manual_pages import manual_pages  # nothing waits for it at the start

        return manual_pages()

    def pages(self) -> list[tuple[str, str]]:
        """Return name and title of every manual page."""
        return [(operation.name, operation.title) for operation in self._pages]

    def show_page(self, name: str) -> None:
        """Show the manual page of an operation, by its name."""
        from ui.dialogs.manual_dialog import show_manual

        show_manual(self._pages[name])

    def show_for(self, page: Page | None, session: Session, position: int) -> None:
        """Show the manual page that belongs to the page of a stage, or to the chosen step of the recipe."""
        steps = session.project.recipe.steps if session.project else ()
        stage = page.stage if page else risk.STAGE
        if stage is masking.STAGE and 0 <= position < len(steps):
            self.show_page(steps[position].method.name)
        else:
            self.show_page(stage.manual)

    def explain_focus(self) -> None:
        """Say what the figure is that has the focus, or how to choose one."""
        focus = QApplication.focusWidget()
        if isinstance(focus, FigureValue):
            focus.requested.emit()
        elif isinstance(focus, ScenarioTable) and focus.explain.isVisible():
            focus.explain.trigger()
        else:
            words = "Choose a figure with a dotted line first: click it, or press Tab."
            self._show_message("What is this?", words)

    def show_messages(self) -> None:
        """Show what was said since the window opened."""
        from ui.dialogs.frame import Dialog

        dialog, rows = Dialog("Messages", "Close", self._window), QListWidget()
        dialog.cancel.hide()
        rows.setAccessibleName("Messages, the newest first")
        rows.addItems(self._messages[::-1] or ["Nothing was said yet"])
        dialog.lay_out(rows)
        resize_within_screen(dialog, 560, 360)
        dialog.open()

    def report_crash(self, session: Session, settings: Settings) -> None:
        """Say once that the program fell the last time, and where to find what can be sent."""
        last = self._problems.last_crash()
        if last and last != settings.reported_crash:
            settings.reported_crash = last
            session.done.emit("SDCDesk broke down the last time: see Help, Report a problem")

    def show_report(self) -> None:
        """Show all that can be sent of problems of the program."""
        from ui.dialogs.problem_dialog import ProblemDialog

        ProblemDialog(self._problems.report(), self._window).open()

    def show_about(self) -> None:
        """Say what the program is."""
        build = this_build()
        self._show_message(
            "About SDCDesk",
            "\n\n".join((sentence("SDCDesk {title}", title=build.title), *ABOUT, *build.lines)),
        )

    def _show_message(self, title: str, words: str) -> None:
        from ui.dialogs.notice import Notice

        Notice(title, words, self._window).open()

    def _keep(self, words: str) -> None:
        now = datetime.now().astimezone()
        self._messages = [*self._messages, f"{now:%H:%M:%S}  {words}"][-MOST_MESSAGES:]

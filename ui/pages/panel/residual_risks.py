"""List of what else leaves: named beside the verdict, each with the step that mends it in one click."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from sdcdesk.core.operations.display_names import display_names, sentence_with_display_names
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.variable_commands import Change
from sdcdesk.release.residual_risk import ResidualRisk, accepted, mended, none_accepted, still_open
from ui.look.locale import in_user_locale, user_locale
from ui.session.session import Session
from ui.widgets.buttons import link
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import column, refill, row, widget_in
from ui.widgets.reason import allow

MOST_LINES = 3
"""Lines that are shown; a link shows the others, which are named where the file is exported, too."""

WAITING = "Wait until risk and loss are computed"


class ResidualRisks(QWidget):
    """A line for each thing that leaves beside the keys; its links mend or accept it, and can be undone."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._whole = False
        self._called: dict[str, str] = {}
        session.opened.connect(self._shorten)
        self._lines: list[QWidget] = []
        self.lines = column(..., spacing=0)
        column(label("Also leaves", "caption", "text3"), self.lines, spacing=0, inside=self)
        self.hide()

    def refresh(self) -> None:
        """Show what leaves from the file as it was computed last."""
        results, project = self._session.results, self._session.project
        release = results.release if results else None
        if release is None or project is None:
            self.hide()
            return
        found = release.leaves()
        still = still_open(found, project)
        self._called = display_names(project.variables)
        shown = still if self._whole else still[:MOST_LINES]
        self._lines = [self._line(one) for one in shown]
        lines = [*self._lines]
        if len(shown) < len(still):
            lines.append(self._rest(still[MOST_LINES:]))
        if len(still) < len(found):
            lines.append(self._accepted(len(found) - len(still)))
        refill(self.lines, lines)
        self.setVisible(bool(found))

    def _risk_text(self, one: ResidualRisk) -> str:
        """Return the sentence on a thing that leaves."""
        return sentence_with_display_names(one.text, self._called).written(user_locale())

    def _line(self, one: ResidualRisk) -> QWidget:
        words = self._risk_text(one)
        called = self._called.get(one.title, one.title)
        title = ElidedLabel(short(called), mode=Qt.TextElideMode.ElideMiddle)
        title.setAccessibleName(words)
        acts = []
        if one.mend is not None:
            acts.append(self._link(str(one.mend.title), words, partial(self._mend, one)))
        acts.append(
            self._link(
                "Accept",
                sentence("{words} Accept it: the report says so.", words=words),
                partial(self._accept, one),
            )
        )
        line = widget_in(row((title, 1), *acts, spacing=8))
        line.setToolTip(words)  # the name has a tooltip of its own where it is cut
        return line

    def _rest(self, left: Sequence[ResidualRisk]) -> QWidget:
        """Return what shows the others, with what they are."""
        words = sentence("Show {n} more thing", "Show {n} more things", "n", n=len(left))
        rest = link(in_user_locale(words))
        rest.setToolTip("\n".join(map(self._risk_text, left)))
        rest.clicked.connect(self._show_whole)
        return widget_in(row(rest, ..., spacing=8))

    def _show_whole(self) -> None:
        self._whole = True
        self.refresh()
        # The keyboard goes on with what has appeared.
        for added in self._lines[MOST_LINES : MOST_LINES + 1]:
            first = added.findChild(QPushButton)
            if isinstance(first, QPushButton):
                first.setFocus(Qt.FocusReason.TabFocusReason)

    def _shorten(self) -> None:
        self._whole = False

    def _accepted(self, count: int) -> QWidget:
        words = label(in_user_locale(sentence("{n} accepted", n=count)), "caption", "text3")
        back = self._link("Accept none", "What was accepted is named again", self._accept_none)
        return widget_in(row((words, 1), back, spacing=8))

    def _link(self, text: str, why: str, act: Callable[[], None]) -> QPushButton:
        button = link(text)
        button.setToolTip(why)
        button.setAccessibleDescription(why)
        button.clicked.connect(lambda: act())
        if self._session.is_stale:
            allow(button, WAITING)
        return button

    def _mend(self, one: ResidualRisk) -> None:
        project, data = self._session.project, self._session.data
        if project is not None and data is not None and one.mend is not None:
            self._take(mended(project, data, one.mend))

    def _accept(self, one: ResidualRisk) -> None:
        if self._session.project is not None:
            self._take(accepted(self._session.project, one))

    def _accept_none(self) -> None:
        if self._session.project is not None:
            self._take(none_accepted(self._session.project))

    def _take(self, change: Change) -> None:
        self._session.change(change.label, change.project)

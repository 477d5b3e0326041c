"""List of what else leaves: named beside the verdict, each with the step that mends it in one click."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from sdcdesk.core.legible import brief
from sdcdesk.core.sentence import counted
from sdcdesk.core.variable_labels import shown_names
from sdcdesk.document.variable_commands import Change
from sdcdesk.release.leaving import Leaving, accepted, mended, none_accepted, still_open
from ui.look.locale import user_locale, worded
from ui.session.session import Session
from ui.widgets.buttons import link
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import column, held, refill, row
from ui.widgets.reason import allow

SHOWN = 3
"""Lines that are shown; the others are counted, and named where the file is exported."""

WAITING = "Wait until risk and loss are computed"


class AlsoLeaves(QWidget):
    """A line for each thing that leaves beside the keys; its links mend or accept it, and can be undone."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
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
        called = shown_names(self._session.data.variables) if self._session.data is not None else {}
        lines = [self._line(one, called.get(one.title, one.title)) for one in still[:SHOWN]]
        if len(still) > SHOWN:
            more = worded(counted(len(still) - SHOWN, "more thing", "more things"))
            rest = label(f"and {more}", "caption", "text3")
            rest.setToolTip("\n".join(one.text.written(user_locale()) for one in still[SHOWN:]))
            lines.append(rest)
        if len(still) < len(found):
            lines.append(self._accepted(len(found) - len(still)))
        refill(self.lines, lines)
        self.setVisible(bool(found))

    def _line(self, one: Leaving, called: str) -> QWidget:
        words = one.text.written(user_locale())
        title = ElidedLabel(brief(called), mode=Qt.TextElideMode.ElideMiddle)
        title.setToolTip(words)
        title.setAccessibleName(words)
        acts = []
        if one.mend is not None:
            acts.append(self._link(str(one.mend.title), words, partial(self._mend, one)))
        acts.append(
            self._link("Accept", f"{words} Accept it: the report says so.", partial(self._accept, one))
        )
        return held(row((title, 1), *acts, spacing=8))

    def _accepted(self, count: int) -> QWidget:
        words = label(worded(counted(count, "accepted", "accepted")), "caption", "text3")
        back = self._link("Accept none", "What was accepted is named again", self._accept_none)
        return held(row((words, 1), back, spacing=8))

    def _link(self, text: str, why: str, act: Callable[[], None]) -> QPushButton:
        made = link(text)
        made.setToolTip(why)
        made.setAccessibleDescription(why)
        made.clicked.connect(lambda: act())
        if self._session.is_stale:
            allow(made, WAITING)
        return made

    def _mend(self, one: Leaving) -> None:
        project, data = self._session.project, self._session.data
        if project is not None and data is not None and one.mend is not None:
            self._take(mended(project, data, one.mend))

    def _accept(self, one: Leaving) -> None:
        if self._session.project is not None:
            self._take(accepted(self._session.project, one))

    def _accept_none(self) -> None:
        if self._session.project is not None:
            self._take(none_accepted(self._session.project))

    def _take(self, change: Change) -> None:
        self._session.change(change.label, change.project)

"""Stages of the work: what each declares of itself, and what their pages have in common."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QWidget

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.measures import leading_measure
from ui.results.measure_tabs import MeasureTabs
from ui.session.computation import AGAIN, Stopped, missing
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.card import GAP
from ui.widgets.focus import tab_stops
from ui.widgets.layout import column, scrolled, widget_in
from ui.widgets.message_bar import MessageBar
from ui.widgets.stage_header import StageHeader

MARGIN = (20, 16, 20, 16)


Mark = Literal["tick", "triangle", "ring", "arc", "none"]
"""Done, unsafe, to do, computing, or nothing to say."""


@dataclass(frozen=True, slots=True)
class StageState:
    """Where a stage stands.

    Attributes
    ----------
    words
        In a few words: "Unsafe, 3.04 %".
    mark
        The same at a glance.
    possible
        Whether there is something to do already. A stage that is not possible yet still opens, and its page
        says what is missing.
    """

    words: str
    mark: Mark = "ring"
    possible: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """One entry of the release checklist.

    Attributes
    ----------
    done
        Whether it is done.
    words
        What is to be done, as it follows on "Next:".
    act
        Key of the action that does it; empty: the page of its stage.
    tab
        Tab of that page.
    """

    done: bool
    words: str
    act: str = ""
    tab: str = ""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A stage of the work; rail, menu, shortcuts, checklist, welcome page and window follow from it.

    Attributes
    ----------
    key
        Its name in code, and that of its icon.
    title
        Its name.
    purpose
        What it is for, below its title.
    welcome
        The same for somebody who sees it for the first time.
    page
        Imports its page, which may take a while, and returns its class.
    state
        Where it stands.
    checks
        What has to be done there until a file may leave; asked only where a file is open.
    manual
        Name of the operation whose manual page it opens.
    opens_group
        Whether a gap sets it off from the stage before.
    """

    key: str
    title: str
    purpose: str
    welcome: str
    page: "Callable[[], type[Page]]"
    state: Callable[[Session], StageState]
    checks: Callable[[Session], tuple[Check, ...]] = lambda _session: ()
    manual: str = leading_measure(Concern.RISK).name
    opens_group: bool = False


class Page(QWidget):
    """What all stages have in common.

    A page shows the session and calls its commands. It is drawn again when the session has changed, but only
    while it is seen.

    Parameters
    ----------
    session
        What is shown.
    actions
        The window's actions, for buttons that do the same.
    stage
        What it belongs to.

    Attributes
    ----------
    tab_kinds
        By the names of tabs that interact in their own way what imports and returns the class of each.
    """

    tab_kinds: ClassVar[Mapping[str, Callable[[], type[QWidget]]]] = {}

    def __init__(self, session: Session, actions: Actions, stage: Stage, *, scrolls: bool = True) -> None:
        super().__init__()
        self.session, self.commands, self.stage = session, actions, stage
        self.header = StageHeader(self.stage.title, self.stage.purpose)
        self.message_bar = MessageBar()
        self.body = column(spacing=GAP, margins=MARGIN)
        self.column = widget_in(self.body)
        self._dirty, self._shows_missing = True, False
        self._own_tabs: tuple[Sequence[str], Sequence[str]] | None = None
        self.centre = scrolled(self.column) if scrolls else self.column
        self._whole = column(self.header, self.message_bar, (self.centre, 1), spacing=0, inside=self)
        session.altered.connect(self._on_session)

    @property
    def filled(self) -> QAbstractButton:
        """The one filled button of what is seen."""
        return self.header.filled

    def refresh(self) -> None:
        """Show the session as it is now; `session.is_stale` says that results are on their way."""
        raise NotImplementedError

    def begin(self) -> None:
        """Give the keyboard to what the page is about: its first table, or what comes first."""
        stops = [stop for stop in tab_stops(self) if not self.header.isAncestorOf(stop)]
        first = min(stops, key=lambda stop: not isinstance(stop, QAbstractItemView), default=self)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_tab(self, title: str) -> None:
        """Show a tab by its name; an unknown one leaves the page as it is."""
        self._follow_measures()
        if title in self.header.tab_names:
            self.header.tabs.setCurrentIndex(self.header.tab_names.index(title))

    def add_measures(
        self, concern: Concern, before: Sequence[str] = (), after: Sequence[str] = ()
    ) -> MeasureTabs:
        """Add a tab for each measure between the page's own ones, and return them."""
        self._own_tabs = before, after
        self.measures = MeasureTabs(self.session, concern)
        self.measures.hide()
        self._whole.addWidget(self.measures)
        self._follow_measures()
        return self.measures

    def show_measure(self, place: int) -> None:
        """Show the tab of a measure instead of the column of cards; −1: the column."""
        chosen = place >= 0
        self.centre.setVisible(not chosen)
        self.measures.setVisible(chosen)
        kind = self.measures.open(place).kind if chosen else None
        # The tab with which a stage opens is the stage itself, whichever measure stands first.
        if kind is None or self.header.tabs.currentIndex() == 0:
            self.header.set_words(self.stage.title, self.stage.purpose)
        else:
            self.header.set_words(kind.title, kind.purpose)

    def show_error(self, error: SdcError, again: Callable[[], object] | None = None) -> None:
        """Say in the message bar below the header what went wrong, and offer to compute it again."""
        lasts = bool(missing(self.session.state))
        if lasts:
            again = self.session.compute
        self.message_bar.show_error(
            self.session.labelled_message(error), AGAIN if again else "", do=again, holds=lasts
        )

    def _follow_measures(self) -> None:
        """Have a tab for each measure that is registered now."""
        if self._own_tabs is not None:
            (before, after), tabs = self._own_tabs, self.header.tabs
            chosen = self.header.chosen_tab
            self.header.set_tabs((*before, *self.measures.titles, *after))
            if chosen and self.header.chosen_tab != chosen:
                self.header.tab_chosen.emit(tabs.currentIndex())

    def _catch_up(self) -> None:
        """Show the session; where nothing could be computed, say why and offer to compute again."""
        self._dirty = False
        self._follow_measures()
        self.refresh()
        why = missing(self.session.state)
        if isinstance(self.session.state, Stopped) and why:
            self.message_bar.show_note(why, AGAIN, do=self.session.compute, holds=True)
        elif why:
            self.message_bar.show_error(why, AGAIN, do=self.session.compute, holds=True)
        elif self._shows_missing:
            self.message_bar.hide()
        self._shows_missing = bool(why)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Catch up with the session."""
        super().showEvent(event)
        if self._dirty:
            self._catch_up()

    def _on_session(self) -> None:
        self._dirty = not self.isVisible()
        if not self._dirty:
            self._catch_up()

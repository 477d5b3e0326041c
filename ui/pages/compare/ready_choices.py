"""Ready choices: grids that are there already, for the time when nothing was compared yet."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.search.alternatives.ready_grids import READY
from ui.look.locale import in_user_locale
from ui.pages.large_button import LargeButton
from ui.session.computation import Computation, Ready
from ui.session.session import Session
from ui.widgets.buttons import link
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import column, discard, row

TITLE = "Nothing was compared yet"

WHY = (
    "Each alternative is applied to the whole file and assessed in every scenario; the file and its recipe "
    "stay as they are. Begin with one of these, or choose methods yourself."
)

JOB = "ready_grids"
"""Kind of the job that makes the grids for a file."""

WIDTH = 288
"""Pixels of a choice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A grid that is offered.

    Attributes
    ----------
    title, words
        What it is called, and what it compares.
    grid
        The grid; None: it does not fit the file.
    why
        Why it does not.
    """

    title: str
    words: str
    grid: Grid | None = None
    why: str = ""


class ReadyChoices(QWidget):
    """Large buttons for the grids that fit the file, and ways to another one.

    Parameters
    ----------
    session
        The file for which they are made.
    time_text
        Returns how long a grid takes, in words; empty where nobody knows.
    """

    chosen = Signal(object)
    """A grid is to be compared."""

    edit_wanted = Signal()
    """The user would rather choose methods."""

    open_wanted = Signal()
    """A comparison that was saved is to be opened."""

    def __init__(self, session: Session, time_text: Callable[[Grid], str]) -> None:
        super().__init__()
        self._session, self._time_text = session, time_text
        self.buttons: list[LargeButton] = []
        self._shown: tuple[tuple[Choice, str], ...] = ()
        self._asked: tuple[object, ...] = ()
        self.made: Computation[tuple[Choice, ...]] = Computation(session.jobs, JOB, self)
        self.made.changed.connect(self._show_choices)
        self._places = FlowLayout(gap=12)
        self.edit, self.load = link("Choose methods…"), link("Open a saved comparison…")
        self.edit.clicked.connect(self.edit_wanted)
        self.load.clicked.connect(self.open_wanted)
        words = label(WHY, tone="text2", wraps=True)
        words.setMaximumWidth(720)
        ways = row(self.edit, self.load, ..., spacing=16)
        column(label(TITLE, "card_title"), words, 8, self._places, 4, ways, ..., spacing=6, inside=self)

    def follow(self) -> None:
        """Have the grids made for the file as it is now."""
        project, data = self._session.project, self._session.data
        if project is None or data is None:
            return
        asked = (data, project.scenarios)
        if not (self._asked and self._asked[0] is data and self._asked[1] == project.scenarios):
            self._asked = asked
            self.made.start("Making grids for this file", lambda progress: _choices(project, data, progress))
        else:
            self._show_choices()

    def _show_choices(self) -> None:
        state = self.made.state
        found = state.value if isinstance(state, Ready) else ()
        texts = tuple((choice, self._text(choice)) for choice in found)
        if texts == self._shown:
            return
        self._shown = texts
        discard(*self.buttons)
        self.buttons = []
        for choice, words in texts:
            if choice.grid is not None:
                self._add(choice, words)
        height = max((each.height_for(WIDTH) for each in self.buttons), default=0)
        for each in self.buttons:
            each.setFixedSize(WIDTH, height)

    def _add(self, choice: Choice, words: str) -> None:
        new = LargeButton(choice.title, words, "compare", filled=not self.buttons)
        new.clicked.connect(lambda _on=False, grid=choice.grid: self.chosen.emit(grid))
        self.buttons.append(new)
        self._places.addWidget(new)

    def _text(self, choice: Choice) -> str:
        """Return what a grid compares, how many alternatives there are, and how long they take."""
        if choice.grid is None:
            return choice.why
        runs, time = counted(choice.grid.runs, "alternative"), self._time_text(choice.grid)
        words = "{words} {runs}, {time}." if time else "{words} {runs}."
        return in_user_locale(sentence(words, words=choice.words, runs=runs, time=time))


def _choices(project: Project, data: Microdata, progress: Progress) -> tuple[Choice, ...]:
    """Return the grids that are offered, made for a file."""
    found = []
    for one, _share in progress.over(READY):
        try:
            found.append(Choice(one.title, one.about, one.make(project, data)))
        except SdcError as error:
            found.append(Choice(one.title, one.about, why=error.message))
    return tuple(found)

"""Search card: how long is searched, and how the search stands."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.search.suggestion.budget import SECONDS
from ui.forms.numbers import read_number, write_field
from ui.look.locale import in_user_locale, user_locale
from ui.pages.suggestion.suggestion_search import FoundRecipes
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import column, row, widget_in
from ui.widgets.reason import allow, mark_invalid
from ui.widgets.sentence_row import SentenceRow
from ui.widgets.what_is_this import explain

FIELD = 60
"""Pixels of the field for the seconds."""

MOST = 24 * 3600.0
"""Seconds of the longest search."""

WRONG = "Type a number of seconds from 1 to 86 400."

SEARCH, GO_ON, STOP = "Search", "Go on searching", "Stop"

ABOUT = Explanation(
    "Search",
    "Recipes are tried one after another: first those that are known to be best in a part of what may "
    "change, as the finest codings with large enough groups, then neighbours of the best ones found. The "
    "same file, limits, switches and seed always lead to the same recipes in the same order; the time "
    "says how far the search gets. What was found stays when you stop, and the search can go on.",
)


class SearchCard(Card):
    """A field for the time, a button, and the words on how far the search is."""

    wanted = Signal()
    """The button was pressed: search, go on, or stop."""

    def __init__(self) -> None:
        super().__init__("Search")
        self.seconds = QLineEdit(write_field(SECONDS))
        self.seconds.setFixedWidth(FIELD)
        self.seconds.setAccessibleName("Seconds after which the search stops")
        self.seconds.textEdited.connect(lambda _text: self._check())
        self.problem = label("", "caption", "risk_text", wraps=True)
        self.problem.hide()
        self.button = button(SEARCH, small=True)
        self.button.clicked.connect(self.wanted)
        self.head, self.words = label("", "card_title", wraps=True), label("", tone="text2", wraps=True)
        time = SentenceRow("Stop after {seconds} seconds", {"seconds": self.seconds})
        self.body.addLayout(column(time, self.problem, row(self.button, ...), spacing=6))
        self.body.addWidget(widget_in(column(self.head, self.words, spacing=2)))
        self.requested.connect(lambda: explain(self.help, ABOUT))

    @property
    def time(self) -> float | None:
        """Seconds of the search; None: what is typed is none."""
        seconds = read_number(self.seconds.text())
        return seconds if 1 <= seconds <= MOST else None

    def show_search(self, found: FoundRecipes | None, *, running: bool, continues: bool, why: str) -> None:
        """Show how the search stands.

        Parameters
        ----------
        found
            What was found so far; None: nothing was searched.
        running
            Whether it searches.
        continues
            Whether the next search goes on with what was found.
        why
            Why none can begin; empty: one can.
        """
        self.button.setText(STOP if running else GO_ON if continues else SEARCH)
        self.seconds.setEnabled(not running)
        allow(self.button, "" if running else why or ("" if self.time is not None else WRONG))
        self.head.setText(in_user_locale(_head(found, running=running)))
        self.words.setText(in_user_locale(_words(found)))
        self.head.setVisible(bool(self.head.text()))
        self.words.setVisible(bool(self.words.text()))

    def _check(self) -> None:
        wrong = "" if self.time is not None else in_user_locale(WRONG)
        mark_invalid(self.seconds, wrong)
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        allow(self.button, wrong)


def _head(found: FoundRecipes | None, *, running: bool) -> str:
    """Return in a line what is best so far."""
    if found is None:
        return "Searching…" if running else ""
    safe, complete = found.suggestion.safe, found.suggestion.complete
    if not safe:
        return "No safe recipe yet" if running or not complete else "No recipe is safe"
    loss = quantity_text(safe[0].loss, user_locale(), noun=False).text
    words = "Searching: least loss so far {loss}" if running else "Least loss found: {loss}"
    if complete and not running:
        words = "Least loss of all: {loss}"
    return sentence(words, loss=loss)


def _words(found: FoundRecipes | None) -> str:
    if found is None:
        return ""
    recipes, seconds = len(found.suggestion.found), counted(max(1, round(found.seconds)), "second")
    return sentence(
        "{n} recipe assessed exactly in {seconds}, {safe} safe",
        "{n} recipes assessed exactly in {seconds}, {safe} safe",
        "n",
        n=recipes,
        seconds=seconds,
        safe=len(found.suggestion.safe),
    )

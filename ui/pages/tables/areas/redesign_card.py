"""Redesign card: how areas become others, and what that would change."""

from PySide6.QtCore import Signal

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.release.area_proposals import AreaProposal, AreaWish
from sdcdesk.risk.linked_tables.redesign import AreaFigures, NewArea
from ui.look.locale import in_user_locale
from ui.pages.tables.areas.way_forms import ApartForm, GridForm, MergeForm, SplitForm, WayForm
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.figure_list import FigureList
from ui.widgets.label import label
from ui.widgets.layout import column, row
from ui.widgets.numbers import count, user_quantity_text
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

SHOWN = 5
"""New areas that are listed, the riskiest."""

STOP, USE = "Stop", "Use as recipe step"

WAYS = (
    "Merge small areas",
    "Split areas into smaller ones",
    "Split a merged area into its parts",
    "Join areas into squares of a variable grid",
)
"""What one can do, in the order of the forms."""

ABOUT = Explanation(
    "Redesign areas",
    "Merge: the riskiest area is taken, of equally risky ones the smaller, and merged with the neighbour "
    "with which the share of records at risk is lowest; then the riskiest of those that are left, until none "
    "is above the limit or too small. The risk of two areas together is never above the larger of both; "
    "false matches may become more. Split: a larger area is published in its small areas where none of these "
    "is above the limit or too small. A merged area can become again what it was made of. Variable grid: one "
    "square holds all areas, and is split into four as long as each part keeps enough households; records of "
    "one household count once where the file has a variable with that role. New areas become a step of the "
    "recipe, which one undo takes back.",
)


class RedesignCard(Card):
    """A choice of ways, the sentence of the chosen one, and what would become of the areas."""

    wanted = Signal()
    """Compute what would become of them, or stop."""

    edited = Signal()
    """Way or sentence are others."""

    def __init__(self) -> None:
        super().__init__("Redesign areas")
        self.merging, self.splitting, self.apart, self.grid = (
            MergeForm(),
            SplitForm(),
            ApartForm(),
            GridForm(),
        )
        self.forms: tuple[WayForm, ...] = (self.merging, self.splitting, self.apart, self.grid)
        self.way = ElidedCombo()
        self.way.setAccessibleName("How areas become others")
        self.way.addItems(WAYS)
        self.button = button(MergeForm.title, small=True)
        self.words = label("", tone="text2", wraps=True)
        self.figures, self.list = FigureList(), FigureList()
        self.body.addLayout(
            column(
                row(self.way, ...),
                *self.forms,
                row(self.button, (self.words, 1), spacing=8),
                row((self.figures, 1), (self.list, 1), spacing=32),
                spacing=6,
            )
        )
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self.way.currentIndexChanged.connect(lambda _place: self._show_way())
        for form in self.forms:
            form.edited.connect(self.edited)
        self.button.clicked.connect(self.wanted)
        self._show_way()

    @property
    def form(self) -> WayForm:
        """The sentence of the chosen way."""
        return self.forms[max(self.way.currentIndex(), 0)]

    @property
    def wish(self) -> AreaWish | None:
        """What is asked for; None: something is missing."""
        return self.form.wish

    def show_proposal(self, found: AreaProposal | None, *, running: bool, why: str) -> None:
        """Show what would become of the areas.

        Parameters
        ----------
        found
            What came of it; None: nothing was asked for.
        running
            Whether it is being computed.
        why
            Why it cannot be computed now; empty: it can.
        """
        self.button.setText(STOP if running else self.form.title)
        allow(self.button, "" if running else why or self.form.lacks)
        hindrance = why or self.form.lacks
        self.words.setText("Computing…" if running else in_user_locale(_words(found) or hindrance))
        self.figures.setVisible(found is not None)
        self.figures.show_figures(_compared(*found.figures) if found is not None else [])
        made = found.made if found is not None else ()
        self.list.show_figures([_line(one) for one in made[:SHOWN]])
        self.list.setVisible(bool(made))
        words = "{shown} of {n} new areas" if len(made) > SHOWN else ""
        self.set_note(in_user_locale(sentence(words, shown=SHOWN, n=len(made))))

    def _show_way(self) -> None:
        for form in self.forms:
            form.setVisible(form is self.form)
        self.edited.emit()


def _line(made: NewArea) -> tuple[str, str]:
    """Return a new area, and what its risk was and is."""
    before, after = (_share(risk) for risk in made.risks)
    words = sentence("{name}, {records}", name=made.name, records=counted(made.records, "record"))
    return in_user_locale(words), sentence("{before} → {after}", before=before, after=after)


def _share(risk: float) -> str:
    return user_quantity_text(Quantity(risk, SHARE)).text


def _compared(before: AreaFigures, after: AreaFigures) -> list[tuple[str, str]]:
    """Return what is said of all areas before and after."""

    def share(one: int, of: AreaFigures) -> str:
        return _share(one / of.records if of.records else 0.0)

    pairs = (
        ("Areas", count(before.areas), count(after.areas)),
        ("Areas that are too small", count(before.below), count(after.below)),
        ("Largest risk of an area", _share(before.largest), _share(after.largest)),
        ("Records at risk", share(before.at_risk, before), share(after.at_risk, after)),
        ("False matches", share(before.false, before), share(after.false, after)),
    )
    return [
        (caption, sentence("{before} → {after}", before=first, after=second))
        for caption, first, second in pairs
    ]


def _words(found: AreaProposal | None) -> str:
    """Return what became of the areas, as a sentence."""
    if found is None:
        return ""
    if not found.change.label and not found.rejected:
        return "No area has to change: all stay as they are."
    before, after = (figures.areas for figures in found.figures)
    words = "No area was changed."
    if found.change.label:
        words = sentence("{before} areas become {after}.", before=before, after=after)
    if not found.rejected:
        return words
    one = "{words} One stays above the limit or too small: {name}."
    several = "{words} {n} stay above the limit or too small, among them {name}."
    number = len(found.rejected)
    return sentence(one if number == 1 else several, n=number, words=words, name=found.rejected[0])

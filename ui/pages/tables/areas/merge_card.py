"""Merge card: how areas are merged, and what became of them."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.risk.linked_tables.redesign import NewArea, Redesign
from ui.forms.numbers import percent_text, read_share
from ui.look.locale import in_user_locale
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.figure_list import FigureList
from ui.widgets.label import label
from ui.widgets.layout import column, row
from ui.widgets.numbers import user_quantity_text
from ui.widgets.reason import allow, mark_invalid
from ui.widgets.sentence_row import SentenceRow
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.what_is_this import explain

FIELD = 60
"""Pixels of the field for the limit."""

SHOWN = 5
"""New areas that are listed, the riskiest."""

IN_ORDER = "the next in the order of values"

WRONG = "Between 0 and 99 %"

MERGE, STOP, USE = "Merge areas", "Stop", "Use as recipe step"

ABOUT = Explanation(
    "Merge areas",
    "The riskiest area is taken, of equally risky ones the smaller, and merged with the neighbour with which "
    "the share of records at risk is lowest; then the riskiest of those that are left, until none is above "
    "the limit. The risk of two areas together is never above the larger of both; false matches may become "
    "more. An area above the limit without a neighbour is named and stays. The new areas become a step of "
    "the recipe, which one undo takes back.",
)


class MergeCard(Card):
    """A sentence with the limit and the neighbours, a button, and the areas that were made."""

    wanted = Signal()
    """Merge, or stop."""

    edited = Signal()
    """Limit or neighbours are others."""

    def __init__(self) -> None:
        super().__init__(MERGE)
        self.limit = QLineEdit(percent_text(0.0))
        self.limit.setFixedWidth(FIELD)
        self.limit.setAccessibleName("Largest share of the records of an area at risk, in percent")
        self.parent_area = VariableCombo()
        self.parent_area.setAccessibleName("With which areas one may be merged")
        self.button = button(MERGE, small=True)
        self.problem = label("", "caption", "risk_text", wraps=True)
        self.problem.hide()
        self.words = label("", tone="text2", wraps=True)
        self.list = FigureList()
        controls = {"limit": self.limit, "parent": self.parent_area}
        words = "Until at most {limit} % of the records of each area are at risk, merge it with {parent}"
        self.body.addLayout(
            column(
                SentenceRow(words, controls),
                self.problem,
                row(self.button, (self.words, 1), spacing=8),
                self.list,
                spacing=6,
            )
        )
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self.limit.textEdited.connect(lambda _text: self._check())
        self.parent_area.picked.connect(lambda _name: self.edited.emit())
        self.button.clicked.connect(self.wanted)

    @property
    def most(self) -> float | None:
        """Largest share of an area's records at risk; None: what is typed is none."""
        try:
            share = read_share(self.limit.text())
        except ValueError:
            return None
        return share if share is not None and share < 1 else None

    @property
    def within(self) -> str | None:
        """Variable with the larger areas within which areas are merged; None: in their order."""
        return self.parent_area.name or None

    def offer(self, names: Sequence[str], called: Mapping[str, str]) -> None:
        """Offer the variables whose values could be larger areas."""
        words = {name: sentence("others of the same {name}", name=called.get(name, name)) for name in names}
        self.parent_area.offer(["", *names], {"": IN_ORDER, **words}, self.parent_area.name)

    def show_redesign(self, found: Redesign | None, *, running: bool, why: str) -> None:
        """Show how the merging stands.

        Parameters
        ----------
        found
            What came of it; None: nothing was merged.
        running
            Whether areas are being merged.
        why
            Why none can be merged now; empty: they can.
        """
        self.button.setText(STOP if running else MERGE)
        allow(self.button, "" if running else why or ("" if self.most is not None else WRONG))
        self.words.setText("Merging…" if running else in_user_locale(_words(found)))
        made = found.made if found is not None else ()
        self.list.show_figures([_line(one) for one in made[:SHOWN]])
        self.list.setVisible(bool(made))
        words = "{shown} of {n} new areas" if len(made) > SHOWN else ""
        self.set_note(in_user_locale(sentence(words, shown=SHOWN, n=len(made))))

    def _check(self) -> None:
        wrong = "" if self.most is not None else WRONG
        mark_invalid(self.limit, wrong)
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        self.edited.emit()


def _line(made: NewArea) -> tuple[str, str]:
    """Return a new area, and what its risk was and is."""
    before, after = (user_quantity_text(Quantity(risk, SHARE)).text for risk in made.risks)
    words = sentence("{name}, {records}", name=made.name, records=counted(made.records, "record"))
    return in_user_locale(words), sentence("{before} → {after}", before=before, after=after)


def _words(found: Redesign | None) -> str:
    if found is None:
        return ""
    if not found.mapping and not found.rejected:
        return "No area is above the limit: all stay as they are."
    before, after = found.areas
    words = "No area was merged."
    if found.mapping:
        words = sentence("{before} areas become {after}.", before=before, after=after)
    if not found.rejected:
        return sentence("{words} None is above the limit.", words=words)
    one = "{words} One above the limit has no neighbour left: {name}."
    several = "{words} {n} above the limit have no neighbours left, among them {name}."
    number = len(found.rejected)
    return sentence(one if number == 1 else several, n=number, words=words, name=found.rejected[0])

"""Map card: alternatives by risk and loss, the methods that are shown, and the alternative that is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative_figures import alternative_figures
from sdcdesk.search.alternatives.alternative_kinds import alternative_kinds
from sdcdesk.search.alternatives.alternative_texts import AlternativeTexts
from sdcdesk.search.alternatives.alternatives_map import Place, find_places, recipe_place
from sdcdesk.search.alternatives.axis_figures import figure_title, risk_limits, strictest
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.outcome import Outcome, more_is_better
from ui.look.locale import in_user_locale, user_locale
from ui.pages.compare.chosen_view import ChosenView
from ui.pages.compare.methods_shown import MethodsShown
from ui.plots.alternatives_map import AlternativesMap
from ui.widgets.axis_choosers import axis_choosers
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import hairline
from ui.widgets.layout import column, lay_side_beside, row, widget_in
from ui.widgets.what_is_this import explain

HEIGHT = 300
"""Pixels of the map at least."""

SIDE, BESIDE = 262, 700
"""Pixels of what stands beside the map, and of the card from which it does."""


ABOUT = Explanation(
    "Risk against loss",
    "Each mark is an alternative: to the right it loses more, upwards it is riskier, in the worst of all "
    "scenarios. The scale of the risk is logarithmic, with a line of its own for 0. Nothing is better in "
    "both than the alternatives on the stepped line. What is within the limit is shaded. Of a method that "
    "draws random numbers the mark is the first draw, which is the one that becomes the recipe, and the "
    "cross says how far the figures of all draws spread. The dashed ring is the recipe as it is.",
    source="Duncan, Keller-McNulty & Stokes 2001",
)


class MapCard(Card):
    """The map with its axes, and what stands beside it."""

    axes_chosen = Signal()
    """Other figures are to be on the axes."""

    def __init__(self) -> None:
        super().__init__("Risk against loss")
        self.map = AlternativesMap()
        self.map.setMinimumHeight(HEIGHT)
        self.risks, self.losses = ElidedCombo(), ElidedCombo()
        self.risks.setAccessibleName("Figure that the map shows upwards")
        self.losses.setAccessibleName("Figure that the map shows to the right")
        self.methods, self.chosen = MethodsShown(), ChosenView()
        self._comparison: Comparison | None = None
        self._places: tuple[Place, ...] = ()
        self._beside = widget_in(
            column(self.methods, hairline(), (self.chosen, 1), spacing=10, margins=(12, 0, 0, 0))
        )
        self._line = hairline(vertical=True)
        choosers = axis_choosers(self.risks, self.losses, beside=True)
        choosers.setContentsMargins(0, 0, 12, 0)
        left = column(widget_in(choosers), (self.map, 1), spacing=6)
        self._parts = row((left, 1), self._line, self._beside, spacing=0)
        self.body.addLayout(self._parts)
        self.map.fill_menu(self.menu())
        for combo in (self.risks, self.losses):
            combo.activated.connect(lambda _at: self.axes_chosen.emit())
        self.methods.switched.connect(self._show_places)
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self._lay()

    @property
    def axes(self) -> tuple[Address, Address] | None:
        """The figures of risk and of loss that are chosen; None: there are none yet."""
        risk, loss = self.risks.currentData(), self.losses.currentData()
        return (Address(*risk), Address(*loss)) if risk and loss else None

    @property
    def marks(self) -> dict[int, int]:
        """The number of its shape and colour, by kind; one that is not shown has none."""
        return self.methods.marks

    def show_comparison(
        self, comparison: Comparison, project: Project, now: Outcome | None, texts: AlternativeTexts
    ) -> None:
        """Show what became of alternatives.

        Parameters
        ----------
        comparison
            The alternatives.
        project
            Its scenarios say what is limited.
        now
            What became of the recipe as it is; None: that is not known.
        texts
            What alternatives do.
        """
        self._comparison = comparison
        self._offer(comparison)
        axes = self.axes
        if axes is None:
            return
        risk, loss = axes
        limit = strictest(risk_limits(project.scenarios, risk).values())
        self._places = find_places(comparison, project.scenarios, risk, loss, texts)
        self.map.set_axes(risk, loss, limit, recipe_place(now, risk, loss), falls=not more_is_better(loss))
        counts: dict[int, int] = {}
        for place in self._places:
            counts[place.kind] = counts.get(place.kind, 0) + 1
        kept = sum(place.kept for place in self._places)
        titles = [in_user_locale(title) for title in alternative_kinds(comparison.grid).titles]
        self.methods.show_kinds(titles, counts, kept, "" if limit else "This figure has no limit.")
        groups, methods = counted(len(comparison.groups), "alternative"), counted(len(titles), "method")
        self.set_note(in_user_locale(sentence("{groups}, {methods}", groups=groups, methods=methods)))
        self._show_places()

    def choose(self, number: int, project: Project, texts: AlternativeTexts, note: str) -> None:
        """Ring an alternative and show its figures; −1: none."""
        self.map.select(number)
        comparison, axes = self._comparison, self.axes
        if number < 0 or comparison is None or axes is None:
            self.chosen.show_alternative("", "", (), "")
            return
        outcome = comparison.outcome(number)
        words = in_user_locale(texts.text(outcome.alternative))
        if outcome.error is not None:
            problem = texts.problem(outcome.error)
            self.chosen.show_alternative(words, "", (), in_user_locale(problem))
            return
        figures = alternative_figures(comparison, number, project.scenarios, *axes, user_locale())
        self.chosen.show_alternative(words, str(outcome.verdict), figures, note)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put what stands beside the map below it where room is short."""
        super().resizeEvent(event)
        self._lay()

    # Parts

    def _lay(self) -> None:
        beside = self.width() >= BESIDE
        lay_side_beside(self._parts, self._beside, SIDE, beside=beside)
        self._line.setVisible(beside)

    def _offer(self, comparison: Comparison) -> None:
        """Offer all figures that were found; those that are chosen stay."""
        for combo, concern, usual in (
            (self.risks, Concern.RISK, comparison.risk),
            (self.losses, Concern.LOSS, comparison.loss),
        ):
            offered = _figures(comparison, concern, usual)
            if [combo.itemData(place) for place in range(combo.count())] == [list(one) for one in offered]:
                continue
            chosen = Address(*combo.currentData()) if combo.currentData() else usual
            with QSignalBlocker(combo):
                combo.clear()
                for address in offered:
                    combo.addItem(_title(address, offered), list(address))
                combo.setCurrentIndex(offered.index(chosen if chosen in offered else usual))

    def _show_places(self) -> None:
        kept, marks = self.methods.kept.isChecked(), self.methods.marks
        shown = {place.number for place in self._places if place.kind in marks and (place.kept or not kept)}
        self.map.set_places(self._places, shown, marks)


def _figures(comparison: Comparison, concern: Concern, usual: Address) -> list[Address]:
    """Return the figures of a concern: the usual one, the worst over scenarios, then each scenario's."""
    found = [
        one for one in comparison.figures if MEASURES[one.measure].concern is concern and _is_ordered(one)
    ]
    worst = dict.fromkeys(one._replace(scenario="") for one in found)
    scenarios = {one.scenario for one in found if one.scenario}
    each = found if len(scenarios) > 1 else ()
    return list(dict.fromkeys((usual, *worst, *each)))


def _is_ordered(address: Address) -> bool:
    declared = MEASURES[address.measure].declared(address.figure)
    return declared is not None and bool(declared.better)


def _title(address: Address, offered: Sequence[Address]) -> str:
    """Return what a figure is called among others; that of a scenario with its name."""
    name = figure_title(address)
    names = [figure_title(one) for one in offered if one.scenario == address.scenario]
    if names.count(name) > 1:
        name = sentence("{name}, {measure}", name=name, measure=MEASURES[address.measure].title)
    return sentence("{name}: {scenario}", name=name, scenario=address.scenario) if address.scenario else name

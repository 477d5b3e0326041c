"""Map card: the recipes that were tried, by loss and by the limited figure that is chosen."""

from PySide6.QtCore import QSignalBlocker, Signal

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.search.alternatives.axis_figures import figure_title
from sdcdesk.search.alternatives.outcome import more_is_better
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.suggestion_map import earlier_front, figure_limit, map_axes, suggestion_places
from ui.look.locale import in_user_locale
from ui.pages.suggestion.suggestion_search import FoundRecipes
from ui.plots.suggestion_map import SuggestionMap
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.what_is_this import explain

HEIGHT = 280
"""Pixels of the map at least."""

ABOUT = Explanation(
    "Risk against loss",
    "Each point is a recipe that was applied and assessed: to the right it loses more, upwards it is "
    "riskier by the figure that is chosen, in the scenario in which that uses most of its limit. Nothing "
    "is better in both than the points on the stepped line. While it searches, those of the last minute "
    "are hollow, and the dotted line is the front before them. What is within the limit is shaded.",
)

NOTHING = "Nothing was tried yet", "Recipes appear here as they are tried."


class SuggestionMapCard(Card):
    """The map, with the choice of the figure upwards."""

    point_chosen = Signal(int)
    """A recipe was chosen, by its number."""

    point_used = Signal(int)
    """A recipe is to become that of the project, by its number."""

    def __init__(self) -> None:
        super().__init__("Risk against loss")
        self.map = SuggestionMap()
        self.map.setMinimumHeight(HEIGHT)
        self.figures = ElidedCombo()
        self.figures.setAccessibleName("Figure that the map shows upwards")
        self.add_to_header(self.figures)
        self.body.addWidget(self.map)
        self.map.fill_menu(self.menu())
        self._found: FoundRecipes | None = None
        self._new: frozenset[int] = frozenset()
        self.figures.activated.connect(lambda _at: self._show())
        self.map.place_chosen.connect(self.point_chosen)
        self.map.place_used.connect(self.point_used)
        self.requested.connect(lambda: explain(self.help, ABOUT))

    def show_found(self, found: FoundRecipes | None, new: frozenset[int], number: int) -> None:
        """Show recipes.

        Parameters
        ----------
        found
            What was tried; None: nothing was.
        new
            Numbers of the recipes of the last minute.
        number
            The chosen one; −1: none is.
        """
        if found is None or not found.suggestion.found:
            self.figures.hide()
            self.show_empty(*NOTHING)
            return
        self.show_content()
        self.figures.show()
        if found is not self._found or new != self._new:
            self._found, self._new = found, new
            self._offer(found)
            self._show()
        self.map.select(number)

    def _offer(self, found: FoundRecipes) -> None:
        offered = [list(address) for address in found.suggestion.risks]
        if [self.figures.itemData(place) for place in range(self.figures.count())] == offered:
            return
        chosen = self.figures.currentData()
        with QSignalBlocker(self.figures):
            self.figures.clear()
            for address in found.suggestion.risks:
                self.figures.addItem(figure_title(map_axes(found.suggestion, address)[0]), list(address))
            self.figures.setCurrentIndex(offered.index(chosen) if chosen in offered else _tightest(found))

    def _show(self) -> None:
        found, chosen = self._found, self.figures.currentData()
        if found is None or not chosen:
            return
        suggestion, figure = found.suggestion, FigureAddress(*chosen)
        risk, loss = map_axes(suggestion, figure)
        places = suggestion_places(suggestion, figure, found.text)
        self.map.set_axes(risk, loss, figure_limit(suggestion, figure), None, falls=not more_is_better(loss))
        self.map.set_growth(self._new, earlier_front(suggestion, figure, self._new))
        self.map.set_places(places, {place.number for place in places}, {0: 0})
        self.map.setAccessibleName(in_user_locale("Risk against loss of the recipes that were tried"))


def _tightest(found: FoundRecipes) -> int:
    """Return the place of the figure whose limit leaves the best recipe the least room."""
    suggestion = found.suggestion
    best: Assessed | None = suggestion.safe[0] if suggestion.safe else suggestion.nearest
    if best is None:
        return 0
    uses = [best.risk_by(address) for address in suggestion.risks]
    return uses.index(max(uses))

"""Section of the panel with the risk–loss map: a limited figure against loss after every step."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal

from sdcdesk.core.operations.variable_labels import shown_names, with_names_as_shown
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import counted
from sdcdesk.document.scenario import Scenario
from sdcdesk.loss import HeadlineLoss
from sdcdesk.release.risk_loss_map import path_told, stops
from sdcdesk.release.risk_loss_path import Address, addresses, limit_of, shown_address
from ui.look.icons import set_icon
from ui.look.locale import in_user_locale, user_locale
from ui.session.computation import missing
from ui.session.session import Session
from ui.widgets.buttons import icon_button
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.what_is_this import explain

if TYPE_CHECKING:
    from ui.plots.risk_loss_map import RiskLossMap

MAP = 200
"""Height of the map."""

ABOUT = (
    "Where the file stands after every step: to the right it has lost more, upwards it is riskier. The "
    "scale of a risk is logarithmic. A good step goes down a lot and right a little."
)


class MapSection(Card):
    """Risk against loss after every step."""

    step_chosen = Signal(int)
    """A step was chosen on the map, counted from 1; 0: the original."""

    def __init__(self, session: Session) -> None:
        super().__init__("Risk against loss", framed=False)
        self._session = session
        self._wanted: tuple[str, str] | None = None
        self._scenario: Scenario | None = None
        self._selected, self._drawn = -1, False
        self._explanation = Explanation("Risk against loss", ABOUT)
        self.fold = icon_button("chevron_down", "Fold the map", 14)
        self.fold.clicked.connect(lambda: self.set_folded(folded=not self.folded))
        self.add_to_header(self.fold)
        self.figures = ElidedCombo()
        self.figures.setAccessibleName("Figure that the map shows upwards")
        self.figures.activated.connect(self._choose)
        self.body.addWidget(self.figures)
        self.asked.connect(lambda: explain(self.help, self._explanation))
        self.set_low(low=False)

    @cached_property
    def chart(self) -> "RiskLossMap":
        """The map, made when there is a first path to show."""
        from ui.plots.risk_loss_map import RiskLossMap  # nothing waits for charts at the start

        made = RiskLossMap()
        made.setFixedHeight(MAP)
        made.step_chosen.connect(self.step_chosen)
        self.body.addWidget(made)
        return made

    @property
    def folded(self) -> bool:
        """Whether only the header is seen."""
        return self.below.isHidden()

    def set_low(self, *, low: bool) -> None:
        """Fold the map in a low window, where the user may unfold it; elsewhere there is room for it."""
        self.fold.setVisible(low)
        self.set_folded(folded=low)

    def set_folded(self, *, folded: bool) -> None:
        """Show the header only, or the map too."""
        self.below.setHidden(folded)
        set_icon(self.fold, "chevron_right" if folded else "chevron_down", "text2")
        words = "Unfold the map" if folded else "Fold the map"
        self.fold.setToolTip(words)
        self.fold.setAccessibleName(words)
        self._show_note()

    def show_path(self, scenario: Scenario | None) -> None:
        """Show the risk–loss path of the session's recipe in a scenario."""
        self._scenario = scenario
        project, results = self._session.project, self._session.results
        path = results.path if results else ()
        steps = results.project.recipe.steps if results else ()
        address = self._offer_figures(scenario) if scenario else Address("")
        called = shown_names(project.variables) if project is not None else {}
        summaries = [in_user_locale(with_names_as_shown(step.method, called).summary()) for step in steps]
        found = stops(path, address, summaries)
        if project is not None and project.data.released:
            self.show_empty("", HeadlineLoss.needs_original)
        elif project is None or scenario is None or not project.recipe.active or not found:
            self.show_empty("", missing(self._session.state) or "Every step leaves a point on this map.")
        else:
            limit, name = limit_of(scenario, address)
            self.chart.set_path(found, limit, name)
            self.chart.select(self._selected)
            self._drawn = True
            self.show_content()
        self._explanation = Explanation("Risk against loss", ABOUT, path_told(path, address, user_locale()))
        self._show_note()
        self.set_loading(loading=self._session.is_stale)

    def select_step(self, position: int) -> None:
        """Let the point of a step stand out, by its position from 0; −1: none."""
        self._selected = position + 1 or -1
        if self._drawn:
            self.chart.select(self._selected)

    def _offer_figures(self, scenario: Scenario) -> Address:
        """Offer the limited figures, and return the one that is shown: the chosen one, while it is there."""
        offered = addresses(scenario)
        chosen = next((one for one in offered if one[1:] == self._wanted), shown_address(scenario))
        with QSignalBlocker(self.figures):
            self.figures.clear()
            for one in offered:
                self.figures.addItem(limit_of(scenario, one)[1], one[1:])
            self.figures.setCurrentIndex(offered.index(chosen))
        self.figures.setVisible(len(offered) > 1)
        return chosen

    def _choose(self, _place: int) -> None:
        self._wanted = tuple(self.figures.currentData())
        self.show_path(self._scenario)

    def _show_note(self) -> None:
        steps = len(self._session.project.recipe.active) if self._session.project else 0
        words = in_user_locale(counted(steps, "step")) if self.folded else "path of steps"
        self.set_note(words if steps else "")

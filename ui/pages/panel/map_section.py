"""Section of the panel with the risk–loss map: a figure of risk against one of loss after every step."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names, operation_with_display_names
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.axes import axis_name, loss_figures, risk_figures
from sdcdesk.document.measures import MEASURES, leading_measure
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_map import path_text, stops
from sdcdesk.release.risk_loss_path import find_limit, risk_address
from ui.look.icons import set_icon
from ui.look.locale import in_user_locale, user_locale
from ui.session.computation import missing
from ui.session.session import Session
from ui.widgets.axis_choosers import axis_choosers
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
        self._selected, self._drawn = -1, False
        self._explanation = Explanation("Risk against loss", ABOUT)
        self.fold = icon_button("chevron_down", "Fold the map", 14)
        self.fold.clicked.connect(lambda: self.set_folded(folded=not self.folded))
        self.add_to_header(self.fold)
        self.risks, self.losses = ElidedCombo(), ElidedCombo()
        self.risks.setAccessibleName("Figure that the map shows upwards")
        self.losses.setAccessibleName("Figure that the map shows to the right")
        self.risks.activated.connect(lambda: self._choose("risk", self.risks))
        self.losses.activated.connect(lambda: self._choose("loss", self.losses))
        self.body.addLayout(axis_choosers(self.risks, self.losses))
        self.requested.connect(lambda: explain(self.help, self._explanation))
        self.set_low(low=False)

    @cached_property
    def chart(self) -> "RiskLossMap":
        """The map, made when there is a first path to show."""
        from ui.plots.risk_loss_map import RiskLossMap  # nothing waits for charts at the start

        chart = RiskLossMap()
        chart.setFixedHeight(MAP)
        chart.step_chosen.connect(self.step_chosen)
        self.body.addWidget(chart)
        return chart

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
        project, results = self._session.project, self._session.results
        path = results.path if results else ()
        steps = results.project.recipe.steps if results else ()
        address = risk_address(project, scenario) if project is not None and scenario else None
        called = display_names(project.variables) if project is not None else {}
        named = [operation_with_display_names(step.method, called) for step in steps]
        summaries = [in_user_locale(method.summary()) for method in named]
        found = stops(path, address, summaries) if address else ()
        if project is not None and project.data.released:
            self.show_empty("", leading_measure(Concern.LOSS).needs_original)
        elif project is None or scenario is None or not project.recipe.active:
            self.show_empty("", missing(self._session.state) or "Every step leaves a point on this map.")
        elif not found:
            self.show_empty("", missing(self._session.state) or self._why_empty(scenario))
        else:
            risk, loss = project.risk_axis(scenario), project.loss_axis
            self._offer(self.risks, risk_figures(scenario, project.measures), risk)
            self._offer(self.losses, loss_figures(project.measures), loss)
            self.chart.set_path(found, find_limit(scenario, risk)[0], risk, loss)
            self.chart.select(self._selected)
            self._drawn = True
            self.show_content()
        texts = path_text(path, address, project.loss_axis, user_locale()) if project is not None else ()
        self._explanation = Explanation("Risk against loss", ABOUT, texts)
        self._show_note()
        self.set_loading(loading=self._session.is_stale)

    def _why_empty(self, scenario: Scenario) -> str:
        """Return why there is no point although there are steps."""
        if self._session.is_stale or self._session.results is None:
            return "Every step leaves a point on this map."
        words = "Nothing is shown here, as the risk in the scenario {name} is not known."
        return sentence(words, name=scenario.name)

    def select_step(self, position: int) -> None:
        """Let the point of a step stand out, by its position from 0; −1: none."""
        self._selected = position + 1 or -1
        if self._drawn:
            self.chart.select(self._selected)

    def _offer(self, combo: ElidedCombo, offered: Sequence[FigureAddress], current: FigureAddress) -> None:
        """Offer figures by their names; where two have one name, that of the measure stands beside it."""
        names = [axis_name(one) for one in offered]
        with QSignalBlocker(combo):
            combo.clear()
            for address, name in zip(offered, names, strict=True):
                measure = MEASURES[address.measure].title if address.measure in MEASURES else address.measure
                combo.addItem(name if names.count(name) == 1 else f"{name}, {measure}", str(address))
            combo.setCurrentIndex(combo.findData(str(current)))

    def _choose(self, axis: str, combo: ElidedCombo) -> None:
        """Let the project follow another figure."""
        project = self._session.project
        if project is not None and combo.currentData():
            axes = project.axes.changed(**{axis: combo.currentData()})
            words = sentence("Map: {figure}", figure=combo.currentText())
            self._session.change(words, project.changed(axes=axes))

    def _show_note(self) -> None:
        steps = len(self._session.project.recipe.active) if self._session.project else 0
        words = in_user_locale(counted(steps, "step")) if self.folded else "path of steps"
        self.set_note(words if steps else "")

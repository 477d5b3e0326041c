"""The small map in the right panel, which folds to its header."""

from sdcdesk.document.scenario import Scenario
from ui.look.icons import set_icon
from ui.pages.panel.section import Section
from ui.plots.risk_loss_map import RiskLossMap, stops
from ui.release.explained import path_explained
from ui.session.answer import missing
from ui.session.session import Session
from ui.widgets.buttons import icon_button
from ui.widgets.what_is_this import Explanation, explain

HEIGHT = 200


class MapSection(Section):
    """Risk against loss after every step."""

    def __init__(self) -> None:
        super().__init__("Risk against loss")
        self._folded, self._steps = False, 0
        self.fold = icon_button("chevron_down", "Fold the map", 14)
        self.fold.clicked.connect(lambda: self.set_folded(folded=not self._folded))
        self.header.insertWidget(0, self.fold)
        self.chart = RiskLossMap()
        self.chart.setFixedHeight(HEIGHT)
        self.body.addWidget(self.chart)
        self._explanation = Explanation("Risk against loss", "")
        self.asked.connect(lambda: explain(self.help, self._explanation))
        self.set_low(low=False)

    @property
    def folded(self) -> bool:
        """Whether only the header is seen."""
        return self._folded

    def set_low(self, *, low: bool) -> None:
        """Fold the map in a low window, where the user may unfold it; elsewhere there is room for it."""
        self.fold.setVisible(low)
        self.set_folded(folded=low)

    def set_folded(self, *, folded: bool) -> None:
        """Show the header only, or the map too."""
        self._folded = folded
        set_icon(self.fold, "chevron_right" if folded else "chevron_down", "text2")
        words = "Unfold the map" if folded else "Fold the map"
        self.fold.setToolTip(words)
        self.fold.setAccessibleName(words)
        self.set_body_shown(shown=not folded)
        self._show_note()

    def show_path(self, session: Session, scenario: Scenario | None) -> None:
        """Show the risk–loss path of the session's recipe in a scenario."""
        project, results = session.project, session.results
        path = results.path if results else ()
        steps = results.project.recipe.steps if results else ()
        name = scenario.name if scenario else ""
        found = stops(path, name, [step.method.summary() for step in steps])
        if project is None or scenario is None or not project.recipe.steps or not found:
            self.show_empty("", missing(session.state) or "Every step leaves a point on this map.")
        else:
            self.chart.set_path(found, scenario.limit_weighted)
            self.show_content()
        self._explanation = path_explained(path, name)
        self._steps = len(project.recipe.steps) if project else 0
        self._show_note()
        self.set_stale(stale=session.is_stale)

    def _show_note(self) -> None:
        words = f"{self._steps} step{'' if self._steps == 1 else 's'}" if self._folded else "trail of steps"
        self.note.setText(words if self._steps else "")

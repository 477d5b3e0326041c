"""Panel at the right, always there: release check, recipe, risk against loss."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_path import Address, PathPoint, limit_of, shown_address
from ui.look.icons import set_icon
from ui.pages.panel.recipe_panel import RecipePanel
from ui.pages.panel.release_check import ReleaseCheck
from ui.pages.panel.section import Section
from ui.plots.risk_loss_map import RiskLossMap, stops
from ui.session.answer import missing
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.buttons import icon_button
from ui.widgets.label import hairline
from ui.widgets.numbers import decimal, quantity_shown
from ui.widgets.what_is_this import Explanation, explain

WIDE, COMPACT = 320, 280

LOW = 800
"""Height of the window below which the map folds to its header."""

MOST_POINTS = 6
"""Points of the map that its explanation lists."""

MAP = 200
"""Height of the map."""


class MapSection(Section):
    """Risk against loss after every step."""

    def __init__(self) -> None:
        super().__init__("Risk against loss")
        self._folded, self._steps = False, 0
        self.fold = icon_button("chevron_down", "Fold the map", 14)
        self.fold.clicked.connect(lambda: self.set_folded(folded=not self._folded))
        self.header.insertWidget(0, self.fold)
        self.chart = RiskLossMap()
        self.chart.setFixedHeight(MAP)
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
        address = shown_address(scenario) if scenario else Address("")
        found = stops(path, address, [step.method.summary() for step in steps])
        if project is None or scenario is None or not project.recipe.steps or not found:
            self.show_empty("", missing(session.state) or "Every step leaves a point on this map.")
        else:
            limit, name = limit_of(scenario, address)
            self.chart.set_path(found, limit, name)
            self.show_content()
        self._explanation = _path_explained(path, scenario)
        self._steps = len(project.recipe.steps) if project else 0
        self._show_note()
        self.set_stale(stale=session.is_stale)

    def _show_note(self) -> None:
        words = f"{self._steps} step{'' if self._steps == 1 else 's'}" if self._folded else "path of steps"
        self.note.setText(words if self._steps else "")


class Panel(QFrame):
    """Shows the verdict, the steps that led there, and their risk–loss path, whatever page is open.

    Parameters
    ----------
    session
        What is shown.
    actions
        The window's actions, for buttons that do the same.
    """

    def __init__(self, session: Session, actions: Actions) -> None:
        super().__init__()
        self._session = session
        self._compact, self._low = False, False
        self.setAccessibleName("Release check and recipe")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.check = ReleaseCheck(session)
        self.recipe = RecipePanel(session, actions)
        self.map = MapSection()
        self._arrange()
        self._connect()
        self.setMinimumWidth(COMPACT)
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        self.check.refresh()
        self._show_steps()

    def set_compact(self, *, compact: bool) -> None:
        """Be 280 pixels wide rather than 320; the user may make it otherwise until this changes again."""
        if compact == self._compact:
            return
        self._compact = compact
        self.updateGeometry()
        split = self.parent()
        if isinstance(split, QSplitter):
            # A splitter keeps its sizes until it is told others.
            *others, own = split.sizes()
            width = self.sizeHint().width()
            split.setSizes([others[0] + own - width, *others[1:], width])

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the panel."""
        return QSize(COMPACT if self._compact else WIDE, 600)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fold the map in a low window, and unfold it in a high one."""
        super().resizeEvent(event)
        low = self.window().height() < LOW
        if low != self._low:
            self._low = low
            self.map.set_low(low=low)

    def _show_steps(self) -> None:
        scenario = self.check.scenario
        self.recipe.show_steps(scenario.name if scenario else "")
        self.map.show_path(self._session, scenario)

    def _connect(self) -> None:
        session = self._session
        events = (session.opened, session.changed, session.computed, session.stale, session.scenario_chosen)
        for signal in events:
            signal.connect(self.refresh)
        session.failed.connect(lambda _error: self.refresh())
        self.recipe.selected.connect(lambda position: self.map.chart.select(position + 1 or -1))
        self.map.chart.step_chosen.connect(lambda step: self.recipe.select(step - 1))

    def _arrange(self) -> None:
        moving = QWidget()
        rows = QVBoxLayout(moving)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.recipe)
        rows.addWidget(hairline())
        rows.addWidget(self.map)
        rows.addStretch()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(moving)
        # The verdict never scrolls away.
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.check)
        whole.addWidget(hairline())
        whole.addWidget(area, 1)


def _path_explained(path: tuple[PathPoint, ...], scenario: Scenario | None) -> Explanation:
    """Return what the small map is."""
    rows = []
    for point in path[-MOST_POINTS:] if scenario else ():
        name = "Original" if point.step == 0 else f"After step {point.step}"
        quantity = point.found.get(shown_address(scenario)) if scenario else None
        risk = "–" if quantity is None else quantity_shown(quantity).text
        rows.append((name, f"{risk} at loss {decimal(point.loss, 2)}"))
    paragraph = (
        "Where the file stands after every step: to the right it has lost more, upwards it is riskier. The "
        "scale of a risk is logarithmic. A good step goes down a lot and right a little."
    )
    return Explanation("Risk against loss", paragraph, tuple(rows))

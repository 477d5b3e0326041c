"""Panel at the right, always there: release check, recipe, risk against loss."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter

from ui.pages.panel.map_section import MapSection
from ui.pages.panel.recipe_panel import RecipePanel
from ui.pages.panel.release_check import ReleaseCheck
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.label import hairline
from ui.widgets.layout import column, scrolled, widget_in

WIDE, COMPACT = 320, 280

LEAST_BELOW = 150
"""Pixels that are left for the recipe at least: else the release check scrolls with it, uncut."""

LOW = 800
"""Height of the window below which the map folds to its header."""


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
        self.map = MapSection(session)
        self._moving = column(self.recipe, hairline(), self.map, ..., spacing=0)
        # The verdict scrolls away only where it has no room for its own numbers.
        self._fixed = column(spacing=0, inside=self)
        self._line = hairline()
        for part in (self.check, self._line):
            self._fixed.addWidget(part)
        self._fixed.addWidget(scrolled(widget_in(self._moving)), 1)
        self._connect()
        self.setMinimumWidth(COMPACT)
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        self.check.refresh()
        scenario = self.check.scenario
        self.recipe.show_steps(scenario.name if scenario else "")
        self.map.show_path(scenario)

    def set_compact(self, *, compact: bool) -> None:
        """Be 280 pixels wide rather than 320; the user may make it otherwise until this changes again."""
        if compact == self._compact:
            return
        self._compact = compact
        self.recipe.seed.set_compact(compact=compact)
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
        self._place_check()

    def event(self, event: QEvent) -> bool:
        """Find the place of the release check again where it needs another height."""
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._place_check()
        return handled

    def _place_check(self) -> None:
        """Keep the release check above what scrolls, or let it scroll in a window that is too low for it."""
        wanted = self.check.heightForWidth(self.width()) if self.check.hasHeightForWidth() else -1
        needed = max(wanted, self.check.minimumSizeHint().height())
        home = self._fixed if needed + LEAST_BELOW <= self.height() else self._moving
        if home.indexOf(self.check) < 0:
            for place, part in enumerate((self.check, self._line)):
                home.insertWidget(place, part)

    def _connect(self) -> None:
        session = self._session
        session.altered.connect(self.refresh)
        session.failed.connect(lambda _error: self.refresh())
        self.recipe.selected.connect(self.map.select_step)
        self.map.step_chosen.connect(lambda step: self.recipe.select(step - 1))

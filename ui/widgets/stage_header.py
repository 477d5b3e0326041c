"""Header of a stage: what it is, what it is for, what to do, and its pages."""

from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from ui.look.icons import set_icon
from ui.widgets.buttons import button, filled_button, text_button
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, row
from ui.widgets.menus import Entry, context_menu
from ui.widgets.tabs import INSET, TextTabs

HEIGHT = 66


class StageHeader(QWidget):
    """Title, one line of purpose, secondary buttons, the one filled button, and tabs below.

    Parameters
    ----------
    title
        The stage, or the page of it.
    purpose
        What it is for, in plain words.
    """

    tab_chosen = Signal(int)
    """Another page of the stage was chosen."""

    def __init__(self, title: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName("stageHeader")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._title = ElidedLabel(title, "stage_title")
        self._purpose = ElidedLabel(purpose, tone="text2")
        self._buttons = row()
        self.filled = filled_button("")
        self.filled.hide()
        self.tabs = TextTabs()
        self.tabs.hide()
        self.tabs.currentChanged.connect(self.tab_chosen)
        self.tabs.currentChanged.connect(lambda _tab: self._fit())
        self.more = text_button("More", "chevron_down")
        self.more.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.more.setAccessibleName("More pages of this stage")
        self.more.clicked.connect(self._open_more)
        self.more.hide()
        self._arrange()
        self.set_words(title, purpose)

    def set_words(self, title: str, purpose: str) -> None:
        """Show another title and purpose."""
        self._title.setText(title)
        self._purpose.setText(purpose)
        self.setAccessibleName(title)
        self.setAccessibleDescription(purpose)

    def add_button(self, text: str, icon: str = "") -> QPushButton:
        """Add a secondary button and return it."""
        new = button(text, icon)
        self._buttons.addWidget(new)
        return new

    def set_filled(self, text: str, icon: str = "") -> QPushButton:
        """Say what the next sensible act is and return its button; without words there is none."""
        self.filled.setText(text)
        self.filled.setVisible(bool(text))
        if icon:
            set_icon(self.filled, icon, "ink_light")
            self.filled.setIconSize(QSize(18, 18))
        return self.filled

    @property
    def tab_names(self) -> tuple[str, ...]:
        """Names of the tabs, by which they are found."""
        return tuple(self.tabs.tabData(place) for place in range(self.tabs.count()))

    @property
    def chosen_tab(self) -> str:
        """Name of the tab that is shown; empty where there are none."""
        return self.tabs.tabData(self.tabs.currentIndex()) or ""

    def set_tabs(self, names: tuple[str, ...]) -> None:
        """Show the pages of the stage; the chosen one stays, or else the first is chosen."""
        tabs = self.tabs
        if names == self.tab_names:
            return
        chosen = self.chosen_tab
        with QSignalBlocker(self):
            while tabs.count():
                tabs.removeTab(0)
            for name in names:
                tabs.setTabData(tabs.addTab(name), name)
            tabs.setCurrentIndex(names.index(chosen) if chosen in names else 0)
        tabs.setVisible(bool(names))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show as many tabs as have room."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size without the tabs, which give way to *More*: their number makes no window wider."""
        return QSize(self._top.minimumSizeHint().width(), super().minimumSizeHint().height())

    def hidden_tabs(self) -> list[int]:
        """Return the tabs that lie under *More*."""
        return [place for place in range(self.tabs.count()) if not self.tabs.isTabVisible(place)]

    def _fit(self) -> None:
        """Hide the last tabs where room is short; the chosen one is always seen."""
        tabs = self.tabs
        widths = [tabs.tabSizeHint(place).width() for place in range(tabs.count())]
        room = self.width() - 40
        seen = set(range(len(widths)))
        if sum(widths) > room:
            room -= self.more.sizeHint().width()
            seen = {tabs.currentIndex()}
            left = room - widths[tabs.currentIndex()]
            for place, width in enumerate(widths):
                left -= 0 if place in seen else width
                if left < 0:
                    break
                seen.add(place)
        for place in range(len(widths)):
            tabs.setTabVisible(place, place in seen)
        # The bar scrolls where it is narrower than its tabs, and never scrolls back.
        tabs.setFixedWidth(sum(widths[place] for place in seen))
        self.more.setVisible(len(seen) < len(widths))

    def _open_more(self) -> None:
        entries = [
            Entry(self.tabs.tabText(place), partial(self.tabs.setCurrentIndex, place))
            for place in self.hidden_tabs()
        ]
        context_menu(self, *entries).popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def _arrange(self) -> None:
        words = column(..., self._title, self._purpose, ..., spacing=0)
        self._top = QWidget()
        self._top.setMinimumHeight(HEIGHT)
        row((words, 1), self._buttons, self.filled, margins=(20, 4, 20, 0), inside=self._top)
        pages = row(self.tabs, self.more, ..., margins=(20 - INSET, 0, 20, 0))
        column(self._top, pages, spacing=0, margins=(0, 0, 0, 1), inside=self)

"""Tabs of a stage that interact in their own way, each made when it is first opened."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from ui.pages.page import Page
from ui.widgets.layout import scrolled


class StageTab(QWidget):
    """A tab of a stage beside the stage's own column; while it is shown, the header says what it is.

    Parameters
    ----------
    page
        The page of the stage, with the session, the header and the message bar.
    """

    title: ClassVar[str]
    purpose: ClassVar[str]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page, self.session = page, page.session
        self.buttons: tuple[QPushButton, ...] = ()

    def refresh(self) -> None:
        """Show the session as it is now, and say in the header what the next act is."""
        raise NotImplementedError

    def act(self) -> None:
        """Do what the filled button says."""

    def choose_variable(self, name: str) -> None:
        """Show what belongs to a variable, where the tab is about one."""

    def propose(self) -> None:
        """Look for what helps, as somebody asked for elsewhere."""

    def add_button(self, text: str, icon: str = "") -> QPushButton:
        """Add a button to the header that is seen with this tab only, and return it."""
        new = self.page.header.add_button(text, icon)
        self.buttons = (*self.buttons, new)
        return new


class StageTabs(QStackedWidget):
    """The tabs of a stage beside its own column.

    Parameters
    ----------
    page
        The page of the stage.
    kinds
        By the name of each tab what imports and returns its class.
    """

    def __init__(self, page: Page, kinds: Mapping[str, Callable[[], type[StageTab]]]) -> None:
        super().__init__()
        self._page, self._kinds = page, kinds
        self._made: dict[str, StageTab] = {}
        self.current: StageTab | None = None
        self.hide()

    def knows(self, name: str) -> bool:
        """Return whether a tab is made already."""
        return name in self._made

    def open(self, name: str) -> StageTab | None:
        """Bring a tab to the front with its words and buttons; None: it is none of these, and all go."""
        if name in self._kinds and name not in self._made:
            tab = self._made[name] = self._kinds[name]()(self._page)
            self.addWidget(scrolled(tab))
        self.current = self._made.get(name)
        for each in self._made.values():
            for one in each.buttons:
                one.setVisible(each is self.current)
        if self.current is not None:
            self.setCurrentIndex([*self._made].index(name))
            self._page.header.set_words(self.current.title, self.current.purpose)
        self.setVisible(self.current is not None)
        return self.current

"""Tables page: one table with what it gives away, and beside it the tabs of several tables and areas."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton

from ui.pages.page import Page, Stage
from ui.pages.stage_tab import StageTabs
from ui.pages.tables.tabs import TABS, THIS_TABLE
from ui.pages.tables.this_table import ThisTable
from ui.session.session import Session
from ui.widgets.actions import Actions


class TablesPage(Page):
    """Shows a table of the project, protects and exports it."""

    tab_kinds = TABS

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self.rules = self.header.add_button("Rules…")
        self.protect = self.header.add_button("Protect again…")
        self.this = ThisTable(self, self.rules, self.protect)
        self.body.addWidget(self.this)
        self.body.addStretch()
        self.tabs = StageTabs(self, TABS)
        self._whole.addWidget(self.tabs, 1)
        self.header.set_tabs((THIS_TABLE, *TABS))
        self.header.filled.clicked.connect(self._act)
        self.header.tab_chosen.connect(lambda _tab: self.show_tab())
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._on_session)
        session.tabulating.changed.connect(self._soon.start)

    @property
    def filled(self) -> QAbstractButton:
        """The one filled button of what is seen."""
        return self.header.filled

    def show_tab(self) -> None:
        """Show the tab that is chosen; a new one is filled when it is seen: both at once take too long."""
        name = self.header.chosen_tab
        new = name in TABS and not self.tabs.knows(name)
        shown = self.tabs.open(name)
        self.centre.setVisible(shown is None)
        for each in (self.rules, self.protect):
            each.setVisible(shown is None)
        if shown is None:
            self.header.set_words(self.stage.title, self.stage.purpose)
        if new:
            self._soon.start()
        else:
            self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        if self.tabs.current is not None:
            self.tabs.current.refresh()
        else:
            self.this.refresh()

    def _act(self) -> None:
        """Do what the filled button says."""
        if self.tabs.current is not None:
            self.tabs.current.act()
        else:
            self.this.act()

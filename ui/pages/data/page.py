"""Data page: the records as they stand in the file, and what each variable looks like."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.document.data_text import data_text
from sdcdesk.document.variable_commands import Described, with_code
from sdcdesk.io.formats import FORMATS
from ui.look.locale import user_locale
from ui.models.column_profiles import ColumnProfiles
from ui.pages.data.column_profile import ColumnProfileView
from ui.pages.data.records_view import RecordsView
from ui.pages.page import Page, Stage
from ui.session.computation import Computing, Stopped
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.empty import EmptyState


class DataPage(Page):
    """The records as they stand in the file, and what each variable looks like."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self._data: Microdata | None = None
        self.profiles = ColumnProfiles(session.jobs, self)
        self.profiles.arrived.connect(self._on_profile)
        self.profiles.failed.connect(self.show_error)
        self.profiles.stopped.connect(self._on_stopped)
        self.records = RecordsView(session.jobs, self.profiles)
        self.records.column_chosen.connect(self._on_column)
        self.records.failed.connect(self.show_error)
        self.profile = ColumnProfileView()
        self.profile.scale_wanted.connect(lambda scale: self.profiles.want(self.records.column(), scale))
        self.profile.records_wanted.connect(self.show_records)
        self.profile.missing_declared.connect(self._declare_missing)
        self.profile.chart.exporter.report_to(session)
        self.empty = EmptyState(
            "No file is open",
            sentence(
                "Drop a file here, or open one: {extensions}. It is only read, never changed.",
                extensions=joined_by_or(FORMATS.read_extensions),
            ),
            "Open a data file…",
        )
        self.empty.acted.connect(actions["open_data"].trigger)
        self.replace = self.header.add_button("Replace file…")
        self.replace.clicked.connect(actions["open_data"].trigger)
        self.header.set_filled("Describe variables").clicked.connect(
            lambda: self.session.navigator.show_stage("variables")
        )
        actions.on(find=self._find)
        self.body.addWidget(self.empty)
        self.body.addWidget(self.records, 1)
        self.body.addWidget(self.profile)
        self.body.addStretch()
        self._show_there()

    def refresh(self) -> None:
        """Show the session's file; the view stays where it is while only descriptions change."""
        data, old = self.session.data, self._data
        if data is old:
            return
        self._data = data
        # Descriptions share the rows of the file that they describe.
        if data is not None and old is not None and data.rows is old.rows:
            self.profiles.describe(data)
            self.records.describe(data)
            self._on_column(self.records.column())
        else:
            self.profiles.set_data(data)
            self.records.set_data(data)
        self._show_there()

    def show_records(self, positions: object, words: str) -> None:
        """Show only the records at these positions (int64) of the file, with `words` as their chip."""
        self.refresh()
        self.records.show_chosen(positions, words)

    def _show_there(self) -> None:
        there = self._data is not None
        self.empty.setVisible(not there)
        for part in (self.records, self.profile, self.replace, self.header.filled):
            part.setVisible(there)
        # The empty stretch at the end keeps the dashed frame at the top.
        self.body.setStretch(self.body.count() - 1, 0 if there else 1)
        project = self.session.project
        words = self.stage.purpose
        if self._data is not None and project is not None:
            words = data_text(project.data, self._data, user_locale())
        self.header.set_words(self.stage.title, words)

    def _declare_missing(self, name: str, code: Value) -> None:
        """Say that a value means missing; that can be undone."""
        project, data = self.session.project, self.session.data
        if project is not None and data is not None:
            self.session.change(*with_code(Described(project, data), name, code, missing=True))

    def _on_column(self, name: str) -> None:
        profile = self.profiles.get(name)
        if profile is not None:
            self.profile.show_profile(profile)
        elif name:
            self.profile.show_state(Computing())
            self.profiles.want(name)

    def _on_stopped(self, name: str) -> None:
        """Keep what is known of a column, or offer to look at it again."""
        if name == self.records.column() and self.profiles.get(name) is None:
            self.profile.show_state(Stopped(), lambda: self._on_column(name))
        else:
            self._on_profile(name)

    def _on_profile(self, name: str) -> None:
        if name == self.records.column():
            self._on_column(name)

    def _find(self) -> None:
        if self.isVisible() and self._data is not None:
            self.records.search.begin()

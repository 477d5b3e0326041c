"""Data view: find, filters, columns, and the table of records."""

from PySide6.QtCore import QLocale, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.records.arrangement import Arrangement, Chosen
from sdcdesk.records.browse import Condition, find
from ui.look.locale import in_user_locale
from ui.models.column_profiles import ColumnProfiles
from ui.models.frame_model import FrameModel
from ui.pages.data.columns_menu import ColumnsMenu
from ui.pages.data.filters import FilterChips, FilterPopover
from ui.pages.data.records_table import RecordsTable
from ui.session.computation import Computation, Computing, Failed, Ready, Stopped
from ui.session.jobs import Jobs
from ui.widgets.busy import Veil
from ui.widgets.buttons import button
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.label import label
from ui.widgets.layout import bordered, column
from ui.widgets.menus import context_menu
from ui.widgets.toolbar_search import SearchField

ARRANGE, FIND = "arrange", "find"
"""Kinds of the jobs that filter and sort, and that search."""

HEIGHT = 270
"""Least height: the page of a window 720 pixels high then needs no scroll bar."""

TYPING = 250
"""Milliseconds after the last key before a search begins."""

PATIENCE = 120
"""Milliseconds before old records are dimmed: quick answers need no veil."""


class RecordsView(QWidget):
    """Shows a file; what is filtered, sorted and hidden is its own, and changes nothing.

    Parameters
    ----------
    jobs
        Where filtering, sorting and searching run.
    profiles
        What is known of the columns.
    """

    column_chosen = Signal(str)
    """Another variable has the cursor."""

    failed = Signal(object)
    """A `SdcError`."""

    def __init__(self, jobs: Jobs, profiles: ColumnProfiles) -> None:
        super().__init__()
        self._profiles = profiles
        self._arranged: Computation[tuple[Arrangement, object]] = Computation(jobs, ARRANGE, self)
        self._search: Computation[tuple[int, str] | None] = Computation(jobs, FIND, self)
        self._data: Microdata | None = None
        self.arrangement = self._wanted = Arrangement()
        self.model = FrameModel()
        self.table = RecordsTable(self.model, profiles)
        self.search = SearchField("Find a value", "Ctrl+F")
        self.chips = FilterChips()
        self.no_match = label("Not found", tone="text2")
        self.visible_count = label(tone="text2")
        self.columns = button("Columns", "columns", small=True)
        self.columns.setMenu(ColumnsMenu(self.table, self.columns))
        self.nothing = EmptyState("No record passes all filters", act="Remove all filters")
        self._veil = Veil(self.table.viewport(), patience=PATIENCE)
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._bar = QGridLayout()
        self._arrange()
        self._connect()

    def column(self) -> str:
        """Return the variable that has the cursor; empty: none."""
        chosen = self.table.chosen
        return self.model.names[chosen] if 0 <= chosen < len(self.model.names) else ""

    def set_data(self, data: Microdata | None) -> None:
        """Show another file, all of it."""
        self._data = data
        for computation in (self._arranged, self._search):
            computation.drop()
            computation.become(Stopped(by_user=False))  # what it found is of another file
        self._wanted = Arrangement()
        self.search.clear()
        self.table.reset_columns()
        self.model.set_data(data)
        self._take(self._wanted, None)
        if data is not None:
            scales = ((place, data.variable(name).scale) for place, name in enumerate(self.model.names))
            self.table.choose(next((place for place, scale in scales if scale is Scale.CONTINUOUS), 0))

    def describe(self, data: Microdata) -> None:
        """Take the same records with variables described anew, which may change what filters let through."""
        self._data = data
        self.model.describe(data)
        self.table.kept.keep(self.model.keys)
        if not self._wanted.is_whole:
            self.arrange(self._wanted)

    def show_chosen(self, positions: object, words: str) -> None:
        """Show only the records at these positions (int64) of the file."""
        self.arrange(self._wanted.with_chosen(Chosen(positions, words)))  # type: ignore[arg-type]

    def arrange(self, wanted: Arrangement) -> None:
        """Filter and sort in the background; the old records stay until the new ones are known."""
        data = self._data
        if data is None:
            return
        self._wanted = wanted

        def work(progress: Progress) -> tuple[Arrangement, object]:
            return wanted, None if wanted.is_whole else wanted.positions(data, progress)

        by = self.model.called(wanted.by)
        self._arranged.start(sentence("Sorting by {by}", by=by) if wanted.by else "Filtering", work)

    def find_next(self, step: int = 1) -> None:
        """Go to the next record that holds what is searched; with 0 the current one may be it."""
        data, text = self._data, _as_in_file(self.search.text().strip())
        if data is None or not text:
            self._show_match(matched=True)
            return
        start, positions = max(self.table.currentIndex().row() + step, 0), self.model.positions
        names = [self.model.names[column] for column in self.table.visible_columns()]

        def work(progress: Progress) -> tuple[int, str] | None:
            return find(data, text, start, names, positions, progress)

        words = sentence("Searching {n} column", "Searching {n} columns", "n", n=len(names))
        self._search.start(in_user_locale(words), work)

    def _on_arranged(self) -> None:
        """Show the records that were asked for; those that could not be found leave all as it was."""
        state = self._arranged.state
        if isinstance(state, Computing):
            self._veil.dim_soon()
            return
        self._veil.set_drawn(drawn=False)
        if isinstance(state, Ready):
            self._take(*state.value)
            return
        self._wanted = self.arrangement
        if isinstance(state, Failed):
            self.failed.emit(state.error)

    def _on_search(self) -> None:
        state = self._search.state
        if isinstance(state, Failed):
            self.failed.emit(state.error)
        elif isinstance(state, Ready):
            self._show_match(matched=state.value is not None)
            if state.value is not None:
                row, name = state.value
                self.table.go_to(row, self.model.names.index(name))

    def _take(self, arrangement: Arrangement, positions: object) -> None:
        self._show_match(matched=True)
        row = max(self.table.currentIndex().row(), 0)
        self.arrangement, column = arrangement, self.table.chosen
        if positions is not self.model.positions:
            self.model.set_positions(positions)  # type: ignore[arg-type]
            row = 0
        self.table.go_to(row, column)
        self.table.set_sorted(arrangement.by, descending=arrangement.descending)
        self.chips.set_filters(arrangement.filters, self.model.called)
        # One chip has room beside the search field; more get lines of their own.
        place = (1, 0, 1, 5) if len(arrangement.filters) > 1 else (0, 2, 1, 1)
        self._bar.addWidget(self.chips, *place)
        shown, whole = self.model.rowCount(), len(self._data) if self._data is not None else 0
        words = "Showing {n} of {records}" if arrangement.filters else "All {records}"
        self.visible_count.setText(in_user_locale(sentence(words, n=shown, records=counted(whole, "record"))))
        self.nothing.setVisible(whole > 0 and shown == 0)

    def _show_match(self, *, matched: bool) -> None:
        self.no_match.setVisible(not matched)
        self.search.setProperty("invalid", not matched)
        self.search.style().polish(self.search)
        self.search.setAccessibleDescription("Ctrl+F" if matched else "Not found")

    def _add_filter(self, name: str, anchor: QRect) -> None:
        if self._data is not None:
            popover = FilterPopover(self._data, self._profiles, name or self._data.names[0], self)
            popover.created.connect(self._filter)
            popover.show_beside(anchor)

    def _filter(self, condition: Condition) -> None:
        self.arrange(self._wanted.with_filter(condition))

    def _open_menu(self, column: int, place: QPoint) -> None:
        name = self.model.names[column]
        entries = self.table.column_entries(
            column, self._wanted, self.arrange, lambda: self._add_filter(name, QRect(place, place))
        )
        context_menu(self, *entries).popup(place)

    def _count_hidden(self) -> None:
        hidden = self.model.columnCount() - len(self.table.visible_columns())
        words = sentence("Columns, {n} hidden", n=hidden)
        self.columns.setText(in_user_locale(words) if hidden else "Columns")

    def _connect(self) -> None:
        self._arranged.changed.connect(self._on_arranged)
        self._search.changed.connect(self._on_search)
        self.table.column_chosen.connect(lambda _column: self.column_chosen.emit(self.column()))
        self.table.menu_wanted.connect(self._open_menu)
        self.table.columns_changed.connect(self._count_hidden)
        self.chips.removed.connect(lambda place: self.arrange(self._wanted.without_filter(place)))
        self.chips.wanted.connect(lambda: self._add_filter(self.column(), self.chips.place()))
        self.nothing.acted.connect(
            lambda: self.arrange(Arrangement(by=self._wanted.by, descending=self._wanted.descending))
        )
        self.search.returnPressed.connect(self.find_next)
        self.search.textEdited.connect(lambda _text: self._typing.start())
        self._typing.timeout.connect(lambda: self.find_next(0))

    def _arrange(self) -> None:
        self.search.setMaximumWidth(max(self.search.minimumWidth(), 250))
        bar = self._bar
        bar.setSpacing(8)
        top = Qt.AlignmentFlag.AlignTop
        for place, part in ((0, self.search), (1, self.no_match), (3, self.visible_count), (4, self.columns)):
            bar.addWidget(part, 0, place, top)
        bar.addWidget(self.chips, 0, 2)
        bar.setColumnStretch(2, 1)
        for words in (self.no_match, self.visible_count):
            words.setMinimumHeight(28)
        column((self.nothing, top), margins=(16, 16, 16, 16), inside=self.table.viewport())
        column(bar, (bordered(self.table), 1), spacing=GAP, inside=self)
        self.no_match.hide()
        self.nothing.hide()
        self.setMinimumHeight(HEIGHT)


def _as_in_file(text: str) -> str:
    """Return a number as files write it if it is written as the table shows it: 1523.46 for 1,523.46."""
    locale = QLocale()
    if not locale.toDouble(text)[1]:
        return text
    return text.replace(locale.groupSeparator(), "").replace(locale.decimalPoint(), ".")

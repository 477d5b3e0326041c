"""Variables page: what each variable is, and what an intruder could know."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import variable_commands
from sdcdesk.document.description_files import description_filter, read_descriptions
from sdcdesk.document.variable_commands import Change, Described
from sdcdesk.inspection.metadata_transfer import MetadataComparison, compare_metadata
from sdcdesk.inspection.variable_facts import Facts, compute_facts, unknown
from sdcdesk.inspection.variable_rows import Declined, Proposal, VariableRows
from ui.dialogs.edit_rule_dialog import edit_rule
from ui.dialogs.metadata_transfer_dialog import MetadataTransferDialog
from ui.look.locale import in_user_locale, user_locale
from ui.models.variables_model import VariablesModel
from ui.pages.page import Page, Stage
from ui.pages.variables.category_editor import CategoryEditor
from ui.pages.variables.key_uniqueness import KeyUniqueness
from ui.pages.variables.table import VariablesTable, height
from ui.pages.variables.toolbar import VariablesToolbar
from ui.session.computation import AGAIN, missing
from ui.session.navigator import OVERVIEW
from ui.session.session import Session
from ui.widgets import layout
from ui.widgets.actions import Actions
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.menus import Entry, fill
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

P = ParamSpec("P")

JOB, JOB_TRANSFER, JOB_ACCEPT = "variables", "metadata_transfer", "accept"
"""Kinds of the jobs that look at variables, compare descriptions of other projects, accept suggestions."""

LEAST = 4
"""Rows of the grid that are always seen."""

EDGES = 4
"""Pixels of the frame around the grid, above and below it."""

STOPPED = "Stopped: not every variable was looked at, and what was not has no facts and no suggestions."

BEGIN = "Choose a variable that others know, then Key as its role, or press K."

BELOW = 308
"""Pixels that a card below the grid needs."""

BESIDE = 740
"""Pixels from which on two cards have room beside one another."""

_ROLES = Explanation(
    "Role",
    "What a variable is to an intruder and to the release. An identifier names a person and is left out of "
    "the safe file. A key is known to others and could be used to find a person. A confidential variable is "
    "what an intruder would learn. Weight, household and stratum describe how the records were collected.",
    source="Truta, Fotouhi and Barth-Jones 2004",
)


AT_ONCE = 1000
"""Rows that are made while the user waits; those of more variables in the background."""


class _Cards(QWidget):
    """The cards below the grid, below one another where room is short: what they say never moves the grid."""

    def __init__(self, *cards: QWidget) -> None:
        super().__init__()
        self._cards = layout.row(*((card, 1) for card in cards), spacing=GAP, inside=self)
        self.setMinimumHeight(BELOW)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the cards beside or below one another."""
        super().resizeEvent(event)
        beside = self.width() >= BESIDE
        layout.lay_beside(self._cards, beside=beside)
        self.setMinimumHeight(BELOW if beside else 2 * BELOW + GAP)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Say no: wrapped words must do with the room there is."""
        return False


class VariablesPage(Page):
    """The grid of all variables, the chosen one below it, and who stands out."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self._facts: dict[str, Facts] = {}
        self._inspected: tuple[Variable, ...] = ()
        self._keeps_rows = False
        self._records: object = None
        self._declined = Declined()
        self._rows = VariableRows()
        self.model = VariablesModel()
        self.table = VariablesTable(self.model)
        self.toolbar = VariablesToolbar(self.table)
        self.categories = CategoryEditor(session, self.change)
        self.key_uniqueness = KeyUniqueness(session)
        self.empty = EmptyState(
            "Open a file first", "Its variables will be listed here.", "Open a data file…"
        )
        self._arrange()
        self._connect()

    @property
    def suggestions(self) -> dict[str, Proposal]:
        """What is suggested and not answered yet, by variable."""
        return {row.variable.name: row.proposal for row in self.model.all_rows if row.proposal}

    def refresh(self) -> None:
        """Show the descriptions as they are now, and look at those that are new."""
        data = self.session.data
        records = None if data is None else data.rows
        # New descriptions make new data, but the identity of their records is the file's.
        if records is not self._records:
            self._records = records
            self._forget()
        if self.message_bar.shows(STOPPED) and (data is None or self._inspected != data.variables):
            self.message_bar.hide()
        if self.message_bar.shows(BEGIN) and (data is None or data.named(Role.KEY)):
            self.message_bar.hide()
        self.empty.setVisible(data is None)
        self.content.setVisible(data is not None)
        # Every answer brings the page here again: what is under way, or was cancelled, is not asked twice.
        if data is not None and self._inspected != data.variables:
            many = self._outdated(data) > AT_ONCE
            if many or unknown(data, self._facts):
                self._look(data, keeps_rows=many)
        self._show()

    def _outdated(self, data: Microdata) -> int:
        return self._rows.outdated(data, self._facts, self._declined, user_locale())

    def _look(self, data: Microdata, *, keeps_rows: bool) -> None:
        """Look at variables in the background, and make their rows; until then old ones may stay."""
        self._inspected, self._keeps_rows = data.variables, keeps_rows
        facts, declined, locale, rows = self._facts, self._declined, user_locale(), VariableRows()

        def look(progress: Progress) -> VariableRows:
            try:
                compute_facts(data, facts, progress)
            finally:  # stopped, too: those of what was looked at
                rows.rows(data, facts, declined, locale)
            return rows

        self.session.jobs.start(
            JOB,
            "Looking at the variables",
            look,
            self._on_looked,
            self._on_failed,
            lambda: self._on_stopped(rows),
        )

    def begin(self) -> None:
        """Give the keyboard to the grid, and say what to do there."""
        super().begin()
        if self.session.data is not None and not self.session.data.named(Role.KEY):
            self.message_bar.show_note(BEGIN)

    def change(
        self, command: Callable[Concatenate[Described, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do one of `variable_commands`, which can be undone, or say why it cannot be done."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        try:
            change = command(Described(project, data), *args, **kwargs)
        except SdcError as error:
            self.show_error(error)
            return
        self.session.change(change.label, change.project)

    def _on_failed(self, error: SdcError) -> None:
        self._inspected, self._keeps_rows = (), False
        self.show_error(error, self.refresh)

    def _on_stopped(self, rows: VariableRows) -> None:
        if self._keeps_rows:
            self._keeps_rows, self._rows = False, rows
            self._show()
        if missing(self.session.state):  # the offer to compute again stands there, and leads here, too
            self._inspected = ()
            return
        self.message_bar.show_note(STOPPED, AGAIN, do=self._on_looked)

    def _show(self) -> None:
        data = self.session.data
        facts, declined, locale = self._facts, self._declined, user_locale()
        if self._keeps_rows:  # those that are true come with the answer
            found = [*self.model.all_rows]
        else:
            found = [] if data is None else self._rows.rows(data, facts, declined, locale)
            self.model.set_rows(found)
        self.grid.setMinimumHeight(height(min(len(found), LEAST)) + EDGES)
        self.grid.setMaximumHeight(height(max(len(found), 1)) + EDGES)
        if found and not self.table.names():
            self.table.selectRow(0)
        self._show_header()
        self._show_chosen()
        if data is not None:
            suggested = [name for name, one in self.suggestions.items() if one.role is Role.KEY]
            self.key_uniqueness.show_keys(data.named(Role.KEY), suggested)

    def _show_header(self) -> None:
        data = self.session.data
        closed = "" if data is not None else "Open a file first"
        keyless = "Choose a key variable first: something that an intruder could know"
        allow(self.take, closed)
        allow(self.header.filled, closed or ("" if data and data.named(Role.KEY) else keyless))
        is_open = any(row.proposal for row in self.model.all_rows)
        allow(self.accept, closed or ("" if is_open else "No suggestion is open"))

    def _show_chosen(self) -> None:
        rows = self.table.selected()
        self.toolbar.show_selected(len(rows))
        self.categories.show_variables([row.variable for row in rows], self._facts)

    def _forget(self) -> None:
        """Forget what belongs to a file that is no longer open."""
        self.session.jobs.drop(JOB_TRANSFER, JOB_ACCEPT)
        # Not emptied: a job that is being cancelled may still write into the old one.
        self._facts = {}
        self._inspected, self._keeps_rows = (), False
        self._declined = Declined()
        self.categories.clear()
        self.key_uniqueness.clear()
        self.toolbar.search.clear()

    def _on_looked(self, rows: VariableRows | None = None) -> None:
        """Go on, with what was not looked at where some of it was not."""
        self._inspected, self._keeps_rows = (), False
        if rows is not None:  # those of ten thousand variables take long to make
            self._rows = rows
        self.refresh()

    def _on_role(self, role: Role) -> None:
        names = self.table.names()
        self._declined.answer_role(names, role)
        self._answer(variable_commands.with_role, names, role)

    def _on_scale(self, scale: Scale) -> None:
        names = self.table.names()
        self._declined.scales.update(names)
        self._answer(variable_commands.with_scale, names, scale)

    def _answer(
        self, command: Callable[Concatenate[Described, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do a command; where it changes nothing, show at least that a suggestion was answered."""
        before = self.session.project
        self.change(command, *args, **kwargs)
        if self.session.project is before:
            self._show()

    def _accept(self, names: Iterable[str]) -> None:
        suggestions = self.suggestions
        self._propose({name: suggestions[name] for name in names})

    def _propose(self, accepted: dict[str, Proposal]) -> None:
        if len(accepted) > AT_ONCE:
            self._accept_many(accepted)
        else:
            self.change(variable_commands.with_proposals, accepted)

    def _accept_many(self, accepted: dict[str, Proposal]) -> None:
        """Describe thousands of variables anew in the background; begin again if the project has changed."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return

        def take(change: Change) -> None:
            if self.session.project is project:
                self.session.change(change.label, change.project)
            else:
                now = self.session.data
                same = (name for name in accepted if now and now.variable(name) == data.variable(name))
                self._propose({name: accepted[name] for name in same})

        described = Described(project, data)
        self.session.jobs.start(
            JOB_ACCEPT,
            "Accepting suggestions",
            lambda _: variable_commands.with_proposals(described, accepted),
            take,
            self.show_error,
        )

    def _on_records(self, name: str) -> None:
        found = self._facts[name].contradictions[0]
        self.session.navigator.show_records(found.rows, f"{name}: {in_user_locale(found.message)}")

    def _on_take(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, "Take from last year or a codebook", "", description_filter()
        )
        if path:
            self.take_from(Path(path))

    def take_from(self, path: Path) -> None:
        """Compare the descriptions of another project or of a codebook with this file, and offer them."""
        data = self.session.data
        if data is None:
            return
        self.session.jobs.start(
            JOB_TRANSFER,
            sentence("Comparing with {name}", name=path.name),
            lambda progress: compare_metadata(data, read_descriptions(path, data, progress), progress),
            lambda found: self._choose_metadata(found, path.name),
            self.show_error,
            lambda: self.session.done.emit(sentence("Stopped: comparing with {name}", name=path.name)),
        )

    def _choose_metadata(self, comparisons: tuple[MetadataComparison, ...], source: str) -> None:
        dialog = MetadataTransferDialog(comparisons, source, self)
        dialog.accepted.connect(
            lambda: self.change(variable_commands.with_descriptions, dialog.ticked_variables(), source)
        )
        dialog.open()

    def _on_find(self) -> None:
        if self.isVisible():
            self.toolbar.search.begin()

    def _fill_rules(self) -> None:
        project = self.session.project
        rules = [
            Entry(rule.name, partial(edit_rule, self.session, rule, self))
            for rule in (project.rules if project else ())
        ]
        add = Entry("Add edit rule…", partial(edit_rule, self.session, None, self))
        fill(self.toolbar.rules.menu(), *rules, *([None] if rules else []), add)

    def _arrange(self) -> None:
        self.take = self.header.add_button("Take descriptions…")
        self.accept = self.header.add_button("Accept all suggestions")
        self.header.set_filled("See the risk")
        self.grid = layout.bordered(self.table)
        below = _Cards(self.categories, self.key_uniqueness)
        # The grid takes all it can use; the rest is for the cards.
        self.content = layout.widget_in(
            layout.column(self.toolbar, (self.grid, 1000), (below, 1), spacing=GAP)
        )
        self.body.addWidget(self.empty)
        self.body.addWidget(self.content, 1)
        self.body.addStretch()

    def _connect(self) -> None:
        self.header.filled.clicked.connect(lambda: self.session.navigator.show_stage("risk", OVERVIEW))
        self.accept.clicked.connect(lambda: self._accept(self.suggestions))
        self.take.clicked.connect(self._on_take)
        self.empty.acted.connect(self.commands["open_data"].trigger)
        self.commands.on(find=self._on_find)
        self.toolbar.rules.menu().aboutToShow.connect(self._fill_rules)
        self.toolbar.codes_requested.connect(lambda: self.categories.focus_fields(on_codes=True))
        self.table.role_chosen.connect(self._on_role)
        self.table.scale_chosen.connect(self._on_scale)
        self.table.accepted.connect(self._accept)
        self.table.records_requested.connect(self._on_records)
        self.table.description_requested.connect(self.categories.focus_fields)
        self.table.chosen.connect(self._show_chosen)
        self.table.requested.connect(lambda: explain(self.table.help, _ROLES))

"""Published together: whether tables that share cells are safe, and what two of them tell by subtraction."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QPushButton, QTableView, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.document.table_commands import with_tables_together
from sdcdesk.release.table_differences import differences
from sdcdesk.tables.files.overlapping_areas import read_overlapping
from ui.look.locale import in_user_locale
from ui.models.differences_model import ComparedTables, DifferencesModel
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.session.computation import Computation, Computing, Failed, Ready
from ui.session.navigator import TOGETHER
from ui.widgets.badge import VerdictBadge
from ui.widgets.buttons import button, chip
from ui.widgets.card import GAP, Card
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import column, discard
from ui.widgets.plain_table import PlainTable
from ui.widgets.reason import allow
from ui.widgets.sentence_row import SentenceRow
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.what_is_this import explain

JOB = "differences"
"""Kind of the job that subtracts two tables."""

FEW = "Two tables are needed; add another one under This table."
NONE = "Two tables are needed; add them under This table."
ABOUT_TOGETHER = Explanation(
    "Tables that are published together",
    "Tables of the same numbers share cells, such as totals. Those that are published together are protected "
    "alike and audited as one system, so that no table gives away what another one hides. Tables of which "
    "one has a filter that lies within that of the other are subtracted by themselves, published together or "
    "not.",
)
ABOUT_DIFFERENCES = Explanation(
    "Differences of two tables",
    "Two tables with other areas or other filters for the same people tell, by subtraction, the parts that "
    "their cells do not share. A part that the rules call sensitive and that is known too well is listed.",
)
NOT_YET, UNDER_WAY, NOT_COMPUTED = (
    "Not audited yet",
    "The tables are being computed.",
    "The tables were not computed: compute them again first.",
)

OVERLAPPING = (
    "For tables that were read from files and have other areas: a file with an area of the first table and "
    "one of the second on each line that have something in common, under a heading."
)
RECORDS = "The records of both tables say which of their areas overlap."
FILES = "Tables (*.csv *.xlsx);;All files (*)"
SHOWN = 8
"""Sentences of the audit that are shown."""


class TogetherTab(StageTab):
    """Chooses the tables that are published together, and compares two of them."""

    title = TOGETHER
    purpose = "Tables of the same people: none may give away what another one hides"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.chips: list[tuple[str, QPushButton]] = []
        self._following = False  # while chips follow the project, nobody has ticked them
        self.choice, self.differences = Card("Tables of one publication"), Card("Differences of two tables")
        self.badge, self.words = VerdictBadge(), label(tone="text2", wraps=True)
        self.choice.add_to_header(self.badge)
        self._chips = FlowLayout()
        self.choice.body.addLayout(self._chips)
        self.choice.body.addWidget(self.words)
        self.first, self.second = VariableCombo(), VariableCombo()
        self.first.setAccessibleName("First table")
        self.second.setAccessibleName("Second table")
        self.compare = button("Compare", small=True)
        self.areas = button("Overlapping areas…", small=True)
        self.areas.setToolTip(OVERLAPPING)
        controls: dict[str, QWidget] = {
            "first": self.first,
            "second": self.second,
            "compare": self.compare,
            "areas": self.areas,
        }
        self.said = label(tone="text2", wraps=True)
        self.table: QTableView = PlainTable("Parts that are known too well")
        self.model = DifferencesModel(self)
        self.table.setModel(self.model)
        line = SentenceRow("Subtract {first} and {second} {compare} {areas}", controls)
        self.differences.body.addLayout(column(line, self.said, self.table))
        column(self.choice, self.differences, ..., spacing=GAP, margins=(20, 16, 20, 16), inside=self)
        self.found: Computation[ComparedTables] = Computation(self.session.jobs, JOB, self)
        self.found.changed.connect(self._show_differences)
        self.compare.clicked.connect(lambda: self.subtract())
        self.areas.clicked.connect(self._choose_areas)
        for one in (self.first, self.second):
            one.picked.connect(lambda _name: self._say())
        for card, about in ((self.choice, ABOUT_TOGETHER), (self.differences, ABOUT_DIFFERENCES)):
            card.requested.connect(lambda card=card, about=about: explain(card.help, about))

    def refresh(self) -> None:
        """Show the tables of the project as they are now."""
        project = self.session.project
        self.page.header.set_filled("")
        if project is None:
            return
        self._show_chips(project)
        self._show_audit(project)
        names = [one.name for one in project.tables]
        called = {one.name: one.shown_title for one in project.tables}
        second = self.second.name if self.second.name in names else (names[1] if len(names) > 1 else "")
        self.first.offer(names, called, self.first.name)
        self.second.offer(names, called, second)
        self._say()
        self._show_differences()

    def publish(self, name: str, *, on: bool) -> None:
        """Publish a table with the others of which that is said, or for itself."""
        project = self.session.project
        if project is None:
            return
        chosen = [one.name for one in project.tables if (on if one.name == name else one.together)]
        if on and len(chosen) == 1:
            # One alone is no publication: the next table in the order comes with it.
            chosen += [one.name for one in project.tables if one.name != name][:1]
        if not on and len(chosen) == 1:
            chosen = []
        try:
            self.session.change(*with_tables_together(project, chosen))
        except SdcError as error:
            self.session.failed.emit(error)
            self.refresh()  # chips show the tables as they still are

    def subtract(self, areas: Path | None = None) -> None:
        """Find what a reader of both tables works out; a file may say which of their areas overlap."""
        first = self.session.tabulating.result(self.first.name)
        second = self.session.tabulating.result(self.second.name)
        if first is None or second is None:
            return

        def work(progress: Progress) -> ComparedTables:
            overlapping = None if areas is None else read_overlapping(areas, progress.part(0.0, 0.1))
            found = differences(first, second, overlapping, progress.part(0.1, 1.0))
            return ComparedTables(found.parts, found.frame(), (first, second), found.notes)

        self.found.start("Subtracting two tables", work)

    def _choose_areas(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Open the areas that overlap", "", FILES)
        if name:
            self.subtract(Path(name))

    def _show_chips(self, project: Project) -> None:
        tables = project.tables
        if [name for name, _ in self.chips] != [one.name for one in tables]:
            for _, old in self.chips:
                discard(old)
            self.chips = [(one.name, self._chip(one.name)) for one in tables]
        # They stay as they are, for one of them may have the keyboard.
        for (_, one), table in zip(self.chips, tables, strict=True):
            one.setText(table.shown_title.replace("&", "&&"))
            allow(one, "" if len(tables) > 1 else FEW)
            self._following = True
            one.setChecked(table.together)
            self._following = False

    def _chip(self, name: str) -> QPushButton:
        new = chip("")
        new.toggled.connect(lambda on: None if self._following else self.publish(name, on=on))
        self._chips.addWidget(new)
        return new

    def _show_audit(self, project: Project) -> None:
        computed = self.session.tabulating.results
        results = [one for one in computed if one.planned.together]
        beside = [one.beside for one in computed if one.beside is not None]
        lines = [line for one in beside for line in (*one.sentences, *one.not_compared)]
        tabulating = self.session.tabulating
        self.choice.show_state(tabulating.computation.state, tabulating.again, beside=True)
        if not any(one.together for one in project.tables):
            self.badge.set_verdict("not assessed", "Each for itself")
            words = "Each table is published for itself. Tick those that are published together."
            shown = [*dict.fromkeys(map(in_user_locale, lines))][:SHOWN]
            few = FEW if project.tables else NONE
            self.words.setText("\n".join([words, *shown]) if len(project.tables) > 1 else few)
            return
        if tabulating.is_running or not results:
            # What was found of the tables as they were is no verdict on them as they are.
            self.badge.set_verdict("not assessed", NOT_YET)
            self.words.setText(UNDER_WAY if tabulating.is_running else "")
            return
        hindrances = (one for result in results for one in result.hindrances)
        told = dict.fromkeys(in_user_locale(str(one)) for one in (*hindrances, *lines))
        safe = all(one.verdict is Verdict.SAFE for one in results)
        unknown = any(one.verdict is Verdict.NOT_ASSESSED for one in results)
        kind = "safe" if safe else "not assessed" if unknown else "unsafe"
        self.badge.set_verdict(kind, {"safe": "Passed", "unsafe": "Unsafe"}.get(kind, "Not audited"))
        passed = "They were protected and audited as one system: no table gives away what another one hides."
        self.words.setText("\n".join([*told][:SHOWN]) if told else passed)

    def _say(self) -> None:
        names = self.first.name, self.second.name
        few = FEW if self.second.count() else NONE
        why = (
            few if self.second.count() < 2 else "Choose two different tables." if names[0] == names[1] else ""
        )
        tabulating = self.session.tabulating
        missing = any(tabulating.result(name) is None for name in names)
        computed = UNDER_WAY if tabulating.is_running else NOT_COMPUTED if missing else ""
        allow(self.compare, why or computed)
        sources = [None if one is None else one.source for one in map(tabulating.result, names)]
        is_known = sources[0] is not None and sources[0] is sources[1]
        allow(self.areas, why or computed or (RECORDS if is_known else ""))

    def _show_differences(self) -> None:
        state = self.found.state
        self.differences.set_loading(loading=isinstance(state, Computing))
        if isinstance(state, Failed):
            self.said.setText(self.session.labelled_message(state.error))
            self.model.show_frame(None)
        elif isinstance(state, Ready):
            found = state.value
            known = {id(one) for one in self.session.tabulating.results}
            self.model.show_frame(found.frame)
            n = self.model.rowCount()
            words = sentence(
                "{n} common part is known too well, of {parts}.",
                "{n} common parts are known too well, of {parts}.",
                "n",
                n=n,
                parts=str(found.parts),
            )
            lines = [in_user_locale(words)]
            lines += [in_user_locale(line) for line in found.notes]
            if not all(id(one) in known for one in found.of):
                lines.append("The tables have changed since: compare again.")
            self.said.setText("\n".join(lines))
        else:
            self.said.setText("")
        self.table.setVisible(self.model.rowCount() > 0)

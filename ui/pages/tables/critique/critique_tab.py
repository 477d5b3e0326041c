"""Tab *Critique of the rules*: where the dominance rule errs, and what every rule says of a table."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.table_commands import with_table_rules
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellTable, Dominance, PPercent, Rule, RuleCritique
from sdcdesk.tables.examples import EXAMPLES, Example
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.results.figures_strip import DisplayContext
from ui.results.parameter_row import ParameterRow
from ui.results.section import SectionView
from ui.session.computation import Computation, Computing, Failed, Ready, Stopped
from ui.session.navigator import CRITIQUE
from ui.widgets.busy import PATIENCE, Veil
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.reason import allow

JOB = "rule_critique"
"""Kind of its jobs."""

MARGINS = (20, 12, 20, 16)
"""Pixels around all."""

SECTION_GAP, SKELETON = 16, 250
"""Pixels between sections, and of the place that they will take."""

USE = "Judge the table by p %"

EXAMPLE, USED = (
    "These are cells of an example; choose a table of the project.",
    "The p % rule judges it already, and the dominance rule does not.",
)

Subject = PlannedTable | Example

Work = Callable[[Progress], Findings]


class CritiqueTab(StageTab):
    """Shows the two constructed cells side by side, and what each rule says of a table or of an example."""

    title = CRITIQUE
    purpose = "Where the dominance rule errs, and what other rules say of the same cells"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.critique = RuleCritique()
        self.computation: Computation[Findings] = Computation(self.session.jobs, JOB, self)
        self.sections: list[SectionView] = []
        self._asked: tuple[object, ...] = ()
        self._adopted = ""
        self._shown: Findings | None = None
        self.which = ElidedCombo()
        self.which.setAccessibleName("Cells of")
        self.source = ElidedLabel(tone="text3")
        self.row = ParameterRow[RuleCritique](RuleCritique, None, self.critique)
        self.card = Card(RuleCritique.title)
        self.card.help.hide()
        self.card.setMinimumHeight(SKELETON)
        self._content, self._filling = QWidget(), QWidget()
        self._place = column(self._filling, inside=self._content)
        self._veil = Veil(self._content, "window", PATIENCE)
        subject = row(label("Cells of"), self.which, (self.source, 1), spacing=8)
        column(subject, self.row, self.card, self._content, ..., spacing=8, margins=MARGINS, inside=self)
        self.which.activated.connect(lambda _place: self.choose())
        self.row.wanted.connect(self.apply)
        self.computation.changed.connect(self._show)
        self.session.tabulating.changed.connect(self._on_tables)

    @property
    def subject(self) -> Subject:
        """The table of the project, or the example, whose cells are judged."""
        tables = self._tables
        place = self.which.currentIndex()
        return tables[place] if 0 <= place < len(tables) else EXAMPLES[max(place - len(tables), 0)]

    def refresh(self) -> None:
        """Show the session as it is now, and ask what is not known yet."""
        self._offer_subjects()
        subject = self.subject
        if subject.name != self._adopted:
            self._adopt(subject)
        self.source.setText(subject.source if isinstance(subject, Example) else "")
        self._ask(subject)
        self.page.header.set_filled(USE)
        allow(self.page.header.filled, self._hindrance(subject))

    def choose(self) -> None:
        """Show the subject that was chosen, with the parameters of its rules."""
        self._adopt(self.subject)
        self.refresh()

    def _adopt(self, subject: Subject) -> None:
        """Compare the rules of a table, or the one that an example is about."""
        self._adopted = subject.name
        rules = (
            (Dominance(n=subject.n, k=100 * subject.k),) if isinstance(subject, Example) else subject.rules
        )
        try:
            self.critique = self.critique.following(rules)
        except SdcError:
            return  # rules for which no two cells can be constructed
        self.row.follow(self.critique)

    def apply(self) -> None:
        """Compute with the parameters as they are entered."""
        try:
            self.critique = self.row.measure()
        except SdcError:
            return  # said beside its field
        self.row.settle()
        self.refresh()

    def act(self) -> None:
        """Judge the table by the p % rule instead of the dominance rule; one undo takes it back."""
        subject, project = self.subject, self.session.project
        if project is not None and isinstance(subject, PlannedTable) and not self._hindrance(subject):
            self.session.change(*with_table_rules(project, subject.name, self._wanted(subject)))

    # What is asked

    @property
    def _tables(self) -> tuple[PlannedTable, ...]:
        project = self.session.project
        return project.tables if project is not None else ()

    def _offer_subjects(self) -> None:
        """Offer the tables of the project, then the examples; what was chosen stays so."""
        offered = [one.name for one in self._tables] + [one.title for one in EXAMPLES]
        if [self.which.itemText(place) for place in range(self.which.count())] == offered:
            return
        chosen = self.which.currentText()
        self.which.clear()
        self.which.addItems(offered)
        self.which.setCurrentIndex(offered.index(chosen) if chosen in offered else 0)

    def _ask(self, subject: Subject) -> None:
        critique = self.critique
        if isinstance(subject, Example):
            self._start(lambda progress: critique.find(subject.make(), progress), subject.name, critique)
            return
        tables = self.session.tabulating
        result, state = tables.result(subject.name), tables.computation.state
        if isinstance(state, Failed) or state == Stopped():
            self._asked = ()
            self.computation.become(state)
        elif tables.is_running or result is None:
            # The table is on its way; until then what was found is old.
            self._asked = ()
            self.computation.become(Computing(self.computation.last))
        else:
            self._start(partial(_found, critique, result), result, critique)

    def _start(self, work: Work, *asked: object) -> None:
        """Compute something, unless it is known or under way."""
        if asked != self._asked:
            self._asked = asked
            self.computation.start(RuleCritique.title, work)

    def _on_tables(self) -> None:
        if self.isVisible():
            self.refresh()

    def _wanted(self, planned: PlannedTable) -> tuple[Rule, ...]:
        others = [one for one in planned.rules if not isinstance(one, Dominance | PPercent)]
        return (PPercent(p=self.critique.p), *others)

    def _hindrance(self, subject: Subject) -> str:
        """Return why the table cannot be judged by the p % rule; empty: it can."""
        if isinstance(subject, Example):
            return EXAMPLE
        return USED if set(self._wanted(subject)) == set(subject.rules) else ""

    # What is shown

    def _show(self) -> None:
        """Show how the answer stands: on its way, here, old, or why there is none."""
        state, found = self.computation.state, self.computation.last
        is_old = isinstance(state, Computing)
        self.card.setVisible(found is None)
        self._content.setVisible(found is not None)
        if isinstance(state, Ready):
            self.row.set_seconds(state.seconds)
        if isinstance(state, Failed):
            words = self.session.labelled_message(state.error)
            self.card.set_loading(loading=False)
            self.card.show_empty("Could not be computed", words, "Compute again").acted.connect(self._again)
        else:
            self.card.show_state(state, self._again)
        if found is not None:
            self._show_findings(found)
            if is_old:
                self._veil.dim_soon()
            else:
                self._veil.set_drawn(drawn=False)

    def _again(self) -> None:
        """Compute once more what failed or was stopped, the table first where that is missing."""
        self._asked = ()
        tables = self.session.tabulating.computation.state
        if isinstance(self.subject, PlannedTable) and (isinstance(tables, Failed) or tables == Stopped()):
            self.session.tabulating.again()
        self.refresh()

    def _show_findings(self, found: Findings) -> None:
        if self._shown is found:
            return
        self._shown = found
        around = DisplayContext(self.session.navigator, RuleCritique.name, RuleCritique.source)
        self.sections = [SectionView(one, around, found.tables) for one in found.sections]
        for exporter in (each for view in self.sections for each in view.exporters):
            exporter.report_to(self.session)
        new = widget_in(column(*self.sections, spacing=SECTION_GAP))
        old, self._filling = self._filling, new
        discard(old)
        self._place.addWidget(new)
        new.show()


def _found(critique: RuleCritique, result: TableResult, progress: Progress) -> Findings:
    """Return what the rules say of a table of the project, as far as it was built."""
    table: CellTable | None = result.judged or result.built
    if table is None and result.error is not None:
        raise result.error
    return critique.find(table, progress)

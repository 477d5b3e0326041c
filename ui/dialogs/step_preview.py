"""Step preview, the right half of a step's dialog: what it does to a variable and to the release."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names, text_with_display_names
from sdcdesk.core.results.explanation import Explanation, explained
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import leading_figure
from sdcdesk.document.project import Project
from sdcdesk.release.gauge_reading import gauged, reading
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.step_comparison import FigureChange, StepComparison, figure_changes
from ui.dialogs.frame import PreviewSide
from ui.dialogs.step_changes import ChangeTable
from ui.look.locale import in_user_locale, user_locale
from ui.plots.histogram import Histogram
from ui.plots.legend import Legend
from ui.results.figures_strip import DisplayContext
from ui.results.section import SectionView
from ui.session.computation import Computing, Failed, Ready, State
from ui.session.navigator import Navigator
from ui.widgets.buttons import link
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.gauge_change import ChangeGauge
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.what_is_this import explain

MOST = 240
"""Pixels of the choice of a variable: the note beside it has to be read too."""

LOWEST = 140
"""Pixels of the chart in a low dialog, where it can still be read; it scrolls with what stands below it."""

LOOKING, NONE = "Looking at the step…", "There is none: the step cannot be applied as it is"
"""Notes while nothing was seen of the step yet, and where nothing can be."""

PREVIEW = Explanation(
    "Preview",
    "The values of one variable, and the figures of the release: outlined as the recipe is now, filled with "
    "this step as it stands in the form. Nothing is saved until you say so. Values of large files are shown "
    "for a random part of the records first; risk is always that of all records.",
)


class StepPreview(PreviewSide):
    """Shows what was seen of a step."""

    variable_chosen = Signal(str)
    """The values of another variable should be shown."""

    def __init__(self) -> None:
        self.seen: StepComparison | None = None
        self.sections: list[SectionView] = []
        self._findings, self._navigator = Findings(), Navigator()
        self._changes: tuple[FigureChange, ...] = ()
        self.variable = VariableCombo()
        self.variable.setAccessibleName("Variable that the preview shows")
        self.variable.setMaximumWidth(MOST)
        self.legend = Legend("now", "with this change")
        self.chart = Histogram("Preview")
        self.chart.legend = self.legend
        self.scenario = ElidedLabel(style="caption", tone="text3")
        self.gauge = ChangeGauge()
        self.table = ChangeTable()
        self.gone = EmptyState("No values to draw", "The variable leaves the file with this step.")
        self.gone.hide()
        # The chart takes what is left; what stands below it scrolls only where that is less than it needs.
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.chart.setMinimumHeight(LOWEST)
        for part in (self.chart, self.gauge):
            kept = part.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            part.setSizePolicy(kept)
        for unseen in (self.chart, self.legend, self.gauge, self.table.badge):
            unseen.hide()
        self.all_records = link("Look at all records")
        self.all_records.hide()
        self.warning = label(style="caption", tone="note_text", wraps=True)
        # Room for two lines, needed or not, so that little moves; for more the chart gives way.
        self.warning.setMinimumHeight(2 * self.warning.fontMetrics().lineSpacing() + 4)
        self.warning.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.changes = label(style="caption", tone="text2", wraps=True)
        title = label("What it does to the release", "card_title")
        what = row(title, (self.scenario, 1), self.all_records)
        self._step_findings = column(spacing=GAP)
        parts = (self.changes, hairline(), what, self.gauge, self.table, self._step_findings)
        # The chart keeps its place where there is nothing to draw: what is said of that stands in it.
        values = QGridLayout()
        values.addWidget(self.chart, 0, 0)
        values.addWidget(self.gone, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        content = widget_in(column((values, 1), *parts))
        super().__init__(content, self.variable, self.legend, explanation=PREVIEW)
        self.room.addWidget(self.warning)
        self.note.setText(LOOKING)
        self.variable.picked.connect(self.variable_chosen)
        self.table.requested.connect(self._explain)

    def set_variables(self, names: Sequence[str], display_names: Mapping[str, str], current: str) -> None:
        """Offer the variables whose values can be shown; the choice appears where there is one."""
        self.variable.offer(names, display_names, current)
        self.variable.setVisible(len(names) > 1)

    def show_seen(self, state: State[StepComparison], project: Project, data: Microdata) -> None:
        """Show what a step does, or that nothing new is known of it; `data` describe the variable."""
        self.show_state(state, refined=isinstance(state, Ready) and state.value.unfinished == "coming")
        if isinstance(state, Ready):
            self.seen = state.value
            self._show_values(state.value, data)
            self._show_release(state.value, project)
            self._show_findings(state.value.preview.findings if state.value.preview else Findings())
        elif self.seen is None:
            self.note.setText(NONE if isinstance(state, Failed) else LOOKING)
        elif self.seen.preview and not isinstance(state, Computing):
            self.note.setText("for the previous settings")

    # What is shown

    def _show_gauge(self, project: Project, now: Checked | None, then: Checked | None) -> None:
        """Show the figure whose limit decides with the change or, until that is known, now."""
        decides = then or now
        axis = project.risk_axis(decides.scenario) if decides else leading_figure(Concern.RISK)
        limit = gauged(decides, axis) if decides else None
        before, after = (reading(one, limit, axis) if one else None for one in (now, then))
        self.gauge.setVisible(before is not None)
        if before is not None:
            self.gauge.set_readings(before, after, limit)

    def _show_values(self, seen: StepComparison, data: Microdata) -> None:
        if seen.values is not None:
            self.chart.set_change(seen.values)
        described = data.variable(seen.variable) if seen.variable in data else None
        unit = f", {described.unit}" if described and described.unit else ""
        called = display_names(data.variables).get(seen.variable, seen.variable)
        self.chart.set_title(f"{called}{unit}")
        self.chart.setVisible(seen.values is not None)
        self.gone.setVisible(seen.leaves_file)
        self.legend.setVisible(seen.preview is not None)
        self.note.setText(seen.note(user_locale()))
        self.changes.setText(seen.changes(user_locale()))

    def _show_release(self, seen: StepComparison, project: Project) -> None:
        scenario = next((one for one in project.scenarios if one.name == seen.deciding), None)
        self._changes = figure_changes(seen, project, scenario, user_locale())
        self.table.show_changes(self._changes)
        if scenario is None:
            self.scenario.setText("no scenario yet")
        else:
            # What is cut where room is short are the last of its variables.
            known = ", ".join(scenario.known_names(project.variables))
            if len(project.scenarios) > 1:
                words = "scenario {name}, worst of {n}: {known}" if known else "scenario {name}, worst of {n}"
            else:
                words = "scenario {name}: {known}" if known else "scenario {name}"
            text = sentence(words, name=scenario.name, n=len(project.scenarios), known=known)
            self.scenario.setText(in_user_locale(text))
        now, checked = (one.scenario(seen.deciding) if one else None for one in (seen.now, seen.then))
        self._show_gauge(project, now, checked)
        self.table.badge.setVisible(checked is not None)
        if checked and scenario:
            self.table.badge.set_verdict(checked.with_limits(scenario).verdict)
        self.all_records.setVisible(seen.unfinished == "long")
        names = display_names(project.variables)
        self.warning.setText(in_user_locale(text_with_display_names(seen.warning, names)))
        self.warning.setProperty("tone", "risk_text" if seen.fails else "note_text")
        self.warning.style().polish(self.warning)

    def _show_findings(self, findings: Findings) -> None:
        """Show tables and plots that the step reports, below the figures of the release."""
        if findings is self._findings:
            return
        discard(*self.sections)
        around = DisplayContext(self._navigator)
        self.sections = [SectionView(one, around, findings.tables, narrow=True) for one in findings.sections]
        for view in self.sections:
            self._step_findings.addWidget(view)
        self._findings = findings

    def _explain(self, row: int, anchor: QWidget) -> None:
        seen, address = self.seen, self._changes[row].explained
        if seen is None or address is None:
            return
        loss = seen.then.loss if seen.then else None
        if self._changes[row].is_loss:
            found = explained(loss, "", locale=user_locale()) if loss else None
        else:
            _, after = seen.risks(seen.deciding, address.measure)
            found = (
                explained(after.figure(address.figure), after.source, locale=user_locale()) if after else None
            )
        if found is not None:
            explain(anchor, replace(found, links=()))

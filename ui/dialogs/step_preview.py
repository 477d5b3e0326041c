"""Step preview, the right half of a step's dialog: what it does to a variable and to the release."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from sdcdesk.core.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.step_look import FigureChange, StepLook, figure_changes
from ui.dialogs.step_changes import ChangeTable
from ui.look.locale import user_locale
from ui.plots.legend import Legend
from ui.plots.value_change_chart import ValueChangeChart
from ui.results.text import explained
from ui.widgets.busy import BusyBar, Veil
from ui.widgets.buttons import help_button, link
from ui.widgets.gauge_change import ChangeGauge
from ui.widgets.gauge_scale import reading
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.layout import column, held, row
from ui.widgets.numbers import count, decimal
from ui.widgets.what_is_this import Explanation, explain

PATIENCE = 200
"""Milliseconds before old numbers are dimmed."""

PREVIEW = Explanation(
    "Preview",
    "The values of one variable, and the figures of the release: outlined as the recipe is now, filled with "
    "this step as it stands in the form. Nothing is saved until you say so. Values of large files are shown "
    "for a random part of the records first; risk is always that of all records.",
)


class StepPreview(QWidget):
    """Shows what was seen of a step; numbers that no longer belong to the form are dimmed."""

    variable_chosen = Signal(str)
    """The values of another variable should be shown."""

    all_wanted = Signal()
    """All records should be looked at, however long that takes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: StepLook | None = None
        self._changes: tuple[FigureChange, ...] = ()
        self._stale = False
        self.variable = QComboBox()
        self.variable.setAccessibleName("Variable that the preview shows")
        self.variable.textActivated.connect(self.variable_chosen)
        self.caption = ElidedLabel(style="caption", tone="text3")
        self.legend = Legend("now", "with this change")
        self.chart = ValueChangeChart("Preview")
        self.scenario = ElidedLabel(style="caption", tone="text3")
        self.gauge = ChangeGauge()
        self.table = ChangeTable()
        self.table.asked.connect(self._explain)
        self.all_records = link("Look at all records")
        self.all_records.clicked.connect(self.all_wanted)
        self.all_records.hide()
        self.note = label(style="caption", wraps=True)
        # Room for two lines whether they are needed or not, so that nothing moves.
        self.note.setFixedHeight(2 * self.note.fontMetrics().lineSpacing() + 4)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._bar = BusyBar(self)
        self._arrange()
        self._veil = Veil(self.content, patience=PATIENCE)

    @property
    def is_stale(self) -> bool:
        """Whether what is shown no longer belongs to the form."""
        return self._stale

    def set_variables(self, names: Sequence[str], current: str) -> None:
        """Offer the variables whose values can be shown; the choice appears where there is one."""
        with QSignalBlocker(self.variable):
            self.variable.clear()
            self.variable.addItems(list(names))
            self.variable.setCurrentText(current)
        self.variable.setVisible(len(names) > 1)

    def set_stale(self, *, stale: bool) -> None:
        """Dim what no longer belongs to the form."""
        self._stale = stale
        if stale:
            self._veil.dim_soon()
        else:
            self._veil.set_drawn(drawn=False)
            self._bar.set_busy(busy=False)

    def set_busy(self) -> None:
        """Say that numbers are on their way, if that takes long."""
        self._bar.set_busy(busy=True)

    def show_seen(self, seen: StepLook, project: Project, data: Microdata) -> None:
        """Show what a step does; `data` describe the variable."""
        self.seen = seen
        self._show_values(seen, data)
        scenario = next((one for one in project.scenarios if one.name == seen.deciding), None)
        limit = scenario.limit("dr_weighted") if scenario else None
        variable = escape(seen.variable) or "the variable"
        self._changes = figure_changes(seen, scenario, variable, user_locale())
        self.table.show_changes(self._changes)
        many = f", worst of {len(project.scenarios)}" if len(project.scenarios) > 1 else ""
        self.scenario.setText(
            f"scenario {scenario.known_text(project.variables)}{many}" if scenario else "no scenario yet"
        )
        before, after = seen.risks(seen.deciding)
        self.gauge.setVisible(before is not None)
        if before is not None:
            self.gauge.set_values(reading(before), reading(after) if after else None, limit)
        checked = seen.then.scenario(seen.deciding) if seen.then else None
        self.table.badge.setVisible(checked is not None)
        if checked and scenario:
            self.table.badge.set_verdict(checked.under(scenario).verdict)
        self.all_records.setVisible(seen.unfinished == "long")
        self._show_notes(seen, checked)
        self.set_stale(stale=False)
        if seen.unfinished == "coming":
            self.set_busy()

    def show_nothing(self) -> None:
        """Dim what was seen before: the step cannot be applied."""
        self._stale = True
        self._bar.set_busy(busy=False)
        self._say("")
        self._veil.set_drawn(drawn=True)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the bar at the upper edge."""
        super().resizeEvent(event)
        self._bar.setGeometry(0, 0, self.width(), self._bar.height())

    # What is shown

    def _show_values(self, seen: StepLook, data: Microdata) -> None:
        if seen.values is not None:
            self.chart.set_change(seen.values)
        described = data.variable(seen.variable) if seen.variable in data.names else None
        unit = f", {described.unit}" if described and described.unit else ""
        self.chart.set_titles(f"{seen.variable}{unit}")
        self.chart.setVisible(seen.values is not None)
        self.legend.setVisible(seen.preview is not None)
        found = seen.preview
        if found is None:
            self.caption.setText("as the recipe is now")
        elif found.exact:
            records = f"all {count(found.of)} records"
            self.caption.setText(f"exact, {records}, {decimal(seen.seconds, 2)} s")
        else:
            self.caption.setText(f"on {count(found.records)} of {count(found.of)} records")

    def _show_notes(self, seen: StepLook, checked: Checked | None) -> None:
        found = seen.preview
        if found is not None and found.then is None and found.notes:
            self._say(found.notes[-1], "risk_text")
        else:
            notes = [
                *(found.notes if found else ()),
                *([checked.error.message] if checked and checked.error else ()),
            ]
            self._say(" ".join(notes))

    def _say(self, words: str, tone: str = "note_text") -> None:
        self.note.setText(words)
        self.note.setToolTip(words)
        self.note.setProperty("tone", tone)
        self.note.style().polish(self.note)

    def _explain(self, row: int, anchor: QWidget) -> None:
        seen = self.seen
        name = self._changes[row].explained if seen else ""
        if seen is None or not name:
            return
        _, after = seen.risks(seen.deciding)
        if name != "loss" and after is not None:
            explain(anchor, replace(explained(after.figure(name), after.source), links=()))
        elif name == "loss" and seen.then and seen.then.loss:
            explain(anchor, replace(explained(seen.then.loss, ""), links=()))

    # How it is built

    def _arrange(self) -> None:
        asked = help_button("Preview")
        asked.clicked.connect(lambda: explain(asked, PREVIEW))
        title = label("Preview", "card_title")
        head = row(title, asked, self.variable, (self.caption, 1), self.legend, spacing=4)
        what = row(label("What it does to the release", "card_title"), (self.scenario, 1), self.all_records)
        kept = self.gauge.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.gauge.setSizePolicy(kept)
        self.content = held(column((self.chart, 1), hairline(), what, self.gauge, self.table))
        column(head, (self.content, 1), self.note, spacing=6, margins=(20, 12, 20, 4), inside=self)

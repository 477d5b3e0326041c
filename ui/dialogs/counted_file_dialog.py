"""Dialog that measures a file where it is: DuckDB counts it, and no record of it is held in memory."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QMenu, QProgressBar, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.io import FileOptions
from sdcdesk.release.counted_check import CountedKeys, check_counted
from sdcdesk.report.assessment_files import html_page, json_list
from sdcdesk.report.assessment_rows import exact_assessment
from ui.dialogs.frame import LARGE, About, Dialog, FormSide, PreviewSide, beside
from ui.forms.form import ModelForm
from ui.look.locale import in_user_locale
from ui.plots.export import Exporter
from ui.plots.export import Table as Rows
from ui.results.figures_strip import DisplayContext
from ui.results.section import SectionView
from ui.session.computation import Computation, Computing, Failed, Ready
from ui.session.jobs import Jobs
from ui.session.navigator import Navigator
from ui.widgets.buttons import button
from ui.widgets.card import GAP
from ui.widgets.label import label
from ui.widgets.layout import column, refill, resize_within_screen, row, widget_in
from ui.widgets.menus import open_above
from ui.widgets.reason import allow

COUNT = "count a file"
"""Kind of the job that measures the file."""

ABOUT = (
    "The file is read twice, piece by piece, and counted on the disk; nothing of it stays there. The figures "
    "are the same as of the whole file in memory; groups and single records are not listed."
)
NOTHING_YET = "Choose the key variables, then measure"
NO_KEYS = "Choose at least one key variable"
OTHERS = "These figures are of other variables; measure again"


class CountedFileDialog(Dialog):
    """Asks what an intruder knows, and shows the risk of the whole file; it opens nothing.

    Parameters
    ----------
    path, options
        The file, and how it is read.
    beginning
        Its first records, for the names of its variables.
    jobs
        Where it is counted.
    navigator
        Leads to manual pages.
    parent
        The dialog above which it lies.
    """

    def __init__(
        self,
        path: Path,
        options: FileOptions,
        beginning: Microdata,
        jobs: Jobs,
        navigator: Navigator,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Measure a file where it is", "Measure", parent)
        self._path, self._options, self._jobs, self._navigator = path, options, jobs, navigator
        self.form: ModelForm[CountedKeys] = ModelForm(CountedKeys, beginning)
        self.results: list[Assessment] = []
        self._asked: CountedKeys | None = None  # what was measured last
        self._shown = column(..., spacing=GAP)
        self.side = PreviewSide(widget_in(self._shown), title="Risk of the whole file")
        self.side.note.setText(NOTHING_YET)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress of the counting")
        self.bar.setRange(0, 1000)
        self.bar.hide()
        self.export = button("Export", "chevron_down")
        self.exporter = Exporter(self, lambda: sentence("{name}_risk", name=path.stem))
        self.exporter.saved.connect(self.message_bar.show_note)
        self.exporter.failed.connect(lambda error: self.message_bar.show_error(error.message))
        self.menu = QMenu(self)
        self.export.clicked.connect(lambda: open_above(self.menu, self.export))
        self.exporter.fill_rows(self.menu, self.rows, self.rows)
        forms = {"html": lambda: html_page(path.name, self.results), "json": lambda: json_list(self.results)}
        self.exporter.add_forms(self.menu, forms)
        self._counting: Computation[list[Assessment]] = Computation(jobs, COUNT, self)
        self.stopped_first = self._counting
        self._counting.changed.connect(self._on_counted)
        jobs.changed.connect(self._show_progress)
        self.form.edited.connect(self._check)
        self.cancel.setText("Close")
        left = FormSide(About("About counting", ABOUT))
        left.set_form(self.form)
        others = widget_in(row(self.export, self.bar))
        self.lay_out(beside(left, self.side), path.name, others)
        resize_within_screen(self, *LARGE)
        self._check()

    def act(self) -> None:
        """Measure on a worker thread; the dialog stays open."""
        asked = self.read(self.form)
        if asked is None:
            return
        self._asked = asked
        path, options = self._path, self._options

        def work(progress: Progress) -> list[Assessment]:
            return check_counted(path, options, asked.measures(), roles=asked.roles(), progress=progress)[0]

        self._counting.start(sentence("Counting {name}", name=path.name), work)

    def done(self, result: int) -> None:
        """Let go of what is under way."""
        self._counting.blockSignals(True)
        self._counting.drop()
        super().done(result)

    def rows(self) -> Rows:
        """Return figures and tables of all results with all digits, below their titles."""
        return [line for one in self.results for line in ([one.title], *exact_assessment(one), [])]

    def _check(self) -> None:
        """Say what is missing, and that older results belong to other variables."""
        asked = self.read(self.form)
        if asked is not None and not asked.keys:
            self.allow(NO_KEYS)
        if isinstance(self._counting.state, Computing):
            self.allow("The file is being counted")
            allow(self.export, "The file is being counted")
            return
        is_old = bool(self.results) and asked != self._asked
        if self.results:
            self.side.show_old(old=is_old)
            self.side.note.setText(OTHERS if is_old else in_user_locale(_size_text(self.results[0])))
        allow(self.export, (OTHERS if is_old else "") if self.results else "Nothing was measured yet")

    def _on_counted(self) -> None:
        state = self._counting.state
        busy = isinstance(state, Computing)
        self.form.setEnabled(not busy)
        self.bar.setVisible(busy)
        self.bar.setValue(0)
        self.cancel.setText("Stop" if busy else "Close")
        self.side.show_state(state)
        if not busy:
            self._show_results(state.value if isinstance(state, Ready) else [])
        if isinstance(state, Failed):
            self.side.note.setText("Could not be measured")
            self.message_bar.show_error(state.error.message)
        elif isinstance(state, Ready):
            self.message_bar.hide()
        elif not busy:
            self.message_bar.show_note("Stopped: the file was not measured.")
        self._check()

    def _show_results(self, results: Sequence[Assessment]) -> None:
        self.results = list(results)
        shown: list[QWidget] = []
        for one in self.results:
            around = DisplayContext(self._navigator, one.measure, one.source)
            views = (SectionView(each, around, one.tables, narrow=True) for each in one.sections)
            shown += [label(one.title, "card_title"), *views]
        refill(self._shown, shown)
        self.side.note.setText(NOTHING_YET)

    def _show_progress(self) -> None:
        job = next((job for job in self._jobs.running if job.kind == COUNT), None)
        if job is not None:
            self.bar.setValue(round(1000 * job.fraction))


def _size_text(found: Assessment) -> str:
    return sentence("all {records}, counted by DuckDB", records=counted(found.initial_records, "record"))

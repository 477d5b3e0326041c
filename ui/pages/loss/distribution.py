"""Distribution of one variable in both files, before and after."""

from PySide6.QtWidgets import QSizePolicy

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.records.before_and_after import BeforeAndAfter, compare, fitting_scale, most_informative
from ui.look.locale import user_locale
from ui.plots.histogram import Histogram
from ui.plots.legend import Legend
from ui.session.computation import Computation, Ready
from ui.session.jobs import Jobs
from ui.widgets.card import Card
from ui.widgets.numbers import count
from ui.widgets.reason import allow
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.what_is_this import explain

VARIABLE = "loss of one variable"
"""Kind of the job that counts one variable in both files."""

HEIGHT = 226

WIDEST = 320
"""Pixels of the choice of the variable: the title of the card is seen beside the longest name."""

ABOUT = (
    "How often each value occurs in both files, the original as an outline and the masked file filled. If "
    "records were left out, the masked counts are scaled to those of the original, so that shapes can be "
    "compared. Recoded categories are shown as the masked file has them."
)


class DistributionCard(Card):
    """A chart with the choice of the variable; the scale of numbers is in the menu.

    Parameters
    ----------
    jobs
        Where values are counted.
    """

    def __init__(self, jobs: Jobs) -> None:
        super().__init__("Before and after")
        self.counted: Computation[BeforeAndAfter] = Computation(jobs, VARIABLE, self)
        self.counted.changed.connect(self._on_counted)
        self._files: tuple[Microdata, Microdata] | None = None
        self._called: dict[str, str] = {}
        self.variable = VariableCombo()
        self.variable.setAccessibleName("Variable")
        self.variable.picked.connect(lambda _name: self._count())
        self.variable.setMinimumContentsLength(12)
        self.variable.setMaximumWidth(WIDEST)
        self.chart = Histogram("Distribution")
        self.chart.legend = Legend()
        for part in (self.variable, self.chart.legend):
            self.add_to_header(part)
        self.chart.setMinimumHeight(HEIGHT)
        self.logarithmic = self.menu().addAction("Logarithmic scale")
        self.logarithmic.setCheckable(True)
        self.logarithmic.triggered.connect(lambda _ticked: self._count())
        self.menu().addSeparator()
        self.chart.fill_menu(self.menu())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.body.addWidget(self.chart)
        self.requested.connect(self._explain)

    @property
    def chosen(self) -> tuple[str, Scale]:
        """The variable and scale that the user chose."""
        return self.variable.name, "logarithmic" if self.logarithmic.isChecked() else "linear"

    def show_files(self, original: Microdata, masked: Microdata, *, old: bool) -> None:
        """Compare a variable of two files, the chosen one as long as there is one; old: dim what is shown."""
        self.set_loading(loading=old)
        if self._files is not None and self._files[0] is original and self._files[1] is masked:
            return
        self._files = original, masked
        names = [one.name for one in original.variables if one.role is not Role.IDENTIFIER]
        chosen = self.variable.name
        if chosen not in names and names:
            chosen = most_informative(original, masked, names)
            self.logarithmic.setChecked(fitting_scale(original, chosen) == "logarithmic")
        self._called = display_names(original.variables)
        self.variable.offer(names, self._called, chosen)
        self._count()

    def _count(self) -> None:
        files, (name, scale) = self._files, self.chosen
        if files is not None and name:

            def work(progress: Progress) -> BeforeAndAfter:
                return compare(*files, name, scale, progress)

            self.counted.start(sentence("Counting {called}", called=self._called[name]), work)

    def _on_counted(self) -> None:
        self.show_state(self.counted.state, self.counted.again)
        if isinstance(self.counted.state, Ready):
            self._show(self.counted.state.value)

    def _show(self, comparison: BeforeAndAfter) -> None:
        """Show both distributions, or why there are none."""
        before, after = comparison.before, comparison.after
        if self._files is None or before is None or after is None or not len(before.counts):
            self.show_empty(
                comparison.problem
                or sentence("{called} holds no values.", called=self._called[comparison.name])
            )
            return
        allow(self.logarithmic, "Only numbers have a scale" if before.edges is None else "")
        self.chart.setAccessibleName(
            sentence("Distribution of {called}", called=self._called[comparison.name])
        )
        self.chart.set_title(comparison.axis_text(*self._files, user_locale()))
        self.chart.set_distribution(before, after)

    def _explain(self) -> None:
        bars = (("Bars", count(self.chart.count())),) if self.chart.count() else ()
        explain(self.help, Explanation("Before and after", ABOUT, bars))

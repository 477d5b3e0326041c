"""Distribution of one variable in both files, before and after."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy

from sdcdesk.core.variable import Variable
from sdcdesk.inspection.profile import Distribution
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.records.before_and_after import Comparison
from ui.plots.histogram import Histogram
from ui.plots.legend import Legend
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.numbers import count
from ui.widgets.reason import disable, enable
from ui.widgets.what_is_this import Explanation, explain

HEIGHT = 226


class DistributionCard(Card):
    """A chart with the choice of the variable; the scale of numbers is in the menu."""

    wanted = Signal(str, str)
    """A variable should be shown on a scale, "linear" or "logarithmic"."""

    def __init__(self) -> None:
        super().__init__("Before and after")
        self._comparison: Comparison | None = None
        self.variable = QComboBox()
        self.variable.setAccessibleName("Variable")
        self.variable.activated.connect(lambda _place: self._ask())
        self.variable.setMinimumContentsLength(12)
        for part in (self.variable, Legend()):
            self.add_to_header(part)
        self.chart = Histogram("Distribution")
        self.chart.setMinimumHeight(HEIGHT)
        self.logarithmic = self.menu().addAction("Logarithmic scale")
        self.logarithmic.setCheckable(True)
        self.logarithmic.triggered.connect(lambda _ticked: self._ask())
        self.menu().addSeparator()
        self.chart.fill_menu(self.menu())
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.nothing = label("", tone="text2", wraps=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setMinimumHeight(HEIGHT)
        self.nothing.hide()
        self.body.addWidget(self.chart)
        self.body.addWidget(self.nothing)
        self.asked.connect(self._explain)

    @property
    def chosen(self) -> tuple[str, Scale]:
        """The variable and scale that the user chose."""
        return self.variable.currentText(), "logarithmic" if self.logarithmic.isChecked() else "linear"

    def set_variables(self, names: Sequence[str]) -> None:
        """Offer variables; the chosen one stays if it is among them."""
        now = self.variable.currentText()
        with QSignalBlocker(self.variable):
            self.variable.clear()
            self.variable.addItems(list(names))
            self.variable.setCurrentIndex(max(0, self.variable.findText(now)))

    def choose(self, name: str, scale: Scale | None = None) -> None:
        """Choose a variable, and a scale that suits it; unknown names are left alone."""
        place = self.variable.findText(name)
        if place >= 0:
            self.variable.setCurrentIndex(place)
            if scale is not None:
                self.logarithmic.setChecked(scale == "logarithmic")

    def show_comparison(self, found: Comparison, variable: Variable, records: int, released: int) -> None:
        """Show both distributions, or why there are none.

        Parameters
        ----------
        found
            The distributions.
        variable
            The variable in the original.
        records, released
            Records of both files.
        """
        self._comparison = found
        both = found.before is not None and found.after is not None and bool(found.before.labels)
        self.chart.setVisible(both)
        self.nothing.setVisible(not both)
        self.nothing.setText(found.problem or f"{found.name} holds no values.")
        if found.before is None or found.after is None or not both:
            return
        self._allow_scale(found.before)
        self.chart.setAccessibleName(f"Distribution of {found.name}")
        self.chart.set_titles(_axis(found, variable, records, released))
        self.chart.set_distribution(found.before, found.after)

    def _allow_scale(self, spread: Distribution) -> None:
        if spread.edges is None:
            disable(self.logarithmic, "Only numbers have a scale")
        else:
            enable(self.logarithmic)

    def _ask(self) -> None:
        self.wanted.emit(*self.chosen)

    def _explain(self) -> None:
        rows = []
        if self._comparison is not None and self._comparison.before is not None:
            rows.append(("Bars", count(len(self._comparison.before.labels))))
        explain(
            self.help,
            Explanation(
                "Before and after",
                "How often each value occurs in both files, the original as an outline and the masked file "
                "filled. If records were left out, the masked counts are scaled to those of the original, so "
                "that shapes can be compared. Recoded categories are shown as the masked file has them.",
                tuple(rows),
            ),
        )


def _axis(found: Comparison, variable: Variable, records: int, released: int) -> str:
    parts = [variable.unit] if variable.unit else []
    if found.before is not None and found.before.scale == "logarithmic":
        parts.append("logarithmic")
    if found.recoded:
        parts.append("in the masked categories")
    if 0 < released < records:
        parts.append(f"masked counts scaled to {count(records)}")
    return ", ".join(parts)

"""The card that shows how many people share a key, before and after masking."""

from collections.abc import Sequence

from PySide6.QtCore import Signal

from sdcdesk.core.assessment import Assessment
from sdcdesk.risk.breakdown import SizeClass, rows_of_size, size_classes
from ui.plots.bars import BarChart
from ui.plots.legend import Legend
from ui.widgets.card import Card
from ui.widgets.what_is_this import Explanation, explain

ABOUT = Explanation(
    "How many people share a key",
    "Every record stands in a group with those that show the same values of the key variables. The bars "
    "count the records by the size of their group, in the original file (hollow) and in the masked one "
    "(filled). Masking moves people from small groups, at the left, to large ones. Where a missing value "
    "matches every value, the records compatible with each record are counted instead.",
    source="Truta et al. 2004, section 2",
)


class GroupsCard(Card):
    """Bars of group sizes."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown, and why, in words."""

    def __init__(self) -> None:
        super().__init__("How many people share a key")
        self.chart = BarChart(self.title(), y_title="records")
        self._after: Assessment | None = None
        self._classes: tuple[SizeClass, ...] = ()
        self.body.addWidget(self.chart, 1)
        self.add_to_header(Legend())
        self.chart.fill_menu(self.menu())
        self.chart.chosen.connect(self._show_records)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_assessment(self, after: Assessment, keys: Sequence[str]) -> None:
        """Show the group sizes of an assessed disclosure risk."""
        self._after, self._classes = after, size_classes(after)
        self.chart.set_titles(f"people who share the same {_listed(keys)}", "records")
        self.chart.set_bars(
            [_label(one) for one in self._classes],
            [one.before for one in self._classes],
            [one.after for one in self._classes],
            spoken=[_words(one) for one in self._classes],
        )

    def _show_records(self, place: int) -> None:
        if self._after is not None:
            one = self._classes[place]
            rows = rows_of_size(self._after, one.low, one.high)
            self.records_wanted.emit(rows, _words(one).lower())


def _label(one: SizeClass) -> str:
    if one.high is None:
        return f"{one.low}+"
    return str(one.low) if one.low == one.high else f"{one.low}–{one.high}"


def _words(one: SizeClass) -> str:
    if one.low == one.high == 1:
        return "Alone"
    if one.high is None:
        return f"In groups of {one.low} and more"
    return f"In groups of {one.low}" if one.low == one.high else f"In groups of {one.low} to {one.high}"


def _listed(keys: Sequence[str]) -> str:
    """Return names as a list in a sentence: "Age, Sex and Zip"."""
    return " and ".join([", ".join(keys[:-1]), keys[-1]] if len(keys) > 1 else keys)

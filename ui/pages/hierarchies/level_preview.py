"""Preview of a recoding: how many categories a level leaves, and how rare the rarest of them is."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.card import Card
from ui.widgets.figure import FigureValue
from ui.widgets.label import label
from ui.widgets.layout import column, row, widget_in
from ui.widgets.what_is_this import explain

ARROW = "→"


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A figure of the preview: its name, and what it means."""

    name: str
    paragraph: str


CATEGORIES = _Meaning(
    "Categories",
    "How many different values of the variable occur in the file, and how many labels of the level.",
)
SMALLEST = _Meaning(
    "Smallest category",
    "Records that have the rarest value that occurs, and those that have the rarest label of the level. "
    "This is about one variable alone: together with other keys, groups are smaller.",
)
RARE = _Meaning(
    "Records in small categories",
    "Records whose value fewer than k records have, and those whose label fewer than k records have. k is "
    "that of the scenario that is shown.",
)


class _Change(QWidget):
    """A figure before and after: before is quiet, after is what counts."""

    def __init__(self, meaning: _Meaning) -> None:
        super().__init__()
        self._meaning, self._numbers = meaning, ("", "")
        self.name = label(meaning.name, "caption", "text3")
        self.before = label(tone="text3")
        self.after = FigureValue(meaning.name, "dialog_title")
        self.after.requested.connect(self._explain)
        numbers = row(self.before, self.after, ..., spacing=6)
        column(self.name, numbers, spacing=0, inside=self)

    def show_numbers(self, name: str, before: int | None, after: int | None) -> None:
        """Show the figure of the values and that of the level; None where no record has any."""
        texts = tuple("–" if one is None else count_text(one, user_locale()) for one in (before, after))
        self._numbers = (texts[0], texts[1])
        self.name.setText(name)
        self.after.set_name(name)
        self.before.setText(f"{texts[0]} {ARROW}")
        self.before.setAccessibleName(texts[0])
        self.after.set_value(texts[1])

    def _explain(self) -> None:
        rows = (("values as they are", self._numbers[0]), ("labels of the level", self._numbers[1]))
        explain(self.after, Explanation(self.name.text(), self._meaning.paragraph, rows))


class LevelPreview(Card):
    """What recoding to the chosen level does to the variable."""

    def __init__(self) -> None:
        super().__init__("Recoding")
        self.help.hide()
        self.changes = {one: _Change(one) for one in (CATEGORIES, SMALLEST, RARE)}
        self.body.addWidget(widget_in(row(*((one, 1) for one in self.changes.values()), spacing=20)))

    def show_level(self, counts: HierarchyCounts, level: int, k: int) -> None:
        """Show the figures of a level beside those of the values."""
        title = counts.hierarchy.level_title(level)
        self.set_title(in_user_locale(sentence("Recoded to: {title}", title=title)))
        if counts.unplaced_records:
            left = sentence(
                "without {records} record that has no place",
                "without {records} records that have no place",
                "records",
                records=counts.unplaced_records,
            )
            self.set_note(in_user_locale(left))
        else:
            self.set_note("")
        before_after = {
            CATEGORIES: (counts.categories(0), counts.categories(level)),
            SMALLEST: (counts.smallest(0), counts.smallest(level)),
            RARE: (counts.rare(0, k), counts.rare(level, k)),
        }
        for meaning, change in self.changes.items():
            name = meaning.name
            if meaning is RARE:
                name = in_user_locale(sentence("Records in categories below {k}", k=k))
            change.show_numbers(name, *before_after[meaning])

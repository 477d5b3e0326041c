"""Ways in which areas become others, each a sentence with fields."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.area_proposals import ApartWish, AreaWish, GridWish, MergeWish, SplitWish
from sdcdesk.risk.linked_tables.gridding import USUAL
from ui.forms.numbers import percent_text, read_share, read_whole, write_number
from ui.look.locale import in_user_locale
from ui.widgets.buttons import link
from ui.widgets.label import label
from ui.widgets.layout import column
from ui.widgets.reason import mark_invalid
from ui.widgets.sentence_row import SentenceRow
from ui.widgets.variable_combo import VariableCombo

FIELD = 60
"""Pixels of a field for a number."""

IN_ORDER, TOUCHING = "the next in the order of values", "one that touches it"

TOUCH = "\n"
"""What the choice of areas that touch is called; no variable is called so."""

WRONG_SHARE, WRONG_NUMBER = "Between 0 and 99 %", "A whole number from 1"

NO_NUMBERS, SAME, NO_PAIRS, NOT_MERGED = (
    "The file has no two variables with numbers, by which areas could have places.",
    "Choose two different variables.",
    "Choose a file with the areas that touch first.",
    "No step has merged areas: there is none that could be split into its parts.",
)


class ShareField(QLineEdit):
    """Field for the largest share of the records of an area at risk, in percent."""

    def __init__(self) -> None:
        super().__init__(percent_text(0.0))
        self.setFixedWidth(FIELD)
        self.setAccessibleName("Largest share of the records of an area at risk, in percent")

    @property
    def value(self) -> float | None:
        """The share; None: what is typed is none."""
        try:
            share = read_share(self.text())
        except ValueError:
            return None
        return share if share is not None and share < 1 else None


class WholeField(QLineEdit):
    """Field for a whole number from 1."""

    def __init__(self, name: str, value: int) -> None:
        super().__init__(write_number(value))
        self.setFixedWidth(FIELD)
        self.setAccessibleName(name)

    @property
    def value(self) -> int | None:
        """The number; None: what is typed is none."""
        try:
            number = read_whole(self.text())
        except ValueError:
            return None
        return number if number >= 1 else None


class LeastField(WholeField):
    """Field for the fewest records of an area."""

    def __init__(self) -> None:
        super().__init__("Fewest records of an area", 1)


class WayForm(QWidget):
    """A sentence that says how areas become others.

    Attributes
    ----------
    title
        What is done, as a button says it.
    """

    edited = Signal()
    """Something in the sentence is another one."""

    title: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.problem = label("", "caption", "risk_text", wraps=True)
        self.problem.hide()
        self._lines = column(spacing=6, inside=self)

    @property
    def lacks(self) -> str:
        """What is missing or wrong in the sentence; empty: nothing."""
        return next((words for field, words in self._fields() if field.value is None), "")

    @property
    def wish(self) -> AreaWish | None:
        """What is asked for; None: something is missing."""
        raise NotImplementedError

    def offer(self, names: Sequence[str], called: Mapping[str, str], area: str) -> None:
        """Offer the variables of the file; tables are published of those of one of them."""

    def _say(self, template: str, controls: Mapping[str, QWidget]) -> None:
        """Show the sentence, and follow what is typed and chosen in it."""
        self._lines.addWidget(SentenceRow(template, controls))
        self._lines.addWidget(self.problem)
        for control in controls.values():
            if isinstance(control, QLineEdit):
                control.textEdited.connect(lambda _text: self._check())
            elif isinstance(control, VariableCombo):
                control.picked.connect(lambda _name: self.edited.emit())

    def _fields(self) -> Sequence[tuple[ShareField | WholeField, str]]:
        """Return the fields for numbers, and what is said where what is typed is none."""
        return ()

    def _check(self) -> None:
        for field, words in self._fields():
            mark_invalid(field, "" if field.value is not None else words)
        wrong = next((words for field, words in self._fields() if field.value is None), "")
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        self.edited.emit()


class MergeForm(WayForm):
    """Areas above a limit are merged with a neighbour."""

    title = "Merge areas"

    file_wanted = Signal()
    """A file with the areas that touch is to be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.limit, self.least, self.neighbour = ShareField(), LeastField(), VariableCombo()
        self.neighbour.setAccessibleName("With which areas one may be merged")
        self.file = link("Areas that touch…")
        self.file.setToolTip("A file with two areas that touch on each line; the project keeps them.")
        self.file.clicked.connect(self.file_wanted)
        self.pairs = label("", "caption", "text3")
        self._known = 0
        words = (
            "Until at most {limit} % of the records of each area are at risk and each has at least {least} "
            "records, merge it with {neighbour} {file} {pairs}"
        )
        controls = {"limit": self.limit, "least": self.least, "neighbour": self.neighbour}
        self._say(words, {**controls, "file": self.file, "pairs": self.pairs})

    @property
    def lacks(self) -> str:
        """What is missing or wrong in the sentence; empty: nothing."""
        return super().lacks or (NO_PAIRS if self.neighbour.name == TOUCH and not self._known else "")

    @property
    def wish(self) -> AreaWish | None:
        """What is asked for; None: something is missing."""
        limit, least, near = self.limit.value, self.least.value, self.neighbour.name
        if limit is None or least is None or self.lacks:
            return None
        return MergeWish(limit, least, "" if near == TOUCH else near, touching=near == TOUCH)

    def offer(self, names: Sequence[str], called: Mapping[str, str], area: str) -> None:
        """Offer the other variables, whose values could be larger areas."""
        # One sentence for all of them: ten thousand would take too long.
        template = str(sentence("others of the same {name}", name=TOUCH))
        words = {name: template.replace(TOUCH, called.get(name, name)) for name in names if name != area}
        ways = {"": IN_ORDER, TOUCH: TOUCHING, **words}
        self.neighbour.offer(ways, ways, self.neighbour.name)

    def show_pairs(self, number: int) -> None:
        """Say how many pairs of areas that touch the project knows."""
        self._known = number
        words = sentence("{n} pair in the project", "{n} pairs in the project", "n", n=number)
        self.pairs.setText(in_user_locale(words) if number else "")

    def _fields(self) -> Sequence[tuple[ShareField | WholeField, str]]:
        return (self.limit, WRONG_SHARE), (self.least, WRONG_NUMBER)


class SplitForm(WayForm):
    """Small areas are published where that is safe, larger ones elsewhere."""

    title = "Split areas"

    def __init__(self) -> None:
        super().__init__()
        self.limit, self.least = ShareField(), LeastField()
        self.finer, self.larger = VariableCombo(), VariableCombo()
        self.finer.setAccessibleName("Variable with the small areas")
        self.larger.setAccessibleName("Variable with the larger areas")
        words = (
            "Publish the areas of {finer} where at most {limit} % of the records of each are at risk and "
            "each has at least {least} records, elsewhere those of {larger}"
        )
        self._chosen = False
        controls = {"finer": self.finer, "limit": self.limit, "least": self.least, "larger": self.larger}
        for combo in (self.finer, self.larger):
            combo.picked.connect(self._choose)
        self._say(words, controls)

    @property
    def lacks(self) -> str:
        """What is missing or wrong in the sentence; empty: nothing."""
        return super().lacks or ("" if self.finer.name != self.larger.name else SAME)

    @property
    def wish(self) -> AreaWish | None:
        """What is asked for; None: something is missing."""
        limit, least = self.limit.value, self.least.value
        if limit is None or least is None or self.lacks:
            return None
        return SplitWish(self.finer.name, self.larger.name, limit, least)

    def offer(self, names: Sequence[str], called: Mapping[str, str], area: str) -> None:
        """Offer all variables; at first those areas are split of which tables are published."""
        others = [name for name in names if name != area]
        finer, larger = (self.finer.name, self.larger.name) if self._chosen else ("", "")
        self.finer.offer(names, called, finer or next(iter(others), ""))
        self.larger.offer(names, called, larger or area)

    def _fields(self) -> Sequence[tuple[ShareField | WholeField, str]]:
        return (self.limit, WRONG_SHARE), (self.least, WRONG_NUMBER)

    def _choose(self, _name: str) -> None:
        self._chosen = True


class ApartForm(WayForm):
    """A merged area is split into the areas of which it was made."""

    title = "Take apart"

    def __init__(self) -> None:
        super().__init__()
        self.area, self.least = VariableCombo(), LeastField()
        self.area.setAccessibleName("Merged area")
        words = (
            "Split {area} into the areas of which it was merged; areas with fewer than {least} records are "
            "too small"
        )
        self._say(words, {"area": self.area, "least": self.least})

    @property
    def lacks(self) -> str:
        """What is missing or wrong in the sentence; empty: nothing."""
        return super().lacks or ("" if self.area.name else NOT_MERGED)

    @property
    def wish(self) -> AreaWish | None:
        """What is asked for; None: something is missing."""
        least = self.least.value
        return None if least is None or self.lacks else ApartWish(self.area.name, least)

    def offer_merged(self, merged: Mapping[str, tuple[str, ...]]) -> None:
        """Offer the areas that were merged."""
        self.area.offer(merged, {}, self.area.name)
        self.area.setVisible(bool(merged))

    def _fields(self) -> Sequence[tuple[ShareField | WholeField, str]]:
        return ((self.least, WRONG_NUMBER),)


class GridForm(WayForm):
    """Areas are joined into squares of a variable grid."""

    title = "Join into squares"

    def __init__(self) -> None:
        super().__init__()
        self.east, self.north = VariableCombo(), VariableCombo()
        self.east.setAccessibleName("Variable with the place from west to east")
        self.north.setAccessibleName("Variable with the place from south to north")
        self.households = WholeField("Fewest households of a square", USUAL)
        self.least = LeastField()
        words = (
            "Join areas by their places {east} and {north} into squares with at least {households} "
            "households; areas with fewer than {least} records are too small"
        )
        self._say(
            words,
            {"households": self.households, "east": self.east, "north": self.north, "least": self.least},
        )

    @property
    def lacks(self) -> str:
        """What is missing or wrong in the sentence; empty: nothing."""
        if not self.east.name or not self.north.name:
            return super().lacks or NO_NUMBERS
        return super().lacks or ("" if self.east.name != self.north.name else SAME)

    @property
    def wish(self) -> AreaWish | None:
        """What is asked for; None: something is missing."""
        households, least = self.households.value, self.least.value
        if households is None or least is None or self.lacks:
            return None
        return GridWish(self.east.name, self.north.name, households, least)

    def offer_numbers(self, names: Sequence[str], called: Mapping[str, str]) -> None:
        """Offer the variables that hold numbers."""
        east = self.east.name or next(iter(names), "")
        north = self.north.name or next(iter(names[1:]), "")
        self.east.offer(names, called, east)
        self.north.offer(names, called, north)

    def _fields(self) -> Sequence[tuple[ShareField | WholeField, str]]:
        return (self.households, WRONG_NUMBER), (self.least, WRONG_NUMBER)

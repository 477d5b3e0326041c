"""The card that says whether the masked file is k-anonymous, with the field for k."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget

from sdcdesk.risk.anonymity.weighted_risk import LARGEST_K, Anonymity, AnonymityAndRisk
from sdcdesk.risk.key_measure import MISSING_NOTES
from ui.forms.limits import Limits
from ui.forms.numbers import read_whole, write_field
from ui.pages.risk.anonymity import words as say
from ui.widgets.badge import VerdictBadge
from ui.widgets.card import Card
from ui.widgets.figure import FigureValue
from ui.widgets.label import label
from ui.widgets.numbers import count, percent
from ui.widgets.share_bar import ShareBar
from ui.widgets.what_is_this import Explanation, explain

FIELD = 72
"""Width of the field for k."""

PERMITTED = Limits(2, LARGEST_K)

SOURCE = "Samarati 2001; Sweeney 2002; Truta et al. 2006, section 3"

ABOUT = Explanation(
    "k of the masked file",
    "A file is k-anonymous if every record shares its values of the key variables with at least k records, "
    "itself included. Whoever knows these values of a person is left with k or more records to choose from. "
    "Only the masked file counts.",
    source=SOURCE,
)


class SizeField(QLineEdit):
    """A field for a whole number that is taken when it is finished; Escape gives the old one back."""

    finished = Signal(int)
    """Another permitted number was entered."""

    refused = Signal(str)
    """What is typed is not permitted, and why; empty: it is."""

    def __init__(self) -> None:
        super().__init__()
        self._value = 0
        self.setFixedWidth(FIELD)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.textEdited.connect(lambda _text: self._check())
        self.editingFinished.connect(self._finish)

    def show_value(self, value: int) -> None:
        """Show a number, unless another one is being typed."""
        if value != self._value or not self.isModified():
            self._value = value
            self.setText(write_field(value))
            self._check()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Take the edit back with Escape."""
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.setText(write_field(self._value))
            self._check()
        else:
            super().keyPressEvent(event)

    def _read(self) -> int | None:
        try:
            value = read_whole(self.text())
        except (ValueError, OverflowError):
            return None
        # What a project holds already is not refused.
        return value if PERMITTED.admits(value) or value == self._value else None

    def _check(self) -> None:
        wrong = self._read() is None
        if bool(self.property("invalid")) != wrong:
            self.setProperty("invalid", wrong)
            self.style().polish(self)
        self.refused.emit(f"A whole number. {PERMITTED.sentence()}" if wrong else "")

    def _finish(self) -> None:
        value = self._read()
        if value is None or not self.isModified():
            return
        self.setModified(False)
        if value != self._value:
            self.finished.emit(value)


class VerdictCard(Card):
    """k before and after masking, and the records below the wanted one."""

    k_wanted = Signal(int)
    """The scenario should have another k."""

    def __init__(self) -> None:
        super().__init__("k of the masked file")
        self.field = SizeField()
        self.field.setAccessibleName("Wanted group size k")
        self.error = label(style="caption", tone="risk_text", wraps=True)
        self.error.hide()
        self.badge = VerdictBadge()
        self.sentence = label(tone="text2", wraps=True)
        self.smallest = {when: FigureValue(f"Smallest group, {when}") for when in ("original", "masked")}
        self.below = {when: FigureValue(f"Records below k, {when}") for when in ("original", "masked")}
        self.bars = {
            when: ShareBar(f"Records below k, {when}", tone)
            for when, tone in (("original", "before"), ("masked", "after"))
        }
        self._of = {when: label(tone="text2") for when in ("original", "masked")}
        self._below_title = label(style="caption", tone="text3")
        self._missing = label(style="caption", tone="text3", wraps=True)
        self._found: AnonymityAndRisk | None = None
        self._arrange()
        self._connect()

    def show_k(self, k: int) -> None:
        """Show the wanted k of the scenario."""
        self.field.show_value(k)

    def show_comparison(self, found: AnonymityAndRisk) -> None:
        """Show what was found for a wanted k."""
        self._found = found
        self.badge.set_verdict(*say.badge(found))
        self.sentence.setText(say.verdict(found))
        self._below_title.setText(f"Records {say.too_few(found)}")
        for when, file in _files(found).items():
            self.smallest[when].set_value(say.smallest(file))
            self.below[when].set_value(say.below(file))
            self._of[when].setText(f"of {count(file.records)}")
            share = file.below / file.records if file.records else 0.0
            self.bars[when].set_share(share, f"{count(file.below)} of {count(file.records)}")
        self._missing.setText(MISSING_NOTES[found.missing])

    def _tell(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))

    def _explain_smallest(self, when: str) -> None:
        if self._found is not None:
            explain(self.smallest[when], _smallest(self._found, when))

    def _explain_below(self, when: str) -> None:
        if self._found is not None:
            explain(self.below[when], _below(self._found, when))

    def _arrange(self) -> None:
        wanted = QHBoxLayout()
        wanted.setSpacing(8)
        name = label("Wanted group size k", tone="text2")
        name.setBuddy(self.field)
        for part in (name, self.field, label("records", tone="text3")):
            wanted.addWidget(part)
        wanted.addStretch()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.sentence, 1)
        self.body.addLayout(wanted)
        self.body.addWidget(self.error)
        self.body.addLayout(line)
        self.body.addWidget(self._files())
        self.body.addWidget(self._missing)
        self.body.addStretch()

    def _files(self) -> QWidget:
        """Return the two lines of figures, the original above the masked file."""
        place = QWidget()
        grid = QGridLayout(place)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.addWidget(label("Smallest group", "caption", "text3"), 0, 1)
        grid.addWidget(self._below_title, 0, 2, 1, 3)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for row, when in enumerate(("original", "masked"), start=1):
            grid.addWidget(label(when.capitalize(), tone="text2"), row, 0)
            grid.addWidget(self.smallest[when], row, 1)
            grid.addWidget(self.below[when], row, 2, right)
            grid.addWidget(self._of[when], row, 3)
            grid.addWidget(self.bars[when], row, 4)
        grid.setColumnStretch(4, 1)
        return place

    def _connect(self) -> None:
        self.field.finished.connect(self.k_wanted)
        self.field.refused.connect(self._tell)
        self.asked.connect(lambda: explain(self.help, ABOUT))
        for when in ("original", "masked"):
            self.smallest[when].asked.connect(partial(self._explain_smallest, when))
            self.below[when].asked.connect(partial(self._explain_below, when))


def _files(found: AnonymityAndRisk) -> dict[str, Anonymity]:
    return {"original": found.before, "masked": found.after}


def _records(found: AnonymityAndRisk, when: str) -> tuple[str, str]:
    of = "Original records" if when == "original" else "Released records"
    return of, count(_files(found)[when].records)


def _smallest(found: AnonymityAndRisk, when: str) -> Explanation:
    paragraph = (
        f"The fewest records of the {when} file that look alike to the intruder: that have the same values "
        "of the key variables or, where a missing value matches every value, values that are compatible."
    )
    rows = (_records(found, when), ("Smallest group, k", say.smallest(_files(found)[when])))
    return Explanation(f"Smallest group, {when} file", paragraph, rows, source=SOURCE)


def _below(found: AnonymityAndRisk, when: str) -> Explanation:
    file = _files(found)[when]
    rows = [_records(found, when)]
    if file.groups_below is not None:
        rows.append((f"Groups below {count(found.wanted)}", count(file.groups_below)))
    if file.records:
        rows.append(("Share of the records", percent(file.below / file.records)))
    rows.append((f"Records {say.too_few(found)}", say.below(file)))
    paragraph = f"Records of the {when} file that are {say.too_few(found)}, themselves included."
    title = f"Records below {count(found.wanted)}, {when} file"
    return Explanation(title, paragraph, tuple(rows), source=SOURCE)

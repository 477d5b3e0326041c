"""What the curves of the tab are about: which file is sampled, which band, which key sets and files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui.forms.numbers import read_whole, write_field
from ui.pages.risk.sampling.series import BandKind
from ui.widgets.buttons import chip, icon_button, text_button
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label

Source = Literal["original", "masked"]

SOURCES: dict[Source, str] = {
    "original": "The original file",
    "masked": "The file as masked now",
}

BANDS: dict[BandKind, str] = {
    "range": "Surely to guessing",
    "deviations": "± 2 standard deviations, exact",
    "simulated": "Simulated samples, 5 to 95 %",
}

LEAST, MOST, USUAL = 2, 1000, 100
"""Samples that are simulated."""

TYPING = 600
"""Milliseconds after the last key before samples are drawn anew."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is ticked: its words, and whether it can be removed."""

    words: str
    removable: bool = False


class Ticks(QWidget):
    """Chips that are ticked or not, in as many lines as they need, and a button behind them.

    Parameters
    ----------
    title
        What they are.
    act
        Words of the button that adds one.
    """

    changed = Signal()
    """Something was ticked, or not any more."""

    removed = Signal(int)
    """An item is to be removed."""

    def __init__(self, title: str, act: str) -> None:
        super().__init__()
        self._items: tuple[Item, ...] = ()
        self._off: set[str] = set()
        self._chips: list[QPushButton] = []
        self._parts: list[QWidget] = []
        self.add = text_button(act, "plus")
        self._flow = FlowLayout(gap=6)
        self._flow.addWidget(self.add)
        name = label(title, tone="text2")
        name.setFixedWidth(76)
        name.setMinimumHeight(26)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(self._flow, 1)

    def set_items(self, items: Sequence[Item]) -> None:
        """Offer items; ticks stay, and new ones are ticked."""
        if tuple(items) == self._items:
            return
        self._items = tuple(items)
        self._off &= {item.words for item in items}
        for part in self._parts:
            self._flow.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._chips, self._parts = [], []
        for place, item in enumerate(items):
            self._offer(place, item)

    def ticked(self) -> tuple[bool, ...]:
        """Return whether each item is ticked."""
        return tuple(item.words not in self._off for item in self._items)

    def chips(self) -> tuple[QPushButton, ...]:
        """Return the chips."""
        return tuple(self._chips)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Remove with the Delete key."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            place = next((at for at, one in enumerate(self._chips) if one is watched), -1)
            if event.key() == Qt.Key.Key_Delete and place >= 0 and self._items[place].removable:
                self.removed.emit(place)
                return True
        return super().eventFilter(watched, event)

    def _offer(self, place: int, item: Item) -> None:
        made = chip(item.words, on=item.words not in self._off)
        made.toggled.connect(lambda on: self._tick(item.words, on=on))
        made.installEventFilter(self)
        self._chips.append(made)
        part: QWidget = made
        if item.removable:
            part = QWidget()
            close = icon_button("close", f"Remove {item.words}", 14)
            close.clicked.connect(lambda: self.removed.emit(place))
            line = QHBoxLayout(part)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(0)
            line.addWidget(made)
            line.addWidget(close)
        self._parts.append(part)
        self._flow.insert(place, part)

    def _tick(self, words: str, *, on: bool) -> None:
        (self._off.discard if on else self._off.add)(words)
        self.changed.emit()


class SamplingChoices(QWidget):
    """Which file is sampled, which band is drawn, which key sets and files are compared."""

    changed = Signal()
    """Another choice was made."""

    def __init__(self) -> None:
        super().__init__()
        self.sources, self.bands = QComboBox(), QComboBox()
        for source, words in SOURCES.items():
            self.sources.addItem(words, source)
        for band, words in BANDS.items():
            self.bands.addItem(words, band)
        self.sources.setAccessibleName("Sample from")
        self.bands.setAccessibleName("Band")
        self.number = QLineEdit(write_field(USUAL))
        self.number.setFixedWidth(64)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setAccessibleName("Samples to simulate")
        self.seed = label("samples", tone="text2")
        self.error = label(f"Between {LEAST} and {write_field(MOST)}", "caption", "risk_text")
        self.sets = Ticks("Key sets", "Add key set")
        self.files = Ticks("Files", "Compare with another file…")
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._arrange()
        self._connect()
        self._show_number()

    @property
    def source(self) -> Source:
        """Which file is sampled."""
        source: Source = self.sources.currentData()
        return source

    @property
    def band(self) -> BandKind:
        """Which band is drawn."""
        band: BandKind = self.bands.currentData()
        return band

    @property
    def samples(self) -> int | None:
        """How many samples are simulated; None while it cannot be read."""
        try:
            number = read_whole(self.number.text())
        except (ValueError, OverflowError):
            return None
        return number if LEAST <= number <= MOST else None

    def choose_band(self, band: BandKind) -> None:
        """Draw another band."""
        self.bands.setCurrentIndex(self.bands.findData(band))

    def set_seed(self, seed: int) -> None:
        """Say from which seed samples are drawn."""
        self.seed.setText(f"samples, seed {seed}")

    def _on_number(self) -> None:
        self._tell(wrong=self.samples is None)
        self._typing.start()

    def _tell(self, *, wrong: bool) -> None:
        self.error.setVisible(wrong)
        self.number.setProperty("invalid", wrong)
        self.number.setAccessibleDescription(self.error.text() if wrong else "")
        self.number.style().polish(self.number)

    def _show_number(self) -> None:
        simulated = self.band == "simulated"
        for part in (self.number, self.seed):
            part.setVisible(simulated)
        self._tell(wrong=simulated and self.samples is None)

    def _on_band(self) -> None:
        self._show_number()
        self.changed.emit()

    def _arrange(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        name = label("Sample from", tone="text2")
        name.setMinimumWidth(76)
        for part in (name, self.sources, label("Band", tone="text2"), self.bands, self.number, self.seed):
            line.addWidget(part)
        line.addWidget(self.error)
        line.addStretch()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(8)
        rows.addLayout(line)
        rows.addWidget(self.sets)
        rows.addWidget(self.files)

    def _connect(self) -> None:
        self.sources.currentIndexChanged.connect(lambda _place: self.changed.emit())
        self.bands.currentIndexChanged.connect(lambda _place: self._on_band())
        self.number.textEdited.connect(lambda _text: self._on_number())
        self._typing.timeout.connect(self.changed)
        self.sets.changed.connect(self.changed)
        self.files.changed.connect(self.changed)

    def reset(self) -> None:
        """Begin anew: another file is open."""
        with QSignalBlocker(self):
            self.sources.setCurrentIndex(0)
            self.bands.setCurrentIndex(0)
            self.number.setText(write_field(USUAL))

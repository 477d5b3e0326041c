"""Rules that weights follow: a card with arrows, and a window that also shows what the papers print."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, Structure, WeightMatrix
from sdcdesk.risk.weights.presets import PRINTED
from sdcdesk.risk.weights.rules import CORRECTIONS, MEANING, RULES, SECTIONS, TITLE
from ui.look.locale import in_user_locale
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_view import SmallGrid
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import IconLabel, hairline, label
from ui.widgets.layout import bring_up, column, discard, resize_within_screen, row, scrolled, widget_in

_ARROWS = ("arrow_right", "arrow_down", "arrow_diagonal")
"""Along the cells that a rule compares."""

ARROW = 36
"""Pixels of its sides."""

WIDTH, HEIGHT = 640, 720

_AT_LEAST = "\u00a0≥\u00a0"
"""Between numbers that stay on one line."""

_GRIDS = 2
"""Printed matrices beside one another."""


class RulesCard(Card):
    """Three rules, each with an arrow along the cells it compares."""

    def __init__(self, commands: WeightCommands) -> None:
        super().__init__("The three rules every weight follows")
        self._commands = commands
        self.explained: RulesHelp | None = None
        self._structure: Structure | None = None
        self.links: list[QPushButton] = []
        self._words = [
            (label(style="card_title"), label(tone="text2", wraps=True), label(style="caption", tone="text3"))
            for _ in _ARROWS
        ]
        line = row(spacing=12)
        for place, (arrow, words) in enumerate(zip(_ARROWS, self._words, strict=True)):
            if place:
                line.addWidget(hairline(vertical=True))
            line.addWidget(IconLabel(arrow, ARROW, "risk"), 0, Qt.AlignmentFlag.AlignTop)
            line.addLayout(column(*words, ..., spacing=2), 1)
        self.body.addLayout(line)
        self.requested.connect(self._explain)

    def show_structure(self, structure: Structure) -> None:
        """Say the rules of a structure, and offer the matrices that suit it."""
        if structure == self._structure:
            return
        self._structure = structure
        for labels, rule in zip(self._words, RULES[structure], strict=True):
            for one, text in zip(labels, rule, strict=True):
                one.setText(text)
        discard(*self.links)
        self.links = [self._link(*printed) for printed in PRINTED[structure].items()]
        self.links[0].setText(sentence("Load {text}", text=self.links[0].text()))

    def _link(self, name: str, matrix: WeightMatrix) -> QPushButton:
        link = self.add_action(name)
        link.setAccessibleName(sentence("Load {title}", title=matrix.title))
        link.setToolTip(f"{matrix.title}: {matrix.note}")
        link.clicked.connect(lambda: self._commands.load(matrix))
        return link

    def _explain(self) -> None:
        if self.explained is None:
            self.explained = RulesHelp(self._commands, self.window())
        bring_up(self.explained)


class RulesHelp(QDialog):
    """Explains; a click takes one of the printed matrices into the project. Escape closes it."""

    def __init__(self, commands: WeightCommands, parent: QWidget) -> None:
        super().__init__(parent)
        self._commands = commands
        self.setWindowTitle(TITLE)
        self.setModal(False)
        rows = column(
            label(TITLE, "dialog_title", wraps=True),
            label(MEANING, tone="text2", wraps=True),
            margins=(20, 16, 20, 20),
        )
        for section in SECTIONS:
            self._begin(rows, section.title)
            rows.addWidget(label(section.words.replace(" ≥ ", _AT_LEAST), tone="text2", wraps=True))
            if section.source:
                rows.addWidget(label(section.source, "caption", "text3"))
        papers = (("Printed in 2004, for sampling", TRUTA_2004), ("Printed in 2006, for merging", TRUTA_2006))
        for title, matrices in papers:
            self._begin(rows, title, line=True)
            grid = QGridLayout()
            grid.setHorizontalSpacing(20)
            grid.setVerticalSpacing(16)
            for place, (name, matrix) in enumerate(matrices.items()):
                grid.addLayout(self._printed(name, matrix), place // _GRIDS, place % _GRIDS)
                grid.setColumnStretch(place % _GRIDS, 1)
            rows.addLayout(grid)
        self._begin(rows, "Slips in print", line=True)
        for slip in CORRECTIONS:
            rows.addWidget(label(f"{slip.place}: {in_user_locale(slip.words)}", tone="text2", wraps=True))
        rows.addStretch()
        area = scrolled(widget_in(rows))
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrows scroll
        area.setAccessibleName(TITLE)
        column(area, inside=self)
        resize_within_screen(self, WIDTH, HEIGHT)

    def _begin(self, rows: QVBoxLayout, title: str, *, line: bool = False) -> None:
        """Begin a section."""
        rows.addSpacing(4)
        if line:
            rows.addWidget(hairline())
        rows.addWidget(label(title, "card_title"))

    def _printed(self, name: str, matrix: WeightMatrix) -> QHBoxLayout:
        load, left = link(sentence("Load {name}", name=name)), Qt.AlignmentFlag.AlignLeft
        load.setAccessibleName(sentence("Load {title}", title=matrix.title))
        load.clicked.connect(lambda: self._commands.load(matrix))
        note = label(matrix.note, "caption", "text2", wraps=True)
        words = column(label(name, "card_title"), note, (load, left), ..., spacing=4)
        return row((SmallGrid(matrix), Qt.AlignmentFlag.AlignTop), (words, 1), spacing=12)

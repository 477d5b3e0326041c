"""What weights mean, which rules they follow, and what the papers print: a window beside the page."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from sdcdesk.risk import TRUTA_2004, TRUTA_2006, WeightMatrix
from ui.pages.weights.paper_corrections import CORRECTIONS
from ui.pages.weights.small_grid import SmallGrid
from ui.widgets.buttons import link
from ui.widgets.label import hairline, label

WIDTH, HEIGHT = 640, 720

TITLE = "The rules of weights, and what the papers print"

MEANING = (
    "A weight says how much a released record counts, by the number of records that share its key now "
    "(row i) and in the original (column j). The rules say that a record never counts more than one that is "
    "easier to recognise: else the weighted risk could rise where people became harder to find. With them "
    "DR_W always lies between the sure risk and the one with guessing."
)

SAMPLING = (
    "Along a row weights fall, for the larger the group was, the better a person hides in it: "
    "w₁₁ ≥ w₁₂ ≥ w₁₃ … Down a column they rise towards the diagonal, for the more of a group is released, "
    "the surer a link: w₁₃ ≤ w₂₃ ≤ w₃₃. Along a diagonal they fall: w₁₁ ≥ w₂₂ ≥ w₃₃ …, w₁₂ ≥ w₂₃ ≥ w₃₄ …"
)

MERGING = (
    "Down a column weights fall, for the larger the released group, the better a person hides in it: "
    "w₁₁ ≥ w₂₁ ≥ w₃₁ … Along a row they fall towards the diagonal: w₃₁ ≥ w₃₂ ≥ w₃₃. Along a diagonal they "
    "fall too."
)

GENERAL = (
    "For chains of steps of which some merge groups and some leave out records. Both triangles follow their "
    "rules, and share the diagonal."
)

ALWAYS = (
    "No weight is negative, and w₁₁ is more than 0: the risk divides by it. The sum does not matter; the "
    "papers scale it to the number of records n."
)

RULES = (
    ("Sampling: groups only shrink (i ≤ j)", SAMPLING, "Truta, Fotouhi and Barth-Jones 2004, section 2"),
    ("Merging: groups only grow (i ≥ j)", MERGING, "Truta, Fotouhi and Barth-Jones 2006, section 2"),
    ("General: both", GENERAL, "An extension of this program"),
    ("Always", ALWAYS, ""),
)

_AT_LEAST = "\u00a0≥\u00a0"
"""Between numbers that stay on one line."""

_GRIDS = 2
"""Printed matrices beside one another."""


class RulesHelp(QDialog):
    """Explains; a click takes one of the printed matrices into the project. Escape closes it."""

    load_wanted = Signal(object)
    """A printed `WeightMatrix` should be taken into the project, under its title."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.setModal(False)
        content = QWidget()
        rows = QVBoxLayout(content)
        rows.setContentsMargins(20, 16, 20, 20)
        rows.setSpacing(8)
        rows.addWidget(label(TITLE, "dialog_title", wraps=True))
        rows.addWidget(label(MEANING, tone="text2", wraps=True))
        for title, words, source in RULES:
            rows.addSpacing(4)
            rows.addWidget(label(title, "card_title"))
            rows.addWidget(label(words.replace(" ≥ ", _AT_LEAST), tone="text2", wraps=True))
            if source:
                rows.addWidget(label(source, "caption", "text3"))
        papers = (("Printed in 2004, for sampling", TRUTA_2004), ("Printed in 2006, for merging", TRUTA_2006))
        for title, matrices in papers:
            rows.addSpacing(4)
            rows.addWidget(hairline())
            rows.addWidget(label(title, "card_title"))
            grid = QGridLayout()
            grid.setHorizontalSpacing(20)
            grid.setVerticalSpacing(16)
            for place, (name, matrix) in enumerate(matrices.items()):
                grid.addLayout(self._printed(name, matrix), place // _GRIDS, place % _GRIDS)
            for column in range(_GRIDS):
                grid.setColumnStretch(column, 1)
            rows.addLayout(grid)
        rows.addSpacing(4)
        rows.addWidget(hairline())
        rows.addWidget(label("Slips in print", "card_title"))
        for correction in CORRECTIONS:
            rows.addWidget(label(f"{correction.place}: {correction.words}", tone="text2", wraps=True))
        rows.addStretch()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrows scroll
        area.setAccessibleName(TITLE)
        area.setWidget(content)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
        self.resize(WIDTH, HEIGHT)

    def _printed(self, name: str, matrix: WeightMatrix) -> QHBoxLayout:
        load = link(f"Load {name}")
        load.setAccessibleName(f"Load {matrix.title}")
        load.clicked.connect(lambda: self.load_wanted.emit(matrix))
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(label(name, "card_title"))
        words.addWidget(label(matrix.note, "caption", "text2", wraps=True))
        words.addWidget(load, 0, Qt.AlignmentFlag.AlignLeft)
        words.addStretch()
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(SmallGrid(matrix), 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        return line

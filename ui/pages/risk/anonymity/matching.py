"""The card that says what the weighted risk says with the matrix that belongs to k."""

from math import isclose

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.table import rows_to_json
from sdcdesk.document.project import Project
from sdcdesk.document.scenario_commands import fresh_name
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from sdcdesk.risk.weights.presets import PRESETS
from ui.pages.risk.anonymity import words as say
from ui.widgets.badge import VerdictBadge
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.figure import KeyFigure
from ui.widgets.label import label
from ui.widgets.numbers import count, decimal
from ui.widgets.reason import disable, enable
from ui.widgets.what_is_this import Explanation, explain

LONGEST = 6
"""Rows of a computation; the rest is one row more."""

SOURCE = "Truta et al. 2006, section 4"

ABOUT = Explanation(
    "What the weighted risk says",
    "k-anonymity is one case of the weighted risk: with full weight on released groups of 1 to k − 1 and "
    "none on larger ones, DR_W is 0 exactly if the file is k-anonymous. (The paper gives weight to the first "
    "k rows, which is one too many.) This holds where groups only grow, as by recoding; the structure "
    "merging is made for that. In a scenario with a limit of 0 on DR_W, the matrix makes k-anonymity the "
    "verdict.",
    source=SOURCE,
)


class MatchingCard(Card):
    """DR_W with the matching matrix, whether that may be used here, and what it says."""

    matrix_wanted = Signal(str, object)
    """The project should get a matrix (`WeightMatrix`) under a name."""

    beyond_wanted = Signal()
    """The records that no matrix can count should be shown."""

    def __init__(self) -> None:
        super().__init__("What the weighted risk says")
        self._found: AnonymityAndRisk | None = None
        self._after: Assessment | None = None
        self._name = ""
        self.add = self.add_action("Add this matrix", "plus")
        self.figure = KeyFigure("DR<sub>W</sub> with the matching matrix")
        self.fits = VerdictBadge()
        self.statement, self.structure = (label(tone="text2", wraps=True) for _ in range(2))
        self.others = label(tone="text2", wraps=True)
        self.show_beyond = link("Show these records")
        self._arrange()
        self.add.clicked.connect(self._add)
        self.figure.asked.connect(self._explain)
        self.show_beyond.clicked.connect(self.beyond_wanted)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_comparison(self, found: AnonymityAndRisk, after: Assessment, project: Project) -> None:
        """Show what was found, and whether the project has the matrix already."""
        self._found, self._after = found, after
        matching = found.matching
        k = count(found.wanted)
        self.figure.caption.setText(f"DR<sub>W</sub> with the matrix of {k}-anonymity")
        usable = matching.dr_weighted is not None
        self.figure.set_value(say.risk(matching.dr_weighted))
        self.fits.set_verdict(
            "safe" if usable else "not assessed", "May be used here" if usable else "Cannot be used here"
        )
        self.statement.setText(say.statement(found))
        self.structure.setText(say.structure(found))
        others = say.no_other_matrix(found)
        self.others.setText(others)
        self.others.setVisible(bool(others))
        self.show_beyond.setVisible(bool(others) and matching.beyond > 0)
        self._offer(found, project)

    def _offer(self, found: AnonymityAndRisk, project: Project) -> None:
        """Offer the matrix, unless the project has it or it cannot be used."""
        matrix = found.matching.matrix
        known = next((name for name, other in project.weights.items() if _same(other, matrix)), "")
        if matrix is None:
            disable(self.add, "No weight matrix belongs to so large a k.")
        elif known:
            disable(self.add, f"The project has it already: {known}.")
        elif found.matching.dr_weighted is None:
            disable(self.add, "It has no place for some of the released records.")
        else:
            enable(self.add)
            self._name = fresh_name(_name(matrix, found.wanted), project.weights)
            self.add.setToolTip(f"The project gets the weight matrix {self._name}")

    def _add(self) -> None:
        if self._found is not None and self._found.matching.matrix is not None:
            self.matrix_wanted.emit(self._name, self._found.matching.matrix)

    def _explain(self) -> None:
        found, after = self._found, self._after
        if found is None or after is None:
            return
        k = count(found.wanted)
        paragraph = (
            f"Released records {say.too_few(found)}, each divided by the size of its group, by the number of "
            "original records. Larger groups do not count."
        )
        computed = _computed(found, after) if found.matching.dr_weighted is not None else ()
        title = f"DR<sub>W</sub> with the matrix of {k}-anonymity"
        explain(self.figure.value, Explanation(title, paragraph, computed, source=SOURCE))

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.figure, 1)
        top.addWidget(self.fits, 0, Qt.AlignmentFlag.AlignBottom)
        words = QVBoxLayout()
        words.setSpacing(6)
        for part in (self.statement, self.structure, self.others):
            words.addWidget(part)
        words.addWidget(self.show_beyond, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addLayout(top)
        self.body.addLayout(words)
        self.body.addStretch()


def _name(matrix: WeightMatrix, k: int) -> str:
    """Return the name of a preset that is the same matrix, else one like it."""
    presets = ((name, other) for group in PRESETS.values() for name, other in group.items())
    found = next((name for name, other in presets if _same(other, matrix)), "")
    return found or f"Released groups below {count(k)}"


def _same(one: WeightMatrix, other: WeightMatrix | None) -> bool:
    """Return whether two matrices hold the same weights, whatever they are called."""
    if other is None:
        return False
    return (one.structure, one.block, one.tail) == (other.structure, other.block, other.tail)


def _computed(found: AnonymityAndRisk, after: Assessment) -> tuple[tuple[str, str], ...]:
    sizes = [
        (row["size"], row["records_after"])
        for row in rows_to_json(after.table("group_sizes"))
        if row["records_after"] and row["size"] < found.wanted
    ]
    rows = [
        (f"{say.plural(records, 'record')} in groups of {count(size)}", _quotient(records, size))
        for size, records in sizes[:LONGEST]
    ]
    if len(sizes) > LONGEST:
        rest = sum(records / size for size, records in sizes[LONGEST:])
        rows.append((f"{count(len(sizes) - LONGEST)} other sizes", _short(rest)))
    total, n = sum(records / size for size, records in sizes), found.before.records
    return (*rows, (f"{_short(total)} ÷ {count(n)}", say.risk(found.matching.dr_weighted)))


def _quotient(records: int, size: int) -> str:
    return f"{count(records)} ÷ {count(size)} = {_short(records / size)}"


def _short(number: float) -> str:
    """Return a number of a computation, whole where it is but for rounding."""
    return decimal(number, 0 if isclose(number, round(number), abs_tol=1e-9) else 2)

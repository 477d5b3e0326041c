"""All weight matrices of a project in all its scenarios: what is compared, computed on a worker thread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import Qt

from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.pipeline import Run
from sdcdesk.release.release_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.reweighing import Reweighing
from ui.models.rows import LEFT, RIGHT, Index, RowTable
from ui.pages.weights.risks import reweighed_risks
from ui.pages.weights.scaling import Scaling, sum_text
from ui.plots.export import plain_number
from ui.release.matrix_commands import rules_text
from ui.release.words import verdict_now
from ui.widgets.numbers import UNKNOWN, percent, percent_against

KIND = "compare matrices"
"""Kind of the job."""

WAITING = "…"

MATRIX, STRUCTURE, TAIL, SUM = range(4)
FIXED = ("Matrix", "Structure", "Larger\ngroups", "Sum")
EACH = ("DR_W", "per released", "verdict")
"""Columns of every scenario; their titles stand below its name."""


@dataclass(frozen=True, slots=True)
class Found:
    """One matrix in one scenario.

    Attributes
    ----------
    weighted, released
        DR_W per original and per released record; None: not defined.
    verdict
        Under the limits of the scenario.
    why
        Why nothing is defined.
    """

    weighted: float | None = None
    released: float | None = None
    verdict: str = "not assessed"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One matrix in all scenarios.

    Attributes
    ----------
    name, matrix
        What it is called, and its weights.
    total
        The sum of its weights over the sizes of the files.
    found
        By name of the scenario; missing: not computed yet.
    """

    name: str
    matrix: WeightMatrix
    total: float
    found: Mapping[str, Found] = field(default_factory=dict)


def rows_of(matrices: Mapping[str, WeightMatrix], scaling: Scaling) -> tuple[Row, ...]:
    """Return one row for each matrix, with no risk yet."""
    return tuple(Row(name, matrix, scaling.total(matrix)) for name, matrix in matrices.items())


def compared(
    rows: Sequence[Row],
    scenarios: Sequence[tuple[Checked, Scenario]],
    run: Run,
    progress: Progress,
) -> tuple[Row, ...]:
    """Return the rows with the risk of every matrix in every scenario.

    Parameters
    ----------
    rows
        The matrices.
    scenarios
        Each as it was assessed, and with its limits as they are now.
    run
        The files.
    progress
        Told how far the work is.
    """
    found: dict[str, dict[str, Found]] = {row.name: {} for row in rows}
    for (checked, scenario), share in progress.over(tuple(scenarios), "Reweighing"):
        reweighed = reweighed_risks(checked, run, {row.name: row.matrix for row in rows}, share)
        for row in rows:
            risk = reweighed.risks[row.name]
            found[row.name][scenario.name] = _found(checked, scenario, reweighed.reweighing, row.matrix, risk)
    return tuple(replace(row, found=found[row.name]) for row in rows)


def _found(
    checked: Checked,
    scenario: Scenario,
    reweighing: Reweighing | None,
    matrix: WeightMatrix,
    risk: float | SdcError,
) -> Found:
    if isinstance(risk, SdcError) or reweighing is None:
        rules = len(matrix.violations())
        message = risk.message if isinstance(risk, SdcError) else "Not assessed"
        return Found(why=f"It {rules_text(rules)}" if rules else message)
    verdict = verdict_now(replace(checked, after=reweighing.assessed(matrix)), scenario)
    return Found(risk, reweighing.released(matrix), verdict)


class MatrixTable(RowTable[Row]):
    """The rows as Qt's views read them; three columns for each scenario."""

    def __init__(self) -> None:
        super().__init__()
        self.scenarios: tuple[Scenario, ...] = ()
        self.titles: tuple[str, ...] = FIXED

    def same(self, rows: Sequence[Row]) -> bool:
        """Return whether these are the same matrices."""
        return [row.name for row in rows] == [row.name for row in self.rows]

    def set_scenarios(self, scenarios: Sequence[Scenario]) -> None:
        """Show the columns of other scenarios."""
        self.beginResetModel()
        self.scenarios = tuple(scenarios)
        self.titles = (*FIXED, *(f"{each.name}\n{title}" for each in scenarios for title in EACH))
        self.endResetModel()

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Return where the words of a column stand: numbers at the right."""
        numbers = column in (TAIL, SUM) or (column > SUM and self._place(column)[1] < 2)
        return RIGHT if numbers else LEFT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return words, whole words, or the side."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        return self.side(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def table(self) -> list[list[str]]:
        """Return everything with all digits, the titles first."""
        columns = range(self.columnCount())
        titles = [title.replace("\n", " " if title in FIXED else ": ") for title in self.titles]
        return [titles, *([self._plain(row, column) for column in columns] for row in self.rows)]

    def _place(self, column: int) -> tuple[Scenario, int]:
        scenario, part = divmod(column - len(FIXED), len(EACH))
        return self.scenarios[scenario], part

    def _text(self, row: Row, column: int) -> str:
        if column < len(FIXED):
            sizes = (row.name, row.matrix.structure, sum_text(row.matrix.tail), sum_text(row.total))
            return sizes[column]
        scenario, part = self._place(column)
        found = row.found.get(scenario.name)
        if found is None:
            return WAITING
        if found.why:
            return ("not estimable", UNKNOWN, "not assessed")[part]
        limit = scenario.limit_weighted
        known = found.weighted is not None
        texts = (
            percent_against(found.weighted or 0.0, limit) if known else UNKNOWN,
            percent(found.released),
            found.verdict,
        )
        return texts[part]

    def _words(self, row: Row, column: int) -> str:
        title = self.titles[column].replace("\n", " " if column < len(FIXED) else ", ")
        message = f"{row.name}, {title}: {self._text(row, column)}"
        if column < len(FIXED):
            return message if column else (row.matrix.note or row.name)
        found = row.found.get(self._place(column)[0].name)
        return f"{message}. {found.why}" if found and found.why else message

    def _plain(self, row: Row, column: int) -> str:
        if column in (TAIL, SUM):
            return plain_number(row.matrix.tail if column == TAIL else row.total)
        if column < len(FIXED):
            return self._text(row, column)
        scenario, part = self._place(column)
        found = row.found.get(scenario.name, Found())
        if part == len(EACH) - 1:
            return found.why or found.verdict
        value = found.released if part else found.weighted
        return "" if value is None else plain_number(value)

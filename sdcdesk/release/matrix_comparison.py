"""Comparison of weight matrices: all matrices of a project, in all its scenarios."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from sdcdesk.core.errors import SdcError
from sdcdesk.core.limit import Verdict
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import Quantity
from sdcdesk.core.shown import NEUTRAL, UNDEFINED, Locale, shown
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.pipeline import Run
from sdcdesk.release.reweighed import WAITING, Matrices, Reweighed, reweighed
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import rules_text, sum_text

FIXED = ("Matrix", "Structure", "Larger groups", "Sum")
"""Columns that say what a matrix is."""

EACH = ("DR_W", "per released", "verdict")
"""Columns of every scenario."""

_TAIL, _SUM = 2, 3


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

    weighted: Quantity | None = None
    released: Quantity | None = None
    verdict: Verdict = Verdict.NOT_ASSESSED
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


def rows_of(matrices: Matrices, scaling: Scaling, known: Sequence[Row] = ()) -> tuple[Row, ...]:
    """Return one row for each matrix.

    Parameters
    ----------
    matrices
        By name.
    scaling
        Sizes of the files.
    known
        Rows that were computed before. What was found stays until there is more, but not for another matrix.

    Returns
    -------
    tuple[Row, ...]
        In the order of the matrices.
    """
    before = {row.name: row for row in known if row.matrix == matrices.get(row.name)}
    return tuple(
        Row(name, matrix, scaling.total(matrix), before[name].found if name in before else {})
        for name, matrix in matrices.items()
    )


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
        Receives how far the work is.

    Returns
    -------
    tuple[Row, ...]
        In the same order; a risk that cannot be computed is the error that says why.
    """
    found: dict[str, dict[str, Found]] = {row.name: {} for row in rows}
    matrices = {row.name: row.matrix for row in rows}
    for (checked, scenario), share in progress.over(tuple(scenarios), "Reweighing"):
        risks = reweighed(checked, run, matrices, share)
        for row in rows:
            found[row.name][scenario.name] = _found(checked, scenario, risks, row)
    return tuple(replace(row, found=found[row.name]) for row in rows)


@dataclass(frozen=True, slots=True)
class ComparisonColumns:
    """The columns of a comparison: what a matrix is, then three for each scenario.

    Attributes
    ----------
    scenarios
        With their limits as they are now.
    """

    scenarios: tuple[Scenario, ...] = ()

    @property
    def titles(self) -> tuple[tuple[str, str], ...]:
        """The scenario above a column, empty where there is none, and its own title."""
        return (
            *(("", title) for title in FIXED),
            *((scenario.name, title) for scenario in self.scenarios for title in EACH),
        )

    def holds_numbers(self, column: int) -> bool:
        """Return whether a column holds numbers.

        Parameters
        ----------
        column
            From 0.

        Returns
        -------
        bool
            False: it holds words.
        """
        return column in (_TAIL, _SUM) or (column > _SUM and self._place(column)[1] < 2)

    def text(self, row: Row, column: int, locale: Locale = NEUTRAL) -> str:
        """Return a cell.

        Parameters
        ----------
        row, column
            The matrix, and the column from 0.
        locale
            How numbers are written.

        Returns
        -------
        str
            Risks with as many digits as tell them from a limit.
        """
        if column < len(FIXED):
            tail, total = sum_text(row.matrix.tail, locale), sum_text(row.total, locale)
            return (row.name, row.matrix.structure, tail, total)[column]
        scenario, part = self._place(column)
        found = row.found.get(scenario.name)
        if found is None:
            return WAITING
        if found.weighted is None or found.released is None:
            return ("not estimable", UNDEFINED, str(found.verdict))[part]
        limit = scenario.limit("dr_weighted")
        weighted = shown(found.weighted, locale, () if limit is None else (limit,))
        return (weighted.text, shown(found.released, locale).text, str(found.verdict))[part]

    def meaning(self, row: Row, column: int, locale: Locale = NEUTRAL) -> str:
        """Return a cell in a sentence, and why it is not defined.

        Parameters
        ----------
        row, column, locale
            As for `text`.

        Returns
        -------
        str
            Of the first column what the matrix is.
        """
        if not column:
            return row.matrix.note or row.name
        over, title = self.titles[column]
        words = f"{row.name}, {f'{over}, ' if over else ''}{title}: {self.text(row, column, locale)}"
        found = row.found.get(over)
        return f"{words}. {found.why}" if found and found.why else words

    def exact_rows(self, rows: Sequence[Row]) -> list[list[str]]:
        """Return all rows with all digits, after the titles.

        Parameters
        ----------
        rows
            The matrices.

        Returns
        -------
        list[list[str]]
            As programs read them.
        """
        titles = [f"{over}: {title}" if over else title for over, title in self.titles]
        return [titles, *([self._exact(row, column) for column in range(len(titles))] for row in rows)]

    def _place(self, column: int) -> tuple[Scenario, int]:
        scenario, part = divmod(column - len(FIXED), len(EACH))
        return self.scenarios[scenario], part

    def _exact(self, row: Row, column: int) -> str:
        if column in (_TAIL, _SUM):
            return _all_digits(row.matrix.tail if column == _TAIL else row.total)
        if column < len(FIXED):
            return self.text(row, column)
        scenario, part = self._place(column)
        found = row.found.get(scenario.name, Found())
        if part == len(EACH) - 1:
            return found.why or str(found.verdict)
        value = found.released if part else found.weighted
        return "" if value is None or value.value is None else _all_digits(value.value)


def _all_digits(value: float) -> str:
    return str(round(value)) if isfinite(value) and value == round(value) else repr(value)


def _found(checked: Checked, scenario: Scenario, risks: Reweighed, row: Row) -> Found:
    risk, reweighing = risks.risks[row.name], risks.reweighing
    if isinstance(risk, SdcError) or reweighing is None:
        rules = len(row.matrix.violations())
        message = risk.message if isinstance(risk, SdcError) else "Not assessed"
        return Found(why=f"It {rules_text(rules)}" if rules else message)
    judged = checked.with_after(reweighing.assessed(row.matrix)).under(scenario)
    released = reweighing.figures(row.matrix)["dr_weighted_released"].quantity
    return Found(risk, released, judged.verdict)

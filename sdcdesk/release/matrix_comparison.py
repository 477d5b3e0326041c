"""Comparison of weight matrices: all matrices of a project, in all its scenarios."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sdcdesk.core.errors import SdcError
from sdcdesk.core.limit import Verdict
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import Quantity
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.pipeline import Run
from sdcdesk.release.reweighed import Matrices, Reweighed, reweighed
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import rules_text


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


def _found(checked: Checked, scenario: Scenario, risks: Reweighed, row: Row) -> Found:
    risk, reweighing = risks.risks[row.name], risks.reweighing
    if isinstance(risk, SdcError) or reweighing is None:
        rules = len(row.matrix.violations())
        message = risk.message if isinstance(risk, SdcError) else "Not assessed"
        return Found(why=f"It {rules_text(rules)}" if rules else message)
    judged = checked.with_after(reweighing.assessed(row.matrix)).under(scenario)
    released = reweighing.figures(row.matrix)["dr_weighted_released"].quantity
    return Found(risk, released, judged.verdict)

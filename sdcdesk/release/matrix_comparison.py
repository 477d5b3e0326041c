"""Comparison of weight matrices: a table of all matrices of a project, in all its scenarios."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity, Why, undefined
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import Sentence
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.reweighed import WAITING, Matrices, Reweighed
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.editing import broken_cells
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import breaking_text

FIXED = (
    Column("matrix", "Matrix", role="key"),
    Column("structure", "Structure", meaning="Whether groups may shrink, grow, or both."),
    Column("tail", "Larger groups", NUMBER, "By what weights are multiplied for every further person."),
    Column("sum", "Sum", NUMBER, "All weights over the sizes of the files."),
)
"""Columns that say what a matrix is."""

ABOUT = Sentence("The weighted risk that the masked file has with each matrix, and the verdict that follows.")


@dataclass(frozen=True, slots=True)
class Compared:
    """A scenario in which matrices are compared.

    Attributes
    ----------
    scenario
        With its limits as they are now.
    checked
        As it was assessed; None: it was not.
    risks
        The risk with each matrix, as far as it is known.
    """

    scenario: Scenario
    checked: Checked | None = None
    risks: Reweighed = field(default_factory=Reweighed)


def comparison(matrices: Matrices, scaling: Scaling, scenarios: Sequence[Compared]) -> Table:
    """Return one row for each matrix, and three columns for each scenario.

    Parameters
    ----------
    matrices
        By name.
    scaling
        Sizes of the files.
    scenarios
        What is known in each.

    Returns
    -------
    Table
        A risk that is not defined says why in its cell.
    """
    columns = [column for place, each in enumerate(scenarios) for column in _columns(place, each.scenario)]
    rows = []
    for name, matrix in matrices.items():
        row = {"matrix": name, "structure": matrix.structure, "tail": matrix.tail}
        cells = [cell for each in scenarios for cell in _cells(name, matrix, each)]
        of_columns = {column.name: cell for column, cell in zip(columns, cells, strict=True)}
        rows.append({**row, "sum": scaling.total(matrix), **of_columns})
    shown = (*FIXED, *columns)
    frame = pd.DataFrame(rows, columns=[column.name for column in shown], dtype=object)
    title = "Weighted risk with every matrix"
    return Table(name="matrices", title=title, columns=shown, frame=frame, about=ABOUT)


def _columns(place: int, scenario: Scenario) -> tuple[Column, ...]:
    limit, over = scenario.limit("dr_weighted"), scenario.name
    limits = () if limit is None else (limit,)
    released = "The same right links as a share of the released records."
    return (
        Column(f"dr_weighted_{place}", "DR_W", SHARE, "Weighted risk.", over=over, limits=limits),
        Column(f"released_{place}", "per released", SHARE, released, over=over),
        Column(f"verdict_{place}", "verdict", meaning="Under the limits of the scenario.", over=over),
    )


def _cells(name: str, matrix: WeightMatrix, each: Compared) -> tuple[Quantity, Quantity, str]:
    """Return DR_W per original and per released record, and the verdict or why there is none."""
    reweighing, risk = each.risks.reweighing, each.risks.risks.get(name)
    if isinstance(risk, Quantity) and reweighing is not None and each.checked is not None:
        released = reweighing.figures(matrix)["dr_weighted_released"].quantity
        judged = each.checked.with_after(reweighing.assessed(matrix)).with_limits(each.scenario)
        return risk, released, str(judged.verdict)
    broken = "" if matrix.admissible else breaking_text(len(broken_cells(matrix)))
    why = f"{broken}." if broken else risk.message if isinstance(risk, SdcError) else "Not computed yet."
    nothing = undefined(SHARE, Why.NOT_APPLICABLE, why)
    return nothing, nothing, broken or ("not estimable" if isinstance(risk, SdcError) else WAITING)

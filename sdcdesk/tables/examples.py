"""Examples: the tables of the papers, which can be opened to try the rules on."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.tables.building.table_plan import TablePlan
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.critique.counterexample import Counterexample, counterexample, smallest_failing


@dataclass(frozen=True, slots=True)
class Example:
    """A table of a paper.

    Attributes
    ----------
    name
        What commands call it.
    title
        What people read.
    source
        Where it is from.
    make
        Makes the table.
    n, k
        Parameters of the dominance rule that it is about, k as a share.
    """

    name: str
    title: str
    source: str
    make: Callable[[], CellTable]
    n: int = 1
    k: float = 0.6


def of_contributions(cells: dict[str, list[float]], title: str) -> CellTable:
    """Return the table whose cells have given contributions.

    Parameters
    ----------
    cells
        By code the contributions, each of another contributor.
    title
        What people call the table.

    Returns
    -------
    CellTable
        Of one dimension, with a total.
    """
    rows = [(code, amount) for code, amounts in cells.items() for amount in amounts]
    frame = pd.DataFrame(rows, columns=["cell", "amount"])
    variables = [
        Variable(name="cell", label="Cell", scale=Scale.NOMINAL, categories=tuple(cells)),
        Variable(name="amount", label="Amount", scale=Scale.CONTINUOUS),
    ]
    return TablePlan(rows=("cell",), value="amount").build(Microdata(frame, variables)).called("", title, "")


def _robertson() -> CellTable:
    return of_contributions({"passes": [59, 40, 1], "stopped": [61, 20, 19]}, "Two cells of 100")


def _constructed(found: Counterexample, title: str) -> CellTable:
    cells = {"passes": (found.passed * 1000).tolist(), "stopped": (found.stopped * 1000).tolist()}
    return of_contributions(cells, title)


def _second() -> CellTable:
    return _constructed(counterexample(1, 0.1 / 0.271, 3), "Two cells of three contributors")


def _two_of_three_quarters() -> CellTable:
    number = smallest_failing(2, 0.75)
    return _constructed(counterexample(2, 0.75, number), "Two cells of four contributors")


def _geometric() -> CellTable:
    number = smallest_failing(2, 0.75)
    powers = counterexample(2, 0.75, number).ratio ** np.arange(1, number + 1)
    cells = {"stopped": (1000 * powers / powers.sum()).tolist()}
    return of_contributions(cells, "Cell of geometric contributions")


def _two_constructions() -> CellTable:
    found = counterexample(2, 0.6, smallest_failing(2, 0.6))
    return _constructed(found, "Two constructed cells")


def _coalition() -> CellTable:
    return of_contributions({"passes": [50, 20, 20, 5, 5], "stopped": [60, 15, 15, 5, 5]}, "Two cells of 100")


EXAMPLES: tuple[Example, ...] = (
    Example(
        "robertson_ethier",
        "Two cells of 100: 59, 40, 1 and 61, 20, 19",
        "Domingo-Ferrer and Torra 2004, Example 1",
        _robertson,
    ),
    Example(
        "lemma_1",
        "Contributions of which two make up exactly three quarters, by the ratio r",
        "Domingo-Ferrer and Torra 2004, Lemma 1",
        _geometric,
        n=2,
        k=0.75,
    ),
    Example(
        "constructions",
        "A cell that passes and tells more than one that is stopped",
        "Domingo-Ferrer and Torra 2004, Constructions 1 and 2",
        _two_constructions,
        n=2,
        k=0.6,
    ),
    Example(
        "three_contributors",
        "Three contributors, each nine tenths of the one before",
        "Domingo-Ferrer and Torra 2004, Example 2",
        _second,
        k=0.1 / 0.271,
    ),
    Example(
        "two_of_three_quarters",
        "Four contributors, of whom two must not make up three quarters",
        "Domingo-Ferrer and Torra 2004, Theorem 1",
        _two_of_three_quarters,
        n=2,
        k=0.75,
    ),
    Example(
        "coalition",
        "What two contributors together know of the largest one",
        "Domingo-Ferrer and Torra 2004, section 3",
        _coalition,
        n=2,
        k=0.75,
    ),
)
"""In the order of menus."""

"""Weights on the clipboard, as they are pasted here and into spreadsheets."""

from collections.abc import Sequence

from ui.forms.numbers import write_field
from ui.pages.weights.grid_model import Index, WeightModel
from ui.plots.export import tab_separated


def copied(grid: WeightModel, selected: Sequence[Index]) -> tuple[str, str]:
    """Return weights as lines of numbers with tabs between them, and what was copied in words.

    Parameters
    ----------
    grid
        The weights. Larger groups than those shown are not copied.
    selected
        Cells of one block; none: all.
    """
    rows = sorted({index.row() for index in selected if index.row() < grid.last}) or range(grid.last)
    columns = sorted({index.column() for index in selected if index.column() < grid.last}) or range(grid.last)
    table = [[write_field(grid.weight(grid.index(row, column))) for column in columns] for row in rows]
    words = (
        f"Copied {len(rows)} × {len(columns)} weights" if len(rows) * len(columns) > 1 else "Copied 1 weight"
    )
    return tab_separated(table), words

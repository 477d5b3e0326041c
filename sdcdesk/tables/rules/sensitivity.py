"""Sensitivity of a table: what several rules say of its cells together."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.tables.cells.cell_table import CellTable, Sensitivity
from sdcdesk.tables.rules.rule import Rule


def judge(table: CellTable, rules: Sequence[Rule], progress: Progress = SILENT) -> Sensitivity:
    """Return which cells of a table some rule calls sensitive, and how uncertain they must stay.

    Parameters
    ----------
    table
        With what the rules need.
    rules
        At least one.
    progress
        Receives how far the work is.

    Returns
    -------
    Sensitivity
        A cell is sensitive if one rule says so; required is the most that one of them asks for.

    Raises
    ------
    DataError
        There is no rule, or one of them needs what is not known.
    """
    if not rules:
        raise DataError(plain("No rule was given; choose one that says which cells are sensitive."), "rules")
    sensitive = np.zeros(len(table), dtype=bool)
    lower, upper, sliding = (np.zeros(len(table)) for _ in range(3))
    reasons: dict[int, tuple[Sentence, ...]] = {}
    for rule, part in progress.over(rules, "Rules"):
        found = rule.judge(table, part)
        sensitive |= found.sensitive
        if rule.sliding:
            np.maximum(sliding, found.lower + found.upper, out=sliding)
        else:
            np.maximum(lower, found.lower, out=lower)
            np.maximum(upper, found.upper, out=upper)
        for cell, why in found.reasons.items():
            reasons[cell] = (*reasons.get(cell, ()), why)
    return Sensitivity(sensitive, lower, upper, sliding, tuple(rules), reasons)

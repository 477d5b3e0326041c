"""Same numbers: tables whose numbers are multiples of those of others, as weighted counts of equal weights.

A reader divides by the factor, so that what one of them hides stands in the other one.
"""

import hashlib
from dataclasses import replace

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellTable, TablePlan
from sdcdesk.tables.cells.contributions import Contributions

DIGITS = 12
"""Decimals of parts of the largest number by which numbers are compared."""


def numbers_key(plan: TablePlan, data: Microdata) -> tuple[bytes, float]:
    """Return by what the numbers of a table are told from those of others, and how large they are.

    Parameters
    ----------
    plan, data
        What the table is made of.

    Returns
    -------
    tuple[bytes, float]
        The same bytes where what records add is the same but for a factor, and the largest of these numbers.
    """
    value = np.ones(len(data)) if plan.value is None else data.numbers(plan.value)
    weight = np.ones(len(data)) if plan.weight is None else data.numbers(plan.weight)
    numbers = value * weight
    size = float(np.nanmax(np.abs(numbers), initial=0.0)) or 1.0
    parts = np.where(np.isnan(numbers), np.nan, np.round(numbers / size, DIGITS) + 0.0)
    return hashlib.blake2b(parts.tobytes(), digest_size=16).digest(), size


def as_of(result: TableResult, table: CellTable, first: TableResult) -> tuple[CellTable, TablePlan]:
    """Return a table with the numbers of another one, and how it is made of them.

    Parameters
    ----------
    result
        What became of the table.
    table
        As it was built, and published.
    first
        A table whose numbers are the same but for a factor.

    Returns
    -------
    tuple[CellTable, TablePlan]
        The same objects where the numbers are called alike.
    """
    plan, other, data = result.planned.plan, first.planned.plan, result.source
    if plan is None or other is None or data is None or first.built is None:
        raise AssertionError("only tables that were built are looked at")
    if (plan.value, plan.weight) == (other.value, other.weight):
        return table, plan
    factor = numbers_key(plan, data)[1] / numbers_key(other, data)[1]
    made = plan.changed(value=other.value, weight=other.weight)
    divided = table if factor == 1 else _divided(table, factor, first.built, _amounts(other, data))
    return divided.linked(made.subject(data), table.within), made


def _amounts(plan: TablePlan, data: Microdata) -> np.ndarray:
    """Return what each record of a file adds to a table, as rules see it, float64 (records,)."""
    return np.ones(len(data)) if plan.value is None else np.abs(data.numbers(plan.value))


def _divided(table: CellTable, factor: float, first: CellTable, amounts: np.ndarray) -> CellTable:
    """Return a table all of whose numbers are divided by a factor; its records add other amounts."""
    values = table.values / factor
    if first.kind == "counts":
        values = np.rint(values)
    found = CellTable(
        table.dimensions,
        values,
        table.frequency,
        name=table.name,
        title=table.title,
        kind=first.kind,
        contributions=_with_amounts(table.contributions, factor, amounts),
        subject=table.subject,
        within=table.within,
        tolerance=table.tolerance / factor,
    )
    said, published = table.sensitivity, table.published
    if said is not None:
        asked = {name: getattr(said, name) / factor for name in ("lower", "upper", "sliding")}
        found = found.with_sensitivity(replace(said, **asked))
    found = found.with_hand(table.forced, table.always)
    if published is None:
        return found
    spread, above = (None if one is None else one / factor for one in (published.spread, published.above))
    numbers = np.where(np.isnan(published.values), np.nan, values)
    if spread is not None:
        numbers = published.values / factor
    return found.with_released(replace(published, values=numbers, spread=spread, above=above))


def _with_amounts(known: Contributions | None, factor: float, amounts: np.ndarray) -> Contributions | None:
    """Return contributions with other amounts of their records, and weighted sums divided by a factor."""
    if known is None:
        return None
    return Contributions(
        known.leaves,
        known.contributors,
        amounts[known.rows],
        known.waived,
        known.rows,
        sums=None if known.sums is None else known.sums / factor,
        identified=known.identified,
    )

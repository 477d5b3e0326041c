"""Figures of perturbed tables: how many numbers are published as others, and how far they are off."""

from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.core.numbers.quantity import CELLS, NUMBER, SHARE, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared
from sdcdesk.tables.cells.cell_system import CellSystem

if TYPE_CHECKING:
    from scipy.sparse import csr_array

CHANGED = Declared("changed", "Cells changed", CELLS, better="less").means(
    "Cells that are published with another number than the original one."
)

CHANGED_SHARE = Declared("changed_share", "Share of cells changed", SHARE, better="less").means(
    "Cells that are published with another number, divided by all that are published."
)

LARGEST_CHANGE = Declared("largest_change", "Largest change", NUMBER, better="less").means(
    "The largest distance of a published number from the original one, in the unit of the table."
)

MEAN_CHANGE = Declared("mean_change", "Mean change", NUMBER, better="less").means(
    "Distances of published numbers from the original ones, added up and divided by the number of published "
    "cells, those that did not change among them."
)

LARGEST_GAP = Declared("largest_gap", "Largest gap in sums", NUMBER, better="less").means(
    "The largest distance of a published total from the sum of its published parts; 0 where all numbers add "
    "up."
)

PERTURBED = (CHANGED, CHANGED_SHARE, LARGEST_CHANGE, MEAN_CHANGE, LARGEST_GAP)

SAME = 1e-9
"""Numbers that differ by no more than so much of their size are the same."""


def perturbed_figures(system: CellSystem) -> dict[Declared, Quantity]:
    """Return all figures of published numbers that are not the original ones.

    Parameters
    ----------
    system
        Cells of published tables; a cell that several of them publish counts in each.

    Returns
    -------
    dict[Declared, Quantity]
        By declaration; distances are not defined where no cell is published.
    """
    values = np.concatenate([one.values for one in system.tables])
    released = np.concatenate([one.released for one in system.tables])
    shown = ~np.isnan(released)
    off = np.abs(released - values)[shown]
    off[off <= SAME * np.abs(values[shown])] = 0.0
    changed, number = int((off > 0).sum()), len(off)
    gaps = np.concatenate([_gaps(one.relations.matrix, one.released) for one in system.tables])
    none = "No cell is published."
    return {
        CHANGED: Quantity(changed, CELLS),
        CHANGED_SHARE: (
            Quantity(changed / number, SHARE, part=changed, whole=number)
            if number
            else undefined(SHARE, Why.ZERO_DIVISOR, none)
        ),
        LARGEST_CHANGE: Quantity(float(off.max()), NUMBER)
        if number
        else undefined(NUMBER, Why.TOO_FEW, none),
        MEAN_CHANGE: Quantity(float(off.mean()), NUMBER) if number else undefined(NUMBER, Why.TOO_FEW, none),
        LARGEST_GAP: (
            Quantity(float(gaps.max()), NUMBER)
            if len(gaps)
            else undefined(NUMBER, Why.TOO_FEW, "No published total has all of its parts published.")
        ),
    }


def _gaps(relations: "csr_array", released: np.ndarray) -> np.ndarray:
    """Return by how much each total misses its parts, float64 (k,), where all of them are published."""
    apart = relations @ released
    sizes = abs(relations) @ np.abs(released)
    known = ~np.isnan(apart)
    found: np.ndarray = np.where(np.abs(apart) <= SAME * sizes, 0.0, np.abs(apart))[known]
    return found

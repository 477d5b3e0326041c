"""Areas of a variable grid: small ones are joined into squares in which enough households live."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.variable_grid import variable_grid
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.redesign import AssessedAreas, Redesign

USUAL = 32
"""Households of a square in the experiments of the paper, at least."""


def gridded_areas(
    measure: LinkedTables,
    data: Microdata,
    x: str,
    y: str,
    households: int = USUAL,
    *,
    least: int = 1,
    progress: Progress | None = None,
) -> Redesign:
    """Join areas into the squares of a variable grid: small where many live, large where few do.

    One square holds all areas; a square is split into four as long as each part with an area in it keeps
    enough households. An area lies where its records do on average, and is never divided. Records without
    an area stay as they are.

    Parameters
    ----------
    measure
        Says which tables are published, and of which areas.
    data
        The file that is published; without a variable of the role household every record is one.
    x, y
        Variables with the place of each record, numbers.
    households
        Fewest households of a square.
    least
        Fewest records that an area should have, for the figures.
    progress
        Receives how far the work is.

    Returns
    -------
    Redesign
        Old and new areas; rejected is the whole where it has fewer households.

    Raises
    ------
    DataError
        The measure has no areas, or a place is missing or no number.
    """
    assessed = AssessedAreas.of(measure, data, progress or Progress())
    known, areas = assessed.known, assessed.tables.areas
    rows = np.flatnonzero(np.isin(areas, known))
    if not len(rows):
        return assessed.redesigned(np.arange(len(assessed.names)), least)
    home = _households(data)
    # A household with people in several areas counts in each, so that no area is divided.
    middles = [_middles(data, name, areas, rows, len(assessed.names)) for name in (x, y)]
    width = int(home.max(initial=0)) + 1
    places = [middle[areas[rows]] for middle in middles]
    grid = variable_grid(places[0], places[1], areas[rows] * width + home[rows], households)
    group = np.arange(len(assessed.names))
    cell = np.full(len(group), -1)
    cell[areas[rows]] = grid.cell
    _, lowest, place = np.unique(cell[known], return_index=True, return_inverse=True)
    group[known] = known[lowest][place]
    too_few = grid.households < households
    rejected = np.unique(group[known][too_few[cell[known]]]).tolist()
    return assessed.redesigned(group, least, rejected=rejected)


def _households(data: Microdata) -> np.ndarray:
    """Return the household of each record, int64 (n,); one that is missing is that record alone."""
    name = next((one.name for one in data.variables if one.role is Role.HOUSEHOLD), None)
    numbers = np.arange(len(data), dtype=np.int64)
    if name is None:
        return numbers
    codes = data.coding(name).codes.astype(np.int64)
    return np.where(codes < 0, numbers + int(codes.max(initial=-1)) + 1, codes)


def _middles(data: Microdata, name: str, areas: np.ndarray, rows: np.ndarray, number: int) -> np.ndarray:
    """Return the mean of a variable in each area, float64 (A,)."""
    values = data.numbers(name)[rows]
    if not np.isfinite(values).all():
        words = "A record has no value of {name}, so that its area has no place."
        raise DataError(sentence(words, name=name), name)
    # In ascending order, so that the order of the records changes no digit.
    order = np.lexsort((values, areas[rows]))
    rows, values = rows[order], values[order]
    sums = np.bincount(areas[rows], values, minlength=number)
    middles: np.ndarray = sums / np.maximum(np.bincount(areas[rows], minlength=number), 1)
    return middles

"""Requirements: what must stay uncertain of each sensitive cell, and to whom."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.tables.audit.dominant_insiders import dominant_insiders
from sdcdesk.tables.cells.cell_system import CellSystem


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Requirements:
    """What protection the cells of a system need.

    Attributes
    ----------
    sensitive
        bool (n,), cells that need protection.
    lower, upper, sliding
        float64 (n,), how far the interval of a cell must reach below and above its value, and how wide it
        must be; 0 for the others. Nobody asks for more than what everybody knows leaves open.
    alone
        int64 (n,), the only contributor of each cell; −1 where there are several, or it is not known who.
    dominant
        int64 (n,), the contributor of each cell who may know it, because it is he whom the rules protect; −1
        where there is none.
    """

    sensitive: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    sliding: np.ndarray
    alone: np.ndarray
    dominant: np.ndarray

    @classmethod
    def of(cls, system: CellSystem) -> "Requirements":
        """Return what the rules of the tables of a system ask for.

        Parameters
        ----------
        system
            Cells of one or of several tables.

        Returns
        -------
        Requirements
            Of a shared cell the largest.
        """
        tables, none = system.tables, [np.zeros(len(table)) for table in system.tables]
        known = [table.sensitivity for table in tables]
        sensitive = system.of_cells([table.is_sensitive & ~table.is_always for table in tables])

        def largest(name: str) -> np.ndarray:
            own = [
                empty if one is None else getattr(one, name) for one, empty in zip(known, none, strict=True)
            ]
            return np.where(sensitive, system.largest(own), 0.0)

        below, above = system.values - system.lowest, system.highest - system.values
        lower = np.minimum(largest("lower"), below)
        upper = np.minimum(largest("upper"), above)
        sliding = np.minimum(largest("sliding"), below + above)
        return cls(sensitive, lower, upper, sliding, _alone(system), dominant_insiders(system))

    def restricted(self, cells: np.ndarray) -> "Requirements":
        """Return what some of the cells need.

        Parameters
        ----------
        cells
            int64 (k,), their places.

        Returns
        -------
        Requirements
            In their order.
        """
        return Requirements(
            self.sensitive[cells],
            self.lower[cells],
            self.upper[cells],
            self.sliding[cells],
            self.alone[cells],
            self.dominant[cells],
        )


def required_movements(system: CellSystem, needs: Requirements, cell: int) -> list[float]:
    """Return how far a cell must be able to move.

    Parameters
    ----------
    system, needs
        Cells, and what must stay uncertain of them.
    cell
        A sensitive one.

    Returns
    -------
    list[float]
        Upwards above 0, downwards below; at least one.
    """
    lower, upper = float(needs.lower[cell]), float(needs.upper[cell])
    rest = float(needs.sliding[cell]) - lower - upper
    if rest > 0:
        # What may lie on either side is split, as far as there is room.
        below = min(rest / 2, float(system.values[cell] - system.lowest[cell]) - lower)
        lower, upper = lower + max(below, 0.0), upper + rest - max(below, 0.0)
    if lower <= 0 and upper <= 0:
        # Nobody asked for more than not to be known.
        upper = max(abs(float(system.values[cell])) * 1e-3, 1e-3)
    if system.integer[cell]:
        # A count that moves by less than one does not move.
        lower, upper = np.ceil(lower - 1e-9), np.ceil(upper - 1e-9)
    return [amount for amount in (upper, -lower) if amount]


def tolerance(values: np.ndarray) -> np.ndarray:
    """Return by how much the solver may err in numbers of some size.

    Parameters
    ----------
    values
        float64 (k,).

    Returns
    -------
    np.ndarray
        float64 (k,), above 0.
    """
    found: np.ndarray = 1e-7 * np.maximum(np.abs(values), 1e-3)
    return found


def _alone(system: CellSystem) -> np.ndarray:
    """Return the only contributor of each cell; where none is known, each is another one."""
    found = np.full(len(system), -1, dtype=np.int64)
    others = 0
    for own, table in zip(system.cells, system.tables, strict=True):
        if table.frequency is None:
            continue
        single = np.flatnonzero(table.frequency == 1)
        if table.contributions is None or table.contributions.are_given:
            # Who they are is not known: each is taken for another one.
            found[own[single]] = -2 - others - np.arange(len(single))
            others += len(single)
            continue
        who = table.contributions.largest(table.dimensions, 2).contributors[:, 0]
        holders = table.contributions.rows_of_contributors
        found[own[single]] = holders[who[single]]
    return _named_alike(system, found)


def _named_alike(system: CellSystem, alone: np.ndarray) -> np.ndarray:
    """Return contributors so that whoever is alone in a whole is the one who is alone in its parts."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    sums = system.relations.tocoo()
    single = alone != -1
    whole = np.zeros(system.relations.shape[0], dtype=bool)
    whole[sums.row[(sums.data > 0) & single[sums.col]]] = True
    chosen = single[sums.col] & whole[sums.row]
    at, row, number = sums.col[chosen], sums.row[chosen], len(system)
    links = csr_array((np.ones(len(at), dtype=np.int8), (at, number + row)), shape=(number + len(whole),) * 2)
    _, component = connected_components(links, directed=False)
    # A known contributor, from 0, comes before those who only have a number of their own.
    best = np.full(int(component.max(initial=-1)) + 1, np.iinfo(np.int64).min)
    np.maximum.at(best, component[:number], np.where(single, alone, np.iinfo(np.int64).min))
    return np.where(single, best[component[:number]], -1)

"""Released: what is published of a table, and what everybody knows of the values behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.results.findings import Declared, Note


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Released:
    """What is published of a table.

    Attributes
    ----------
    values
        float64 (n,), NaN where a cell is hidden.
    secondary
        bool (n,), cells that are hidden to protect others.
    protection
        What made it; None: nothing, or another program.
    spread
        float64 (n,), how far the original value may lie from the published one as everybody knows, as in a
        rounded table; 0 where it is published as it is.
    above
        float64 (n,), how far it may lie above the published one, where that is another distance than below;
        None: it is the same.
    reported
        Figures of the protection that only its making knows, as a bound that was found.
    notes
        Sentences about its making for the owner, as that a limit was reached.
    """

    values: np.ndarray
    secondary: np.ndarray
    protection: AnyOperation | None = None
    spread: np.ndarray | None = None
    above: np.ndarray | None = None
    reported: Mapping[Declared, Quantity] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    @property
    def ends(self) -> tuple[np.ndarray, np.ndarray]:
        """Between which values everybody knows the original ones to lie, float64 (n,), NaN if hidden."""
        spread = np.zeros(len(self.values)) if self.spread is None else self.spread
        above = spread if self.above is None else self.above
        return self.values - spread, self.values + above

    @property
    def is_rough(self) -> np.ndarray:
        """Which cells are published as another number than the original one, for all that is known."""
        low, high = self.ends
        return np.asarray(high > low)

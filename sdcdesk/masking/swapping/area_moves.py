"""Area moves: which households exchange their areas, and at which level of the areas."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.swap_partners import swap_partners


@dataclass(frozen=True, slots=True, eq=False)
class AreaMoves:
    """Households that found a partner so far.

    Attributes
    ----------
    alike
        int64 (H,), equal for households that may be partners.
    areas
        int64 (H,) for each level, from the one with the fewest areas: area of each household.
    partners
        int64 (H,), the partner of each household, itself where it has none; filled by `ask`.
    """

    alike: np.ndarray
    areas: list[np.ndarray]
    partners: np.ndarray

    @property
    def moved(self) -> np.ndarray:
        """Households that have a partner, bool (H,)."""
        moved: np.ndarray = self.partners != np.arange(len(self.partners))
        return moved

    def ask(
        self, askers: np.ndarray, line: np.ndarray, level: int, most: int | None, progress: Progress
    ) -> None:
        """Let households without a partner ask for one in another area of this level, but the same one above.

        Parameters
        ----------
        askers
            int64 (a,), households in the order in which they ask.
        line
            int64 (m,), households in the order in which they are taken.
        level
            Place in `areas`.
        most
            Pairs of all households at which nobody asks any more; None: all ask.
        progress
            Receives how many asked.
        """
        moved = self.moved
        left = None if most is None else max(most - int(moved.sum()) // 2, 0)
        strata = self.alike
        if level:
            above = self.areas[level - 1]
            both = combine([strata, above], [int(strata.max()) + 1, int(above.max()) + 1])
            strata, _ = compact(*both)
        askers, line = askers[~moved[askers]], line[~moved[line]]
        pairs = swap_partners(askers, line, strata, self.areas[level], left, progress)
        self.partners[pairs] = pairs[:, ::-1]

"""SUDA of a masked file: its scores together with what their findings are made of."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.data_intrusion import Intrusion
from sdcdesk.risk.suda.scores import SudaScores


@dataclass(frozen=True, slots=True, eq=False)
class AssessedSuda:
    """Scores of the released records.

    Attributes
    ----------
    masked
        The masked file.
    keys
        The key variables.
    scores
        Minimal unique sets and scores of its records.
    intrusion
        Data intrusion factor of the file.
    dis
        float64 (t,), DIS-SUDA scores; or why they are not defined.
    threshold
        Scores above it are counted.
    """

    masked: Microdata = field(repr=False)
    keys: tuple[str, ...]
    scores: SudaScores
    intrusion: Intrusion
    dis: np.ndarray | Reason
    threshold: float

    @property
    def records(self) -> int:
        """Number of released records, t."""
        return len(self.masked)

    @property
    def above(self) -> np.ndarray:
        """Whether the score of a record is above the threshold, bool (t,)."""
        return self.scores.score > self.threshold

    def rows(self, which: Callable[[], np.ndarray]) -> Callable[[], np.ndarray]:
        """Return what finds the positions in the original of some released records, when asked.

        Parameters
        ----------
        which
            Returns bool (t,).

        Returns
        -------
        Callable[[], np.ndarray]
            Returns int64 (k,), in the order of the masked file.
        """
        return lambda: self.masked.rows[which()]

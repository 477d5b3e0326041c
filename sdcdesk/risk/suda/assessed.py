"""SUDA of a masked file: its scores together with what their findings are made of."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, Reason, Unit
from sdcdesk.risk.data_intrusion import Intrusion
from sdcdesk.risk.record_risks.record_risks import RecordRisks
from sdcdesk.risk.suda.scores import SudaScores


@dataclass(frozen=True, eq=False, kw_only=True)
class AssessedSuda(RecordRisks):
    """Scores of the released records, which are their risks here.

    Attributes
    ----------
    keys
        The key variables.
    scores
        Minimal unique sets and scores of its records.
    intrusion
        Data intrusion factor of the file.
    dis
        float64 (t,), DIS-SUDA scores; or why they are not defined.
    unit
        Scores are no shares.
    """

    keys: tuple[str, ...]
    scores: SudaScores
    intrusion: Intrusion
    dis: np.ndarray | Reason
    unit: Unit = NUMBER

    @property
    def records(self) -> int:
        """Number of released records, t."""
        return len(self.masked)

    @property
    def of_dis(self) -> np.ndarray:
        """float64 (t,), DIS-SUDA scores; NaN where they are not defined."""
        return np.full(len(self.masked), np.nan) if isinstance(self.dis, Reason) else self.dis

    @property
    def total(self) -> float:
        """The sum of all scores; NaN where it is 0, so that no share of it is defined."""
        return float(np.dot(self.scores.points, self.scores.sets_of_size)) or np.nan

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

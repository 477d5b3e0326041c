"""Curves of the expected risks: a row for each sampling factor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.sampling.deviation import Deviations
from sdcdesk.risk.sampling.expectation import RISKS, Expected, Risk
from sdcdesk.risk.sampling.simulation import band

WIDTH = 2
"""Standard deviations from the expected risk to the ends of its band."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Risks by sampling factor.

    Attributes
    ----------
    percentages
        Sampling factors as they were asked for.
    matrix
        Classification matrix of the file that is sampled.
    expected, deviations
        Risks of samples of these sizes, and their standard deviations.
    simulated
        float64, 3 × sizes × replicates: risks of samples that were drawn; None where none were.
    weighted
        Whether the weights have a place for all records of samples; else DR_W is not defined.
    """

    percentages: Sequence[float]
    matrix: ClassificationMatrix
    expected: Expected
    deviations: Deviations
    simulated: np.ndarray | None
    weighted: bool

    def frame(self) -> pd.DataFrame:
        """Return a row for each sampling factor; all risks are 0 for an empty sample.

        Returns
        -------
        pd.DataFrame
            Risks are shares 0…1 of the initial records, or of the released ones ("_released").
        """
        t, n = self.expected.t, self.matrix.n
        risks: dict[str, np.ndarray] = {risk: getattr(self.expected, risk) for risk in RISKS}
        # Nothing is divided by an empty sample: its risks are 0.
        released = {f"{risk}_released": values * (n / np.maximum(t, 1)) for risk, values in risks.items()}
        table = pd.DataFrame(
            {
                "percentage": self.percentages,
                "asked": np.asarray(self.percentages) / 100,
                "t": t,
                "factor": t / max(self.matrix.t, 1),
                **risks,
                **released,
                "sd_min": self.deviations.sd_min,
                "sd_max": self.deviations.sd_max,
                **self._ends("dr_min", self.deviations.sd_min),
                **self._ends("dr_max", self.deviations.sd_max),
            }
        )
        if self.simulated is not None:
            table = pd.concat([table, band(self.simulated)], axis=1)
        if not self.weighted:
            table[[name for name in table.columns if name.startswith("dr_weighted")]] = np.nan
        return table

    def _ends(self, risk: Risk, deviation: np.ndarray) -> dict[str, np.ndarray]:
        """Return the ends of the band about an expected risk, which is a share."""
        middle: np.ndarray = getattr(self.expected, risk)
        return {
            f"{risk}_low": np.maximum(middle - WIDTH * deviation, 0.0),
            f"{risk}_high": np.minimum(middle + WIDTH * deviation, 1.0),
        }

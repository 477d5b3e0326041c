"""Expected risks of samples of the original and of the masked file side by side, as a declared table."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE
from sdcdesk.core.results.column import Column, ColumnRole, DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.sampling.curve_findings import RISK_AXIS, TITLES, DrawnCurve
from sdcdesk.risk.sampling.expectation import Risk


@dataclass(frozen=True, slots=True, eq=False)
class BothCurves:
    """Curves of the same sampling factors.

    Attributes
    ----------
    original, masked
        Expected risks of samples of both files.
    """

    original: DrawnCurve
    masked: DrawnCurve

    @property
    def asked(self) -> np.ndarray:
        """Sampling factors, float64, as they were asked for."""
        return np.asarray(self.masked.curve.percentages, dtype=np.float64) / 100


DRAWN: Sequence[Risk] = ("dr_min", "dr_max")
"""Risks that every file has, whatever the weights."""

SIDES: tuple[tuple[ColumnRole, str], ...] = (("before", "Original"), ("after", "Masked file"))


def _column(risk: Risk, side: ColumnRole, title: str) -> DeclaredColumn[BothCurves]:
    def drawn(both: BothCurves) -> DrawnCurve:
        return both.original if side == "before" else both.masked

    return Column(f"{risk}_{side}", title, SHARE, "Of the original records.", side, over=TITLES[risk]).cells(
        lambda both: drawn(both).frame[risk], bound=lambda both: drawn(both).bound(risk)
    )


BOTH = DeclaredTable[BothCurves](
    name="files",
    title="Original and masked file",
    about=plain("Expected risks of simple random samples of each file, by the share of its records drawn."),
    columns=(
        public_key("asked", "Asked for", SHARE, "Share of the records of each file.").cells(
            lambda both: both.asked
        ),
        *(_column(risk, side, title) for risk in DRAWN for side, title in SIDES),
    ),
    follows="dr_min",
    solves=True,
    plots=(
        Plot(
            name="files_plot",
            title="Risk of the original and of the masked file",
            kind="curves",
            x=Axis("Share asked for", column="asked", unit=SHARE, least=0.0, most=1.0),
            y=RISK_AXIS,
            series=(
                Series("dr_min_before", "Minimal risk, original", "before"),
                Series("dr_min_after", "Minimal risk, masked", "after"),
                Series("dr_max_before", "Maximal risk, original", "before"),
                Series("dr_max_after", "Maximal risk, masked", "after"),
            ),
            about=plain("The gap between two curves of a risk is what the masking does that came before."),
        ),
    ),
)


def files_section(original: DrawnCurve, masked: DrawnCurve) -> Section:
    """Return the section with the expected risks of both files in one plot.

    Parameters
    ----------
    original, masked
        Curves of the same sampling factors.

    Returns
    -------
    Section
        A chart and the table behind it.
    """
    return BOTH.section(BothCurves(original, masked))

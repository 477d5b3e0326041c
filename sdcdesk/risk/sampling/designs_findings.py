"""Expected risks of several designs of a sample, as a declared table with a plot."""

from dataclasses import replace

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE, Reason, Why
from sdcdesk.core.results.column import Cells, Column, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.sampling.designs import Designs

TOO_FEW = Reason(Why.TOO_FEW, "Fewer records than are asked for have a size above 0.")

COLUMNS: tuple[tuple[str, str, str, Secrecy], ...] = (
    ("simple", "Simple", "Every record is as likely to be drawn.", Secrecy.AGGREGATE),
    (
        "stratified",
        "Stratified",
        "Strata give records in proportion to their sizes, in whole numbers.",
        # By rounding the strata weigh differently at each factor: the rows can be solved for small ones.
        Secrecy.DERIVED,
    ),
    (
        "proportional",
        "Proportional to size",
        "The larger a unit, the likelier it is drawn; at most surely.",
        # The probabilities are values of the size, but for a factor.
        Secrecy.DERIVED,
    ),
    (
        "households",
        "Of households",
        "Here the factor is a share of the households, which are drawn whole.",
        Secrecy.AGGREGATE,
    ),
)
"""Name, title, meaning and secrecy by design."""


def _column(name: str, title: str, meaning: str, secrecy: Secrecy) -> DeclaredColumn[Designs]:
    def cells(found: Designs) -> Cells:
        return [None if np.isnan(risk) else float(risk) for risk in found.risks[name]]

    return Column(name, title, SHARE, meaning, "value", secrecy, "Expected maximal risk").cells(
        cells,
        bound=lambda found: found.bound,
        undefined=TOO_FEW if name == "proportional" else None,
        when=lambda found: name in found.risks,
    )


DESIGNS = DeclaredTable[Designs](
    name="designs",
    title="Expected maximal risk by design",
    about=plain(
        "Σ π_r/F_r ÷ n over the masked records: π_r is the probability that record r is drawn, F_r the size "
        "of its group in the original, n the number of original records."
    ),
    columns=(
        public_key("asked", "Asked for", SHARE, "Share of the records or of the households.").cells(
            lambda found: np.asarray(found.percentages) / 100
        ),
        *(_column(*column) for column in COLUMNS),
    ),
    follows="dr_max",
    solves=True,
    plots=(
        Plot(
            name="designs_plot",
            title="Maximal risk by design",
            kind="curves",
            x=Axis("Share asked for", column="asked", unit=SHARE, least=0.0, most=1.0),
            y=Axis("Risk, as a share of the original records", unit=SHARE, least=0.0),
            series=tuple(Series(name, title) for name, title, _, _ in COLUMNS),
            about=plain(
                "A curve for each way to draw a sample. A design whose curve lies above that of simple "
                "sampling prefers the records that are easiest to find."
            ),
        ),
    ),
)


def designs_section(found: Designs) -> Section:
    """Return the section with the expected maximal risks of all designs.

    Parameters
    ----------
    found
        What was computed.

    Returns
    -------
    Section
        A chart of the designs that the file has the variables for, and the table behind it.
    """
    section = DESIGNS.section(found, title="Other ways to draw a sample")
    plot, table = section.blocks
    if isinstance(plot, Plot):
        plot = replace(plot, series=tuple(one for one in plot.series if one.column in found.risks))
    return replace(section, blocks=(plot, table), notes=tuple(map(Note, found.notes)))

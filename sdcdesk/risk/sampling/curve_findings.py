"""Curves of the expected risks against the share released, and risks of drawn samples, as declared tables."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Bound, Reason, Why
from sdcdesk.core.results.column import Cells, Column, DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Line, Plot, Series
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.sampling.curve import Curve
from sdcdesk.risk.sampling.expectation import RISKS, Risk

SYMBOLS: dict[Risk, str] = {"dr_min": "DR_min", "dr_weighted": "DR_W", "dr_max": "DR_max"}

TITLES: dict[Risk, str] = {
    "dr_min": "Minimal risk",
    "dr_weighted": "Weighted risk",
    "dr_max": "Maximal risk",
}
"""Titles of columns and curves."""

WEIGHTS_DO_NOT_FIT = Reason(
    Why.NOT_APPLICABLE, "The weights have no place for some records that a sample can hold."
)
"""Why DR_W is not defined for some structures of weights."""

NO_GROUPS = Reason(Why.NOT_APPLICABLE, "A missing value matches every value, so records do not form groups.")
"""Why there is no standard deviation."""

PARTS = {
    "mean": ("Mean", "Mean over the drawn samples."),
    "smallest": ("Smallest", "Smallest of the drawn samples."),
    "q05": ("5 % quantile", "5 of 100 drawn samples are below it."),
    "q95": ("95 % quantile", "95 of 100 drawn samples are below it."),
    "largest": ("Largest", "Largest of the drawn samples."),
}
"""Statistics of simulated risks."""

SPREADS: dict[Risk, str] = {"dr_min": "sd_min", "dr_max": "sd_max"}
"""Risks with a standard deviation."""

LIMITS: dict[Risk, str] = {
    "dr_min": "Limit of the minimal risk",
    "dr_weighted": "Limit of the weighted risk",
    "dr_max": "Limit of the maximal risk",
}
"""Titles of the lines at their limits."""

ENDS = {
    "low": ("{risk}, lower end", "Expected risk less two standard deviations."),
    "high": ("{risk}, upper end", "Expected risk and two standard deviations."),
}
"""Title and meaning of the ends of a band."""


@dataclass(frozen=True, eq=False)
class DrawnCurve:
    """Expected risks by sampling factor, with what is drawn beside them.

    Attributes
    ----------
    curve
        Risks by sampling factor.
    limits
        Limits on them that were asked for, drawn as lines.
    exact
        Whether DR_W and DR_max are more than upper bounds.
    """

    curve: Curve
    limits: Mapping[Risk, float]
    exact: bool

    @cached_property
    def frame(self) -> pd.DataFrame:
        """A row for each sampling factor."""
        return self.curve.frame()

    @property
    def risks(self) -> list[Risk]:
        """The risks that are defined."""
        return [risk for risk in RISKS if self.curve.weighted or risk != "dr_weighted"]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Limits across the plot."""
        return tuple(Line(limit, LIMITS[risk]) for risk, limit in self.limits.items())

    def bound(self, risk: Risk) -> Bound:
        """Return how a risk stands to the true one.

        Parameters
        ----------
        risk
            One of them.

        Returns
        -------
        Bound
            DR_min is always exact.
        """
        return Bound.EXACT if self.exact or risk == "dr_min" else Bound.AT_MOST

    def more(self) -> Mapping[str, Cells]:
        """Return the columns that people are not shown.

        Returns
        -------
        Mapping[str, Cells]
            By name: percentages as asked for, and statistics of drawn samples.
        """
        shown = {column.name for column in CURVE.columns if isinstance(column, DeclaredColumn)}
        return {str(name): cells for name, cells in self.frame.items() if name not in shown}


def _share_column(
    name: str,
    title: str,
    meaning: str,
    over: str = "",
    *,
    risk: Risk | None = None,
    reason: Reason | None = None,
) -> DeclaredColumn[DrawnCurve]:
    """Declare a column of shares; that of a risk has its bound, and DR_W is not defined without weights."""

    def why(drawn: DrawnCurve) -> Reason | None:
        return WEIGHTS_DO_NOT_FIT if risk == "dr_weighted" and not drawn.curve.weighted else reason

    return Column(name, title, SHARE, meaning, over=over).cells(
        lambda drawn: drawn.frame[name],
        bound=lambda drawn: drawn.bound(risk) if risk else Bound.EXACT,
        undefined=why,
    )


SIZE: tuple[DeclaredColumn[DrawnCurve], ...] = (
    public_key("asked", "Asked for", SHARE, "Share of the records as it was asked for.").cells(
        lambda drawn: drawn.frame["asked"]
    ),
    Column("t", "Sample", RECORDS, "Records of the sample, rounded.", "key").cells(
        lambda drawn: drawn.frame["t"]
    ),
    Column("factor", "Share released", SHARE, "Of the records that the sample is drawn from.", "key").cells(
        lambda drawn: drawn.frame["factor"]
    ),
)

EXPECTED = tuple(
    _share_column(
        risk,
        TITLES[risk],
        "Expected risk, divided by all records of the original.",
        "Of the original records",
        risk=risk,
    )
    for risk in RISKS
)

RELEASED = tuple(
    _share_column(
        f"{risk}_released",
        TITLES[risk],
        "Expected risk, divided by the records of the sample.",
        "Of the released records",
        risk=risk,
    )
    for risk in RISKS
)

DEVIATIONS = tuple(
    _share_column(
        name,
        TITLES[risk],
        "How far a single sample lies from the expected risk.",
        "Standard deviation",
        reason=NO_GROUPS,
    )
    for risk, name in SPREADS.items()
)

BANDS = tuple(
    _share_column(
        f"{risk}_{side}",
        sentence(title, risk=TITLES[risk]),
        meaning,
        "Band",
        risk=risk,
        reason=NO_GROUPS,
    )
    for risk in SPREADS
    for side, (title, meaning) in ENDS.items()
)

SHARE_AXIS = Axis("Share released", column="factor", unit=SHARE, least=0.0, most=1.0)
RISK_AXIS = Axis("Risk, as a share of the original records", unit=SHARE, least=0.0)

CURVE = DeclaredTable[DrawnCurve](
    name="curve",
    title="Expected risks at every share",
    about=plain(
        "The expected risks of samples of every size. Divided by all original records every small sample "
        "looks safe; divided by the released records it says how likely a released record is found."
    ),
    columns=(*SIZE, *EXPECTED, *RELEASED, *DEVIATIONS, *BANDS),
    unshown=lambda drawn: drawn.more(),
    follows="dr_min",
    solves=True,
    plots=(
        Plot(
            name="curve_plot",
            title="Risk against the share released",
            kind="curves",
            x=SHARE_AXIS,
            y=RISK_AXIS,
            series=tuple(Series(risk, TITLES[risk]) for risk in RISKS),
            about=plain("Expected risks of simple random samples, as shares of the original records."),
        ),
    ),
)

UNMASKED = replace(
    CURVE,
    name="curve_unmasked",
    title="Expected risks of the original",
    plots=(replace(CURVE.plots[0], name="curve_unmasked_plot"),),
)

SIMULATED = DeclaredTable[DrawnCurve](
    name="simulated",
    title="Risks of drawn samples",
    about=plain("Samples that were drawn beside the calculation, as shares of the original records."),
    columns=(
        *SIZE,
        *(
            replace(
                _share_column(f"{risk}_simulated_{part}", title, meaning, TITLES[risk], risk=risk),
                when=(lambda drawn: drawn.curve.weighted) if risk == "dr_weighted" else None,
            )
            for risk in RISKS
            for part, (title, meaning) in PARTS.items()
        ),
    ),
    unshown=lambda drawn: {
        str(name): cells
        for name, cells in drawn.frame.items()
        if name not in ("asked", "t", "factor") and "_simulated_" not in str(name)
    },
    follows="dr_min",
    solves=True,
    plots=(
        Plot(
            name="simulated_plot",
            title="Risk of drawn samples",
            kind="curves",
            x=SHARE_AXIS,
            y=RISK_AXIS,
            series=tuple(
                Series(
                    f"{risk}_simulated_mean",
                    TITLES[risk],
                    low=f"{risk}_simulated_q05",
                    high=f"{risk}_simulated_q95",
                )
                for risk in RISKS
            ),
            about=plain("Means of the drawn samples; bands hold 90 of 100 samples."),
        ),
    ),
)

TABLES = (CURVE, UNMASKED, SIMULATED)


def curve_section(drawn: DrawnCurve) -> Section:
    """Return the section with the expected risks.

    Parameters
    ----------
    drawn
        The curve of the masked file.

    Returns
    -------
    Section
        A chart and the table behind it.
    """
    about = plain(
        "Lines are expected risks, computed exactly over all samples of that size. After masking, fewer "
        "records can mean more who are surely found: sampling makes people alone again."
    )
    return _drawn(CURVE.section(drawn, title="Risk against the share released", about=about), drawn)


def unmasked_section(drawn: DrawnCurve) -> Section:
    """Return the section with the expected risks of samples of the original as it is.

    Parameters
    ----------
    drawn
        The curve of the original.

    Returns
    -------
    Section
        A chart and the table behind it.
    """
    about = plain(
        "What an intruder could find out if a simple random sample of the original were released, and "
        "nothing else were changed."
    )
    title = "Risk if sampling were the only protection"
    return _drawn(UNMASKED.section(drawn, name="unmasked", title=title, about=about), drawn)


def simulated_section(drawn: DrawnCurve) -> Section:
    """Return the section with the risks of samples that were drawn.

    Parameters
    ----------
    drawn
        The curve of the masked file, with simulated risks.

    Returns
    -------
    Section
        A table of means, extremes and quantiles.
    """
    about = plain("How far single samples lie from what is expected; those of one replicate share records.")
    found = SIMULATED.section(drawn, title="Simulated samples", about=about)
    plot, table = found.blocks
    series = tuple(
        one for one in SIMULATED.plots[0].series if one.column.split("_simulated")[0] in drawn.risks
    )
    return replace(found, blocks=(replace(plot, series=series), table)) if isinstance(plot, Plot) else found


def _drawn(section: Section, drawn: DrawnCurve) -> Section:
    """Return a section whose plot has limits, and bands about the risks that have a standard deviation."""
    plot, table = section.blocks
    if not isinstance(plot, Plot):
        return section
    spread = bool(drawn.frame[[*SPREADS.values()]].notna().all(axis=None))
    about = plot.about
    if spread:
        about = plain(
            "Expected risks of simple random samples, as shares of the original records. Most single samples "
            "lie within the bands of two standard deviations."
        )
    series = tuple(
        Series(risk, TITLES[risk], low=f"{risk}_low", high=f"{risk}_high")
        if spread and risk in SPREADS
        else Series(risk, TITLES[risk])
        for risk in drawn.risks
    )
    return replace(section, blocks=(replace(plot, series=series, about=about, lines=drawn.lines), table))

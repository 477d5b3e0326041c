"""Sections with the curve: expected risks against the share released, and those of drawn samples."""

from collections.abc import Mapping

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Bound, Reason, Why
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Line, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.sampling.curve import Curve
from sdcdesk.risk.sampling.expectation import RISKS, Risk

SYMBOLS: dict[Risk, str] = {"dr_min": "DR_min", "dr_weighted": "DR_W", "dr_max": "DR_max"}

TITLES: dict[Risk, str] = {
    "dr_min": "Minimal risk",
    "dr_weighted": "Weighted risk",
    "dr_max": "Maximal risk",
}
"""Titles of columns and curves."""

MISFIT = Reason(Why.NOT_APPLICABLE, "The weights have no place for some records that a sample can hold.")
"""Why DR_W is not defined for some structures of weights."""

SIZE = (
    Column("asked", "Asked for", SHARE, "Share of the records as it was asked for.", "key", Secrecy.PUBLIC),
    Column("t", "Sample", RECORDS, "Records of the sample, rounded.", "key"),
    Column("factor", "Share released", SHARE, "Of the records that the sample is drawn from.", "key"),
)

PARTS = {
    "mean": ("Mean", "Mean over the drawn samples."),
    "smallest": ("Smallest", "Smallest of the drawn samples."),
    "q05": ("5 % quantile", "5 of 100 drawn samples are below it."),
    "q95": ("95 % quantile", "95 of 100 drawn samples are below it."),
    "largest": ("Largest", "Largest of the drawn samples."),
}
"""Statistics of simulated risks."""


def curve_section(curve: Curve, limits: Mapping[Risk, float], *, exact: bool) -> Section:
    """Return the section with the expected risks.

    Parameters
    ----------
    curve
        Risks by sampling factor.
    limits
        Limits on them that were asked for, drawn as lines.
    exact
        Whether DR_W and DR_max are more than upper bounds.

    Returns
    -------
    Section
        A chart and the table behind it.
    """
    return Section(
        name="curve",
        title="Risk against the share released",
        about=plain(
            "Lines are expected risks, computed exactly over all samples of that size. After masking, fewer "
            "records can mean more who are surely found: sampling makes people alone again."
        ),
        blocks=_curve(curve, limits, "curve", "Expected risks at every share", exact=exact),
    )


def unmasked_section(curve: Curve, limits: Mapping[Risk, float]) -> Section:
    """Return the section with the expected risks of samples of the original as it is; see `curve_section`.

    Parameters
    ----------
    curve
        Risks by sampling factor.
    limits
        Limits that are drawn as lines, by risk.

    Returns
    -------
    Section
        A chart and the table behind it.
    """
    return Section(
        name="unmasked",
        title="Risk if sampling were the only protection",
        about=plain(
            "What an intruder could find out if a simple random sample of the original were released, and "
            "nothing else were changed."
        ),
        blocks=_curve(curve, limits, "curve_unmasked", "Expected risks of the original", exact=True),
    )


def _curve(
    curve: Curve, limits: Mapping[Risk, float], name: str, title: str, *, exact: bool
) -> tuple[Plot, Table]:
    """Return the curves and the table that they are drawn over."""
    frame = curve.frame()
    spread = bool(frame[["sd_min", "sd_max"]].notna().all(axis=None))
    no_groups = "A missing value matches every value, so records do not form groups."
    undefined = dict.fromkeys(
        ("sd_min", "sd_max", "dr_min_low", "dr_min_high", "dr_max_low", "dr_max_high"),
        Reason(Why.NOT_APPLICABLE, no_groups),
    )
    if not curve.weighted:
        undefined |= dict.fromkeys(("dr_weighted", "dr_weighted_released"), MISFIT)
    table = Table(
        name=name,
        title=title,
        columns=(*SIZE, *_expected(exact=exact), *_released(exact=exact), *_spread(exact=exact)),
        frame=frame,
        about=plain(
            "The expected risks of samples of every size. Divided by all original records every small sample "
            "looks safe; divided by the released records it says how likely a released record is found."
        ),
        follows="dr_min",
        undefined=undefined,
    )
    return _plot(curve, limits, name, spread=spread), table


def simulated_section(curve: Curve, *, exact: bool) -> Section:
    """Return the section with the risks of samples that were drawn.

    Parameters
    ----------
    curve
        Risks by sampling factor, with simulated ones.
    exact
        Whether DR_W and DR_max are more than upper bounds.

    Returns
    -------
    Section
        A table of means, extremes and quantiles.
    """
    risks = [risk for risk in RISKS if curve.weighted or risk != "dr_weighted"]
    columns = [
        Column(
            f"{risk}_simulated_{part}",
            title,
            SHARE,
            meaning,
            over=TITLES[risk],
            bound=_bound(risk, exact=exact),
        )
        for risk in risks
        for part, (title, meaning) in PARTS.items()
    ]
    series = tuple(
        Series(
            f"{risk}_simulated_mean", TITLES[risk], low=f"{risk}_simulated_q05", high=f"{risk}_simulated_q95"
        )
        for risk in risks
    )
    plot = Plot(
        name="simulated_plot",
        title="Risk of drawn samples",
        kind="curves",
        table="simulated",
        x=_share_axis(),
        y=_risk_axis(),
        series=series,
        about=plain("Means of the drawn samples; bands hold 90 of 100 samples."),
    )
    table = Table(
        name="simulated",
        title="Risks of drawn samples",
        columns=(*SIZE, *columns),
        frame=curve.frame(),
        about=plain("Samples that were drawn beside the calculation, as shares of the original records."),
        follows="dr_min",
    )
    about = plain("How far single samples lie from what is expected; those of one replicate share records.")
    return Section(name="simulated", title="Simulated samples", about=about, blocks=(plot, table))


def _plot(curve: Curve, limits: Mapping[Risk, float], table: str, *, spread: bool) -> Plot:
    risks = [risk for risk in RISKS if curve.weighted or risk != "dr_weighted"]
    bands = {"dr_min", "dr_max"} if spread else set()
    series = tuple(
        Series(
            risk,
            TITLES[risk],
            low=f"{risk}_low" if risk in bands else "",
            high=f"{risk}_high" if risk in bands else "",
        )
        for risk in risks
    )
    about = "Expected risks of simple random samples, as shares of the original records."
    if spread:
        about += " Most single samples lie within the bands of two standard deviations."
    return Plot(
        name=f"{table}_plot",
        title="Risk against the share released",
        kind="curves",
        table=table,
        x=_share_axis(),
        y=_risk_axis(),
        series=series,
        about=plain(about),
        lines=tuple(Line(limit, f"Limit of the {TITLES[risk].lower()}") for risk, limit in limits.items()),
    )


def _share_axis() -> Axis:
    return Axis("Share released", column="factor", unit=SHARE, least=0.0, most=1.0)


def _risk_axis() -> Axis:
    return Axis("Risk, as a share of the original records", unit=SHARE, least=0.0)


def _expected(*, exact: bool) -> tuple[Column, ...]:
    over = "Of the original records"
    return tuple(
        Column(
            risk,
            TITLES[risk],
            SHARE,
            "Expected risk, divided by all records of the original.",
            over=over,
            bound=_bound(risk, exact=exact),
        )
        for risk in RISKS
    )


def _released(*, exact: bool) -> tuple[Column, ...]:
    return tuple(
        Column(
            f"{risk}_released",
            TITLES[risk],
            SHARE,
            "Expected risk, divided by the records of the sample.",
            over="Of the released records",
            bound=_bound(risk, exact=exact),
        )
        for risk in RISKS
    )


def _spread(*, exact: bool) -> tuple[Column, ...]:
    """Return the columns that say how far single samples lie from what is expected."""
    spreads: dict[Risk, str] = {"dr_min": "min", "dr_max": "max"}
    deviations = [
        Column(
            f"sd_{end}",
            TITLES[risk],
            SHARE,
            "How far a single sample lies from the expected risk.",
            over="Standard deviation",
        )
        for risk, end in spreads.items()
    ]
    bands = [
        Column(
            f"{risk}_{side}",
            f"{TITLES[risk]}, {words}",
            SHARE,
            f"Expected risk {sign} two standard deviations.",
            over="Band",
            bound=_bound(risk, exact=exact),
        )
        for risk in spreads
        for side, words, sign in (("low", "lower end", "less"), ("high", "upper end", "and"))
    ]
    return (*deviations, *bands)


def _bound(risk: Risk, *, exact: bool) -> Bound:
    return Bound.EXACT if exact or risk == "dr_min" else Bound.AT_MOST

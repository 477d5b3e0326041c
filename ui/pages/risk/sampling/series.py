"""From the curves of the engine to the series of a chart and the answers beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.release.sampling_curves import KeySet, Largest, SamplingCurve, SamplingCurves, largest
from sdcdesk.risk.sampling.expectation import RISKS, Risk
from ui.pages.risk.sampling.answer_rows import Answer, AnswerRow
from ui.pages.risk.sampling.sets import NamedSet
from ui.pages.risk.sampling.words import answer_words, records_words, share_words
from ui.plots.curve import Band, Curve
from ui.widgets.numbers import UNKNOWN

BandKind = Literal["range", "deviations", "simulated"]

Limits = Mapping[Risk, float | None]
"""Limits on the expected risks, as shares; None: one that cannot be read."""

FEWER = ", but not all fewer"
"""Said where a smaller sample exceeds a limit that a larger one keeps."""

SYMBOLS: dict[Risk, str] = {"dr_min": "DR_min", "dr_weighted": "DR_W", "dr_max": "DR_max"}


@dataclass(frozen=True, eq=False)
class Series:
    """One key set in one file, with what was computed.

    Attributes
    ----------
    named
        The key set.
    name
        What it is called in the chart.
    curve
        None where it cannot be computed.
    error
        Why it cannot.
    largest
        The largest samples that keep to the limits that were asked for.
    simulated
        What simulated samples spread over, one band for each risk.
    """

    named: NamedSet
    name: str
    curve: SamplingCurve | None = None
    error: SdcError | None = None
    largest: Mapping[Risk, Largest] = field(default_factory=dict)
    simulated: tuple[Band, ...] = ()

    def with_bands(self, simulated: tuple[Band, ...]) -> "Series":
        """Return the series with simulated bands."""
        return replace(self, simulated=simulated)


def computed(
    curves: SamplingCurves,
    key_set: KeySet,
    named: NamedSet,
    name: str,
    limits: Limits,
    progress: Progress,
    *,
    spread: bool = False,
) -> Series:
    """Compute one series; what does not fit is told, not raised.

    Parameters
    ----------
    curves
        The file that is sampled.
    key_set, named
        The key set with its variables, and where it is from.
    name
        What the series is called.
    limits
        Those that samples are to keep.
    progress
        Told how far the work is.
    spread
        Whether standard deviations are wanted after masking too.
    """
    try:
        curve = curves.of(key_set, progress.part(0.0, 0.8), spread=spread)
    except SdcError as error:
        return Series(named, name, error=error)
    answers = {
        risk: largest(curve, risk, limit, progress.part(0.8, 1.0))
        for risk, limit in limits.items()
        if limit is not None and curve.expected(risk) is not None
    }
    return Series(named, name, curve, largest=answers)


def plotted(series: Sequence[Series], band: BandKind = "range") -> tuple[Curve, ...]:
    """Return what a chart draws; series that cannot be computed are left out, and keep their place."""
    return tuple(
        _plotted(one.curve, one, band, style) for style, one in enumerate(series) if one.curve is not None
    )


def answer_rows(series: Sequence[Series], limits: Limits) -> tuple[AnswerRow, ...]:
    """Return the largest samples, one row for each series."""
    return tuple(
        AnswerRow(
            one.name,
            style if one.curve is not None else -1,
            one.named.added,
            tuple(_answer(one, risk, limit) for risk, limit in limits.items()),
        )
        for style, one in enumerate(series)
    )


def _plotted(curve: SamplingCurve, one: Series, kind: BandKind, style: int) -> Curve:
    shares = tuple(curve.shares.tolist())
    minimal, maximal = tuple(curve.minimal.tolist()), tuple(curve.maximal.tolist())
    if kind == "range":
        bands: tuple[Band, ...] = (Band("", shares, minimal, maximal),)
    else:
        bands = _deviations(curve, shares) if kind == "deviations" else one.simulated
    return Curve(
        one.name,
        tuple(curve.records.tolist()),
        shares,
        minimal,
        maximal,
        () if curve.weighted is None else tuple(curve.weighted.tolist()),
        bands,
        edged=kind != "range",
        style=style,
    )


def _deviations(curve: SamplingCurve, shares: tuple[float, ...]) -> tuple[Band, ...]:
    found = ((risk, curve.band(risk)) for risk in RISKS)
    return tuple(
        Band(f"{SYMBOLS[risk]} ± 2 sd", shares, tuple(ends[0].tolist()), tuple(ends[1].tolist()))
        for risk, ends in found
        if ends is not None
    )


def _answer(one: Series, risk: Risk, limit: float | None) -> Answer:
    if one.error is not None:
        return Answer("not computed", known=False, tip=one.error.message)
    if one.curve is not None and one.curve.expected(risk) is None:
        return Answer(
            "weights do not fit", known=False, tip=one.curve.misfit.message if one.curve.misfit else ""
        )
    found = one.largest.get(risk)
    if found is None or limit is None:
        return Answer(UNKNOWN, known=False)
    return Answer(
        share_words(found.share),
        f"{records_words(found.records)}{FEWER if found.peak is not None else ''}",
        tip=answer_words(one.name, found, limit, risk),
    )

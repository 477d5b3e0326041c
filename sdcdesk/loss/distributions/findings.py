"""Findings of the distributions: how far values and distributions moved, and one variable drawn."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.data.pairing import UNPAIRED
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED, Contributions, worst
from sdcdesk.core.numbers.quantity import NUMBER, Reason, Why, number
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.loss.continuous_findings import NOTHING_COMPARED
from sdcdesk.loss.distributions.compared_variable import ComparedVariable
from sdcdesk.loss.distributions.tables import (
    DISTANCES,
    DISTRIBUTION,
    MOMENTS,
    QUANTILES,
    ComparedDistributions,
)

IL1S = Declared("il1s", "IL1s", NUMBER, better="less").means(
    sentence(
        "Σ |x − x′| ÷ (√2·S), divided by the number of values: the mean change of a value in units of √2 "
        "standard deviations S of its variable in the original. Two values drawn independently from the same "
        "normal distribution are about {apart} of these apart.",
        apart=0.8,
    )
)
SSE_SST = Declared("sse_sst", "SSE ÷ SST", NUMBER, better="less").means(
    "Σ (x − x′)² ÷ Σ (x − x̄)², a mean over the variables: the share of the variance that group means lose. "
    "It may exceed 1, as a change is not limited."
)
HELLINGER = Declared("hellinger", "Hellinger distance", NUMBER, better="less").means(
    "√(1 − Σ √(p·p′)), p and p′ the shares of the values in a class before and after masking; a mean over "
    "the variables. 0: equal shares; 1: no class has values of both files."
)
KOLMOGOROV_SMIRNOV = Declared(
    "kolmogorov_smirnov", "Kolmogorov–Smirnov distance", NUMBER, better="less"
).means(
    "The largest difference between the distribution functions of both files, of the variable where it is "
    "largest: no share of values below a limit moved by more."
)

DECLARES = (IL1S, SSE_SST, HELLINGER, KOLMOGOROV_SMIRNOV)

ALL_CONSTANT = Reason(
    Why.ZERO_DIVISOR, "All variables are constant in the original, so nothing is divided by their deviations."
)
NO_VALUES = Reason(Why.TOO_FEW, "No variable has values in both files.")


def to_findings(found: ComparedDistributions, notes: Sequence[Sentence], *, paired: bool) -> Findings:
    """Return the findings.

    Parameters
    ----------
    found
        What was compared.
    notes
        What was left out, and why.
    paired
        Whether it is known who is who.

    Returns
    -------
    Findings
        All declared figures and tables.
    """
    drawn = found.drawn
    said = [*notes, *_left_out(found.variables, paired=paired)]
    distances = Section(
        name="distances",
        about=plain("How far single values moved, and what became of the distribution of each variable."),
        blocks=(*_figures(found, paired=paired), *DISTANCES.blocks(found)),
        notes=tuple(map(Note, said)),
    )
    title = sentence("Distribution of {variable}", variable=drawn.name) if drawn else DISTRIBUTION.title
    return Findings(
        sections=(
            distances,
            DISTRIBUTION.section(found, title=title),
            QUANTILES.section(found),
            MOMENTS.section(found),
        )
    )


def _figures(found: ComparedDistributions, *, paired: bool) -> list[Figure]:
    moved = [one.gaps for one in found.variables if np.isfinite(one.gaps.absolutes)]
    squares = [one.gaps.squares for one in found.variables if np.isfinite(one.gaps.squares)]
    cells = sum(one.values for one in moved)
    il1s = sum(one.absolutes for one in moved) / cells if cells else np.nan
    distances = [one.hellinger for one in found.variables if np.isfinite(one.hellinger)]
    largest = [one.kolmogorov_smirnov for one in found.variables if np.isfinite(one.kolmogorov_smirnov)]
    why = _why_none(found, paired=paired)
    behind = _together([(one.contributions, one.values) for one in moved], cells)
    empty = NO_VALUES if found.variables else NOTHING_COMPARED
    return [
        IL1S.figure(number(il1s, NUMBER, why, contributions=behind)),
        # Squares are ruled by a few values, which whoever knows the others could compute.
        SSE_SST.figure(number(_mean(squares), NUMBER, why, contributions=NEVER_PUBLISHED)),
        # One record moves it by more than one of all records: by the root of that.
        HELLINGER.figure(number(_mean(distances), NUMBER, empty, contributions=NEVER_PUBLISHED)),
        KOLMOGOROV_SMIRNOV.figure(number(max(largest, default=np.nan), NUMBER, empty)),
    ]


def _mean(numbers: Sequence[float]) -> float:
    return float(np.mean(numbers)) if numbers else np.nan


def _together(columns: Sequence[tuple[Contributions, int]], cells: int) -> Contributions:
    """Return what single values have to do with a mean over all variables."""
    effect = max((one.effect * values / cells for one, values in columns), default=0.0)
    return worst([one for one, _ in columns], effect)


def _why_none(found: ComparedDistributions, *, paired: bool) -> Reason:
    if not found.variables:
        return NOTHING_COMPARED
    if not paired:
        return Reason(Why.NOT_APPLICABLE, UNPAIRED)
    if not len(found.masked):
        return Reason(Why.NO_RECORDS, "No record is released.")
    return ALL_CONSTANT if any(one.gaps.values for one in found.variables) else NO_VALUES


def _left_out(variables: Sequence[ComparedVariable], *, paired: bool) -> list[Sentence]:
    """Say which variables the means leave out, and why."""
    still = [
        one.name for one in variables if paired and one.gaps.values and not np.isfinite(one.gaps.absolutes)
    ]
    empty = [one.name for one in variables if not np.isfinite(one.kolmogorov_smirnov)]
    notes = []
    if still:
        notes.append(
            sentence(
                "{variables} variable is constant in the original, or too large for its deviation to be "
                "computed, and IL1s and SSE ÷ SST leave it out: {names}.",
                "{variables} variables are constant in the original, or too large for their deviation to be "
                "computed, and IL1s and SSE ÷ SST leave them out: {names}.",
                "variables",
                variables=len(still),
                names=", ".join(still),
            )
        )
    if empty:
        notes.append(
            sentence(
                "{variables} variable has no value in one of the files, and no distance is computed of it: "
                "{names}.",
                "{variables} variables have no value in one of the files, and no distance is computed of "
                "them: {names}.",
                "variables",
                variables=len(empty),
                names=", ".join(empty),
            )
        )
    return notes

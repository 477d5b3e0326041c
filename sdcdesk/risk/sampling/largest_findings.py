"""Section with the largest samples: how much could be released under a limit on the expected risk."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Bound, Quantity, Reason, Why, share
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Section
from sdcdesk.core.text.sentence import joined, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.sampling.curve import Curve
from sdcdesk.risk.sampling.curve_findings import SYMBOLS, TITLES, WEIGHTS_DO_NOT_FIT
from sdcdesk.risk.sampling.expectation import RISKS, Risk
from sdcdesk.risk.sampling.inverse import EQUAL


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest sample that keeps to a limit.

    Attributes
    ----------
    risk
        The expected risk that is limited.
    limit
        None: the owner set none.
    t
        Records of the sample; 0 where no sample keeps the limit, None where none was set or the risk is not
        defined.
    here, there
        What is expected with t records, and with one more; None where that is all of them.
    """

    risk: Risk
    limit: float | None
    t: int | None = None
    here: float | None = None
    there: float | None = None


RECORDS_OF: dict[Risk, Declared] = {
    risk: Declared(
        name=f"largest_t_{risk}",
        title=sentence("Largest sample, {symbols}", symbols=SYMBOLS[risk]),
        unit=RECORDS,
        meaning=sentence(
            "The largest simple random sample of the masked records whose expected {symbols} is not "
            "above its limit. About half of all samples have a risk above the expected one, so leave room.",
            symbols=SYMBOLS[risk],
        ),
        better="more",
        follows="dr_min",
    )
    for risk in RISKS
}

SHARE_OF: dict[Risk, Declared] = {
    risk: Declared(
        name=f"largest_factor_{risk}",
        title=sentence("Largest share, {symbols}", symbols=SYMBOLS[risk]),
        unit=SHARE,
        meaning=sentence(
            "The largest sample whose expected {symbols} is not above its limit, divided by the masked "
            "records.",
            symbols=SYMBOLS[risk],
        ),
        better="more",
        follows="dr_min",
    )
    for risk in RISKS
}

LARGEST = tuple(declared for risk in RISKS for declared in (RECORDS_OF[risk], SHARE_OF[risk]))

NO_LIMIT = Reason(
    Why.NOT_APPLICABLE,
    "The settings of this measure name no largest accepted risk; limits of scenarios do not count here.",
)


@dataclass(frozen=True, slots=True, eq=False)
class LargestSamples:
    """The largest samples that keep to limits.

    Attributes
    ----------
    largest
        One for each risk.
    answers
        Records and share of each.
    """

    largest: Sequence[Largest]
    answers: list[tuple[Quantity, Quantity]]


LIMITS = DeclaredTable[LargestSamples](
    name="limits",
    title="Largest samples that keep their limits",
    about=plain("A limit is given in the settings of this measure."),
    columns=(
        public_key("risk", "Risk").cells(lambda limits: [TITLES[one.risk] for one in limits.largest]),
        public_key("symbol", "Symbol").cells(lambda limits: [SYMBOLS[one.risk] for one in limits.largest]),
        Column("limit", "Limit", SHARE, "Largest accepted expected risk.", secrecy=Secrecy.PUBLIC).cells(
            lambda limits: pd.array([one.limit for one in limits.largest], dtype="Float64"),
            undefined=NO_LIMIT,
        ),
        Column("t", "Largest sample", RECORDS, "Records of the largest sample that keeps the limit.").cells(
            lambda limits: [records for records, _ in limits.answers]
        ),
        Column("factor", "Largest share", SHARE, "The same, divided by the masked records.").cells(
            lambda limits: [part for _, part in limits.answers]
        ),
    ),
    unshown=lambda limits: {"measure": [one.risk for one in limits.largest]},
    follows="dr_min",
)


def largest_section(curve: Curve, found: Sequence[Largest], *, exact: bool) -> Section:
    """Return the section with the answers.

    Parameters
    ----------
    curve
        Expected risks by sampling factor.
    found
        The answer for each risk.
    exact
        Whether DR_W and DR_max are more than upper bounds. Where they are not, a larger sample may keep to
        the limit too.

    Returns
    -------
    Section
        Figures of each answer, or the reason why there is none.
    """
    answers = LargestSamples(found, [_answer(curve, one, exact=exact) for one in found])
    figures = [figure for one in found for figure in _figures(curve, one, exact=exact)]
    return Section(
        name="limits",
        title="How much could be released?",
        about=plain(
            "The largest simple random sample whose expected risk keeps to the limit. A single sample of "
            "that size may be a little above it: leave some room."
        ),
        blocks=(*figures, LIMITS.table(answers)),
    )


def _figures(curve: Curve, one: Largest, *, exact: bool) -> tuple[Figure, Figure]:
    population = curve.matrix.t
    records, part = _answer(curve, one, exact=exact)
    if not records.defined:
        return RECORDS_OF[one.risk].figure(records), SHARE_OF[one.risk].figure(part)
    more = [] if one.t else ["Even a sample of one record exceeds it."]
    peak = _peak(curve, one)
    if peak is not None:
        more.append("Smaller samples can exceed the limit: look at the whole curve.")
    steps = _steps(one, records, population, peak, _risk_bound(one, exact=exact))
    declared = RECORDS_OF[one.risk]
    ends: tuple[tuple[str, Quantity | str], ...] = (
        ("Largest sample", records),
        ("Masked records", Quantity(population, RECORDS)),
        ("Largest sample ÷ masked records", part),
    )
    return (
        declared.figure(records, meaning=joined([declared.meaning, *more], " "), computation=steps),
        SHARE_OF[one.risk].figure(
            part, meaning=joined([SHARE_OF[one.risk].meaning, *more], " "), computation=ends
        ),
    )


def _answer(curve: Curve, one: Largest, *, exact: bool) -> tuple[Quantity, Quantity]:
    """Return the largest sample as records and as a share, with its bound or the reason why there is none."""
    why, population = _why_none(curve, one), curve.matrix.t
    if why is not None or one.t is None:
        records, part = (Quantity(None, unit, reason=why or NO_LIMIT) for unit in (RECORDS, SHARE))
        return records, part
    # More cannot be drawn than there is.
    loose = not exact and one.risk != "dr_min" and one.t < population
    bound = Bound.AT_LEAST if loose else Bound.EXACT
    return Quantity(one.t, RECORDS, bound), share(one.t, population, bound, empty=NOTHING_RELEASED)


def _why_none(curve: Curve, one: Largest) -> Reason | None:
    if one.limit is None:
        return NO_LIMIT
    if curve.matrix.t == 0:
        return Reason(Why.NO_RECORDS, NOTHING_RELEASED)
    if one.risk == "dr_weighted" and not curve.weighted:
        return WEIGHTS_DO_NOT_FIT
    return None


def _risk_bound(one: Largest, *, exact: bool) -> Bound:
    """Return how an expected risk stands to the true one."""
    return Bound.EXACT if exact or one.risk == "dr_min" else Bound.AT_MOST


def _steps(
    one: Largest, records: Quantity, population: int, peak: float | None, bound: Bound
) -> tuple[tuple[str, Quantity | str], ...]:
    rows: list[tuple[str, Quantity | str]] = []
    if one.limit is not None:
        rows.append(("Limit", Quantity(one.limit, SHARE)))
    if one.here is not None:
        rows.append(("Expected with this sample", Quantity(one.here, SHARE, bound)))
    if one.there is not None:
        rows.append(("Expected with one record more", Quantity(one.there, SHARE, bound)))
    if peak is not None:
        rows.append(("Highest with fewer records", Quantity(peak, SHARE, bound)))
    return (
        *rows,
        ("Masked records", Quantity(population, RECORDS)),
        ("Largest sample", records),
    )


def _peak(curve: Curve, one: Largest) -> float | None:
    """Return the largest risk of smaller samples on the curve if it is above the limit by more than rounding.

    After masking a smaller sample can have a higher risk.
    """
    if one.limit is None or one.t is None:
        return None
    values = getattr(curve.expected, one.risk)[curve.expected.t < one.t]
    highest = float(values.max(initial=0.0))
    return highest if highest > max(one.limit, one.here or 0.0) * (1 + EQUAL) else None

"""Figures and tables of the individual risk, of records and of households."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    HOUSEHOLDS,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Reason,
    Why,
    share,
    undefined,
)
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.individual.risks import HouseholdRisks, IndividualRisks
from sdcdesk.risk.record_risks.listed_records import Listed, most_at_risk, records_at_risk
from sdcdesk.risk.record_risks.threshold_curve import threshold_curve, with_a_risk

SOURCE = "Benedetti and Franconi 1998"

risk_figure = partial(Declared, better="less", source=SOURCE)


EXPECTED = risk_figure(
    "expected_reidentifications",
    "Expected re-identifications",
    EXPECTED_NUMBER,
    symbol="Σ r",
).means(
    "How many released records an intruder is expected to link to the right person of the "
    "population: the sum of the individual risks."
)

MEAN = risk_figure("mean_risk", "Mean individual risk", SHARE).means(
    "How likely a released record is linked to the right person of the population, on average: the "
    "sum of the individual risks divided by the released records."
)

LARGEST = risk_figure("largest_risk", "Largest individual risk", SHARE, symbol="max r").means(
    "How likely the record that is most at risk is linked to the right person of the population."
)

ABOVE = risk_figure("records_above", "Records above the threshold", RECORDS).means(
    "Released records whose individual risk is larger than the threshold."
)

SHARE_ABOVE = risk_figure("share_above", "Share above the threshold", SHARE).means(
    "Released records whose individual risk is larger than the threshold, divided by the released records."
)

EXPECTED_HOUSEHOLDS = risk_figure("expected_households", "Expected households found", EXPECTED_NUMBER).means(
    "How many households are expected to have at least one released member who is linked to the "
    "right person: the sum of the household risks."
)

MEAN_HOUSEHOLD = risk_figure("mean_household_risk", "Mean household risk", SHARE).means(
    "How likely at least one released member of a household is linked to the right person, on "
    "average: the sum of the household risks divided by the households with released records."
)

HOUSEHOLDS_ABOVE = risk_figure("households_above", "Households above threshold", HOUSEHOLDS).means(
    "Households whose risk is larger than the threshold."
)

MEMBERS_ABOVE = risk_figure("members_above", "Records in such households", RECORDS).means(
    "Released records in households whose risk is larger than the threshold: more than those above "
    "it themselves, for who finds one member finds the others."
)

OF_RECORDS = (EXPECTED, MEAN, LARGEST, ABOVE, SHARE_ABOVE)
OF_HOUSEHOLDS = (EXPECTED_HOUSEHOLDS, MEAN_HOUSEHOLD, HOUSEHOLDS_ABOVE, MEMBERS_ABOVE)
DECLARES = (*OF_RECORDS, *OF_HOUSEHOLDS)

THRESHOLDS: DeclaredTable[IndividualRisks] = threshold_curve(
    (
        Column("records", "Records above", RECORDS, "Released records with a larger risk.").cells(
            lambda risks: risks.counts_above, bound=Bound.ESTIMATE
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.").cells(
            lambda risks: risks.counts_above / (risks.records or np.nan),
            bound=Bound.ESTIMATE,
            undefined=Reason(Why.NO_RECORDS, NOTHING_RELEASED),
        ),
    ),
    with_a_risk,
    about="Released records whose individual risk is larger than a threshold; equal ones do not count.",
    key="Individual risk.",
    axis="Threshold of the individual risk",
    plot="Where the curve is flat, another threshold would hardly count other records.",
    figure=ABOVE.name,
)

RECORDS_AT_RISK: DeclaredTable[Listed[IndividualRisks]] = records_at_risk(
    Column("size", "Records with its key", RECORDS, "Released records.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.estimate.sizes[listed.chosen]
    ),
    Column("people", "People with its key", NUMBER, "Sum of the weights.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.estimate.of_records[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column("risk", "Individual risk", SHARE, "Expected 1 ÷ people.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.risk[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column(
        "household",
        "Household risk",
        SHARE,
        "That at least one released member is found.",
        secrecy=Secrecy.RECORD,
    ).cells(
        lambda listed: listed.risks.of_households[listed.chosen],
        bound=Bound.ESTIMATE,
        when=lambda listed: listed.risks.households is not None,
    ),
    title="Records with the largest risk",
    about="The released records that are most likely linked to the right person, the largest risk first.",
    empty="No record is released.",
)

TABLES = (THRESHOLDS, RECORDS_AT_RISK)


ESTIMATE = Bound.ESTIMATE


def to_findings(risks: IndividualRisks, notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    risks
        The risks of all released records.
    notes
        Remarks on keys and weights.

    Returns
    -------
    Findings
        All declared figures; f, F̂ and r of each record.
    """
    headline = Section(
        name="individual_risk",
        about=_about(risks),
        blocks=_figures(risks),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    records = {"f": risks.estimate.sizes, "people": risks.estimate.of_records, "risk": risks.risk}
    if risks.households is not None:
        records["household_risk"] = risks.of_households
    sections: tuple[Section, ...] = (
        headline,
        THRESHOLDS.section(risks),
        household_section(risks),
    )
    if risks.weights is None:
        sections = *sections, RECORDS_AT_RISK.section(most_at_risk(risks, risks.keys), name="records")
    return Findings(sections=sections, records=records)


def _about(risks: IndividualRisks) -> Sentence:
    if not risks.records:
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record has a risk above {threshold}.",
        "{n} released records have a risk above {threshold}.",
        "n",
        n=risks.number_above,
        threshold=Quantity(risks.threshold, SHARE),
    )


def _figures(risks: IndividualRisks) -> tuple[Figure, ...]:
    none, records = undefined(SHARE, Why.NO_RECORDS, NOTHING_RELEASED), risks.records
    total = Quantity(risks.total, EXPECTED_NUMBER, ESTIMATE)
    mean = share(risks.total, records, ESTIMATE, empty=NOTHING_RELEASED)
    largest = none if risks.largest is None else Quantity(risks.largest, SHARE, ESTIMATE)
    summed, released = (
        ("Sum of the individual risks", total),
        ("Released records", Quantity(records, RECORDS)),
    )
    return (
        EXPECTED.figure(total, computation=(summed,)),
        MEAN.figure(mean, computation=(summed, released)),
        LARGEST.figure(
            largest,
            computation=_largest(risks) if records else (),
            rows=None if risks.largest is None else risks.rows_of(risks.largest),
            row_title="with the largest risk",
        ),
        *risks.above(ABOVE, SHARE_ABOVE),
    )


def _largest(risks: IndividualRisks) -> tuple[tuple[str, Quantity | str], ...]:
    """Return what the largest risk is made of, for the first record that has it."""
    at = int(np.argmax(risks.of_group))
    number, people = int(risks.estimate.frequencies[at]), float(risks.estimate.people[at])
    return (
        ("Released records with its key", Quantity(number, RECORDS)),
        ("Sum of their weights", Quantity(people, NUMBER, ESTIMATE)),
        ("Probability that a person was drawn", Quantity(number / people, SHARE, ESTIMATE)),
        ("Expected 1 ÷ number of people", Quantity(float(risks.of_group[at]), SHARE, ESTIMATE)),
    )


UNNAMED = Reason(Why.NOT_APPLICABLE, "No variable says which records are of one household.")

ABOUT_HOUSEHOLDS = (
    "Who finds one member of a household finds the others. The risk of a household is the probability that "
    "at least one of its released members is found, each independently of the others: 1 − Π(1 − r)."
)


def household_section(risks: IndividualRisks) -> Section:
    """Return the section on households.

    Parameters
    ----------
    risks
        The risks of all released records.

    Returns
    -------
    Section
        Figures, or why there are none.
    """
    households = risks.households
    if households is None:
        blocks = tuple(one.undefined(UNNAMED) for one in OF_HOUSEHOLDS)
        notes: tuple[Note, ...] = ()
    else:
        blocks = _household_figures(risks, households)
        notes = _household_notes(households)
    return Section(
        name="households", title="Households", about=plain(ABOUT_HOUSEHOLDS), blocks=blocks, notes=notes
    )


def _household_figures(risks: IndividualRisks, households: HouseholdRisks) -> tuple[Figure, ...]:
    number, above = len(households.risk), households.risk > risks.threshold
    total = Quantity(float(households.risk.sum()), EXPECTED_NUMBER, ESTIMATE)
    mean = share(float(households.risk.sum()), number, ESTIMATE, empty=NOTHING_RELEASED)
    members = above[households.of_record]
    steps = (("Sum of the household risks", total), ("Households", Quantity(number, HOUSEHOLDS)))
    limit = ("Threshold", Quantity(risks.threshold, SHARE))
    counted = Quantity(int(above.sum()), HOUSEHOLDS, ESTIMATE)
    title = "in households above the threshold"
    return (
        EXPECTED_HOUSEHOLDS.figure(total, computation=steps[:1]),
        MEAN_HOUSEHOLD.figure(mean, computation=steps),
        HOUSEHOLDS_ABOVE.figure(
            counted,
            computation=(limit, ("Households above it", counted)),
            rows=lambda: risks.masked.rows[members],
            row_title=title,
        ),
        MEMBERS_ABOVE.figure(
            Quantity(int(np.count_nonzero(members)), RECORDS, ESTIMATE),
            computation=(limit,),
            rows=lambda: risks.masked.rows[members],
            row_title=title,
        ),
    )


def _household_notes(households: HouseholdRisks) -> tuple[Note, ...]:
    if not households.unknown:
        return ()
    words = "{n} released record names no household; it counts as one of its own."
    many = "{n} released records name no household; each counts as one of its own."
    return (Note(sentence(words, many, "n", n=households.unknown)),)

"""Findings of the individual risk: the risks of all records, of households, and those above the threshold."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Why,
    undefined,
)
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.individual import declared
from sdcdesk.risk.individual.household_findings import household_section
from sdcdesk.risk.individual.risks import IndividualRisks
from sdcdesk.risk.record_risks.listed_records import most_at_risk

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
    records = {"f": risks.estimate.released.sizes, "people": risks.estimate.of_records, "risk": risks.risk}
    if risks.households is not None:
        records["household_risk"] = risks.of_households
    sections = (
        headline,
        declared.THRESHOLDS.section(risks),
        household_section(risks),
        declared.RECORDS_AT_RISK.section(most_at_risk(risks, risks.keys), name="records"),
    )
    return Findings(sections=sections, records=records)


def _about(risks: IndividualRisks) -> Sentence:
    if not len(risks.masked):
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record has a risk above {threshold}.",
        "{n} released records have a risk above {threshold}.",
        "n",
        n=int(np.count_nonzero(risks.risk > risks.threshold)),
        threshold=Quantity(risks.threshold, SHARE),
    )


def _figures(risks: IndividualRisks) -> tuple[Figure, ...]:
    none, records = undefined(SHARE, Why.NO_RECORDS, NOTHING_RELEASED), len(risks.masked)
    total = Quantity(risks.total, EXPECTED_NUMBER, ESTIMATE)
    mean = Quantity(risks.total / records, SHARE, ESTIMATE) if records else none
    largest = none if risks.largest is None else Quantity(risks.largest, SHARE, ESTIMATE)
    summed, released = (
        ("Sum of the individual risks", total),
        ("Released records", Quantity(records, RECORDS)),
    )
    return (
        declared.EXPECTED.figure(total, computation=(summed,)),
        declared.MEAN.figure(mean, computation=(summed, released) if records else ()),
        declared.LARGEST.figure(
            largest,
            computation=_largest(risks) if records else (),
            rows=None if risks.largest is None else risks.rows_of(risks.largest),
            row_title="with the largest risk",
        ),
        *risks.above(declared.ABOVE, declared.SHARE_ABOVE),
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

"""Findings of the individual risk: the risks of all records, of households, and those above the threshold."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Why, share, undefined
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.individual import declared
from sdcdesk.risk.individual.household_findings import household_section
from sdcdesk.risk.individual.record_table import record_table
from sdcdesk.risk.individual.risks import IndividualRisks
from sdcdesk.risk.individual.threshold_table import threshold_section

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
        records["household_risk"] = risks.households.risk[risks.households.of_record]
    listed = Section(name="records", title="Records with the largest risk", blocks=(record_table(risks),))
    return Findings(
        sections=(headline, threshold_section(risks), household_section(risks), listed), records=records
    )


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
    none = undefined(SHARE, Why.NO_RECORDS, NOTHING_RELEASED)
    total = Quantity(risks.total, NUMBER, ESTIMATE)
    mean = Quantity(risks.total / risks.records, SHARE, ESTIMATE) if risks.records else none
    largest = none if risks.largest is None else Quantity(risks.largest, SHARE, ESTIMATE)
    above = risks.number_above
    part = share(above, risks.records, ESTIMATE, empty=NOTHING_RELEASED)
    released = ("Released records", Quantity(risks.records, RECORDS))
    counted = ("Records above the threshold", Quantity(above, RECORDS, ESTIMATE))
    limit = ("Threshold", Quantity(risks.threshold, SHARE))

    def rows_largest() -> np.ndarray:
        rows: np.ndarray = risks.masked.rows[risks.risk == risks.largest]
        return rows

    def rows() -> np.ndarray:
        return risks.rows_above(risks.threshold)

    title = "above the threshold"
    return (
        declared.EXPECTED.figure(total, computation=(("Sum of the individual risks", total),)),
        declared.MEAN.figure(
            mean, computation=(("Sum of the individual risks", total), released) if risks.records else ()
        ),
        declared.LARGEST.figure(
            largest,
            computation=_largest(risks) if risks.records else (),
            rows=rows_largest if risks.records else None,
            row_title="with the largest risk",
        ),
        declared.ABOVE.figure(counted[1], computation=(limit, counted), rows=rows, row_title=title),
        declared.SHARE_ABOVE.figure(
            part,
            computation=(limit, counted, released) if risks.records else (),
            rows=rows,
            row_title=title,
        ),
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

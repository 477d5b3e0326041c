"""Section on households: how likely at least one released member of each is re-identified."""

import numpy as np

from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    HOUSEHOLDS,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Reason,
    Why,
    undefined,
)
from sdcdesk.core.results.findings import Figure, Note, Section
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.individual import declared
from sdcdesk.risk.individual.households import HouseholdRisks
from sdcdesk.risk.individual.risks import IndividualRisks

UNNAMED = Reason(Why.NOT_APPLICABLE, "No variable says which records are of one household.")

ABOUT = (
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
        blocks = tuple(one.figure(Quantity(None, one.unit, reason=UNNAMED)) for one in declared.OF_HOUSEHOLDS)
        notes: tuple[Note, ...] = ()
    else:
        blocks = _figures(risks, households)
        notes = _notes(households)
    return Section(name="households", title="Households", about=plain(ABOUT), blocks=blocks, notes=notes)


def _figures(risks: IndividualRisks, households: HouseholdRisks) -> tuple[Figure, ...]:
    number, above = len(households.risk), households.risk > risks.threshold
    total = Quantity(float(households.risk.sum()), EXPECTED_NUMBER, Bound.ESTIMATE)
    mean = undefined(SHARE, Why.NO_RECORDS, NOTHING_RELEASED)
    if number:
        mean = Quantity(float(households.risk.mean()), SHARE, Bound.ESTIMATE)
    members = int(np.count_nonzero(above[households.of_record]))
    steps = (
        ("Sum of the household risks", total),
        ("Households", Quantity(number, HOUSEHOLDS)),
    )

    def rows() -> np.ndarray:
        found: np.ndarray = risks.masked.rows[above[households.of_record]]
        return found

    limit = ("Threshold", Quantity(risks.threshold, SHARE))
    counted = Quantity(int(above.sum()), HOUSEHOLDS, Bound.ESTIMATE)
    title = "in households above the threshold"
    return (
        declared.EXPECTED_HOUSEHOLDS.figure(total, computation=steps[:1]),
        declared.MEAN_HOUSEHOLD.figure(mean, computation=steps if number else ()),
        declared.HOUSEHOLDS_ABOVE.figure(
            counted, computation=(limit, ("Households above it", counted)), rows=rows, row_title=title
        ),
        declared.MEMBERS_ABOVE.figure(
            Quantity(members, RECORDS, Bound.ESTIMATE), computation=(limit,), rows=rows, row_title=title
        ),
    )


def _notes(households: HouseholdRisks) -> tuple[Note, ...]:
    if not households.unknown:
        return ()
    words = "{n} released record names no household; it counts as one of its own."
    many = "{n} released records name no household; each counts as one of its own."
    return (Note(sentence(words, many, "n", n=households.unknown)),)

"""Findings of the uniqueness in census data: the risk of the whole file, and of its areas."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, Quantity, Reason, Why, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.census_uniqueness import declared
from sdcdesk.risk.census_uniqueness.areas import AreaClasses, ListedAreas
from sdcdesk.risk.census_uniqueness.declared import AREAS
from sdcdesk.risk.census_uniqueness.uniqueness import Areas, RelativeUniqueness
from sdcdesk.risk.declared import NOTHING_RELEASED

NO_AREA = Reason(Why.NOT_APPLICABLE, "No variable was named that says in which area a record lies.")
NOT_RELEASED = Reason(Why.NOT_APPLICABLE, "The masked file does not say in which area a record lies.")
NOTHING = Reason(Why.NO_RECORDS, NOTHING_RELEASED)
NO_UNIQUE = Reason(Why.NOT_APPLICABLE, "No released record is unique in its area.")


def to_findings(uniqueness: RelativeUniqueness, area: str | None, notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    uniqueness
        How far the released records differ.
    area
        The variable that says in which area a record lies; None: none was named.
    notes
        Remarks on keys and areas.

    Returns
    -------
    Findings
        All declared figures; for each record those that do not differ from it, and its relative uniqueness.
    """
    unknown = NOTHING if not uniqueness.records else NO_AREA if area is None else NOT_RELEASED
    headline = Section(
        name="census_uniqueness",
        about=_about(uniqueness),
        blocks=(*_of_file(uniqueness), *_of_areas(uniqueness, unknown)),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    sections = (
        headline,
        declared.SIZES.section(uniqueness),
        declared.POPULATIONS.section(AreaClasses(uniqueness.masked, uniqueness.areas, unknown)),
        declared.LISTED_AREAS.section(
            ListedAreas(uniqueness.masked, uniqueness.areas, unknown), title="Areas"
        ),
    )
    return Findings(
        sections=sections, records={"f": uniqueness.sizes, "relative_uniqueness": uniqueness.relative}
    )


def _about(uniqueness: RelativeUniqueness) -> Sentence:
    if not uniqueness.records:
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record differs from every other one in a key variable.",
        "{n} released records differ from every other one in a key variable.",
        "n",
        n=int(uniqueness.alone.sum()),
    )


def _of_file(uniqueness: RelativeUniqueness) -> tuple[Figure, ...]:
    records, alone = uniqueness.records, uniqueness.alone
    mean = share(uniqueness.sum_of_relative, records, empty=NOTHING_RELEASED)
    steps = (
        ("Sum of the relative uniqueness", Quantity(float(uniqueness.sum_of_relative), NUMBER)),
        ("Released records", Quantity(records, RECORDS)),
        ("Mean", mean),
    )
    return (
        *_risk(uniqueness, alone, declared.RISK, declared.UNIQUE, "unique in the whole file"),
        declared.RELATIVE.figure(mean, computation=steps if records else ()),
    )


def _risk(
    uniqueness: RelativeUniqueness, alone: np.ndarray, risk: Declared, unique: Declared, title: str
) -> tuple[Figure, Figure]:
    records, counted = uniqueness.records, Quantity(int(alone.sum()), RECORDS)
    steps = (("Unique records", counted), ("Released records", Quantity(records, RECORDS)))

    def rows() -> np.ndarray:
        found: np.ndarray = uniqueness.masked.rows[alone]
        return found

    return (
        risk.figure(
            share(int(alone.sum()), records, empty=NOTHING_RELEASED),
            computation=steps if records else (),
            rows=rows,
            row_title=title,
        ),
        unique.figure(counted, rows=rows, row_title=title),
    )


def _of_areas(uniqueness: RelativeUniqueness, unknown: Reason) -> tuple[Figure, ...]:
    areas = uniqueness.areas
    if not len(areas.sizes):
        return tuple(one.figure(Quantity(None, one.unit, reason=unknown)) for one in declared.OF_AREAS)
    at_risk = areas.unique > 0
    number = Quantity(int(at_risk.sum()), AREAS, people=(int(areas.unique.sum()),))
    return (
        *_risk(
            uniqueness, areas.alone, declared.RISK_IN_AREA, declared.UNIQUE_IN_AREA, "unique in their area"
        ),
        _largest(uniqueness, areas),
        declared.AREAS_AT_RISK.figure(
            number,
            computation=(("Areas at risk", number), ("Areas", Quantity(len(areas.sizes), AREAS))),
            rows=lambda: uniqueness.masked.rows[at_risk[areas.labels]],
            row_title="of areas at risk",
        ),
        _vanishing(uniqueness, areas, at_risk),
    )


def _largest(uniqueness: RelativeUniqueness, areas: Areas) -> Figure:
    largest = areas.risk == areas.risk[0]
    unique, records = int(areas.unique[0]), int(areas.sizes[0])
    return declared.LARGEST_RISK.figure(
        share(unique, records, empty=NOTHING_RELEASED),
        computation=(
            ("Unique records of the area", Quantity(unique, RECORDS)),
            ("Released records of the area", Quantity(records, RECORDS)),
        ),
        rows=lambda: uniqueness.masked.rows[areas.alone & largest[areas.labels]],
        row_title="unique in an area of the largest risk",
    )


def _vanishing(uniqueness: RelativeUniqueness, areas: Areas, at_risk: np.ndarray) -> Figure:
    if not at_risk.any():
        return declared.VANISHES_ABOVE.figure(Quantity(None, RECORDS, reason=NO_UNIQUE))
    most = int(areas.sizes[at_risk].max())
    which = at_risk & (areas.sizes == most)
    return declared.VANISHES_ABOVE.figure(
        Quantity(most, RECORDS),
        rows=lambda: uniqueness.masked.rows[areas.alone & which[areas.labels]],
        row_title="unique in the largest area at risk",
    )

"""Figures and tables of the uniqueness of combinations in census data."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Quantity, Reason, Why, count_unit, share
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series, bars_of_records
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.census_uniqueness.areas import AreaClasses, ListedAreas
from sdcdesk.risk.census_uniqueness.uniqueness import Areas, RelativeUniqueness
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import CLASS_NAMES
from sdcdesk.risk.record_risks.record_counts import count_and_share

SOURCE = "Duke-Williams, Openshaw, Rees and Evans 1998, section 2.1"

risk_figure = partial(Declared, better="less", source=SOURCE)

AREAS = count_unit("area")

RISK = risk_figure("risk", "Risk in the whole file", SHARE, symbol="δ").means(
    "Released records that differ from every other one in a key variable, divided by the released "
    "records: the average of δ, which is 1 for such a record and 0 for all others."
)

UNIQUE = risk_figure("unique_records", "Unique in the whole file", RECORDS).means(
    "Released records that differ from every other one in a key variable: their relative uniqueness is 1."
)

RELATIVE = risk_figure("mean_relative_uniqueness", "Mean relative uniqueness", SHARE).means(
    "The share of the other records from which a released record differs in a key variable, on "
    "average over the released records."
)

RISK_IN_AREA = risk_figure("risk_in_area", "Risk within areas", SHARE, symbol="δ").means(
    "Released records that differ in a key variable from every other one of their own area, divided "
    "by the released records: the risk for those whose area is known."
)

UNIQUE_IN_AREA = risk_figure("unique_in_area", "Unique in their area", RECORDS).means(
    "Released records that differ in a key variable from every other one of their own area."
)

LARGEST_RISK = risk_figure("largest_area_risk", "Largest risk of an area", SHARE, symbol="δ").means(
    "Released records of an area that differ in a key variable from every other one of it, divided "
    "by the released records of the area, for the area where that is most. An area of one record has 100 %."
)

AREAS_AT_RISK = risk_figure("areas_at_risk", "Areas at risk", AREAS).means(
    "Areas in which at least one released record differs in a key variable from every other one of the area."
)

VANISHES_ABOVE = risk_figure("vanishes_above", "Largest area at risk", RECORDS).means(
    "Released records of the largest area in which at least one of them is unique: in all areas with "
    "more records the risk has vanished."
)

OF_FILE = (RISK, UNIQUE, RELATIVE)
OF_AREAS = (RISK_IN_AREA, UNIQUE_IN_AREA, LARGEST_RISK, AREAS_AT_RISK, VANISHES_ABOVE)
DECLARES = (*OF_FILE, *OF_AREAS)

NOBODY = Reason(Why.NO_RECORDS, "No released record belongs here.")

SIZES = DeclaredTable[RelativeUniqueness](
    name="sizes",
    title="Records by relative uniqueness",
    about=plain("Released records by the number that do not differ from them in any key variable."),
    columns=(
        public_key("size", "Records alike", meaning="A record and those that fit it.").cells(
            lambda _: CLASS_NAMES
        ),
        Column(
            "records", "Records", RECORDS, "Released records that so many fit, themselves included."
        ).cells(lambda uniqueness: uniqueness.by_class),
        Column("share", "Of released", SHARE, "The same ÷ released records.", bar="risk").cells(
            lambda uniqueness: uniqueness.by_class / (uniqueness.records or np.nan), undefined=NOBODY
        ),
        Column(
            "relative",
            "Relative uniqueness",
            SHARE,
            "The largest of these records: others from which it differs ÷ all others.",
        ).cells(lambda uniqueness: uniqueness.largest_of_class, undefined=NOBODY),
    ),
    rows=lambda uniqueness, at: uniqueness.masked.rows[uniqueness.classes == at],
    row_title=lambda _, at: sentence("that are alike in {sizes}", sizes=CLASS_NAMES[at]),
    plots=(
        bars_of_records(
            "Records alike",
            "size",
            "The first bar holds the unique records, whose relative uniqueness is 100 %.",
        ),
    ),
)

POPULATIONS = DeclaredTable[AreaClasses](
    name="populations",
    title="Risk against population",
    about=plain("Areas by the number of their released records."),
    columns=(
        public_key("population", "Population", meaning="Released records of an area.").cells(
            lambda classes: classes.names
        ),
        Column("areas", "Areas", AREAS, "Areas of so many released records.").cells(
            lambda classes: classes.sums(lambda areas: areas.sizes > 0)
        ),
        Column("at_risk", "At risk", AREAS, "Areas of these in which a record is unique.").cells(
            lambda classes: classes.sums(lambda areas: areas.unique > 0)
        ),
        Column("records", "Records", RECORDS, "Released records of these areas.").cells(
            lambda classes: classes.sums(lambda areas: areas.sizes)
        ),
        Column("unique", "Unique", RECORDS, "Records of these that are unique in their area.").cells(
            lambda classes: classes.sums(lambda areas: areas.unique)
        ),
        Column("risk", "Risk", SHARE, "Unique ÷ records.", bar="risk").cells(lambda classes: classes.risk),
        Column("largest", "Largest risk", SHARE, "Of one of these areas.", bar="risk").cells(
            lambda classes: classes.largest
        ),
    ),
    empty=lambda classes: classes.none.text,
    rows=lambda classes, at: classes.unique_rows(at),
    row_title=lambda classes, at: sentence("unique in an area of {population}", population=classes.names[at]),
    plots=(
        Plot(
            kind="bars",
            x=Axis("Released records of an area", column="population"),
            y=Axis("Risk", unit=SHARE, least=0.0),
            series=(Series("risk", "Risk"), Series("largest", "Largest risk")),
            about=plain(
                "The population from which on no area has a risk is one that a release could ask for."
            ),
        ),
    ),
)

LISTED_AREAS = DeclaredTable[ListedAreas](
    name="areas",
    title="Areas by risk",
    about=plain("All areas, those with the largest risk first, of equal ones those with fewer records."),
    columns=(
        Column("area", "Area", None, "Its value in the masked file.", "key", Secrecy.RECORD).cells(
            lambda listed: listed.names
        ),
        Column("records", "Records", RECORDS, "Released records of the area.").cells(
            lambda listed: listed.areas.sizes
        ),
        Column("unique", "Unique", RECORDS, "Of these, unique in the area.").cells(
            lambda listed: listed.areas.unique
        ),
        Column("risk", "Risk", SHARE, "Unique ÷ records.", bar="risk").cells(
            lambda listed: listed.areas.risk
        ),
    ),
    empty=lambda listed: listed.none.text,
    rows=lambda listed, at: listed.masked.rows[listed.areas.alone & (listed.areas.labels == at)],
    row_title=lambda _found, _at: "unique in this area",
    capped=20,
)

TABLES = (SIZES, POPULATIONS, LISTED_AREAS)


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
        SIZES.section(uniqueness),
        POPULATIONS.section(AreaClasses(uniqueness.masked, uniqueness.areas, unknown)),
        LISTED_AREAS.section(ListedAreas(uniqueness.masked, uniqueness.areas, unknown), title="Areas"),
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
        n=uniqueness.unique,
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
        *_risk(uniqueness, alone, RISK, UNIQUE, "unique in the whole file"),
        RELATIVE.figure(mean, computation=steps),
    )


def _risk(
    uniqueness: RelativeUniqueness, alone: np.ndarray, risk: Declared, unique: Declared, title: str
) -> tuple[Figure, Figure]:
    number, part = count_and_share(
        *(unique, risk, uniqueness.masked, alone),
        counted="Unique records",
        row_title=title,
        weights=uniqueness.weights,
    )
    return part, number


def _of_areas(uniqueness: RelativeUniqueness, unknown: Reason) -> tuple[Figure, ...]:
    areas = uniqueness.areas
    if not len(areas.sizes):
        return tuple(one.undefined(unknown) for one in OF_AREAS)
    at_risk = areas.unique > 0
    number = Quantity(int(at_risk.sum()), AREAS, people=(int(areas.unique.sum()),))
    return (
        *_risk(uniqueness, areas.alone, RISK_IN_AREA, UNIQUE_IN_AREA, "unique in their area"),
        _largest(uniqueness, areas),
        AREAS_AT_RISK.figure(
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
    return LARGEST_RISK.figure(
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
        return VANISHES_ABOVE.undefined(NO_UNIQUE)
    most = int(areas.sizes[at_risk].max())
    which = at_risk & (areas.sizes == most)
    return VANISHES_ABOVE.figure(
        Quantity(most, RECORDS),
        rows=lambda: uniqueness.masked.rows[areas.alone & which[areas.labels]],
        row_title="unique in the largest area at risk",
    )

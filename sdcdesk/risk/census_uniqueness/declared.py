"""Figures and tables of the uniqueness in census data, before anything is computed."""

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why, count_unit
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.census_uniqueness.areas import AreaClasses, ListedAreas
from sdcdesk.risk.census_uniqueness.uniqueness import RelativeUniqueness
from sdcdesk.risk.disclosure.breakdown import CLASS_NAMES

SOURCE = "Duke-Williams, Openshaw, Rees and Evans 1998, section 2.1"

AREAS = count_unit("area")

RISK = Declared("risk", "Risk in the whole file", SHARE, symbol="δ", better="less", source=SOURCE).means(
    "Released records that differ from every other one in a key variable, divided by the released "
    "records: the average of δ, which is 1 for such a record and 0 for all others."
)

UNIQUE = Declared("unique_records", "Unique in the whole file", RECORDS, better="less", source=SOURCE).means(
    "Released records that differ from every other one in a key variable: their relative uniqueness is 1."
)

RELATIVE = Declared(
    "mean_relative_uniqueness", "Mean relative uniqueness", SHARE, better="less", source=SOURCE
).means(
    "The share of the other records from which a released record differs in a key variable, on "
    "average over the released records."
)

RISK_IN_AREA = Declared(
    "risk_in_area", "Risk within areas", SHARE, symbol="δ", better="less", source=SOURCE
).means(
    "Released records that differ in a key variable from every other one of their own area, divided "
    "by the released records: the risk for those whose area is known."
)

UNIQUE_IN_AREA = Declared(
    "unique_in_area", "Unique in their area", RECORDS, better="less", source=SOURCE
).means("Released records that differ in a key variable from every other one of their own area.")

LARGEST_RISK = Declared(
    "largest_area_risk", "Largest risk of an area", SHARE, symbol="δ", better="less", source=SOURCE
).means(
    "Released records of an area that differ in a key variable from every other one of it, divided "
    "by the released records of the area, for the area where that is most. An area of one record has 100 %."
)

AREAS_AT_RISK = Declared("areas_at_risk", "Areas at risk", AREAS, better="less", source=SOURCE).means(
    "Areas in which at least one released record differs in a key variable from every other one of the area."
)

VANISHES_ABOVE = Declared(
    "vanishes_above", "Largest area at risk", RECORDS, better="less", source=SOURCE
).means(
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
        Column("size", "Records alike", None, "A record and those that fit it.", "key", Secrecy.PUBLIC).cells(
            lambda _: CLASS_NAMES
        ),
        Column(
            "records", "Records", RECORDS, "Released records that so many fit, themselves included."
        ).cells(lambda found: found.by_class),
        Column("share", "Of released", SHARE, "The same ÷ released records.", bar="risk").cells(
            lambda found: found.by_class / (found.records or np.nan), undefined=NOBODY
        ),
        Column(
            "relative",
            "Relative uniqueness",
            SHARE,
            "The largest of these records: others from which it differs ÷ all others.",
        ).cells(lambda found: found.largest_of_class, undefined=NOBODY),
    ),
    rows=lambda found, at: found.masked.rows[found.classes == at],
    row_title=lambda _, at: sentence("that are alike in {sizes}", sizes=CLASS_NAMES[at]),
    plots=(
        Plot(
            name="sizes_plot",
            title="Records by relative uniqueness",
            kind="bars",
            x=Axis("Records alike", column="size"),
            y=Axis("Records", unit=RECORDS, least=0.0),
            series=(Series("records", "Records"),),
            about=plain("The first bar holds the unique records, whose relative uniqueness is 100 %."),
        ),
    ),
)

POPULATIONS = DeclaredTable[AreaClasses](
    name="populations",
    title="Risk against population",
    about=plain("Areas by the number of their released records."),
    columns=(
        Column("population", "Population", None, "Released records of an area.", "key", Secrecy.PUBLIC).cells(
            lambda found: found.names
        ),
        Column("areas", "Areas", AREAS, "Areas of so many released records.").cells(
            lambda found: found.sums(lambda areas: areas.sizes > 0)
        ),
        Column("at_risk", "At risk", AREAS, "Areas of these in which a record is unique.").cells(
            lambda found: found.sums(lambda areas: areas.unique > 0)
        ),
        Column("records", "Records", RECORDS, "Released records of these areas.").cells(
            lambda found: found.sums(lambda areas: areas.sizes)
        ),
        Column("unique", "Unique", RECORDS, "Records of these that are unique in their area.").cells(
            lambda found: found.sums(lambda areas: areas.unique)
        ),
        Column("risk", "Risk", SHARE, "Unique ÷ records.", bar="risk").cells(lambda found: found.risk),
        Column("largest", "Largest risk", SHARE, "Of one of these areas.", bar="risk").cells(
            lambda found: found.largest
        ),
    ),
    empty=lambda found: found.none.text,
    rows=lambda found, at: found.unique_rows(at),
    row_title=lambda found, at: sentence("unique in an area of {population}", population=found.names[at]),
    plots=(
        Plot(
            name="populations_plot",
            title="Risk against population",
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
            lambda found: found.names
        ),
        Column("records", "Records", RECORDS, "Released records of the area.").cells(
            lambda found: found.areas.sizes
        ),
        Column("unique", "Unique", RECORDS, "Of these, unique in the area.").cells(
            lambda found: found.areas.unique
        ),
        Column("risk", "Risk", SHARE, "Unique ÷ records.", bar="risk").cells(lambda found: found.areas.risk),
    ),
    empty=lambda found: found.none.text,
    rows=lambda found, at: found.masked.rows[found.areas.alone & (found.areas.labels == at)],
    row_title=lambda _found, _at: "unique in this area",
    capped=20,
)

TABLES = (SIZES, POPULATIONS, LISTED_AREAS)

"""Figures of the uniqueness in census data, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, count_of
from sdcdesk.core.results.findings import Declared

SOURCE = "Duke-Williams, Openshaw, Rees and Evans 1998, section 2.1"

AREAS = count_of("area")

RISK = Declared(
    name="risk",
    title="Risk in the whole file",
    unit=SHARE,
    meaning="Released records that differ from every other one in a key variable, divided by the released "
    "records: the average of δ, which is 1 for such a record and 0 for all others.",
    symbol="δ",
    better="less",
    source=SOURCE,
)

UNIQUE = Declared(
    name="unique_records",
    title="Unique in the whole file",
    unit=RECORDS,
    meaning="Released records that differ from every other one in a key variable: their relative uniqueness "
    "is 1.",
    better="less",
    source=SOURCE,
)

RELATIVE = Declared(
    name="mean_relative_uniqueness",
    title="Mean relative uniqueness",
    unit=SHARE,
    meaning="The share of the other records from which a released record differs in a key variable, on "
    "average over the released records.",
    better="less",
    source=SOURCE,
)

RISK_IN_AREA = Declared(
    name="risk_in_area",
    title="Risk within areas",
    unit=SHARE,
    meaning="Released records that differ in a key variable from every other one of their own area, divided "
    "by the released records: the risk for those whose area is known.",
    symbol="δ",
    better="less",
    source=SOURCE,
)

UNIQUE_IN_AREA = Declared(
    name="unique_in_area",
    title="Unique in their area",
    unit=RECORDS,
    meaning="Released records that differ in a key variable from every other one of their own area.",
    better="less",
    source=SOURCE,
)

LARGEST_RISK = Declared(
    name="largest_area_risk",
    title="Largest risk of an area",
    unit=SHARE,
    meaning="Released records of an area that differ in a key variable from every other one of it, divided "
    "by the released records of the area, for the area where that is most. An area of one record has 100 %.",
    symbol="δ",
    better="less",
    source=SOURCE,
)

AREAS_AT_RISK = Declared(
    name="areas_at_risk",
    title="Areas at risk",
    unit=AREAS,
    meaning="Areas in which at least one released record differs in a key variable from every other one of "
    "the area.",
    better="less",
    source=SOURCE,
)

VANISHES_ABOVE = Declared(
    name="vanishes_above",
    title="Largest area at risk",
    unit=RECORDS,
    meaning="Released records of the largest area in which at least one of them is unique: in all areas with "
    "more records the risk has vanished.",
    better="less",
    source=SOURCE,
)

OF_FILE = (RISK, UNIQUE, RELATIVE)
OF_AREAS = (RISK_IN_AREA, UNIQUE_IN_AREA, LARGEST_RISK, AREAS_AT_RISK, VANISHES_ABOVE)
DECLARES = (*OF_FILE, *OF_AREAS)

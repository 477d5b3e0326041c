"""Figures of interval disclosure, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.findings import Declared

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.3"

MEAN = Declared(
    name="interval_disclosure",
    title="Interval disclosure",
    unit=SHARE,
    meaning="The share of original values that lie in an interval around the masked value, as the mean over "
    "all widths of the interval. Divided by the values that are present in both files.",
    symbol="ID",
    better="less",
    source=SOURCE,
)

NARROWEST = Declared(
    name="narrowest",
    title="In the narrowest interval",
    unit=SHARE,
    meaning="The share of original values that lie in the narrowest interval around the masked value, that "
    "of 1 %. Divided by the values that are present in both files.",
    better="less",
    source=SOURCE,
)

WIDEST = Declared(
    name="widest",
    title="In the widest interval",
    unit=SHARE,
    meaning="The share of original values that lie in the widest interval around the masked value. Divided "
    "by the values that are present in both files.",
    better="less",
    source=SOURCE,
)

WHOLE = Declared(
    name="records_inside",
    title="Records wholly inside",
    unit=RECORDS,
    meaning="Released records all of whose original values, of those present in both files, lie in the "
    "widest interval around the masked ones; there is at least one such value.",
    better="less",
    source="Defined by this program",
)

DECLARES = (MEAN, NARROWEST, WIDEST, WHOLE)

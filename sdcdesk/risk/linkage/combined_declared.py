"""Figures of the combined disclosure risk, before anything is computed."""

from sdcdesk.core.numbers.quantity import SHARE
from sdcdesk.core.results.findings import Declared

SOURCE = "Domingo-Ferrer and Torra 2001, as remembered: not among the sources of this program"

COMBINED = Declared(
    name="combined",
    title="Combined disclosure risk",
    unit=SHARE,
    meaning="The weighted mean of interval disclosure and of the shares of released records that are linked "
    "by distance and by probability; parts without weight do not count.",
    symbol="DR",
    better="less",
    source=SOURCE,
)

INTERVAL = Declared(
    name="interval_disclosure",
    title="Interval disclosure",
    unit=SHARE,
    meaning="The share of original values of the confidential variables that lie in an interval of ranks "
    "around the masked value, as the mean over the widths of 1 % to 10 %. Divided by the values that are "
    "present in both files.",
    symbol="ID",
    better="less",
    source=SOURCE,
)

DISTANCE = Declared(
    name="linked_by_distance",
    title="Linked by distance",
    unit=SHARE,
    meaning="The share of released records that an intruder links to the right one by taking the nearest, as "
    "the mean over the combinations of keys that he may know. Divided by the released records.",
    symbol="DLD",
    better="less",
    source=SOURCE,
)

PROBABILITY = Declared(
    name="linked_by_probability",
    title="Linked by probability",
    unit=SHARE,
    meaning="The share of released records that an intruder links to the right one by what agrees, as the "
    "mean over the combinations of keys that he may know. Divided by the released records.",
    symbol="PLD",
    better="less",
    source=SOURCE,
)

DECLARES = (COMBINED, INTERVAL, DISTANCE, PROBABILITY)
"""Figures of the combined disclosure risk."""

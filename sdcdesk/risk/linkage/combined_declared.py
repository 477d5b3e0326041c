"""Figures and tables of the combined disclosure risk, before anything is computed."""

from dataclasses import dataclass

from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import plain

SOURCE = "Domingo-Ferrer and Torra 2001, as remembered: not among the sources of this program"

COMBINED = Declared(
    "combined", "Combined disclosure risk", SHARE, symbol="DR", better="less", source=SOURCE
).means(
    "The weighted mean of interval disclosure and of the shares of released records that are linked "
    "by distance and by probability; parts without weight do not count."
)

INTERVAL = Declared(
    "interval_disclosure", "Interval disclosure", SHARE, symbol="ID", better="less", source=SOURCE
).means(
    "The share of original values of the confidential variables that lie in an interval of ranks "
    "around the masked value, as the mean over the widths of 1 % to 10 %. Divided by the values that are "
    "present in both files."
)

DISTANCE = Declared(
    "linked_by_distance", "Linked by distance", SHARE, symbol="DLD", better="less", source=SOURCE
).means(
    "The share of released records that an intruder links to the right one by taking the nearest, as "
    "the mean over the combinations of keys that he may know. Divided by the released records."
)

PROBABILITY = Declared(
    "linked_by_probability", "Linked by probability", SHARE, symbol="PLD", better="less", source=SOURCE
).means(
    "The share of released records that an intruder links to the right one by what agrees, as the "
    "mean over the combinations of keys that he may know. Divided by the released records."
)

PARTS_OF_RISK = (INTERVAL, DISTANCE, PROBABILITY)
DECLARES = (COMBINED, *PARTS_OF_RISK)
"""Figures of the combined disclosure risk."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Parts of the combined risk.

    Attributes
    ----------
    parts
        Interval disclosure, linkage by distance and by probability.
    weights
        How much each counts.
    """

    parts: tuple[Quantity, ...]
    weights: tuple[float, ...]


PARTS = DeclaredTable[Weighed](
    name="parts",
    title="Parts of the combined risk",
    about=plain("What the combined risk is the weighted mean of."),
    columns=(
        Column("part", "Part", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda _: [one.title for one in PARTS_OF_RISK]
        ),
        Column("share", "Share", SHARE, "Of values, or of released records.", bar="risk").cells(
            lambda found: found.parts
        ),
        Column(
            "weight", "Weight", NUMBER, "Divided by the sum of all weights.", secrecy=Secrecy.PUBLIC
        ).cells(lambda found: [weight / sum(found.weights) for weight in found.weights]),
    ),
)

TABLES = (PARTS,)

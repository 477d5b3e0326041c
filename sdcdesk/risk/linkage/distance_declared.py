"""Figures of distance-based record linkage, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.findings import Declared

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.1"

LINKED = Declared(
    name="linked",
    title="Linked by distance",
    unit=SHARE,
    meaning="The share of released records that an intruder links to the right record of the original by "
    "taking the nearest one. Divided by the released records.",
    symbol="DLD",
    better="less",
    source=SOURCE,
)

SURE = Declared(
    name="surely_linked",
    title="Surely linked",
    unit=RECORDS,
    meaning="Released records whose right record is nearer than every other record of the original.",
    better="less",
    source=SOURCE,
)

POSSIBLE = Declared(
    name="possibly_linked",
    title="Possibly linked",
    unit=RECORDS,
    meaning="Released records whose right record is the nearest, or one of several that are equally near.",
    better="less",
    source=SOURCE,
)

TIED = Declared(
    name="tied",
    title="Several equally near",
    unit=RECORDS,
    meaning="Released records for which several records of the original are nearest, all equally near, so "
    "that the intruder has to guess among them.",
    better="more",
    source=SOURCE,
)

DECLARES = (LINKED, SURE, POSSIBLE, TIED)

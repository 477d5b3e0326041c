"""Figures and tables of distance-based record linkage, before anything is computed."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import CATEGORIES, RECORDS, SHARE
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.mixed_distances import Coordinates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import size_class_name
from sdcdesk.risk.linkage.combinations import combinations
from sdcdesk.risk.linkage.compared import DISTANCES, Compared, ComparedVariable
from sdcdesk.risk.linkage.distance_links import Linkage

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.1"

LINKED = Declared("linked", "Linked by distance", SHARE, symbol="DLD", better="less", source=SOURCE).means(
    "The share of released records that an intruder links to the right record of the original by "
    "taking the nearest one. Divided by the released records."
)

SURE = Declared("surely_linked", "Surely linked", RECORDS, better="less", source=SOURCE).means(
    "Released records whose right record is nearer than every other record of the original."
)

POSSIBLE = Declared("possibly_linked", "Possibly linked", RECORDS, better="less", source=SOURCE).means(
    "Released records whose right record is the nearest, or one of several that are equally near."
)

TIED = Declared("tied", "Several equally near", RECORDS, better="more", source=SOURCE).means(
    "Released records for which several records of the original are nearest, all equally near, so "
    "that the intruder has to guess among them."
)

DECLARES = (LINKED, SURE, POSSIBLE, TIED)

NEAR = DeclaredTable[Linkage](
    name="near",
    title="Equally near records",
    about=plain("How many records of the original are nearest to a released one, all equally near."),
    columns=(
        Column("nearest", "Equally near", None, "Records of the original.", "key", Secrecy.PUBLIC).cells(
            lambda found: [size_class_name(at) for at in found.places]
        ),
        Column("records", "Released records", RECORDS, "With so many records equally near.").cells(
            lambda found: [int((found.classes == at).sum()) for at in found.places]
        ),
        Column(
            "right", "With the right one", RECORDS, "Those of them whose right record is one of these."
        ).cells(
            lambda found: [int((found.links.possible & (found.classes == at)).sum()) for at in found.places]
        ),
    ),
    empty=NOTHING_RELEASED,
    rows=lambda found, at: np.unique(found.masked.rows[found.classes == found.places[at]]),
    row_title=lambda found, at: sentence(
        "with {records} equally near", records=size_class_name(found.places[at])
    ),
)


def _categories(one: ComparedVariable) -> int | None:
    if not isinstance(one.values, Coordinates) or one.distance == "number":
        return None
    return int(one.values.scales[0])


VARIABLES_COMPARED = DeclaredTable[Compared](
    name="variables",
    title="Distances of the variables",
    about=plain("A value that is missing in both records has distance 0, in one of them 1."),
    columns=(
        Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda compared: [one.name for one in compared.variables]
        ),
        Column("distance", "Distance", None, "Its square is added up over the variables.").cells(
            lambda compared: [DISTANCES[one.distance] for one in compared.variables]
        ),
        Column("level", "Level", None, "At which both files are compared.").cells(
            lambda compared: ["recoded" if one.recoded else "original" for one in compared.variables]
        ),
        Column("categories", "Categories", CATEGORIES, "By which places of ordered ones are divided.").cells(
            lambda compared: pd.array([_categories(one) for one in compared.variables], dtype="Int64")
        ),
    ),
    empty="There is nothing to compare.",
)

COMBINATIONS: DeclaredTable[Linkage] = combinations(
    Column("linked", "Linked by distance", SHARE, "Of the released records.", bar="risk").cells(
        lambda found: [found.share(links) for _, links in found.by_some]
    ),
    Column("surely", "Surely linked", RECORDS, "The right record alone is nearest.").cells(
        lambda found: [int(links.sure.sum()) for _, links in found.by_some]
    ),
    Column("possibly", "Possibly linked", RECORDS, "The right record is among the nearest.").cells(
        lambda found: [int(links.possible.sum()) for _, links in found.by_some]
    ),
    possible=lambda found, at: found.by_some[at][1].possible,
)

TABLES = (NEAR, VARIABLES_COMPARED, COMBINATIONS)

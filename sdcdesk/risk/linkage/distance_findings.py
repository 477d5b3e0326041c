"""Figures and tables of record linkage by distance."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import CATEGORIES, NUMBER, RECORDS, SHARE, Quantity, share
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.mixed_distances import Coordinates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import class_of_size, size_class_name
from sdcdesk.risk.linkage.combinations import combinations
from sdcdesk.risk.linkage.compared import DISTANCES, Compared, ComparedVariable
from sdcdesk.risk.linkage.links import Links, Ties


@dataclass(frozen=True, eq=False)
class Linkage:
    """Links by all variables that the intruder knows, and by some of them.

    Attributes
    ----------
    masked
        The masked file.
    compared
        The variables.
    links
        By all of them.
    by_some
        Names of variables, and the links by these alone.
    ties
        What counts where several are equally near.
    """

    masked: Microdata
    compared: Compared
    links: Links
    by_some: tuple[tuple[tuple[str, ...], Links], ...]
    ties: Ties

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of the number of records that are nearest to each released one."""
        return class_of_size(self.links.tied)

    @cached_property
    def places(self) -> list[int]:
        """The classes that have records."""
        return [int(at) for at in np.unique(self.classes)]

    def share(self, links: Links) -> float | None:
        """Return which part of the released records is linked.

        Parameters
        ----------
        links
            By some of the variables.

        Returns
        -------
        float or None
            None where nothing is released.
        """
        part = share(links.number(self.ties), len(self.masked), empty=NOTHING_RELEASED).value
        return None if part is None else float(part)


SOURCE = "Domingo-Ferrer and Torra 2004, section 2.1"

risk_figure = partial(Declared, better="less", source=SOURCE)

LINKED = risk_figure("linked", "Linked by distance", SHARE, symbol="DLD").means(
    "The share of released records that an intruder links to the right record of the original by "
    "taking the nearest one. Divided by the released records."
)

SURE = risk_figure("surely_linked", "Surely linked", RECORDS).means(
    "Released records whose right record is nearer than every other record of the original."
)

POSSIBLE = risk_figure("possibly_linked", "Possibly linked", RECORDS).means(
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
        public_key("nearest", "Equally near", meaning="Records of the original.").cells(
            lambda linkage: [size_class_name(at) for at in linkage.places]
        ),
        Column("records", "Released records", RECORDS, "With so many records equally near.").cells(
            lambda linkage: [int((linkage.classes == at).sum()) for at in linkage.places]
        ),
        Column(
            "right", "With the right one", RECORDS, "Those of them whose right record is one of these."
        ).cells(
            lambda linkage: [
                int((linkage.links.possible & (linkage.classes == at)).sum()) for at in linkage.places
            ]
        ),
    ),
    empty=NOTHING_RELEASED,
    rows=lambda linkage, at: np.unique(linkage.masked.rows[linkage.classes == linkage.places[at]]),
    row_title=lambda linkage, at: sentence(
        "with {records} equally near", records=size_class_name(linkage.places[at])
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
        public_key("variable", "Variable").cells(lambda compared: [one.name for one in compared.variables]),
        Column("distance", "Distance", None, "Its square is added up over the variables.").cells(
            lambda compared: [DISTANCES[one.distance] for one in compared.variables]
        ),
        Column("level", "Level", None, "At which both files are compared.").cells(
            lambda compared: ["recoded" if one.recoded else "original" for one in compared.variables]
        ),
        Column("categories", "Categories", CATEGORIES, "By which places of ordered ones are divided.").cells(
            lambda compared: pd.array([_categories(one) for one in compared.variables], dtype="Int64")
        ),
        Column("weight", "Weight", NUMBER, "By which the square is multiplied.").cells(
            lambda compared: [one.weight for one in compared.variables]
        ),
    ),
    empty="There is nothing to compare.",
)

COMBINATIONS: DeclaredTable[Linkage] = combinations(
    Column("linked", "Linked by distance", SHARE, "Of the released records.", bar="risk").cells(
        lambda linkage: [linkage.share(links) for _, links in linkage.by_some]
    ),
    Column("surely", "Surely linked", RECORDS, "The right record alone is nearest.").cells(
        lambda linkage: [int(links.sure.sum()) for _, links in linkage.by_some]
    ),
    Column("possibly", "Possibly linked", RECORDS, "The right record is among the nearest.").cells(
        lambda linkage: [int(links.possible.sum()) for _, links in linkage.by_some]
    ),
    possible=lambda linkage, at: linkage.by_some[at][1].possible,
)

TABLES = (NEAR, VARIABLES_COMPARED, COMBINATIONS)


TIES = {
    "expected": "Where several records are equally near, the intruder draws one of them blindly.",
    "strict": "Where several records are equally near, the intruder is taken not to link.",
    "generous": "Where several records are equally near, the intruder is taken to choose the right one.",
}

COUNTED = {"expected": "Sum of the chances", "strict": "Surely linked", "generous": "Possibly linked"}
"""What is divided by the released records."""


def to_findings(linkage: Linkage, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    linkage
        All links.
    notes
        Remarks on variables and on what is right.

    Returns
    -------
    Findings
        All declared figures; how many records are nearest to each, and the chance of the right one.
    """
    headline = Section(
        name="linkage",
        about=_about(linkage.links),
        blocks=_figures(linkage),
        notes=tuple(Note(note) for note in (plain(TIES[linkage.ties]), *notes)),
    )
    sections = (
        headline,
        NEAR.section(linkage),
        *([COMBINATIONS.section(linkage)] if linkage.by_some else []),
        VARIABLES_COMPARED.section(linkage.compared, title="Distances"),
    )
    return Findings(
        sections=sections, records={"nearest": linkage.links.tied, "chance": linkage.links.chance}
    )


def _about(links: Links) -> Sentence:
    if not len(links.tied):
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record is nearest to its own record of the original, and to no other.",
        "{n} released records are nearest to their own record of the original, and to no other.",
        "n",
        n=int(links.sure.sum()),
    )


def _figures(linkage: Linkage) -> tuple[Figure, ...]:
    links, records = linkage.links, len(linkage.masked)
    number = links.number(linkage.ties)
    linked = share(number, records, empty=NOTHING_RELEASED)
    steps = (
        (COUNTED[linkage.ties], Quantity(float(number), NUMBER)),
        ("Released records", Quantity(records, RECORDS)),
        ("Linked by distance", linked),
    )
    counts = (
        _count(SURE, links.sure, linkage.masked, "nearest to their own record alone"),
        _count(POSSIBLE, links.possible, linkage.masked, "with their own record among the nearest"),
        _count(TIED, links.tied > 1, linkage.masked, "with several records equally near"),
    )
    return (LINKED.figure(linked, computation=steps), *counts)


def _count(figure: Declared, chosen: np.ndarray, masked: Microdata, title: str) -> Figure:
    number = Quantity(int(chosen.sum()), RECORDS)
    return figure.figure(number, rows=lambda: np.unique(masked.rows[chosen]), row_title=title)

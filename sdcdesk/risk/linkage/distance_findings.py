"""Findings of distance-based record linkage."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import CATEGORIES, NUMBER, RECORDS, SHARE, VARIABLES, Quantity, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.mixed_distances import Coordinates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import class_of_size, size_class_name
from sdcdesk.risk.linkage import distance_declared as declared
from sdcdesk.risk.linkage.compared import DISTANCES, Compared
from sdcdesk.risk.linkage.links import Links, Ties

TIES = {
    "expected": "Where several records are equally near, the intruder draws one of them blindly.",
    "strict": "Where several records are equally near, the intruder is taken not to link.",
    "generous": "Where several records are equally near, the intruder is taken to choose the right one.",
}

COUNTED = {"expected": "Sum of the chances", "strict": "Surely linked", "generous": "Possibly linked"}
"""What is divided by the released records."""


@dataclass(frozen=True, slots=True, eq=False)
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
    near = Section(name="near", title="Equally near records", blocks=(_near(linkage),))
    variables = Section(name="variables", title="Distances", blocks=(_variables(linkage.compared),))
    some = Section(name="combinations", title="What fewer variables link", blocks=(_combinations(linkage),))
    sections = (headline, near, *([some] if linkage.by_some else []), variables)
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
        _count(declared.SURE, links.sure, linkage.masked, "nearest to their own record alone"),
        _count(declared.POSSIBLE, links.possible, linkage.masked, "with their own record among the nearest"),
        _count(declared.TIED, links.tied > 1, linkage.masked, "with several records equally near"),
    )
    return (declared.LINKED.figure(linked, computation=steps if records else ()), *counts)


def _count(figure: Declared, chosen: np.ndarray, masked: Microdata, title: str) -> Figure:
    def rows() -> np.ndarray:
        found: np.ndarray = np.unique(masked.rows[chosen])
        return found

    return figure.figure(Quantity(int(chosen.sum()), RECORDS), rows=rows, row_title=title)


def _near(linkage: Linkage) -> Table:
    links, masked = linkage.links, linkage.masked
    classes = class_of_size(links.tied)
    places = np.unique(classes)
    frame = pd.DataFrame(
        {
            "nearest": [size_class_name(place) for place in places.tolist()],
            "records": [int((classes == place).sum()) for place in places],
            "right": [int((links.possible & (classes == place)).sum()) for place in places],
        }
    )
    columns = (
        Column("nearest", "Equally near", None, "Records of the original.", "key", Secrecy.PUBLIC),
        Column("records", "Released records", RECORDS, "With so many records equally near."),
        Column("right", "With the right one", RECORDS, "Those of them whose right record is one of these."),
    )
    return Table(
        name="near",
        title="Equally near records",
        about=plain("How many records of the original are nearest to a released one, all equally near."),
        columns=columns,
        frame=frame,
        empty=NOTHING_RELEASED,
        rows=lambda at: np.unique(masked.rows[classes == places[at]]),
        row_title=lambda at: f"with {size_class_name(int(places[at]))} equally near",
    )


def _variables(compared: Compared) -> Table:
    frame = pd.DataFrame(
        {
            "variable": [one.name for one in compared.variables],
            "distance": [DISTANCES[one.distance] for one in compared.variables],
            "level": ["recoded" if one.recoded else "original" for one in compared.variables],
            "categories": pd.array(
                [
                    _categories(one.distance, one.values.scales)
                    if isinstance(one.values, Coordinates)
                    else None
                    for one in compared.variables
                ],
                dtype="Int64",
            ),
        }
    )
    columns = (
        Column("variable", "Variable", None, "", "key", Secrecy.PUBLIC),
        Column("distance", "Distance", None, "Its square is added up over the variables."),
        Column("level", "Level", None, "At which both files are compared."),
        Column("categories", "Categories", CATEGORIES, "By which places of ordered ones are divided."),
    )
    return Table(
        name="variables",
        title="Distances of the variables",
        about=plain("A value that is missing in both records has distance 0, in one of them 1."),
        columns=columns,
        frame=frame,
        empty="There is nothing to compare.",
    )


def _categories(distance: str, scales: np.ndarray) -> int | None:
    return None if distance == "number" else int(scales[0])


def _combinations(linkage: Linkage) -> Table:
    records = len(linkage.masked)
    rows = [
        (
            ", ".join(names),
            len(names),
            share(links.number(linkage.ties), records, empty=NOTHING_RELEASED).value,
            int(links.sure.sum()),
            int(links.possible.sum()),
        )
        for names, links in linkage.by_some
    ]
    names = ["variables", "number", "linked", "surely", "possibly"]
    frame = pd.DataFrame(rows, columns=names)
    frame["linked"] = frame["linked"].astype("float64")
    columns = (
        Column("variables", "Known variables", None, "", "key", Secrecy.PUBLIC),
        Column("number", "Their number", VARIABLES, "", "key", Secrecy.PUBLIC),
        Column("linked", "Linked by distance", SHARE, "Of the released records.", bar="risk"),
        Column("surely", "Surely linked", RECORDS, "The right record alone is nearest."),
        Column("possibly", "Possibly linked", RECORDS, "The right record is among the nearest."),
    )
    return Table(
        name="combinations",
        title="What fewer variables link",
        about=plain("What an intruder who knows only some of the variables links by them."),
        columns=columns,
        frame=frame,
        rows=lambda at: np.unique(linkage.masked.rows[linkage.by_some[at][1].possible]),
        row_title=lambda at: f"possibly linked by {', '.join(linkage.by_some[at][0])}",
    )

"""Findings of distance-based record linkage."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, Quantity, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.linkage import distance_declared as declared
from sdcdesk.risk.linkage.distance_links import Linkage
from sdcdesk.risk.linkage.links import Links

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
        declared.NEAR.section(linkage),
        *([declared.COMBINATIONS.section(linkage)] if linkage.by_some else []),
        declared.VARIABLES_COMPARED.section(linkage.compared, title="Distances"),
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

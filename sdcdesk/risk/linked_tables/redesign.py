"""Redesign of areas: small ones are merged until none is at risk or too small."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.linked_tables.matches import AreaTables, Matches
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.merging import merge_areas
from sdcdesk.risk.linked_tables.neighbours import (
    neighbours_by_parent,
    neighbours_in_order,
    neighbours_of_pairs,
)

AND = "+"
"""Between the old names of a new area."""

NAMED = 3
"""Old names at most that the name of a new area is made of."""

MORE = "{} more"
"""How many old names that of a new area leaves out."""

NO_AREA = "Say first which variable holds the areas."


@dataclass(frozen=True, slots=True)
class NewArea:
    """An area that was made of others.

    Attributes
    ----------
    name
        What it is called.
    parts
        The old areas.
    records
        Its records.
    risks
        The largest risk of an old one, and its own, shares of the records.
    """

    name: str
    parts: tuple[str, ...]
    records: int
    risks: tuple[float, float]


@dataclass(frozen=True, slots=True)
class AreaFigures:
    """What published tables tell of all areas together.

    Attributes
    ----------
    areas
        How many there are.
    below
        Those with fewer records than an area should have.
    at_risk, false
        Records at risk, and false matches.
    records
        All records.
    largest
        Largest share of the records of an area at risk; 0 where there is no record.
    """

    areas: int
    below: int
    at_risk: int
    false: int
    records: int
    largest: float

    @classmethod
    def of(cls, found: Matches, least: int) -> "AreaFigures":
        """Return the figures of some areas.

        Parameters
        ----------
        found
            Who is found in the tables.
        least
            Fewest records that an area should have.

        Returns
        -------
        AreaFigures
        """
        return cls(
            len(found.tables.first),
            int((found.sizes < least).sum()),
            int(found.true.sum()),
            int(found.false.sum()),
            len(found.tables.areas),
            float(np.max(found.risk, initial=0.0)),
        )


@dataclass(frozen=True, eq=False)
class Redesign:
    """Areas before and after they were merged or split.

    Attributes
    ----------
    variable
        Variable with the old areas.
    mapping
        The new area of each old one that is another, by their texts; a step *Recode values* takes it.
    table
        A row for each old area: `area`, `new_area`, `records`, `at_risk`, `risk` of the old one, and
        `new_records`, `new_at_risk`, `new_risk` of the new one.
    merges
        How often two areas became one.
    rejected
        New areas that are above the limit or too small, and can be merged with no other.
    figures
        Of all areas before and after.
    """

    variable: str
    mapping: Mapping[str, str]
    table: pd.DataFrame = field(repr=False)
    merges: int
    rejected: tuple[str, ...]
    figures: tuple[AreaFigures, AreaFigures]

    @property
    def areas(self) -> tuple[int, int]:
        """Areas before and after."""
        return int(self.table["area"].nunique()), int(self.table["new_area"].nunique())

    @property
    def worst(self) -> tuple[float, float]:
        """Largest risk of an area before and after, shares of its records."""
        before, after = self.table["risk"].max(), self.table["new_risk"].max()
        return float(before), float(after)

    @property
    def made(self) -> tuple[NewArea, ...]:
        """The new areas, those first that were riskiest."""
        changed = self.table[self.table["area"].isin(list(self.mapping))]
        found = [
            NewArea(
                str(name),
                tuple(own["area"]),
                int(own["new_records"].iloc[0]),
                (float(own["risk"].max()), float(own["new_risk"].iloc[0])),
            )
            for name, own in changed.groupby("new_area", sort=False)
        ]
        return tuple(sorted(found, key=lambda one: (-one.risks[0], one.name)))


@dataclass(frozen=True, eq=False)
class AssessedAreas:
    """Areas with what is published of them, before they are redesigned.

    Attributes
    ----------
    matches
        Who is found in the tables that are published of them.
    names
        What the areas are called; None: records without one.
    """

    matches: Matches
    names: tuple[str | None, ...]

    @classmethod
    def of(cls, measure: LinkedTables, data: Microdata, progress: Progress) -> "AssessedAreas":
        """Assess the areas of a measure.

        Parameters
        ----------
        measure
            Says which tables are published, and of which areas.
        data
            The file that is published.
        progress
            Receives how far the work is.

        Returns
        -------
        AssessedAreas

        Raises
        ------
        DataError
            The measure has no areas, or a table is none.
        """
        if measure.area is None:
            raise DataError(NO_AREA, "area", title=measure.title)
        tables = measure.area_tables(data, data)
        matches = tables.matches(lambda share: progress.at(share, "Cells of the areas"))
        coding = data.coding(measure.area)
        texts = as_text(coding.values)
        codes = coding.codes[tables.first].tolist()
        return cls(matches, tuple(texts[code] if code >= 0 else None for code in codes))

    @property
    def tables(self) -> AreaTables:
        """What is published."""
        return self.matches.tables

    @property
    def known(self) -> np.ndarray:
        """Places of the areas that have a name, int64."""
        return np.flatnonzero([name is not None for name in self.names])

    def parents(self, variable: str) -> np.ndarray:
        """Return the code of the parent of each area.

        Parameters
        ----------
        variable
            Variable with larger areas.

        Returns
        -------
        np.ndarray
            int (A,), negative where it is missing.

        Raises
        ------
        DataError
            An area lies in several of them.
        """
        codes = self.tables.masked.coding(variable).codes
        parents: np.ndarray = codes[self.tables.first]
        if (codes != parents[self.tables.areas]).any():
            words = "An area of {area} has records of several values of {variable}, so that it lies in none."
            raise DataError(sentence(words, area=self.tables.variable, variable=variable), variable)
        return parents

    def redesigned(
        self,
        group: np.ndarray,
        least: int,
        *,
        told: Mapping[int, str] | None = None,
        merges: int = 0,
        rejected: Iterable[int] = (),
    ) -> Redesign:
        """Return what becomes of the areas where some are one.

        Parameters
        ----------
        group
            int64 (A,), for each the lowest number among the areas of its new one.
        least
            Fewest records that an area should have.
        told
            By that number what new areas are called; the others are called by their parts.
        merges
            How often two areas became one.
        rejected
            Numbers of new areas that stay as they are against the owner's wish.

        Returns
        -------
        Redesign
            The new areas are assessed anew.
        """
        lowest, new = np.unique(group, return_inverse=True)
        joined = replace(self.tables, areas=new[self.tables.areas], first=self.tables.first[lowest])
        after = joined.matches(lambda _share: None)
        called = _new_names(self.names, group, told or {})
        new_names = [called[at] for at in group.tolist()]
        table = pd.DataFrame(
            {
                "area": ["missing" if name is None else name for name in self.names],
                "new_area": new_names,
                "records": self.matches.sizes,
                "at_risk": self.matches.of_areas(self.matches.true),
                "risk": self.matches.risk,
                "new_records": after.sizes[new],
                "new_at_risk": after.of_areas(after.true)[new],
                "new_risk": after.risk[new],
            }
        )
        both = zip(self.names, new_names, strict=True)
        mapping = {name: own for name, own in both if name is not None and own != name}
        figures = AreaFigures.of(self.matches, least), AreaFigures.of(after, least)
        refused = tuple(called[at] for at in rejected)
        return Redesign(self.tables.variable, mapping, table, merges, refused, figures)


def merged_areas(
    measure: LinkedTables,
    data: Microdata,
    limit: float = 0.0,
    *,
    least: int = 1,
    parent: str | None = None,
    pairs: Iterable[tuple[str, str]] | None = None,
    progress: Progress | None = None,
) -> Redesign:
    """Merge areas of a file until the risk in linked tables of none is above a limit, and none is too small.

    Neighbours are the areas of the same parent, those that pairs name, or, without either, those that are
    next to one another in the order of their values. Records without an area stay as they are.

    Parameters
    ----------
    measure
        Says which tables are published, and of which areas.
    data
        The file that is published.
    limit
        Largest share of the records of an area that may be at risk.
    least
        Fewest records that an area may have.
    parent
        Variable with larger areas, of which each area lies in one.
    pairs
        Areas that touch.
    progress
        Receives how far the work is.

    Returns
    -------
    Redesign
        Old and new areas.

    Raises
    ------
    DataError
        The measure has no areas, or an area lies in several of its parents.
    """
    progress = progress or Progress()
    assessed = AssessedAreas.of(measure, data, progress)
    before, known = assessed.matches, assessed.known
    texts = [assessed.names[at] or "" for at in known.tolist()]
    if parent is not None:
        near = neighbours_by_parent(assessed.parents(parent)[known].tolist())
    else:
        near = neighbours_in_order(len(known)) if pairs is None else neighbours_of_pairs(texts, pairs)
    neighbours: list[set[int]] = [set() for _ in assessed.names]
    for at, own in zip(known.tolist(), near, strict=True):
        neighbours[at] = {int(known[other]) for other in own}
    start = max(int(((before.risk > limit) | (before.sizes < least)).sum()), 1)

    def step(left: int) -> None:
        progress.at(1 - min(left / start, 1.0), "Merging areas")

    together = assessed.tables.at_risk_together
    found = merge_areas(before.tables.areas, before.true, neighbours, limit, together, step, least=least)
    return assessed.redesigned(found.group, least, merges=len(found.merges), rejected=found.rejected)


def _new_names(names: Sequence[str | None], group: np.ndarray, told: Mapping[int, str]) -> dict[int, str]:
    """Return the name of each new area, by the lowest of its old ones; no two have the same."""
    members: dict[int, list[str]] = {}
    for at, lowest in enumerate(group.tolist()):
        members.setdefault(lowest, []).append(names[at] or "missing")
    taken = {own[0] for own in members.values() if len(own) == 1}
    called = {}
    for lowest, own in members.items():
        name = told.get(lowest, own[0])
        if lowest not in told and len(own) > 1:
            more = len(own) - NAMED
            name = AND.join([*own[:NAMED], MORE.format(more)] if more > 0 else own)
        while (lowest in told or len(own) > 1) and name in taken:
            name += AND
        taken.add(name)
        called[lowest] = name
    return called

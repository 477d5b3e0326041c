"""Redesign of areas: small ones are merged until no area is at risk, or split where that is safe."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.linked_tables.matches import AreaTables, Matches
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.merging import MergedAreas, merge_areas

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
        New areas that are above the limit, and can be merged with no other.
    """

    variable: str
    mapping: Mapping[str, str]
    table: pd.DataFrame = field(repr=False)
    merges: int
    rejected: tuple[str, ...]

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


def neighbours_in_order(number: int) -> list[set[int]]:
    """Return as neighbours of each area those before and after it.

    Parameters
    ----------
    number
        Areas.

    Returns
    -------
    list[set[int]]
        For each its neighbours.
    """
    return [{near for near in (at - 1, at + 1) if 0 <= near < number} for at in range(number)]


def neighbours_of_pairs(names: Sequence[str], pairs: Iterable[tuple[str, str]]) -> list[set[int]]:
    """Return the neighbours that pairs of areas name; pairs with areas that have no record are left out.

    Parameters
    ----------
    names
        The areas.
    pairs
        Two areas that touch, in either order.

    Returns
    -------
    list[set[int]]
        For each area its neighbours.
    """
    place = {name: at for at, name in enumerate(names)}
    found: list[set[int]] = [set() for _ in names]
    for one, other in pairs:
        if one in place and other in place and one != other:
            found[place[one]].add(place[other])
            found[place[other]].add(place[one])
    return found


def neighbours_by_parent(parents: Sequence[int]) -> list[set[int]]:
    """Return as neighbours of each area all others with the same parent.

    Parameters
    ----------
    parents
        int, the number of the parent of each area.

    Returns
    -------
    list[set[int]]
        For each its neighbours.
    """
    members: dict[int, set[int]] = {}
    for at, parent in enumerate(parents):
        members.setdefault(parent, set()).add(at)
    return [members[parent] - {at} for at, parent in enumerate(parents)]


def merged_areas(
    measure: LinkedTables,
    data: Microdata,
    limit: float = 0.0,
    *,
    parent: str | None = None,
    pairs: Iterable[tuple[str, str]] | None = None,
    progress: Progress | None = None,
) -> Redesign:
    """Merge areas of a file until the risk in linked tables of none is above a limit.

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
    tables, before, names = _assessed(measure, data, progress)
    known = np.flatnonzero([name is not None for name in names])
    texts = [names[at] or "" for at in known.tolist()]
    if parent is not None:
        near = neighbours_by_parent(_parents(tables, parent)[known].tolist())
    else:
        near = neighbours_in_order(len(known)) if pairs is None else neighbours_of_pairs(texts, pairs)
    neighbours: list[set[int]] = [set() for _ in names]
    for at, own in zip(known.tolist(), near, strict=True):
        neighbours[at] = {int(known[other]) for other in own}
    start = max(int((before.risk > limit).sum()), 1)

    def step(left: int) -> None:
        progress.at(1 - min(left / start, 1.0), "Merging areas")

    found = merge_areas(before.areas, before.true, neighbours, limit, tables.at_risk_together, step)
    return _redesign(before, names, found)


def split_areas(
    measure: LinkedTables,
    data: Microdata,
    larger: str,
    limit: float = 0.0,
    *,
    progress: Progress | None = None,
) -> Redesign:
    """Publish small areas where that is safe, and the larger ones elsewhere.

    A larger area is split into the areas of the measure if the risk of none of these is above the limit.

    Parameters
    ----------
    measure
        Says which tables are published, and of which small areas.
    data
        The file that is published.
    larger
        Variable with the larger areas.
    limit
        Largest share of the records of an area that may be at risk.
    progress
        Receives how far the work is.

    Returns
    -------
    Redesign
        From the small areas to those that are published; rejected are larger ones that are above the limit.

    Raises
    ------
    DataError
        The measure has no areas, or one lies in several of the larger.
    """
    progress = progress or Progress()
    tables, before, names = _assessed(measure, data, progress)
    parents = _parents(tables, larger)
    whole = measure.model_copy(update={"area": larger}).matches(data, data, progress)
    values = data.coding(larger)
    unsafe = np.isin(parents, parents[before.risk > limit]) & (parents >= 0)
    group = np.arange(len(names))
    sizes, at_risk = before.sizes.copy(), before.of_areas(before.true)
    lowest = {parent: int(np.flatnonzero(parents == parent)[0]) for parent in set(parents[unsafe].tolist())}
    # The place of each parent among the areas of the second assessment.
    place = {int(values.codes[first]): at for at, first in enumerate(whole.first.tolist())}
    told: dict[int, str] = {}
    for at in np.flatnonzero(unsafe).tolist():
        parent = int(parents[at])
        group[at] = lowest[parent]
        sizes[at] = whole.sizes[place[parent]]
        at_risk[at] = whole.of_areas(whole.true)[place[parent]]
        told[lowest[parent]] = as_text(values.values)[parent]
    risk = at_risk / sizes
    rejected = tuple(sorted({int(group[at]) for at in np.flatnonzero(unsafe & (risk > limit)).tolist()}))
    found = MergedAreas(group, sizes, at_risk, (), rejected)
    return _redesign(before, names, found, told)


def _assessed(
    measure: LinkedTables, data: Microdata, progress: Progress
) -> tuple[AreaTables, Matches, list[str | None]]:
    """Return the tables, who is found in them, and what the areas are called; None: missing."""
    if measure.area is None:
        raise DataError(NO_AREA, "area", title=measure.title)
    tables = measure.area_tables(data, data)
    matches = tables.matches(lambda share: progress.at(share, "Cells of the areas"))
    coding = data.coding(measure.area)
    texts = as_text(coding.values)
    codes = coding.codes[tables.first].tolist()
    return tables, matches, [texts[code] if code >= 0 else None for code in codes]


def _parents(tables: AreaTables, variable: str) -> np.ndarray:
    """Return the code of the parent of each area."""
    codes = tables.masked.coding(variable).codes
    parents: np.ndarray = codes[tables.first]
    if (codes != parents[tables.areas]).any():
        words = "An area of {area} has records of several values of {variable}, so that it lies in none."
        told = sentence(words, area=tables.variable, variable=variable)
        raise DataError(told, variable)
    return parents


def _redesign(
    before: Matches, names: Sequence[str | None], found: MergedAreas, told: Mapping[int, str] | None = None
) -> Redesign:
    called = _new_names(names, found.group, told or {})
    new = [called[at] for at in found.group.tolist()]
    old_at_risk = before.of_areas(before.true)
    table = pd.DataFrame(
        {
            "area": ["missing" if name is None else name for name in names],
            "new_area": new,
            "records": before.sizes,
            "at_risk": old_at_risk,
            "risk": before.risk,
            "new_records": found.sizes,
            "new_at_risk": found.at_risk,
            "new_risk": found.risk,
        }
    )
    mapping = {name: own for name, own in zip(names, new, strict=True) if name is not None and own != name}
    rejected = tuple(called[at] for at in found.rejected)
    return Redesign(before.variable, mapping, table, len(found.merges), rejected)


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

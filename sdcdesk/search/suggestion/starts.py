"""Starts: recipes that are known to be optimal in a part of what may change, to begin with."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import numpy as np

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.scenario import Scenario
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice_search import lattice
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point, Space

SHARES = (0, 0.01, 0.05)
"""Records that a coding may leave in small groups, where these can be blanked or left out."""

NODES = 8
"""Codings that are taken of each search of a lattice."""

VISITS = 500
"""Codings that are looked at where a lattice is too large."""

LEVELS, SUPPRESSING = "levels", ("suppress", "leave_out")
"""Kinds of changes from which starts are made."""


def starts(file: SearchedFile, space: Space, progress: Progress = SILENT) -> Iterator[Point]:
    """Yield recipes to begin with, some more than once.

    These are the recipe without steps; for each group size that limits ask for the codings of least loss in
    which every record shares its key values with enough others, and those that leave few records in smaller
    groups, which are then blanked or left out; the same step on the file as it is; and every slot alone.

    Parameters
    ----------
    file
        The file that is searched.
    space
        Its recipes.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Yields
    ------
    tuple[int, ...]
        Always the same for the same file.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    yield space.origin
    found: list[list[Point]] = []
    for scenario, share in progress.over(file.scenarios):
        for k, part in share.over(file.sizes(scenario)):
            suppressing = _suppressing(space, k)
            found.append([point for _, point in suppressing])
            for out, work in part.over(SHARES):
                if out and not suppressing:
                    continue
                nodes = _nodes(file, space, scenario, k, out, work)
                # What leaves nobody in small groups needs no blanks.
                found.extend(_points(space, nodes, suppressing if out else ()))
    # Each search once before any of them is tried again.
    rounds = zip_longest(*found, _coarser_throughout(space), _alone(space))
    yield from (point for taken in rounds for point in taken if point is not None)


def _suppressing(space: Space, k: int) -> list[tuple[int, Point]]:
    """Return the slots that blank or leave out what is in groups below k, each with its recipe."""
    found = []
    for place, slot in enumerate(space.slots):
        if slot.kind in SUPPRESSING:
            rungs = (at for at, step in enumerate(slot.ladder, 1) if step.parameters.get("k") == k)
            found += [(place, space.with_rung(space.origin, place, rung)) for rung in rungs]
    return found


def _nodes(
    file: SearchedFile, space: Space, scenario: Scenario, k: int, out: float, progress: Progress
) -> Sequence[dict[str, int]]:
    """Return the codings of least loss, by variable the level; keys that must stay are as they are."""
    changed = {slot.variables[0]: len(slot.ladder) for slot in space.slots if slot.kind == LEVELS}
    keys = [name for name in file.known_keys(scenario) if file.hierarchy(name) is not None]
    hierarchies: dict[str, Hierarchy] = {
        name: hierarchy for name in keys if (hierarchy := file.hierarchy(name)) is not None
    }
    if changed.keys().isdisjoint(keys) or len(keys) < len(file.known_keys(scenario)):
        return ()
    try:
        found = lattice(
            file.data, hierarchies, k=k, suppress=out, loss="headline", visits=VISITS, progress=progress
        )
    except SdcError:
        return ()
    return _best_of(found, [changed.get(name, 0) for name in keys])


def _best_of(found: Codings, highest: Sequence[int]) -> Sequence[dict[str, int]]:
    """Return the codings of least loss in which no key is above its highest level; 0: it stays as it is."""
    possible = np.flatnonzero(found.safe & (found.levels <= np.array(highest)).all(axis=1))
    losses = np.nan_to_num(found.losses["headline"][possible], nan=np.inf, posinf=np.inf)
    order = np.lexsort([*found.levels[possible].T[::-1], found.levels[possible].sum(axis=1), losses])
    best = found.levels[possible[order[:NODES]]].tolist()
    return [dict(zip(found.lattice.keys, levels, strict=True)) for levels in best]


def _points(
    space: Space, nodes: Sequence[dict[str, int]], suppressing: Sequence[tuple[int, Point]]
) -> Iterator[list[Point]]:
    """Yield the recipes of codings, alone and with each step that blanks or leaves out what is left."""
    places = {slot.variables[0]: place for place, slot in enumerate(space.slots) if slot.kind == LEVELS}
    coded = []
    for node in nodes:
        point = space.origin
        for name, level in node.items():
            if level:
                point = space.with_rung(point, places[name], level)
        coded.append(point)
    yield coded
    for place, suppressed in suppressing:
        yield [space.with_rung(point, place, suppressed[place]) for point in coded]


def _coarser_throughout(space: Space) -> Iterator[Point]:
    """Yield recipes in which all keys get coarser together, and what is left is blanked or left out."""
    levels = [place for place, slot in enumerate(space.slots) if slot.kind == LEVELS]
    others = [place for place, slot in enumerate(space.slots) if slot.kind in SUPPRESSING]
    for share in (0.25, 0.5, 0.75, 1.0):
        point = space.origin
        for place in levels:
            point = space.with_rung(point, place, round(share * space.rungs[place]))
        yield point
        for place in others:
            yield space.with_rung(point, place, space.rungs[place])


def _alone(space: Space) -> Iterator[Point]:
    """Yield each slot alone, with its weakest step, the middle one and the strongest one."""
    for place, rungs in enumerate(space.rungs):
        for rung in dict.fromkeys((1, (rungs + 1) // 2, rungs)):
            yield space.with_rung(space.origin, place, rung)

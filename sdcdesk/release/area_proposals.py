"""Proposals for areas: what becomes of the risk where they are merged, split or joined otherwise."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.area_commands import (
    merged_names,
    touching_areas,
    with_parts_again,
    with_redesigned_areas,
)
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.document.variable_commands import Change
from sdcdesk.risk.linked_tables.gridding import gridded_areas
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.redesign import (
    AreaFigures,
    AssessedAreas,
    NewArea,
    Redesign,
    merged_areas,
)
from sdcdesk.risk.linked_tables.splitting import split_areas


@dataclass(frozen=True, slots=True, eq=False)
class AreaProposal:
    """Other areas, and what they would change.

    Attributes
    ----------
    figures
        Of all areas before and after.
    made
        The new areas, those first that were riskiest.
    rejected
        New areas that are above the limit or too small, and cannot be helped.
    change
        The project with them, and what undo says; the label is empty where nothing would change.
    """

    figures: tuple[AreaFigures, AreaFigures]
    made: tuple[NewArea, ...]
    rejected: tuple[str, ...]
    change: Change


@dataclass(frozen=True, slots=True, eq=False)
class AreasAsTheyAre:
    """Areas that could be others.

    Attributes
    ----------
    project
        The project.
    scenario
        The scenario that has the measure; None: there is none.
    measure
        Says which tables are published, and of which areas.
    original, masked
        The file before and after the recipe.
    """

    project: Project
    scenario: Scenario | None
    measure: LinkedTables
    original: Microdata
    masked: Microdata


@dataclass(frozen=True, slots=True)
class AreaWish(ABC):
    """A way in which areas become others."""

    def propose(self, now: AreasAsTheyAre, progress: Progress) -> AreaProposal:
        """Return what becomes of them.

        Parameters
        ----------
        now
            The areas as they are.
        progress
            Receives how far the work is.

        Returns
        -------
        AreaProposal

        Raises
        ------
        SdcError
            There are no areas, or they cannot be others in this way.
        """
        return self._propose(now, progress)

    @abstractmethod
    def _propose(self, now: AreasAsTheyAre, progress: Progress) -> AreaProposal:
        """Return what becomes of them."""


@dataclass(frozen=True, slots=True)
class MergeWish(AreaWish):
    """Areas above a limit or with too few records are merged.

    Attributes
    ----------
    limit
        Largest share of the records of an area that may be at risk.
    least
        Fewest records of an area.
    parent
        Variable with larger areas, within which areas are merged; empty: none.
    touching
        Whether those are merged that touch, as the project knows it.
    """

    limit: float
    least: int
    parent: str = ""
    touching: bool = False

    def _propose(self, now: AreasAsTheyAre, progress: Progress) -> AreaProposal:
        """Return what becomes of them."""
        area = now.measure.area or ""
        pairs = touching_areas(now.project, area) if self.touching else None
        found = merged_areas(
            now.measure,
            now.masked,
            self.limit,
            least=self.least,
            parent=self.parent or None,
            pairs=pairs,
            progress=progress,
        )
        return _proposal(found, with_redesigned_areas(now.project, found))


@dataclass(frozen=True, slots=True)
class SplitWish(AreaWish):
    """Small areas are published where that is safe, larger ones elsewhere.

    Attributes
    ----------
    finer, larger
        Variables with both; the larger ones are empty: those of which tables are published now.
    limit
        Largest share of the records of an area that may be at risk.
    least
        Fewest records of an area.
    """

    finer: str
    larger: str
    limit: float
    least: int

    def _propose(self, now: AreasAsTheyAre, progress: Progress) -> AreaProposal:
        """Return what becomes of them, from the larger areas on."""
        larger = self.larger or now.measure.area or ""
        measure = now.measure.changed(area=self.finer)
        found = split_areas(measure, now.masked, larger, self.limit, least=self.least, progress=progress)
        whole = now.measure.changed(area=larger).matches(now.masked, now.masked, progress)
        figures = AreaFigures.of(whole, self.least), found.figures[1]
        published = with_measure(now.project, now.scenario, measure)
        change = with_redesigned_areas(published, found)
        words = sentence("Areas of {larger} split by {finer}", larger=larger, finer=self.finer)
        changed = change.project != now.project
        return AreaProposal(
            figures, found.made, found.rejected, Change(words if changed else "", change.project)
        )


@dataclass(frozen=True, slots=True)
class ApartWish(AreaWish):
    """A merged area becomes again what it was made of.

    Attributes
    ----------
    name
        The merged area.
    least
        Fewest records of an area, for the figures.
    """

    name: str
    least: int

    def _propose(self, now: AreasAsTheyAre, progress: Progress) -> AreaProposal:
        """Return what becomes of it."""
        area = now.measure.area or ""
        parts = merged_names(now.project, area).get(self.name, ())
        change = with_parts_again(now.project, area, self.name)
        masked = change.project.recipe.apply(now.original, progress.part(0.0, 0.6))
        before = AssessedAreas.of(now.measure, now.masked, progress.part(0.6, 0.8))
        after = AssessedAreas.of(now.measure, masked, progress.part(0.8, 1.0))
        risk = _by_name(before).get(self.name, (0, 0.0))[1]
        found = _by_name(after)
        made = [
            NewArea(name, (name,), found[name][0], (risk, found[name][1])) for name in parts if name in found
        ]
        if not made:
            words = "No record has an area of which {name} was made."
            raise DataError(sentence(words, name=self.name), area)
        figures = AreaFigures.of(before.matches, self.least), AreaFigures.of(after.matches, self.least)
        return AreaProposal(figures, tuple(sorted(made, key=lambda one: -one.risks[1])), (), change)


@dataclass(frozen=True, slots=True)
class GridWish(AreaWish):
    """Areas are joined into squares of a variable grid.

    Attributes
    ----------
    x, y
        Variables with the places of records.
    households
        Fewest households of a square.
    least
        Fewest records of an area, for the figures.
    """

    x: str
    y: str
    households: int
    least: int

    def _propose(self, now: AreasAsTheyAre, progress: Progress) -> AreaProposal:
        """Return what becomes of them."""
        found = gridded_areas(
            now.measure, now.masked, self.x, self.y, self.households, least=self.least, progress=progress
        )
        return _proposal(found, with_redesigned_areas(now.project, found))


def _proposal(found: Redesign, change: Change) -> AreaProposal:
    return AreaProposal(found.figures, found.made, found.rejected, change)


def _by_name(areas: AssessedAreas) -> Mapping[str, tuple[int, float]]:
    """Return records and risk of each area that has a name."""
    known = zip(areas.names, areas.matches.sizes.tolist(), areas.matches.risk.tolist(), strict=True)
    return {name: (size, risk) for name, size, risk in known if name is not None}

"""Proposals for areas: what they say comes true where the change is made."""

import pandas as pd
import pytest

from resources.samples.census import project as census
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.area_commands import with_touching
from sdcdesk.document.measure_commands import find_measure, with_measure
from sdcdesk.document.project import Project
from sdcdesk.release.area_proposals import (
    ApartWish,
    AreaProposal,
    AreasAsTheyAre,
    AreaWish,
    GridWish,
    MergeWish,
    SplitWish,
)
from sdcdesk.risk import LinkedTables
from sdcdesk.risk.linked_tables.redesign import AreaFigures

PEOPLE = Microdata(
    pd.DataFrame(
        {
            "ward": list("aaabbbccddee"),
            "town": ["north"] * 6 + ["south"] * 6,
            "sex": list("mffmffmmmfmf"),
            "age": list("122122112212"),
            "x": [0.0] * 6 + [8.0] * 6,
            "y": [0.0] * 3 + [8.0] * 3 + [0.0] * 4 + [8.0] * 2,
        }
    ),
    [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("x", "y")],
)
MEASURE = LinkedTables(published=("sex × age", "age"), area="ward")


def begun() -> Project:
    return census().changed(variables=PEOPLE.variables, scenarios=(), measures=(MEASURE,), hierarchies=())


def proposed(project: Project, wish: AreaWish) -> AreaProposal:
    measure = find_measure(project, None, LinkedTables)
    assert isinstance(measure, LinkedTables)
    masked = project.recipe.apply(PEOPLE)
    now = AreasAsTheyAre(project, None, measure, PEOPLE, masked)
    return wish.propose(now, Progress())


def figures(project: Project, least: int) -> AreaFigures:
    """Return the figures of a project as its measure gives them."""
    measure = find_measure(project, None, LinkedTables)
    assert isinstance(measure, LinkedTables)
    masked = project.recipe.apply(PEOPLE)
    return AreaFigures.of(measure.matches(PEOPLE, masked, Progress()), least)


@pytest.mark.parametrize(
    "wish",
    [
        MergeWish(0.0, 1),
        MergeWish(0.0, 4, parent="town"),
        MergeWish(0.2, 6, touching=True),
        SplitWish("ward", "town", 0.0, 2),
        GridWish("x", "y", 3, 4),
    ],
    ids=lambda wish: type(wish).__name__,
)
def test_figures_before_and_after_are_those_of_the_project(wish: AreaWish) -> None:
    start = with_touching(begun(), "ward", (("a", "c"), ("b", "d"))).project
    found = proposed(start, wish)
    least = wish.least  # type: ignore[attr-defined]
    before = with_measure(start, None, MEASURE.changed(area="town")) if isinstance(wish, SplitWish) else start
    assert found.figures == (figures(before, least), figures(found.change.project, least))
    assert found.change.label
    assert found.made
    assert found.change.project.touching == start.touching


def test_what_was_merged_by_those_that_touch_is_taken_apart_again() -> None:
    start = with_touching(begun(), "ward", (("a", "c"), ("b", "d"))).project
    merged = proposed(start, MergeWish(0.0, 4, touching=True))
    assert merged.rejected
    apart = proposed(merged.change.project, ApartWish("a+c", 4))
    assert apart.figures == (
        figures(merged.change.project, 4),
        figures(apart.change.project, 4),
    )
    assert apart.figures[0].areas + 1 == apart.figures[1].areas
    assert {one.name for one in apart.made} == {"a", "c"}
    # Merged areas touch what their parts touched.
    again = proposed(apart.change.project, MergeWish(0.0, 4, touching=True))
    assert again.figures[1] == merged.figures[1]


def test_areas_that_are_fine_stay() -> None:
    start = begun().changed(measures=(MEASURE.changed(published=("town",)),))
    found = proposed(start, MergeWish(0.0, 1))
    assert (found.change.label, found.made, found.rejected) == ("", (), ())

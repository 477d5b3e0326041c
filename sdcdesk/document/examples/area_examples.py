"""Examples of areas: the tables and figures of Duke-Williams, Openshaw, Rees and Evans 1998."""

from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from typing import Any

from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.examples.example import Example
from sdcdesk.document.measure_commands import find_measure, with_measure
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.sample import census_project
from sdcdesk.risk.linked_tables.findings import VANISHES_ABOVE
from sdcdesk.risk.linked_tables.key_experiments import EVER_MORE, EVERY_TWO
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.population import TABLES, age_hierarchy, synthetic_population

SEED = 1998
"""Public, as the data are made up."""

PEOPLE = 60_000
"""People of the made-up population: enough for twelve wards, and read within a second."""

STREET = 8
"""Households of the smallest areas, about twenty people."""

PAPER = "Duke-Williams, Openshaw, Rees and Evans 1998"

TWO_KEYS = {"match": (1, 2)}
"""Two tables as key, and the six others as targets."""


def _place(place: str) -> str:
    return sentence("{paper}, {place}", paper=PAPER, place=place)


def _census() -> bytes:
    return (files("resources.samples") / "census_10.csv").read_bytes()


def _census_project(choices: Mapping[str, Any], data: DataReference) -> Project:
    project = load(census_project())
    project = project.changed(data=data.changed(options=project.data.options))
    return _with(project, choices)


def _with(project: Project, choices: Mapping[str, Any]) -> Project:
    """Return a project whose measure of linked tables has other parameters."""
    measure = find_measure(project, project.scenarios[0], LinkedTables)
    if measure is None:
        measure = LinkedTables()
    return with_measure(project, project.scenarios[0], measure.changed(**choices))


def _population() -> bytes:
    frame = synthetic_population(PEOPLE, SEED).frame.copy()
    frame["street"] = frame["household"] // STREET
    frame[["x", "y"]] = frame[["x", "y"]].round(3)
    return frame.to_csv(index=False, lineterminator="\n").encode()


def _population_project(choices: Mapping[str, Any], data: DataReference) -> Project:
    keys = ("age", "sex", "marital", "ethnic", "born", "position", "illness", "household_size")
    variables = (
        *(Variable(name=name, role=Role.KEY, scale=Scale.NOMINAL) for name in keys),
        Variable(name="household", role=Role.HOUSEHOLD),
        *(
            Variable(name=name, scale=Scale.NOMINAL)
            for name in ("district", "ward", "square", "block", "street")
        ),
        *(Variable(name=name, scale=Scale.CONTINUOUS, unit="km") for name in ("x", "y")),
    )
    project = Project(
        title="Made-up population", data=data, variables=variables, recipe=Recipe(seed=SEED)
    ).with_default_scenario()
    tables = {"published": tuple(TABLES.values()), "hierarchies": {"age": age_hierarchy()}}
    return _with(project, {**tables, **choices})


def _statistics() -> bytes:
    """Return two areas whose tables differ and have the same χ²."""
    counts = {"north": ((3, 1), (1, 3)), "south": ((1, 3), (3, 1))}
    lines = [
        f"{area},{sex},{group}"
        for area, table in counts.items()
        for sex, row in zip(("Male", "Female"), table, strict=True)
        for group, number in zip(("A", "B"), row, strict=True)
        for _ in range(number)
    ]
    return "\n".join(["Area,Sex,Group", *lines, ""]).encode()


def _statistics_project(data: DataReference) -> Project:
    variables = (
        Variable(name="Area", scale=Scale.NOMINAL),
        Variable(name="Sex", role=Role.KEY),
        Variable(name="Group", role=Role.KEY),
    )
    project = Project(
        title="Areas of which χ² is published", data=data, variables=variables, recipe=Recipe(seed=SEED)
    ).with_default_scenario()
    return _with(project, {"published": ("Area",), "area": "Area"})


Rows = tuple[tuple[str, str, str, Mapping[str, Any], str], ...]

CENSUS: Rows = (
    (
        "census_tables",
        "Three of ten people alone in Tables 4 to 6: risk 0.3",
        "section 3",
        {},
        (
            "Persons 2, 6 and 7 stand alone in all three tables; the fuzzy risk tells in which share of its "
            "cells each one does."
        ),
    ),
    (
        "census_false_matches",
        "False matches: Table 4 as key, the others as targets",
        "section 3",
        {"match": (1,)},
        (
            "Persons 1, 5 and 9 are alone in the key table and not in the others: whoever finds them there is"
            " misled."
        ),
    ),
    (
        "census_sole",
        "Cells that are the only ones of their line: risk 0.4",
        "section 5",
        {"sole": "line"},
        (
            "Where a cell is the only one of its line that is not empty, it counts as one of a single person:"
            " person 10 is at risk, too."
        ),
    ),
    (
        "census_threshold",
        "Cells of up to two people: risk 0.6",
        "section 5",
        {"threshold": 2},
        (
            "Cells of one or two people count as those of a single one; with 3 it is the same, with 4 "
            "everybody is at risk."
        ),
    ),
)
"""Name, title, place in the paper, choices, and what is to be seen, on the ten people."""

POPULATION: Rows = (
    (
        "figure_1",
        "Figure 1: risk against population, wards",
        "Figure 1",
        {**TWO_KEYS, "area": "ward"},
        "In wards of thousands of people nobody is found by two tables and confirmed by the six others.",
    ),
    (
        "figure_2",
        "Figures 2 and 3: risk against population, squares of one kilometre",
        "Figures 2 and 3",
        {**TWO_KEYS, "area": "square"},
        (
            "Only in squares with few people somebody is at risk, among many false matches; Figure 3 is the "
            "left of the chart."
        ),
    ),
    (
        "figure_4",
        "Figure 4: squares of a variable grid, with at least 32 households",
        "Figure 4",
        {**TWO_KEYS, "area": "block"},
        "Where every square has 32 households nobody is at risk any more; false matches stay.",
    ),
    (
        "figure_5",
        "Figures 5 and 6: risk against population, areas of eight households",
        "Figures 5 and 6",
        {**TWO_KEYS, "area": "street"},
        (
            "In areas as small as Italian districts false matches soon outweigh true ones; Figure 6 is the "
            "left of the chart."
        ),
    ),
    (
        "two_tables_as_key",
        "Eight tables, every two of them as key",
        "section 4",
        {"area": "district", "experiment": "pairs"},
        "A row for every two of the eight tables by which an intruder could find somebody in the others.",
    ),
    (
        "least_size",
        "The least size of areas: above it nobody is at risk",
        "section 4",
        {"area": "street"},
        (
            "The largest area at risk tells from which population on the risk has vanished; merge areas below"
            " that size above."
        ),
    ),
    (
        "counts_against_area",
        "Ever more counts of the same areas: how many are too many",
        "section 2.2",
        {"area": "district", "experiment": "tables"},
        (
            "With every further table more counts of each district are published, and more of its people are "
            "at risk; choose wards to see what larger areas allow."
        ),
    ),
)
"""The same on the made-up population."""


PARTS = {
    **dict.fromkeys(("figure_1", "figure_2", "figure_4", "figure_5"), "by_population"),
    "two_tables_as_key": EVERY_TWO.name,
    "least_size": VANISHES_ABOVE.name,
    "counts_against_area": EVER_MORE.name,
}
"""By example what shows it."""

STATISTICS = Example(
    "chi_square",
    "A statistic that discloses nothing: the same χ² of different counts",
    _place("section 2.2"),
    "Of both areas χ² = 2 and the number of people are published, which say nothing of a count: their tables "
    "of sex and group differ. No one is at risk; publish Sex × Group, and eight counts of 1 and 3 stand "
    "there.",
    "areas_16.csv",
    _statistics,
    _statistics_project,
    "areas",
)

AREA_EXAMPLES: tuple[Example, ...] = (
    *(
        Example(
            name,
            title,
            _place(place),
            about,
            file,
            content,
            partial(project, choices),
            "areas",
            PARTS.get(name, ""),
        )
        for rows, file, content, project in (
            (CENSUS, "census_10.csv", _census, _census_project),
            (POPULATION, "population_60000.csv", _population, _population_project),
        )
        for name, title, place, choices, about in rows
    ),
    STATISTICS,
)
"""In the order of menus."""

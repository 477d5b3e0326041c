"""The grid and the notes of a project, and an alternative that becomes its recipe."""

from pathlib import Path

import pytest

from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.alternative_commands import note_on, with_alternative, with_grid, with_note
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.grid import Grid
from sdcdesk.document.hierarchy_commands import with_hierarchy
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import ReadOptions
from sdcdesk.masking import RankSwapping, Recoding

TOWNS = Hierarchy(name="Towns", levels=[{"Ulm": "South", "Kiel": "North"}])
SWAP = {"method": "rank_swapping", "parameters": {"variables": [["age"]], "window": [5.0, 10.0]}}


@pytest.fixture
def project() -> Project:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    variables = [{"name": "age", "role": "key"}, {"name": "town"}]
    return Project(data=data, variables=variables, recipe=Recipe(seed=1), hierarchies=[TOWNS])


def reloaded(project: Project, folder: Path) -> Project:
    project.save(folder / "p.sdcdesk")
    return load(folder / "p.sdcdesk")


def test_the_project_keeps_its_grid_with_the_names_of_hierarchies(project: Project, tmp_path: Path) -> None:
    recode = {"variable": ["town"], "how": ["level"], "hierarchy": ["Towns"]}
    named = Grid(lines=[SWAP, {"method": "recoding", "parameters": recode}], draws=3, before="recipe")
    change = with_grid(project, named)
    assert change.label
    assert reloaded(change.project, tmp_path) == change.project
    assert change.project.grid == named
    whole = Grid(
        lines=[SWAP, {"method": "recoding", "parameters": recode | {"hierarchy": [TOWNS]}}],
        draws=3,
        before="recipe",
    )
    assert with_grid(project, whole).project == change.project
    assert with_grid(change.project, whole).label == ""
    assert with_grid(change.project, None).project == project


def test_a_note_is_on_one_alternative_and_goes_when_it_is_emptied(project: Project, tmp_path: Path) -> None:
    grid = Grid(lines=[SWAP], before="original")
    recoding = Recoding(variable="town", how="level", hierarchy=TOWNS)
    steps = Recipe(seed=1).then(RankSwapping(variables=["age"], window=5.0)).then(recoding).steps
    change = with_note(project, grid, steps, 2, " the board liked it ")
    noted = reloaded(change.project, tmp_path)
    assert noted == change.project
    assert note_on(noted, "original", steps, 2) == "the board liked it"
    assert note_on(noted, "original", steps, 1) == note_on(noted, "recipe", steps, 2) == ""
    assert note_on(noted, "original", steps[:1], 2) == ""
    again = with_note(noted, grid, steps, 2, "or not")
    assert [one.note for one in again.project.notes] == ["or not"]
    assert with_note(again.project, grid, steps, 2, "or not").label == ""
    assert with_note(again.project, grid, steps, 2, "").project == project


def test_grid_and_notes_follow_the_new_name_of_a_hierarchy(project: Project) -> None:
    recode = {"variable": ["town"], "how": ["level"], "hierarchy": ["Towns"]}
    grid = Grid(lines=[{"method": "recoding", "parameters": recode, "title": "Towns"}])
    recoding = Recoding(variable="town", how="level", hierarchy=TOWNS)
    steps = Recipe(seed=1).then(recoding).steps
    noted = with_note(with_grid(project, grid).project, grid, steps, 0, "good").project
    changed = with_hierarchy(noted, TOWNS.changed(name="Places"), "Towns").project
    [[line]] = changed.grid.lines
    assert (line.parameters["hierarchy"], line.title) == (("Places",), "Towns")
    renamed = Recipe(seed=1).then(recoding.changed(hierarchy=TOWNS.changed(name="Places"))).steps
    assert note_on(changed, "original", renamed, 0) == "good"


def test_an_alternative_becomes_the_recipe_with_the_hierarchies_that_it_brings(project: Project) -> None:
    recoding = Recoding(variable="town", how="level", hierarchy=TOWNS.changed(name="Others"))
    recipe = project.recipe.then(recoding)
    change = with_alternative(project, recipe, "town to Others")
    assert change.project.recipe == recipe
    assert [one.name for one in change.project.hierarchies] == ["Towns", "Others"]
    assert "town to Others" in change.label
    assert with_alternative(change.project, recipe, "town to Others").label == ""


def test_files_that_a_grid_names_are_seen_from_the_folder_of_the_project(
    project: Project, tmp_path: Path
) -> None:
    line = {
        "method": "finished_file",
        "parameters": {
            "file": [(tmp_path / f"s{n}.csv").as_posix() for n in (1, 2, 3)],
            "same_order": [True],
        },
    }
    project = project.changed(grid=Grid(lines=[line]))
    project.save(tmp_path / "p.sdcdesk")
    assert '"path": "s2.csv"' in (tmp_path / "p.sdcdesk").read_text(encoding="utf-8")
    found = load(tmp_path / "p.sdcdesk")
    assert [Path(file.path) for file in found.input_files] == [tmp_path / f"s{n}.csv" for n in (1, 2, 3)]


@pytest.mark.parametrize("value", [3, "", {"sha256": "x"}])
def test_a_file_of_a_grid_is_written_as_its_path(value: object) -> None:
    with pytest.raises(SdcError, match=r"Finished file: a file is written as its path"):
        Grid(lines=[{"method": "finished_file", "parameters": {"file": [value]}}])

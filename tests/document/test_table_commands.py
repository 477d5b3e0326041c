"""Tables of a project: every edit is one change that undo takes back, and what is saved is read again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.running.errors import ParameterError, ProjectError
from sdcdesk.document import table_commands as commands
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.hierarchy_commands import hierarchy_users, with_hierarchy, without_hierarchy
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.undo import History
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.key_hierarchy import by_key
from sdcdesk.io import read_file
from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent, TablePlan

PLACES = Hierarchy(name="Places", levels=({"n1": "North", "n2": "North", "s": "South"},))
PLAN = TablePlan(rows=("region",), columns=("size",), value="sales", hierarchies={"region": PLACES})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    data = tmp_path / "firms.csv"
    data.write_text("region,size,sales,group\nn1,a,5,x\nn2,b,7,x\ns,a,9,y\n", encoding="utf-8")
    reference = DataReference.from_file(read_file(data), data, tmp_path / "firms.sdcdesk")
    empty = Project(data=reference, recipe=Recipe(seed=1))
    return commands.with_table(empty, PlannedTable(name="Sales", plan=PLAN)).project


EDITS: dict[str, Callable[[Project], Change]] = {
    "Table Count added": lambda p: commands.with_table(
        p, PlannedTable(name="Count", plan=TablePlan(rows=("size",)))
    ),
    "Table Sales removed": lambda p: commands.without_table(p, "Sales"),
    "Table Sales is called Turnover": lambda p: commands.with_changed_table(p, "Sales", name="Turnover"),
    "Title of table Sales changed": lambda p: commands.with_changed_table(p, "Sales", title="Sales by size"),
    "Rows of table Sales changed": lambda p: commands.with_changed_plan(p, "Sales", rows=("group",)),
    "Weights of table Sales changed": lambda p: commands.with_changed_plan(p, "Sales", weight="sales"),
    "Holdings of table Sales changed": lambda p: commands.with_changed_plan(p, "Sales", holding="group"),
    "Records of table Sales changed": lambda p: commands.with_changed_plan(
        p, "Sales", where={"size": ("a",)}
    ),
    "Rules of table Sales changed": lambda p: commands.with_table_rules(
        p, "Sales", [PPercent(p=7.0), MinimumFrequency()]
    ),
    "Protection of table Sales changed": lambda p: commands.with_table_protection(
        p, "Sales", CellSuppression(cost="equal")
    ),
    "Sales: n1, a is hidden": lambda p: commands.with_cell_choice(p, "Sales", ("n1", "a"), "hidden"),
    "Sales: s, a is always published": lambda p: commands.with_cell_choice(p, "Sales", ("s", "a"), "always"),
    "Reason to publish table Sales changed": lambda p: commands.with_changed_table(
        p, "Sales", override="The board decided"
    ),
}


@pytest.mark.parametrize("label", EDITS)
def test_every_edit_says_what_it_does_is_saved_and_is_taken_back(
    project: Project, label: str, tmp_path: Path
) -> None:
    change = EDITS[label](project)
    assert (change.label, change.project == project) == (label, False)
    history: History[Project] = History()
    history.add(change.label, project, change.project)
    change.project.save(tmp_path / "firms.sdcdesk")
    assert load(tmp_path / "firms.sdcdesk") == change.project
    assert history.undo() == project


def test_a_reason_to_publish_goes_with_what_it_was_given_for(project: Project) -> None:
    explained = commands.with_changed_table(project, "Sales", override="The board decided").project
    assert commands.with_changed_table(explained, "Sales", title="New").project.tables[0].override
    ruled = commands.with_table_rules(explained, "Sales", [PPercent(p=7.0)])
    assert (ruled.label, ruled.project.tables[0].override) == ("Rules of table Sales changed", "")


def test_tables_that_are_published_together_are_protected_alike(project: Project) -> None:
    two = commands.with_table(project, PlannedTable(name="Count", plan=TablePlan(rows=("size",)))).project
    two = commands.with_table_protection(two, "Sales", CellSuppression(cost="equal")).project
    label, both = commands.with_tables_together(two, ["Count", "Sales"])
    assert label == "Tables Count and Sales are published together"
    assert [table.protection for table in both.tables] == [CellSuppression(cost="equal")] * 2
    changed = commands.with_table_protection(both, "Count", CellSuppression(cost="value")).project
    assert [table.protection for table in changed.tables] == [CellSuppression(cost="value")] * 2
    assert not any(table.together for table in commands.with_tables_together(both, []).project.tables)
    assert [one.name for one in commands.moved_table(both, "Count", 0).project.tables] == ["Count", "Sales"]


def test_a_project_holds_the_hierarchies_of_its_tables_by_name(project: Project, tmp_path: Path) -> None:
    assert (project.hierarchies, hierarchy_users(project, "Places")) == ((PLACES,), ("the table Sales",))
    project.save(tmp_path / "firms.sdcdesk")
    written = json.loads((tmp_path / "firms.sdcdesk").read_text(encoding="utf-8"))
    assert written["tables"][0]["plan"]["hierarchies"] == [{"variable": "region", "hierarchy": "Places"}]
    renamed = with_hierarchy(project, PLACES.changed(name="Areas"), "Places").project
    plan = renamed.tables[0].plan
    assert plan is not None
    assert by_key(plan.hierarchies) == {"region": PLACES.changed(name="Areas")}
    with pytest.raises(ParameterError, match="used by the table Sales"):
        without_hierarchy(project, "Places")
    without = commands.with_changed_plan(project, "Sales", rows=("group",)).project
    assert without.tables[0].plan == PLAN.changed(rows=("group",), hierarchies=())


def test_data_that_lack_a_variable_of_a_table_are_refused_by_its_name(
    project: Project, tmp_path: Path
) -> None:
    changed = commands.with_changed_plan(project, "Sales", where={"size": ("a",)}).project
    (tmp_path / "other.csv").write_text("region,sales\nn1,5\n", encoding="utf-8")
    with pytest.raises(ProjectError, match="size is used by the table Sales"):
        changed.open_data(tmp_path / "firms.sdcdesk", tmp_path / "other.csv")


def test_the_file_of_a_finished_table_is_pinned_and_moves_with_the_project(
    project: Project, tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text("region,value\nTotal,1\nN,1\n", encoding="utf-8")
    finished = FinishedTable(file=InputFile(path=(tmp_path / "table.csv").as_posix()))
    changed = commands.with_table(project, PlannedTable(name="Old", finished=finished)).project.pinned()
    [file] = changed.input_files
    assert len(file.sha256) == 64
    changed.save(tmp_path / "firms.sdcdesk")
    written = json.loads((tmp_path / "firms.sdcdesk").read_text(encoding="utf-8"))
    assert written["tables"][1]["finished"]["file"] == {"path": "table.csv", "sha256": file.sha256}
    assert load(tmp_path / "firms.sdcdesk") == changed


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, "a table is built, or it is a finished one"),
        ({"plan": PLAN, "finished": FinishedTable(file=InputFile(path="a.csv"))}, "a table is built, or"),
        ({"plan": PLAN, "hidden": (("n1", "a"),), "always": (("n1", "a"),)}, "decide for one"),
        ({"plan": PLAN, "override": " - "}, "a reason is given in words"),
        ({"plan": PLAN, "rules": ({"name": "p_persent"},)}, "did you mean p_percent"),
    ],
)
def test_a_table_that_cannot_be_is_refused(fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ParameterError, match=wrong):
        PlannedTable(name="Sales", **fields)


def test_two_tables_of_one_name_are_refused(project: Project) -> None:
    with pytest.raises(ParameterError, match="two tables share a name"):
        commands.with_table(project, PlannedTable(name="Sales", plan=PLAN))


def test_cells_decided_by_hand_follow_their_variables_and_go_with_them(project: Project) -> None:
    project = commands.with_cell_choice(project, "Sales", ("North", "a"), "hidden").project
    turned = commands.with_changed_plan(project, "Sales", rows=("size",), columns=("region",)).project
    assert turned.tables[0].hidden == (("a", "North"),)
    other = commands.with_changed_plan(turned, "Sales", columns=()).project
    assert other.tables[0].hidden == (), "no table of sizes has a cell of sizes and regions"

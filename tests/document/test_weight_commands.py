from sdcdesk.document import weight_commands as commands
from sdcdesk.document.project import Project
from sdcdesk.risk import TRUTA_2004
from sdcdesk.risk.weights.cell_edit import admissible_edit
from sdcdesk.risk.weights.grid import WeightGrid
from sdcdesk.risk.weights.repair import repaired
from sdcdesk.risk.weights.scaling import Scaling

W4 = TRUTA_2004["W4"]
BROKEN = ((3.0, 4.0, 2.0), (0.0, 3.0, 5.0), (0.0, 0.0, 3.0))


def test_an_edit_is_named_with_what_it_pushed(project: Project) -> None:
    edit = admissible_edit(WeightGrid(W4), 1, 2, 2.0)
    assert edit is not None
    change = commands.edited(project, "Ours", edit)
    assert change.label == "Weight 1, 2 of Ours is 2"
    assert change.project.weights["Ours"].block[0] == (3, 2, 0)
    assert change.project.weights["Ours"].note == "", "it is no longer what the paper prints"


def test_another_structure_says_what_it_drops(project: Project) -> None:
    change = commands.restructured(project, "Ours", "merging")
    assert change.label == "Structure of Ours: merging"
    assert change.remark.startswith("Dropped 1 weight that cannot occur with the structure merging")
    assert commands.restructured(project, "Other", "sampling").remark == ""


def test_a_block_that_breaks_rules_takes_another_name_where_the_matrix_is_in_use(project: Project) -> None:
    change = commands.pasted(project, "Ours", BROKEN, 1, 1)
    assert change.chosen == "Ours, pasted"
    assert change.label == "Paste 3 × 3 weights into Ours, pasted at 1, 1"
    assert change.project.weights["Ours"] == W4
    assert commands.pasted(project, "Other", BROKEN, 1, 1).chosen == "Other"
    same = commands.pasted(project, "Ours", W4.block, 1, 1)
    assert same.project is project
    assert same.remark == "Ours has these weights already"


def test_repair_scaling_and_tail_are_one_change_each(project: Project) -> None:
    broken = commands.pasted(project, "Other", BROKEN, 1, 1).project
    mended = commands.repaired(broken, "Other", repaired(broken.weights["Other"]))
    assert mended.label.startswith("Repair Other: ")
    assert mended.moved
    assert commands.scaled(project, "Ours", Scaling(5000, 4000)).label == "Scale Ours to 5,000"
    assert commands.with_tail(project, "Ours", 0.5).project.weights["Ours"].tail == 0.5

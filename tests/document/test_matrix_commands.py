import pytest

from sdcdesk.core.running.errors import SdcError
from sdcdesk.document import matrix_commands as commands
from sdcdesk.document.matrix_use import users
from sdcdesk.document.project import Project
from sdcdesk.document.weight_commands import with_tail
from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.presets import PRESETS, true_name, truly_titled

W4 = TRUTA_2004["W4"]
PRESET = {name: matrix for group in PRESETS.values() for name, matrix in group.items()}
BROKEN = ((3.0, 4.0, 2.0), (0.0, 3.0, 5.0), (0.0, 0.0, 3.0))


def test_what_is_there_already_is_chosen_and_not_added_again(project: Project) -> None:
    again = commands.added(project, "Ours", W4, "Load")
    assert (again.project, again.chosen) == (project, "Ours")
    other = commands.added(project, "Ours", WeightMatrix.minimal(), "Load")
    assert (other.chosen, other.label) == ("Ours 2", "Load Ours 2")
    assert commands.copied(project, "Ours").chosen == "Ours, copy"


def test_names_and_uses_follow_in_the_scenarios(project: Project) -> None:
    renamed = commands.renamed(project, "Ours", "Mine")
    assert {scenario.weights for scenario in renamed.project.scenarios} == {"Mine"}
    assert users(renamed.project, "Mine") == ("Neighbour", "Colleague")
    used = commands.used(project, "Other", "Neighbour").project
    assert [scenario.weights for scenario in used.scenarios] == ["Other", "Ours"]
    both = commands.in_both_directions(project, "Ours")
    assert both.chosen == "Ours, both directions"
    assert {scenario.weights for scenario in both.project.scenarios} == {both.chosen}


@pytest.mark.parametrize(
    ("command", "given", "words"),
    [
        (commands.renamed, ("Ours", "Other"), "choose another name"),
        (commands.renamed, ("Ours", ""), "needs a name"),
        (commands.removed, ("Ours",), "Used by the scenarios Neighbour, Colleague: give them other weights."),
        (commands.copied, ("Gone",), "holds no weight matrix Gone"),
    ],
)
def test_what_cannot_be_done_is_said(project: Project, command, given, words: str) -> None:
    with pytest.raises(SdcError, match=words):
        command(project, *given)


def test_weights_that_are_no_preset_any_more_say_where_they_came_from() -> None:
    assert truly_titled(W4) is W4
    own = truly_titled(W4.changed(note="As decided in May", tail=1.0))
    assert (own.title, own.note) == ("own, from W4, Truta 2004", "As decided in May")
    assert truly_titled(W4.changed(tail=1.0)).note == ""
    assert truly_titled(own) == own
    assert truly_titled(own.changed(tail=0.0, note="")) == W4, "edited back, it is the preset again"
    assert truly_titled(W4.enlarged(7)).title == W4.title, "a larger block weighs nothing else"
    assert truly_titled(WeightMatrix.maximal("sampling")).title == "Maximal"


def test_a_preset_that_is_edited_gets_a_true_name_in_its_scenarios_too(project: Project) -> None:
    added = commands.added(project, W4.title, W4, "Load").project
    used = commands.used(added, W4.title, "Neighbour").project
    edited = with_tail(used, W4.title, 0.5)
    assert edited.chosen == "own, from W4, Truta 2004"
    assert [each.weights for each in edited.project.scenarios] == [edited.chosen, "Ours"]
    assert edited.project.weights[edited.chosen].title == edited.chosen
    assert W4.title not in edited.project.weights
    back = with_tail(edited.project, edited.chosen, 0.0)
    assert (back.chosen, back.project) == (W4.title, used)


@pytest.mark.parametrize("name", [name for group in PRESETS.values() for name in group])
def test_every_preset_loses_its_name_with_its_weights(project: Project, name: str) -> None:
    matrix = PRESET[name]
    assert true_name(name, matrix) == name
    added = commands.added(project, name, matrix, "Add weights")
    other = 0.25 if matrix.tail != 0.25 else 0.75
    edited = with_tail(added.project, added.chosen, other)
    assert edited.chosen == f"own, from {name}"
    assert edited.project.weights[edited.chosen].title == f"own, from {matrix.title}"


def test_a_name_of_the_users_own_stays_and_the_title_tells(project: Project) -> None:
    edited = with_tail(project, "Ours", 0.5)
    assert edited.chosen == "Ours"
    assert edited.project.weights["Ours"].title == "own, from W4, Truta 2004"
    maximal = with_tail(project, "Other", 0.5).project.weights["Other"]
    assert maximal.title == "own, from Maximal"

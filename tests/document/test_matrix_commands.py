import pytest

from sdcdesk.core.errors import SdcError
from sdcdesk.document import matrix_commands as commands
from sdcdesk.document.matrix_use import users
from sdcdesk.document.project import Project
from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.presets import without_untrue_note

W4 = TRUTA_2004["W4"]
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


def test_only_words_of_a_preset_that_is_no_more_are_taken_away() -> None:
    assert without_untrue_note(W4) is W4
    assert without_untrue_note(W4.changed(tail=1.0)).note == ""
    own = W4.changed(note="As decided in May", tail=1.0)
    assert without_untrue_note(own) is own

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document import variable_commands
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.variable_commands import Described
from sdcdesk.inspection.variable_rows import Proposal
from sdcdesk.io import ReadOptions

FRAME = pd.DataFrame({"age": [31, 40], "sex": ["F", "M"]})
VARIABLES = (Variable(name="age", scale="continuous"), Variable(name="sex"))


@pytest.fixture
def described() -> Described:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    return Described(
        Project(data=data, variables=VARIABLES, recipe=Recipe(seed=1)), Microdata(FRAME, VARIABLES)
    )


def test_a_role_for_several_is_one_change_and_the_first_key_brings_a_scenario(described: Described) -> None:
    change = variable_commands.with_role(described, ["age", "sex"], Role.KEY)
    assert change.label == "2 variables are keys"
    assert {variable.role for variable in change.project.variables} == {Role.KEY}
    assert [scenario.name for scenario in change.project.scenarios] == ["Everybody's keys"]
    assert variable_commands.with_role(described, ["sex"], Role.IDENTIFIER).label == "sex is an identifier"


def test_the_label_is_about_what_did_change(described: Described) -> None:
    change = variable_commands.with_scale(described, ["age", "sex"], Scale.NOMINAL)
    assert change.label == "age is nominal"
    assert variable_commands.with_role(described, ["sex"], Role.OTHER) == ("", described.project)


def test_a_value_becomes_a_code_for_missing_and_no_longer(described: Described) -> None:
    change = variable_commands.with_code(described, "sex", "M", missing=True)
    assert change.label == "Missing codes of sex"
    assert change.project.variables[1].missing == ("M",)
    ticked = Described(change.project, Microdata(FRAME, change.project.variables))
    assert variable_commands.with_code(ticked, "sex", "M", missing=False).project.variables[1].missing == ()


def test_what_is_suggested_is_given(described: Described) -> None:
    proposals = {"age": Proposal(Role.KEY, None, ""), "sex": Proposal(None, Scale.ORDINAL, "")}
    change = variable_commands.with_proposals(described, proposals)
    assert change.label == "2 suggestions accepted"
    assert [(one.role, one.scale) for one in change.project.variables] == [
        (Role.KEY, Scale.CONTINUOUS),
        (Role.OTHER, Scale.ORDINAL),
    ]


def test_one_suggestion_names_the_variable_as_people_call_it(described: Described) -> None:
    labelled = variable_commands.with_label(described, "sex", "Sex at birth").project
    described = Described(labelled, Microdata(FRAME, labelled.variables))
    change = variable_commands.with_proposals(described, {"sex": Proposal(Role.KEY, None, "")})
    assert change.label == "Sex at birth is a key"


def test_a_description_that_contradicts_itself_is_refused(described: Described) -> None:
    with pytest.raises(SdcError):
        variable_commands.with_order(described, "age", ["low", "low"])


def test_a_value_gets_a_label_another_one_and_none(described: Described) -> None:
    first = variable_commands.with_value_label(described, "sex", "F", " Woman ")
    assert first.label == "Value label of sex"
    assert first.project.variables[1].label_by_value() == {"F": "Woman"}
    labelled = Described(first.project, Microdata(FRAME, first.project.variables))
    other = variable_commands.with_value_label(labelled, "sex", "F", "Female").project.variables[1]
    assert other.label_by_value() == {"F": "Female"}
    none = variable_commands.with_value_label(labelled, "sex", "F", "").project
    assert none.variables == VARIABLES

"""Which scenarios use a matrix, what is the matter with it, and what to do next."""

import pytest

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.matrix_use import Advice, advice, offer, reason_to_keep
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Recoding
from sdcdesk.risk import TRUTA_2004, WeightMatrix

BROKEN = WeightMatrix(structure="general", block=((1, 2), (0, 1)), tail=0)
MISFIT = DataError("The matrix has no place for 3 records.", "weights")


@pytest.fixture
def project() -> Project:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    weights = {"Ours": TRUTA_2004["W4"], "Other": WeightMatrix.maximal()}
    recipe = Recipe(seed=1).then(Recoding(variable="age", how="width", width=10.0))
    scenarios = (Scenario(name="Neighbour", weights="Ours"), Scenario(name="Colleague", weights="Ours"))
    return Project(data=data, weights=weights, scenarios=scenarios, recipe=recipe)


def test_a_matrix_in_use_is_kept(project: Project) -> None:
    assert "Neighbour, Colleague: give them other weights" in reason_to_keep(project, "Ours")
    assert reason_to_keep(project, "Other") == ""


def test_the_offer_follows_the_use(project: Project) -> None:
    neighbour = project.scenarios[0]
    assert offer(project, neighbour, "Ours", None) == offer(project, None, "Other", None)
    offered = offer(project, neighbour, "Other", Quantity(0.5, SHARE))
    assert (offered.text, offered.whole, offered.uses) == (
        "Use for Neighbour",
        "Use Other for Neighbour",
        True,
    )
    assert offer(project, neighbour, "Other", DataError("It does not fit.")).reason == "It does not fit."
    broken = project.changed(weights={**project.weights, "Other": BROKEN})
    assert "2 weights break a rule" in offer(broken, neighbour, "Other", None).reason


def test_broken_rules_come_first_and_can_be_repaired(project: Project) -> None:
    broken = project.changed(weights={**project.weights, "Other": BROKEN})
    found = advice(broken, "Other", MISFIT, ["age"])
    assert found.text == "2 of 4 weights break a rule. Kept as Other, which no scenario uses."
    assert found.way == "repair"
    assert len(found.details.splitlines()) == 3


def test_a_misfit_names_the_steps_or_else_the_records(project: Project) -> None:
    named = advice(project, "Ours", MISFIT, ["age"])
    assert named == Advice(
        "Step 1 merges groups; this matrix counts sampling only.", MISFIT.message, "both directions"
    )
    assert advice(project, "Ours", MISFIT, []) == Advice(MISFIT.message, "", "both directions")
    assert advice(project, "Other", MISFIT, ["age"]) == Advice(MISFIT.message)


def test_other_errors_are_said_and_a_known_risk_needs_no_word(project: Project) -> None:
    assert advice(project, "Ours", SdcError("No key."), []) == Advice("No key.")
    assert advice(project, "Ours", Quantity(0.5, SHARE), []) is None
    assert advice(project, "Ours", None, []) is None

"""JSON of a release: what the file of figures says of data, steps, scenarios and measures, for anybody."""

from typing import Any

from sdcdesk.core.operations.public_parameters import public_parameters
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.published_parameters import published_parameters
from sdcdesk.core.results.withholding import withheld_judgement
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Stage
from sdcdesk.release.risk_loss_path import risk_address
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk.weights.matrix_files import violations_text

SCHEMA = 3
"""Number of the form of the JSON; it rises when names in it change."""


def scenario_json(project: Project, checked: Checked, edition: Edition) -> dict[str, Any]:
    """Return what was found in a scenario.

    Parameters
    ----------
    project
        Holds the weights of the scenario.
    checked
        Findings and judgements.
    edition
        Whom it is for.

    Returns
    -------
    dict[str, Any]
        Plain JSON values.
    """
    scenario = checked.scenario
    return {
        "name": scenario.name,
        "knows": scenario.knows,
        "weights": scenario.weights,
        "broken_rules": violations_text(project.weights[scenario.weights]),
        "verdict": str(checked.verdict),
        "judgements": [withheld_judgement(one, edition).to_json() for one in checked.judgements],
        "measures": [
            without_seed(entry.to_json(edition, checked.limits_on(entry.measure.name)))
            for entry in checked.entries
            if entry.after is not None
        ],
        "unassessed": [without_seed(entry.to_json()) for entry in checked.entries if entry.after is None],
    }


def data_json(project: Project) -> dict[str, Any]:
    """Return what the data are called and how they were read.

    Nothing proves a guess at an original, or tells whose records are in a sample.

    Parameters
    ----------
    project
        Refers to the data.

    Returns
    -------
    dict[str, Any]
        Plain JSON values.
    """
    proofs = set() if project.data.released else {"sha256", "size"}
    written = project.data.model_dump(mode="json", exclude={"path", "options", *proofs})
    return {"name": project.data.name, "options": project.data.options.published(), **written}


def without_seed(measure: dict[str, Any]) -> dict[str, Any]:
    """Return a measure without its own seed: it undoes nothing, but may be the number that the recipe has.

    Parameters
    ----------
    measure
        Plain JSON values of what it found.

    Returns
    -------
    dict[str, Any]
        The same, with those of its parameters that are published.
    """
    parameters = {name: value for name, value in measure["parameters"].items() if name != "seed"}
    return {**measure, "parameters": published_parameters(parameters)}


def step_json(number: int, stage: Stage, edition: Edition) -> dict[str, Any]:
    """Return what a step is and what it reports.

    Parameters
    ----------
    number
        Its place in the recipe, from 1.
    stage
        What became of it.
    edition
        Whom it is for.

    Returns
    -------
    dict[str, Any]
        Plain JSON values.
    """
    found = findings_json(stage.findings(edition), edition)
    hidden = stage.step.hidden_from(edition)
    return {
        "number": number,
        "summary": stage.step.summary(edition),
        "on": stage.step.on,
        "method": stage.step.method.name,
        "secret": stage.step.secret,
        "variables": list(stage.step.variables),
        "parameters": None if hidden else public_parameters(stage.step.method),
        "figures": found["figures"],
        "notes": list(stage.notes(edition)),
        "tables": found["tables"],
        "words": found["words"],
    }


def axes_json(project: Project) -> dict[str, Any]:
    """Return which figure stands for the risk in each scenario, and which for the loss.

    Parameters
    ----------
    project
        Names them, or what they follow from.

    Returns
    -------
    dict[str, Any]
        Plain JSON values.
    """
    risk = [risk_address(project, scenario)._asdict() for scenario in project.scenarios]
    return {"risk": risk, "loss": project.loss_axis._asdict()}

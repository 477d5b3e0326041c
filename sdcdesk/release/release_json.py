"""JSON of a release: what the file of figures holds, for anybody."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sdcdesk.core.operations.public_parameters import public_parameters
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.published_parameters import published_parameters
from sdcdesk.core.results.withholding import withheld_judgement
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Stage
from sdcdesk.release.published_table import table_json
from sdcdesk.release.risk_loss_path import risk_address
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk.weights.matrix_files import violations_text

if TYPE_CHECKING:
    from sdcdesk.release.release_check import Release

SCHEMA = 3
"""Number of the form of the JSON; it rises when names in it change."""


def release_json(release: "Release", kept: Iterable[str] = ()) -> dict[str, Any]:
    """Return everything of a release as plain JSON values at full precision; see `Release.to_json`.

    Parameters
    ----------
    release
        What becomes of the file.
    kept
        Identifiers that leave too.

    Returns
    -------
    dict[str, Any]
        Without values of the data, without the seed, and without hashes by which a guess at the seed could
        be proved.
    """
    edition, kept = release.edition(), tuple(kept)
    return {
        "schema": SCHEMA,
        "title": release.project.title,
        "verdict": str(release.verdict),
        "verdict_in_words": release.verdict_text(kept=kept),
        "leaves": [
            one.to_json(edition, accepted=one.name in release.project.accepted)
            for one in release.leaves(kept)
        ],
        "worst": release.worst.scenario.name if release.worst else None,
        "data": _data(release.project),
        "records": {"original": len(release.run.original), "released": len(release.run.masked)},
        "sample": release.run.original.sample.to_json() if release.run.original.sample else None,
        "random_order": release.order,
        "axes": _axes(release.project),
        "path": [point.to_json(edition) for point in release.path],
        "steps": [_step(number, stage, edition) for number, stage in enumerate(release.run.stages, start=1)],
        "scenarios": [_scenario(release.project, checked, edition) for checked in release.scenarios],
        "measures": [
            _without_seed(assessment.to_json(edition, release.limits_on(assessment.measure)))
            for assessment in release.measures
        ],
        "tables": [table_json(one) for one in release.tables],
        "vanished_limits": list(release.vanished),
        "unassessed": [_without_seed(entry.to_json()) for entry in release.unassessed],
    }


def _scenario(project: Project, checked: Checked, edition: Edition) -> dict[str, Any]:
    scenario = checked.scenario
    return {
        "name": scenario.name,
        "knows": scenario.knows,
        "weights": scenario.weights,
        "broken_rules": violations_text(project.weights[scenario.weights]),
        "verdict": str(checked.verdict),
        "judgements": [withheld_judgement(one, edition).to_json() for one in checked.judgements],
        "measures": [
            _without_seed(entry.to_json(edition, checked.limits_on(entry.measure.name)))
            for entry in checked.entries
            if entry.after is not None
        ],
        "unassessed": [_without_seed(entry.to_json()) for entry in checked.entries if entry.after is None],
    }


def _data(project: Project) -> dict[str, Any]:
    """Return what the data are called and how they were read.

    Nothing proves a guess at an original, or tells whose records are in a sample.
    """
    proofs = set() if project.data.released else {"sha256", "size"}
    written = project.data.model_dump(mode="json", exclude={"path", *proofs})
    del written["options"]["sample_seed"]
    return {"name": project.data.name, **written}


def _without_seed(measure: dict[str, Any]) -> dict[str, Any]:
    """Return a measure without its own seed: it undoes nothing, but may be the number that the recipe has."""
    parameters = {name: value for name, value in measure["parameters"].items() if name != "seed"}
    return {**measure, "parameters": published_parameters(parameters)}


def _step(number: int, stage: Stage, edition: Edition) -> dict[str, Any]:
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


def _axes(project: Project) -> dict[str, Any]:
    """Return which figure stands for the risk in each scenario, and which for the loss."""
    risk = [risk_address(project, scenario)._asdict() for scenario in project.scenarios]
    return {"risk": risk, "loss": project.loss_axis._asdict()}

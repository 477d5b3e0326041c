"""Identity of a comparison: digests of the data and of all of a project that a figure hangs on."""

import hashlib
import json

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError, ProjectError
from sdcdesk.document.grid import Grid
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Step
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.comparison import Comparison

PARTS = {"variables", "weights", "hierarchies", "scenarios", "rules", "measures"}
"""Parts of a project that the figures of an alternative hang on beside its recipe; the others are names,
texts and choices."""


def project_identity(project: Project, grid: Grid) -> str:
    """Return a digest of all of a project that the figures of an alternative hang on.

    Parameters
    ----------
    project
        The project; title, axes and notes may change, and the steps of its recipe where alternatives stand
        in their place.
    grid
        What is compared.

    Returns
    -------
    str
        SHA-256 as hexadecimal digits. It would prove a guess at the seed, as the project itself would tell
        it, so that it is in internal documents only.
    """
    return _identity(project, project.recipe.steps if grid.before == "recipe" else ())


def comparison_holds(comparison: Comparison, project: Project) -> bool:
    """Return whether the figures of a comparison are still those of a project for the same data.

    Parameters
    ----------
    comparison
        What became of alternatives.
    project
        The project as it is now; an alternative that has become its recipe leaves the others as they are.

    Returns
    -------
    bool
        False where something that a figure hangs on has changed.
    """
    adopted = next((one for one in comparison.outcomes if one.alternative.recipe == project.recipe), None)
    if adopted is None:
        return project_identity(project, comparison.grid) == comparison.project
    return _identity(project, project.recipe.steps[: adopted.alternative.first]) == comparison.project


def can_continue(done: Comparison, project: Project) -> bool:
    """Return whether what is done with the same data can be part of another comparison.

    Parameters
    ----------
    done
        What an earlier run has done, of whichever grid.
    project
        What is compared now.

    Returns
    -------
    bool
        False also where it still holds, but its alternatives came after a recipe that has been replaced.
    """
    return done.project == project_identity(project, done.grid)


def data_identity(data: Microdata) -> str:
    """Return the digest of a file; in internal documents only, for it would prove a guess at values.

    Parameters
    ----------
    data
        The initial file.

    Returns
    -------
    str
        SHA-256 as hexadecimal digits.
    """
    return data.fingerprint()


def begun_comparison(project: Project, data: Microdata, grid: Grid) -> Comparison:
    """Return a comparison of which nothing is done yet.

    Parameters
    ----------
    project, data, grid
        What is compared.

    Returns
    -------
    Comparison
        With the axes of the project; the risk of no scenario is the worst over them.

    Raises
    ------
    ParameterError
        The project has no scenario.
    DataError
        The file was released, and its original is not known.
    """
    if data.is_released:
        wrong = "The file was opened to be assessed only; open it as a data file to compare what masks it."
        raise DataError(wrong, "data")
    if not project.scenarios:
        raise ParameterError(
            "There is no scenario that tells the risk; add one, or give key variables their role.",
            "scenarios",
        )
    risk = Address("", *project.risk_axis(project.scenarios[0]))
    loss = Address("", *project.loss_axis)
    return Comparison(grid, grid.runs, (), risk, loss, project_identity(project, grid), data_identity(data))


def require_same(done: Comparison, project: Project, data: Microdata) -> None:
    """Refuse what was done with other data, or in another project.

    Parameters
    ----------
    done
        What an earlier run has done, of whichever grid.
    project, data
        What is compared now.

    Raises
    ------
    ProjectError
        The data or the project have changed since.
    """
    if done.data != data_identity(data):
        raise ProjectError(
            "What is done already belongs to other data than these; begin the comparison anew.", "data"
        )
    if not can_continue(done, project):
        raise ProjectError(
            "What is done already belongs to another project, or to this one before its scenarios, measures, "
            "variables, hierarchies, rules or recipe changed; begin the comparison anew.",
            "project",
        )


def _identity(project: Project, steps: tuple[Step, ...]) -> str:
    """Return the digest of a project with steps that come before those of alternatives."""
    recipe = project.recipe.changed(steps=steps).model_dump(mode="json")
    versions = {measure.name: measure.version for measure in MEASURES}
    written = {**project.model_dump(mode="json", include=PARTS), "recipe": recipe, "versions": versions}
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()

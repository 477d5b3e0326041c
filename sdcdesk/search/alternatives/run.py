"""Run of a comparison: every alternative of a grid applied to one file and assessed."""

from collections.abc import Callable, Iterable
from time import perf_counter

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.release.verdict import overall
from sdcdesk.search.alternatives.alternative import Alternative, find_alternatives
from sdcdesk.search.alternatives.assessing import assess_run
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.identity import data_identity, project_identity, require_same
from sdcdesk.search.alternatives.outcome import Outcome

SoFar = Callable[[Comparison], object]
"""Gets what is done, each time that more is."""


def compare_alternatives(
    project: Project,
    data: Microdata,
    grid: Grid,
    progress: Progress = SILENT,
    *,
    so_far: SoFar | None = None,
    done: Comparison | None = None,
) -> Comparison:
    """Apply every alternative of a grid, and assess it by all measures of a project.

    Parameters
    ----------
    project
        Its scenarios, limits and measures assess; its recipe, seed and hierarchies are those of the grid.
    data
        The initial file.
    grid
        What is compared.
    progress
        Receives how far the work is, and stops it where the user asked to.
    so_far
        Gets the comparison each time that an alternative is done; what is done stands, also after a
        cancelled run.
    done
        What an earlier run has done; its alternatives are not assessed again.

    Returns
    -------
    Comparison
        An alternative that failed is an outcome with its error, the last ones.

    Raises
    ------
    ParameterError
        The grid is empty or too large, or names what there is not.
    ProjectError
        What is done belongs to other data, or to another project.
    Cancelled
        The user asked to stop.
    """
    alternatives = find_alternatives(grid, project, data)
    begun = _begun(project, data, grid, alternatives, done)
    outcomes = {one.alternative.number: one for one in begun.outcomes}
    pipeline = Pipeline(data)
    known: dict[int, Assessment] = {}
    left = [one for one in alternatives if one.number not in outcomes]
    for alternative, share in progress.over(left, "Comparing alternatives"):
        outcomes[alternative.number] = _outcome(project, pipeline, alternative, known, share)
        begun = _with_outcomes(begun, outcomes.values())
        if so_far is not None:
            so_far(begun)
    return begun


def _begun(
    project: Project,
    data: Microdata,
    grid: Grid,
    alternatives: tuple[Alternative, ...],
    done: Comparison | None,
) -> Comparison:
    """Return the comparison with what an earlier run has done, and nothing else."""
    if not project.scenarios:
        raise ParameterError(
            "There is no scenario that tells the risk; add one, or give key variables their role.",
            "scenarios",
        )
    risk = Address("", *project.risk_axis(project.scenarios[0]))
    loss = Address("", *project.loss_axis)
    begun = Comparison(
        grid, len(alternatives), (), risk, loss, project_identity(project, grid), data_identity(data)
    )
    if done is None:
        return begun
    require_same(done, begun)
    recipes = {repr(one.recipe.steps): one for one in alternatives}
    kept = []
    for outcome in done.outcomes:
        same = recipes.get(repr(outcome.alternative.recipe.steps))
        if same is not None:
            kept.append(outcome.of(same))
    return _with_outcomes(begun, kept)


def _with_outcomes(comparison: Comparison, outcomes: Iterable[Outcome]) -> Comparison:
    """Return a comparison with outcomes in the order of the grid, those that failed last."""
    ordered = sorted(outcomes, key=lambda one: (one.error is not None, one.alternative.number))
    return comparison.with_outcomes(tuple(ordered))


def _outcome(
    project: Project,
    pipeline: Pipeline,
    alternative: Alternative,
    known: dict[int, Assessment],
    progress: Progress,
) -> Outcome:
    """Apply an alternative and assess it."""
    begun = perf_counter()
    try:
        run = pipeline.run(alternative.recipe, progress.part(0.0, 0.5))
        assessed = assess_run(project, run, known.values(), progress.part(0.5, 1.0))
    except SdcError as error:
        return Outcome(alternative, error=error, seconds=perf_counter() - begun)
    known.update({id(one): one for one in assessed.of_the_original})
    return Outcome(
        alternative,
        assessed.figures,
        overall(checked.verdict for checked in assessed.scenarios),
        len(run.masked),
        assessed.unassessed,
        seconds=perf_counter() - begun,
    )

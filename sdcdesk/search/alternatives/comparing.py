"""Comparing: alternatives for a project with its data, for a project file, or for data alone."""

from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import NO_SEED, Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.run import SoFar, compare_alternatives
from sdcdesk.search.opened_project import opened_project


def compare(
    project_or_data: Project | Microdata | Path | str,
    grid: Grid,
    progress: Progress = SILENT,
    *,
    data: Microdata | None = None,
    seed: int | None = None,
    so_far: SoFar | None = None,
    done: Comparison | None = None,
    workers: int | None = None,
) -> Comparison:
    """Apply every alternative of a grid to a file, and find the figures of risk and loss of each.

    Parameters
    ----------
    project_or_data
        A project file; a project, beside its data; or data alone, of which somebody knows all keys.
    grid
        What is compared.
    progress
        Receives how far the work is, and stops it where the user asked to.
    data
        The data of a project that is no file.
    seed
        Seed of random methods, for data alone; a project has its own.
    so_far, done, workers
        See `compare_alternatives`.

    Returns
    -------
    Comparison
        Its `frame` has one row an alternative and every figure.

    Raises
    ------
    ParameterError
        The grid is empty or too large, or names what there is not; or data or seed are given twice, or lack.
    ProjectError
        The project file or its data cannot be read, or what is done belongs to others.
    Cancelled
        The user asked to stop.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [31, 32, 33, 41, 42, 43]}))
    >>> data = data.describe(sdc.Variable(name="age", role="key", scale="continuous"))
    >>> line = sdc.GridLine(method="microaggregation", parameters={"variables": [["age"]], "k": [2, 3]})
    >>> sdc.compare(data, sdc.Grid(lines=[line])).frame["words"].tolist()
    ['age in groups of at least 2', 'age in groups of at least 3']
    """
    project, file = _opened(project_or_data, data, seed, grid, progress.part(0.0, 0.1))
    return compare_alternatives(
        project, file, grid, progress.part(0.1, 1.0), so_far=so_far, done=done, workers=workers
    )


def _opened(
    source: Project | Microdata | Path | str,
    data: Microdata | None,
    seed: int | None,
    grid: Grid,
    progress: Progress,
) -> tuple[Project, Microdata]:
    """Return a project and its data."""
    if isinstance(source, Microdata):
        if data is not None:
            raise ParameterError("The data are given twice; give them once.", "data")
        if seed is None and any(line.random for family in grid.lines for line in family):
            raise ParameterError(NO_SEED, "seed", title="seed")
        return _project_of(source, seed or 0), source
    if seed is not None:
        raise ParameterError("A project has a seed of its own; leave this one out.", "seed")
    return opened_project(source, data, progress)


def _project_of(data: Microdata, seed: int) -> Project:
    """Return a project of data alone: somebody knows all keys, and nothing is accepted yet."""
    if not data.named(Role.KEY):
        wrong = (
            "No variable has the role key, so that there is no risk to compare; give those known the role."
        )
        raise ParameterError(wrong, "roles")
    reference = DataReference(path="", size=0, sha256="0" * 64, options=ReadOptions())
    project = Project(data=reference, variables=data.variables, recipe=Recipe(seed=seed))
    return project.with_default_scenario()

"""Repair of a suggested recipe: a last step restores means and covariances of the numbers it changed."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.masking.covariance import triangular_root
from sdcdesk.masking.matrix_masking.method import MatrixMasking
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.changes.numbers import amounts
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Space
from sdcdesk.search.suggestion.trials import Trials

REPAIRED = ("microaggregate", "noise", "swap", "round")
"""Kinds of changes that give numbers others, after which their means and covariances can be restored."""


def repaired(file: SearchedFile, space: Space, one: Assessed, progress: Progress = SILENT) -> Assessed | None:
    """Return a recipe with a last step that restores means and covariances, if that raises no risk.

    The masked numbers X of the released records become μ + (X − m)·B, with their means m and covariances S,
    means μ and covariances Σ of the original, and BᵀSB = Σ (by Cholesky roots). It is assessed as every
    recipe is. What is released is about the whole original then, also where records are left out. Whoever
    knows the step can undo it, so that it is secret: public documents name the method alone.

    Parameters
    ----------
    file, space
        The file that is searched, and its recipes.
    one
        A recipe that was found.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    Assessed or None
        None where the recipe changes no numbers, values are missing, a covariance is singular, or a limit
        that was kept would be used more.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    changed = {
        name
        for place in space.places(one.point)
        if space.slots[place].kind in REPAIRED
        for name in space.slots[place].variables
    }
    names = tuple(name for name in amounts(file, file.data.names) if name in changed)
    if not names:
        return None
    masked = one.recipe.apply(file.data, progress.part(0.0, 0.4))
    step = _restoring(file.data, masked, names)
    if step is None:
        return None
    recipe = one.recipe.then(step, secret=True)
    found = Trials(file, space).assess_recipe(one.point, recipe, progress.part(0.4, 1.0))
    if found is None or not _is_as_safe(found, one):
        return None
    return found


def _is_as_safe(found: Assessed, before: Assessed) -> bool:
    """Return whether no limit is used more than before, and none is broken that was kept."""
    pairs = zip(found.judged, before.judged, strict=True)
    return found.keeps >= before.keeps and all(now.use <= was.use for now, was in pairs)


def _restoring(original: Microdata, masked: Microdata, names: Sequence[str]) -> MatrixMasking | None:
    """Return the step that gives the masked numbers the means and covariances of the original."""
    try:
        wanted, given = (_columns(data, names) for data in (original, masked))
    except SdcError:
        return None
    if wanted is None or given is None:
        return None
    roots = [_root(columns) for columns in (wanted, given)]
    if roots[1] is None or roots[0] is None:
        return None
    mixture = _times_inverse(roots[0], roots[1]).T
    shift = wanted.mean(axis=1) - (given.mean(axis=1)[:, None] * mixture).sum(axis=0)
    try:
        step = MatrixMasking(variables=tuple(names), mixture=_text(mixture), displacement=_text(shift[None]))
        step.check(masked)
    except SdcError:
        return None
    return step


def _columns(data: Microdata, names: Sequence[str]) -> np.ndarray | None:
    """Return the numbers of variables, float64 (p, n); None where one is missing or there are too few."""
    if any(name not in data or data.missing(name).any() for name in names) or len(data) < 2:
        return None
    return np.array([data.numbers(name) for name in names])


def _root(columns: np.ndarray) -> np.ndarray | None:
    """Return L with L·Lᵀ = the covariances (÷ n − 1); None where a variable is determined by others."""
    centred = columns - columns.mean(axis=1)[:, None]
    covariances = np.array([[float((a * b).sum()) for b in centred] for a in centred]) / (
        columns.shape[1] - 1
    )
    deviations = np.sqrt(np.diag(covariances))
    if not (deviations > 0).all():
        return None
    root = triangular_root(covariances / np.outer(deviations, deviations))
    return None if not np.diag(root).all() else deviations[:, None] * root


def _times_inverse(left: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Return left·root⁻¹ of lower triangular matrices, by substitution: the same on every machine."""
    found = np.zeros_like(left)
    for column in reversed(range(len(root))):
        rest = (found[:, column + 1 :] * root[column + 1 :, column]).sum(axis=1)
        found[:, column] = (left[:, column] - rest) / root[column, column]
    return found


def _text(matrix: np.ndarray) -> str:
    return "\n".join(",".join(repr(float(number)) for number in row) for row in matrix)

"""Repair of a suggested recipe: a last step restores means and covariances of the numbers it changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Standing
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.masking.covariance import triangular_root
from sdcdesk.masking.matrix_masking.method import MatrixMasking
from sdcdesk.release.verdict import judgement_text
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.changes.numbers import amounts
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Space
from sdcdesk.search.suggestion.trials import Trials

REPAIRED = ("microaggregate", "noise", "swap", "round")
"""Kinds of changes that give numbers others, after which their means and covariances can be restored."""

NO_NUMBERS = (
    "This recipe gives no number another value, so there is nothing to restore; choose one that does."
)

NOT_ASSESSED = (
    "The recipe cannot be assessed once its means and covariances are restored; keep the recipe as it is."
)


class NotRepairedError(SdcError):
    """Means and covariances of a recipe cannot be restored, or that would raise a risk."""

    code: ClassVar[str] = "not_repaired"


def changed_numbers(file: SearchedFile, space: Space, one: Assessed) -> tuple[str, ...]:
    """Return the numbers to which a recipe gives other values.

    Parameters
    ----------
    file, space
        The file that is searched, and its recipes.
    one
        A recipe that was found.

    Returns
    -------
    tuple[str, ...]
        In the order of the file; those that wider values or coded tails alone change are none of them.
    """
    changed = {
        name
        for place in space.places(one.point)
        if space.slots[place].kind in REPAIRED
        for name in space.slots[place].variables
    }
    return amounts(file, [name for name in file.data.names if name in changed])


def repaired(file: SearchedFile, space: Space, one: Assessed, progress: Progress = SILENT) -> Assessed:
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
    Assessed
        With the same place, and one step more.

    Raises
    ------
    NotRepairedError
        The recipe changes no numbers, values are missing, a covariance is singular, or a limit would be used
        more.
    Cancelled
        The user asked to stop.
    """
    names = changed_numbers(file, space, one)
    if one.restored or not names:
        raise NotRepairedError(NO_NUMBERS)
    masked = one.recipe.apply(file.data, progress.part(0.0, 0.4))
    step = _restoring(file.data, masked, names)
    recipe = one.recipe.then(step, secret=True)
    found = Trials(file, space).assess_recipe(one.point, recipe, progress.part(0.4, 1.0))
    if found is None:
        raise NotRepairedError(NOT_ASSESSED)
    _require_as_safe(found, one)
    return replace(found, restored=True)


def _require_as_safe(found: Assessed, before: Assessed) -> None:
    """Refuse what uses more of a limit than before, or breaks one that was kept."""
    for now, was in zip(found.judged, before.judged, strict=True):
        lost = was.judgement.standing is Standing.KEPT is not now.judgement.standing
        if now.use > was.use or lost:
            words = (
                "Restoring means and covariances would raise a risk: in scenario {scenario}, {judgement}; "
                "keep the recipe as it is."
            )
            judgement = judgement_text(now.judgement)
            raise NotRepairedError(sentence(words, scenario=now.scenario, judgement=judgement))


def _restoring(original: Microdata, masked: Microdata, names: Sequence[str]) -> MatrixMasking:
    """Return the step that gives the masked numbers the means and covariances of the original."""
    wanted, given = (_columns(data, names) for data in (original, masked))
    roots = [_root(columns, names) for columns in (wanted, given)]
    mixture = _times_inverse(roots[0], roots[1]).T
    shift = wanted.mean(axis=1) - (given.mean(axis=1)[:, None] * mixture).sum(axis=0)
    step = MatrixMasking(variables=tuple(names), mixture=_text(mixture), displacement=_text(shift[None]))
    try:
        step.check(masked)
    except SdcError as error:
        raise NotRepairedError(error.message) from None
    return step


def _columns(data: Microdata, names: Sequence[str]) -> np.ndarray:
    """Return the numbers of variables, float64 (p, n); none is missing, and there are two records or more."""
    holed = [name for name in names if name not in data or data.missing(name).any()]
    if holed:
        words = (
            "Values of {names} are missing, so that means and covariances cannot be restored; choose a "
            "recipe that hides none of them."
        )
        raise NotRepairedError(sentence(words, names=joined(holed)))
    if len(data) < 2:
        words = "Fewer than two records are left, so that nothing can be restored; choose another recipe."
        raise NotRepairedError(words)
    try:
        return np.array([data.numbers(name) for name in names])
    except SdcError as error:
        raise NotRepairedError(error.message) from None


def _root(columns: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """Return L with L·Lᵀ = the covariances (÷ n − 1); no variable may be determined by others."""
    centred = columns - columns.mean(axis=1)[:, None]
    covariances = np.array([[float((a * b).sum()) for b in centred] for a in centred]) / (
        columns.shape[1] - 1
    )
    deviations = np.sqrt(np.diag(covariances))
    if (deviations > 0).all():
        root = triangular_root(covariances / np.outer(deviations, deviations))
        if np.diag(root).all():
            found: np.ndarray = deviations[:, None] * root
            return found
    words = (
        "{names}: one of them is determined by the others, so that nothing can be restored; choose "
        "another recipe."
    )
    if len(names) == 1:
        words = "{names} has one value alone, so that nothing can be restored; choose another recipe."
    raise NotRepairedError(sentence(words, names=joined(names)))


def _times_inverse(left: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Return left·root⁻¹ of lower triangular matrices, by substitution: the same on every machine."""
    found = np.zeros_like(left)
    for column in reversed(range(len(root))):
        rest = (found[:, column + 1 :] * root[column + 1 :, column]).sum(axis=1)
        found[:, column] = (left[:, column] - rest) / root[column, column]
    return found


def _text(matrix: np.ndarray) -> str:
    return "\n".join(",".join(repr(float(number)) for number in row) for row in matrix)

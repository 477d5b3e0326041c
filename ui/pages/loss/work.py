"""What the loss page needs and the session may not have computed: measures, and distributions to compare."""

from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.core.progress import Progress
from sdcdesk.inspection.profile import Distribution, distribution
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.loss import CategoricalComparison, ContinuousLoss, HeadlineLoss
from sdcdesk.loss.selection import holds_numbers
from sdcdesk.release.release_check import Release

# A project that lists none of its own gets numbers that do not depend on units.
_MEASURES: tuple[Measure, ...] = (HeadlineLoss(), ContinuousLoss(standardised=True), CategoricalComparison())


@dataclass(frozen=True)
class Losses:
    """Assessments of one masked file: parts of the headline loss, numbers, categories."""

    parts: Assessment
    numbers: Assessment
    categories: Assessment


@dataclass(frozen=True)
class Comparison:
    """Distributions of one variable before and after, with the same bins or categories.

    Attributes
    ----------
    name
        The variable.
    before, after
        After is scaled to the records of the original; None where there is nothing to compare.
    recoded
        Recoding made other categories, and both files are counted in these.
    problem
        Why there is nothing to compare; empty if there is.
    """

    name: str
    before: Distribution | None = None
    after: Distribution | None = None
    recoded: bool = False
    problem: str = ""


def known_losses(release: Release) -> Losses | None:
    """Return the assessments if the project's own measures hold all of them."""
    found = [_listed(release, measure) for measure in _MEASURES]
    parts, numbers, categories = found
    if parts is None or numbers is None or categories is None:
        return None
    return Losses(parts, numbers, categories)


def compute_losses(release: Release, progress: Progress) -> Losses:
    """Return the assessments, and compute those that are missing."""
    original, masked = release.run.original, release.run.masked
    found = [
        _listed(release, measure) or measure.assess(original, masked, share)
        for measure, share in progress.over(_MEASURES)
    ]
    return Losses(*found)


def compare(
    original: Microdata, masked: Microdata, name: str, scale: Scale, progress: Progress
) -> Comparison:
    """Return the distributions of a variable before and after."""
    progress.at(0.0, f"Counting {name}")
    if name not in masked.names:
        return Comparison(name, problem=f"{name} is not released.")
    try:
        return _compare(original, masked, name, scale)
    except SdcError as error:
        return Comparison(name, problem=error.message)


def _compare(original: Microdata, masked: Microdata, name: str, scale: Scale) -> Comparison:
    origin, before = masked.origin(name), original
    if origin is not None and not (holds_numbers(original, name) and holds_numbers(masked, name)):
        # Both in the categories of the masked file: the recodings say what became of the original ones.
        values = origin.recoded(original.coding(name))
        before = original.assign({name: values}, [masked.variable(name)])
    recoded = before is not original and not _same_categories(original, before, name)
    spread = distribution(before, name, scale=scale)
    after = distribution(masked, name, like=spread)
    return Comparison(name, spread, _scaled(after, len(original), len(masked)), recoded)


def _same_categories(first: Microdata, second: Microdata, name: str) -> bool:
    return first.coding(name).categories.equals(second.coding(name).categories)


def _scaled(found: Distribution, initial: int, released: int) -> Distribution:
    """Return a distribution as if it had as many records as the original."""
    if released in (0, initial):
        return found
    return replace(found, counts=np.rint(found.counts * (initial / released)).astype(np.int64))


def _listed(release: Release, measure: Measure) -> Assessment | None:
    return next((found for found in release.measures if found.measure == measure.name), None)

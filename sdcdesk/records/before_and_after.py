"""Distributions of one variable before and after masking, with the same bins or categories."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.profile import Distribution, distribution
from sdcdesk.inspection.profile.bins import Scale

SKEWED = 20.0
"""95 of 100 values lie below so many times the number below which 5 lie: a logarithmic scale shows them."""


@dataclass(frozen=True)
class BeforeAndAfter:
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

    def axis_text(self, original: Microdata, masked: Microdata, locale: Locale = NEUTRAL) -> str:
        """Return what its axis shows: unit, scale, and how both files were made comparable.

        Parameters
        ----------
        original, masked
            The files.
        locale
            How numbers are written.

        Returns
        -------
        str
            "€, logarithmic"; may be empty.
        """
        scaled = 0 < len(masked) < len(original)
        parts = (
            original.variable(self.name).unit,
            "logarithmic" if self.before and self.before.scale == "logarithmic" else "",
            "in the masked categories" if self.recoded else "",
            sentence("masked counts scaled to {n}", n=len(original)).written(locale) if scaled else "",
        )
        return ", ".join(filter(None, parts))


def most_informative(original: Microdata, masked: Microdata, names: Sequence[str]) -> str:
    """Return the variable that tells most: the first of numbers in both files, else the first.

    Parameters
    ----------
    original
        The initial file.
    masked
        The masked file.
    names
        Variables to choose from, at least one.

    Returns
    -------
    str
        One of the names.
    """
    both = (
        name for name in names if name in masked and is_numeric(original, name) and is_numeric(masked, name)
    )
    return next(both, names[0])


def fitting_scale(original: Microdata, name: str) -> Scale:
    """Return the scale on which a variable shows most.

    Parameters
    ----------
    original
        The initial file.
    name
        The variable.

    Returns
    -------
    Scale
        "logarithmic" where values are positive and spread widely, else "linear".
    """
    if not is_numeric(original, name):
        return "linear"
    values = original.numbers(name, rounded=True)
    values = values[np.isfinite(values)]
    if not len(values):
        return "linear"
    low, high = np.quantile(values, (0.05, 0.95))
    return "logarithmic" if high > SKEWED * low > 0 else "linear"


def compare(
    original: Microdata, masked: Microdata, name: str, scale: Scale, progress: Progress
) -> BeforeAndAfter:
    """Return the distributions of a variable before and after.

    Parameters
    ----------
    original, masked
        Both files.
    name
        The variable, which the masked file may not have any more.
    scale
        Scale of the bins of numbers.
    progress
        Receives how far the work is, and asked whether to stop.

    Returns
    -------
    BeforeAndAfter
        Both with the same bins, or the reason why there is nothing to compare.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    progress.at(0.0, sentence("Counting {name}", name=name))
    if name not in masked:
        return BeforeAndAfter(name, problem=sentence("{name} is not released.", name=name))
    try:
        return _compare(original, masked, name, scale)
    except SdcError as error:
        return BeforeAndAfter(name, problem=error.message)


def _compare(original: Microdata, masked: Microdata, name: str, scale: Scale) -> BeforeAndAfter:
    origin, before = masked.provenance(name), original
    if origin is not None and not (is_numeric(original, name) and is_numeric(masked, name)):
        # Both in the categories of the masked file: the recodings say what became of the original ones.
        values = origin.recoded(original.coding(name))
        before = original.assign({name: values}, [masked.variable(name)])
    recoded = before is not original and not _same_categories(original, before, name)
    spread = distribution(before, name, scale=scale)
    after = distribution(masked, name, like=spread)
    return BeforeAndAfter(name, spread, _scaled(after, len(original), len(masked)), recoded)


def _same_categories(first: Microdata, second: Microdata, name: str) -> bool:
    return first.coding(name).categories.equals(second.coding(name).categories)


def _scaled(distribution: Distribution, initial: int, released: int) -> Distribution:
    """Return a distribution as if it had as many records as the original."""
    if released in (0, initial):
        return distribution
    return replace(distribution, counts=np.rint(distribution.counts * (initial / released)).astype(np.int64))

"""Rule of Dankar and others: which estimator to believe at which sampling fraction."""

from collections.abc import Mapping

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate

FEW = 0.1
"""Sampling fraction up to which the Pitman model is believed."""


def believed(fraction: float, estimates: Mapping[str, Estimate | Reason]) -> str | None:
    """Return the estimator that the rule takes.

    Up to a sampling fraction of 10 % it is Pitman's, and Zayatz's where that one fails; beyond, the smaller
    one of Zayatz's and of the slide negative binomial one. Dankar, El Emam, Neisa and Roffey 2012.

    Parameters
    ----------
    fraction
        Share of the population that was drawn, π.
    estimates
        By the names of the estimators: "pitman", "zayatz" and "snb".

    Returns
    -------
    str or None
        One of these names; None where none of those that the rule would take is estimable.
    """
    people = {name: each.people for name, each in estimates.items() if isinstance(each, Estimate)}
    if fraction <= FEW:
        wanted = [name for name in ("pitman", "zayatz") if name in people]
        return wanted[0] if wanted else None
    return min((name for name in ("zayatz", "snb") if name in people), key=people.__getitem__, default=None)

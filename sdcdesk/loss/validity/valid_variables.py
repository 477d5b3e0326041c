"""Valid variables: of which variables a subdomain can be analysed as the original could."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sdcdesk.loss.validity.checks import Check


def valid_variables(
    checks: Sequence[Check], numbers: Sequence[str], categories: Sequence[str], subdomains: int
) -> np.ndarray:
    """Return which variables can be validly analysed in which subdomain.

    A variable with numbers can where its mean, its variance and its distribution are kept, and its
    covariances with all others of which that holds. One with categories can where all its tables are kept.

    Parameters
    ----------
    checks
        All that was checked.
    numbers, categories
        Names of the variables of either kind.
    subdomains
        Number of subdomains.

    Returns
    -------
    np.ndarray
        bool (subdomains, variables), those with numbers first. A variable without a value cannot.
    """
    alone: dict[tuple[int, str], list[bool]] = defaultdict(list)
    tabulated: dict[tuple[int, str], list[bool]] = defaultdict(list)
    apart: dict[int, list[tuple[str, ...]]] = defaultdict(list)
    for check in checks:
        own = len(check.names) == 1
        if check.kind == "table":
            for name in check.names:
                tabulated[check.subdomain, name].append(check.kept)
        elif own:
            alone[check.subdomain, check.names[0]].append(check.kept)
        elif check.kind == "covariance" and not check.kept:
            apart[check.subdomain].append(check.names)
    found = np.zeros((subdomains, len(numbers) + len(categories)), dtype=bool)
    for place in range(subdomains):
        by_itself = {name for name in numbers if (kept := alone.get((place, name))) and all(kept)}
        broken = {name for names in apart[place] if by_itself.issuperset(names) for name in names}
        found[place, : len(numbers)] = [name in by_itself - broken for name in numbers]
        found[place, len(numbers) :] = [all(tabulated[place, name]) for name in categories]
    return found

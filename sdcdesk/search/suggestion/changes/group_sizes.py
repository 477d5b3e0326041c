"""Group sizes that suppression may aim at."""

from sdcdesk.document.scenario import Scenario
from sdcdesk.search.suggestion.searched_file import SearchedFile

USUAL = (2, 3, 5, 10)
"""Group sizes that are tried besides those that limits ask for, up to twice as large ones."""


def group_sizes(file: SearchedFile, scenario: Scenario) -> tuple[int, ...]:
    """Return the group sizes that suppression may aim at.

    Parameters
    ----------
    file
        The file that is searched.
    scenario
        One with limits.

    Returns
    -------
    tuple[int, ...]
        Those that its limits ask for, and usual ones up to twice as large; ascending.
    """
    wanted = file.sizes(scenario)
    most = 2 * max(wanted, default=0)
    return tuple(sorted({*wanted, *(k for k in USUAL if k <= min(most, len(file.data)))}))

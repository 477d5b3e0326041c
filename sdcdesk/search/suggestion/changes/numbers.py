"""Numbers of a file whose values may be replaced by others."""

from collections.abc import Sequence

from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Scale
from sdcdesk.search.suggestion.searched_file import SearchedFile


def amounts(file: SearchedFile, names: Sequence[str]) -> tuple[str, ...]:
    """Return the variables that hold numbers with which one can compute.

    Parameters
    ----------
    file
        The file that is searched.
    names
        Some of its variables.

    Returns
    -------
    tuple[str, ...]
        Continuous ones, in their order.
    """
    data = file.data
    return tuple(
        name
        for name in names
        if data.variable(name).scale is Scale.CONTINUOUS
        and is_numeric(data, name)
        and file.different(name) > 1
    )

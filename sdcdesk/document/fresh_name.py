"""Fresh names: one that nothing in a project has yet."""

from collections.abc import Collection


def fresh_name(wanted: str, others: Collection[str]) -> str:
    """Return a name that is not taken: the wanted one, or with a number behind it.

    Parameters
    ----------
    wanted
        The name that is wanted.
    others
        Names that are there already.

    Returns
    -------
    str
        "Neighbour 2".
    """
    number, name = 1, wanted
    while name in others:
        number += 1
        name = f"{wanted} {number}"
    return name

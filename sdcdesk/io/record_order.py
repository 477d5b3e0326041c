"""Record order: the order in which records are written, that of the file or a random one."""

from typing import Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.random.randomness import Draws

RandomUnits = Literal["records", "households", "members"]

RANDOM_UNITS: dict[RandomUnits, str] = {
    "records": "Records, each by itself",
    "households": "Households, their members in the old order",
    "members": "Households, and the members within each",
}
"""What can be put into a random order."""


def random_order(data: Microdata, units: RandomUnits, household: str | None, draws: Draws) -> np.ndarray:
    """Return a random order of the records; every order of the units is equally likely.

    Parameters
    ----------
    data
        The file.
    units
        "records": each by itself; "households": the records of a household stand together, in the order of
        the initial file; "members": likewise, in random order within the household, too.
    household
        The variable whose values are equal for members of one household; a missing one makes a household of
        one. None: the one with the role household.
    draws
        The random numbers, of which each record has its own.

    Returns
    -------
    np.ndarray
        int64 (n,), the old places in the new order.

    Raises
    ------
    DataError
        Households are asked for, and no variable or more than one says what they are.
    """
    if units == "records":
        return draws.order(data.rows)
    codes = data.coding(needed_variable(Role.HOUSEHOLD, household, data)).codes.astype(np.int64)
    alone = codes < 0
    codes[alone] = codes.max(initial=-1) + 1 + np.arange(np.count_nonzero(alone))
    early = np.argsort(data.rows)
    _, first, of_early = np.unique(codes[early], return_index=True, return_inverse=True)
    # The member whose initial record comes first draws for all.
    place = np.empty(len(first), dtype=np.int64)
    place[draws.order(data.rows[early[first]])] = np.arange(len(first))
    of_record = np.empty(len(data), dtype=np.int64)
    of_record[early] = place[of_early]
    within = data.rows
    if units == "members":
        within = np.empty(len(data), dtype=np.int64)
        within[draws.order(data.rows, 1)] = np.arange(len(data))
    return np.lexsort((within, of_record))

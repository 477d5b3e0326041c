"""Household labels: wide labels of records whose household tells what they had."""

from collections.abc import Mapping

import numpy as np

from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.masking.households import Households
from sdcdesk.masking.local_recoding.key_cells import KeyCells

ONE = (
    "{n} record has a wider label of what all members of a household share ({names}) than another member, "
    "whose narrower one tells what it had: recode such keys for all records, by a level."
)
MANY = (
    "{n} records have a wider label of what all members of a household share ({names}) than another member, "
    "whose narrower one tells what they had: recode such keys for all records, by a level."
)


def household_remark(households: Households, cells: Mapping[str, KeyCells]) -> Sentence | None:
    """Say how many labels are undone by other members of the household.

    Parameters
    ----------
    households
        Households of the file.
    cells
        The labels of each key that changes.

    Returns
    -------
    Sentence or None
        None where no key that changes is the same for all members of every household, or all members got
        labels as wide.
    """
    names, told = list[str](), np.zeros(len(households.codes), dtype=bool)
    for name, key in cells.items():
        if is_shared(households, key.labels.codes):
            found = told_by_others(households, key)
            if found.any():
                names.append(name)
                told |= found
    return sentence(ONE, MANY, "n", n=int(told.sum()), names=", ".join(names)) if names else None


def is_shared(households: Households, codes: np.ndarray) -> bool:
    """Return whether all members of each household have the same value, and not all of the file.

    Parameters
    ----------
    households
        Households of the file.
    codes
        int (n,), code of the value of each record.

    Returns
    -------
    bool
        False, too, where each household is one record.
    """
    several = households.sizes[households.codes] > 1
    same = codes == codes[households.first][households.codes]
    return bool(several.any() and same.all() and (codes != codes[0]).any())


def told_by_others(households: Households, key: KeyCells) -> np.ndarray:
    """Return whose label another member of the household undoes.

    Parameters
    ----------
    households
        Households of the file.
    key
        A key that they share.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    lost = key.labels.losses(key.low, key.high)[key.classes]
    least = np.full(len(households), np.inf)
    np.minimum.at(least, households.codes, lost)
    told: np.ndarray = lost > least[households.codes]
    return told

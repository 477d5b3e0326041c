"""Merging of whole groups: whether an unknown masking did no more than merge or rename them."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.data.coding import MISSING, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.kernels.counting import Codes, Groups, group_records


def keeps_groups_whole(
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    before: Groups,
    after: Groups,
    *,
    perturbed: bool,
) -> bool:
    """Return whether a file of all records can be read as one whose initial groups were merged or renamed.

    For that, equal initial keys must have become equal masked keys. That alone is not enough: where all
    initial keys differ, it holds for every masking. So no record may show the initial key of a record that
    shows another (as swapped keys do) and, if values are known to be perturbed, every changed key must be
    shared by several initial groups (noise leaves unique keys unique).

    Parameters
    ----------
    original, masked
        Both files, with equally many records.
    names
        The key variables.
    before, after
        The groups of the original and of the masked file.
    perturbed
        The recipe says that values were changed in another way than by a function of the value.

    Returns
    -------
    bool
        True where the masked keys are a function of the initial ones.
    """
    labels = before.labels[masked.rows]
    image = np.empty(len(before.sizes), dtype=np.int64)
    image[labels] = after.labels
    if (image[labels] != after.labels).any():
        return False
    keys = [_both(original, masked, name) for name in names]
    changed = np.logical_or.reduce([initial != shown for initial, shown, _ in keys])
    if perturbed:
        merged = np.bincount(image, minlength=len(after.sizes))
        if (merged[after.labels[changed]] < 2).any():
            return False
    return _apart(keys, changed)


def _apart(keys: Sequence[tuple[np.ndarray, np.ndarray, int]], changed: np.ndarray) -> bool:
    """Return whether no changed record shows the initial key of a changed record."""
    stacked = [
        Codes(np.concatenate([initial[changed], shown[changed]]), size) for initial, shown, size in keys
    ]
    groups = group_records(stacked)
    was, shows = np.split(groups.labels, 2)
    occurs = np.zeros(len(groups.sizes), dtype=bool)
    occurs[was] = True
    return not occurs[shows].any()


def _both(original: Microdata, masked: Microdata, name: str) -> tuple[np.ndarray, np.ndarray, int]:
    """Return initial and shown values of the released records as codes of the original, and their number.

    One code more than the original has stands for values that it does not have.
    """
    coding = original.coding(name)
    initial, new = coding.codes[masked.rows], len(coding.categories)
    if name not in masked:
        return initial, np.full(len(masked), MISSING), new + 1
    released = masked.coding(name)
    place = find_places(released.categories, coding.categories)
    # The code of a missing value counts from the end.
    place = np.append(np.where(place < 0, new, place), MISSING)
    return initial, place[released.codes], new + 1

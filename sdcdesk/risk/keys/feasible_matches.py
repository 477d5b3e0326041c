"""Feasible matches: the initial records that a released record could come from, where masking is known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, Coding, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.frequencies import Frequencies, frequencies
from sdcdesk.counting.in_memory import InMemory
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
    initial, new = coding.take(masked.rows).codes, len(coding.categories)
    if name not in masked:
        return initial, np.full(len(masked), MISSING), new + 1
    released = masked.coding(name)
    place = find_places(released.categories, coding.categories)
    # The code of a missing value counts from the end.
    place = np.append(np.where(place < 0, new, place), MISSING)
    return initial, place[released.codes], new + 1


ABSENT = MISSING - 1
"""Stands for an initial value that no released record shows."""


@dataclass(frozen=True, slots=True, eq=False)
class FeasibleMatches:
    """Candidates for each released record.

    Attributes
    ----------
    found
        g_r: number of initial records, those left out included, whose recoded key equals (or is compatible
        with) the key of released record r. None where it is not known.
    changed
        Keys whose released values are not known to be a function of the initial ones.
    """

    found: Frequencies | None
    changed: tuple[str, ...] = ()


def feasible_matches(
    counting: InMemory, progress: Progress = SILENT, *, steps_are_known: bool
) -> FeasibleMatches:
    """Count for each released record the initial records that its key could belong to.

    That is defined where the masked key is a function of the initial key. It is known to be one if every key
    was recoded only, left as it is, or dropped; or if nothing was left out, whole groups were merged, and it
    is known that no value was drawn at random: what is known must not hang on the luck of a seed.

    Parameters
    ----------
    counting
        Both files, counted by their keys.
    progress
        Asked whether to stop; nothing is reported to it.
    steps_are_known
        Whether the recipe, or the user's word, says what was done.

    Returns
    -------
    FeasibleMatches
        Counts (t,) where they are defined, or the variables for which that is not known.
    """
    original, masked, names = counting.original, counting.masked, counting.keys
    before, after = counting.before, counting.after
    in_order = masked.lineage.keeps_order and len(masked) == len(original)
    recoded = {name: _recoded(original, masked, name, in_order=in_order) for name in names}
    changed = tuple(name for name, key in recoded.items() if key is None)
    whole = len(masked) == len(original)
    if not changed:
        if whole:
            return FeasibleMatches(after)
        keys = [Codes(key.codes, len(key.categories)) for key in recoded.values() if key is not None]
        initial = frequencies(keys, counting.missing, progress)
        return FeasibleMatches(Frequencies(initial.sizes_of(masked.rows)))
    origins = [masked.provenance(name) for name in changed if name in masked]
    perturbed = any(origin is not None for origin in origins)
    if (
        whole
        and steps_are_known
        and not any(origin is not None and origin.random for origin in origins)
        and before.groups is not None
        and after.groups is not None
        and keeps_groups_whole(original, masked, names, before.groups, after.groups, perturbed=perturbed)
    ):
        return FeasibleMatches(after)
    return FeasibleMatches(None, changed)


def _recoded(original: Microdata, masked: Microdata, name: str, *, in_order: bool) -> Coding | None:
    """Return what the masking made of every initial value of a key; None if it is not known.

    Whether all records are released in their order is asked once, for all keys.

    What the recipe says is checked against the released values, for a masked file may have been read or
    described anew since.
    """
    if name not in masked:
        return Coding(np.full(len(original), MISSING), pd.Index([]))
    origin, initial = masked.provenance(name), original.coding(name)
    if origin is None:
        recoded = initial
    elif origin.exact and origin.fits(initial):
        recoded = origin.recoding(initial)
    else:
        return None
    released = masked.coding(name)
    if not (in_order and recoded is released) and not _same_values(recoded, masked.rows, released):
        return None
    return recoded


def _same_values(recoded: Coding, rows: np.ndarray, released: Coding) -> bool:
    """Return whether each released record shows the recoded value of its initial record."""
    place = find_places(recoded.categories, released.categories)
    # The code of a missing value counts from the end.
    place = np.append(np.where(place < 0, ABSENT, place), MISSING)
    return bool((place[recoded.take(rows).codes] == released.codes).all())

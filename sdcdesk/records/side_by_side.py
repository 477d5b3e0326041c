"""Original and masked file side by side: their order, the cells that changed, the sizes of the groups."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, beyond_exact, find_places, unequal
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, holds_numbers
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.kernels.keys import combine, compact, digits

LEFT_OUT = -1
"""Position of a record that is not in the masked file."""


@dataclass(frozen=True, eq=False)
class SideBySide:
    """Both files in one order.

    Attributes
    ----------
    original, masked
        The files.
    names
        The variables of the original that are no identifiers: the keys, then the others, in file order.
    order
        int64, positions of the initial records: those that share their masked keys together, groups
        ascending by their keys, records of a group in file order. A record that was left out stands
        where the recodings would have put it, or at the end if they do not tell.
    position
        int64, for each initial record its position in the masked file, or `LEFT_OUT`.
    changed
        For each variable that changed, whether it did, for each masked record.
    sizes
        int64, for each masked record how many share its keys, itself included. None without keys.
    band
        For each entry of `order` whether its group is shaded: every second one is.
    keys
        How many of the names are keys.
    paired
        Whether it is known who is who; else each file stands in its own order, and no cell is marked.
    """

    original: Microdata = field(repr=False)
    masked: Microdata = field(repr=False)
    names: tuple[str, ...]
    order: np.ndarray = field(repr=False)
    position: np.ndarray = field(repr=False)
    changed: dict[str, np.ndarray] = field(repr=False)
    sizes: np.ndarray | None = field(repr=False)
    band: np.ndarray = field(repr=False)
    keys: int = 0
    paired: bool = True

    @staticmethod
    def shared_text(size: int, k: int, locale: Locale = NEUTRAL) -> str:
        """Return how many records share their keys, as a sentence.

        Parameters
        ----------
        size
            Records of the group.
        k
            The wanted size.
        locale
            How numbers are written.

        Returns
        -------
        str
            "2 records share these keys, fewer than the 3 wanted".
        """
        one, many = "{n} record shares these keys", "{n} records share these keys"
        if size < k:
            one, many = (
                "{n} record shares these keys, fewer than the {k} wanted",
                "{n} records share these keys, fewer than the {k} wanted",
            )
        return sentence(one, many, "n", n=size, k=k).written(locale)

    def different(self) -> np.ndarray:
        """Return the places in `order` (int64) of records that changed or were left out.

        Returns
        -------
        np.ndarray
            int64 (m,), ascending.
        """
        touched = np.zeros(len(self.masked) + 1, dtype=bool)
        for changed in self.changed.values():
            touched[:-1] |= changed
        # The position of a record that was left out counts from the end.
        touched[LEFT_OUT] = True
        return np.flatnonzero(touched[self.position[self.order]])


def side_by_side(
    original: Microdata,
    masked: Microdata,
    keys: Sequence[str] = (),
    missing: Missing = "category",
    progress: Progress = SILENT,
) -> SideBySide:
    """Put two files side by side.

    A cell has changed if it reads differently: 44 and "44" are the same, and so are two missing values.

    Parameters
    ----------
    original
        The whole initial file.
    masked
        What became of it.
    keys
        The variables that form the groups; none leaves the order of the file.
    missing
        Whether a missing key value is a value of its own or matches every value, for the sizes.
    progress
        Receives how far the work is.

    Returns
    -------
    SideBySide
        Orders and marks; the files stay as they are.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    named = [v.name for v in original.variables if v.role is not Role.IDENTIFIER]
    names = tuple(sorted(named, key=lambda name: name not in keys))
    position = np.full(len(original), LEFT_OUT, dtype=np.int64)
    position[masked.rows] = np.arange(len(masked))
    paired = masked.lineage.pairing_with(original.lineage).is_known
    progress.at(0.0, "Groups")
    labels = _groups(original, masked, keys, position) if keys and paired else position * 0
    progress.at(0.4, "Sorting by group")
    order = np.argsort(labels, kind="stable")
    sizes = InMemory(masked, masked, tuple(keys), missing).after.sizes if keys else None
    changed = {}
    for name, _ in progress.part(0.5, 1.0).over(names, "Comparing the files"):
        if paired and name in masked and masked.provenance(name) is not None:
            changed[name] = _changed(original, masked, name)
    band, known = _bands(labels[order]), sum(name in keys for name in names)
    return SideBySide(original, masked, names, order, position, changed, sizes, band, known, paired)


def _bands(labels: np.ndarray) -> np.ndarray:
    """Return whether the group of each record is an even one, 2, 4, …; groups stand together."""
    begins = np.zeros(len(labels), dtype=np.int64)
    begins[1:] = labels[1:] != labels[:-1]
    shaded: np.ndarray = np.cumsum(begins) % 2 == 1
    return shaded


def _groups(original: Microdata, masked: Microdata, keys: Sequence[str], position: np.ndarray) -> np.ndarray:
    """Return the group of every initial record, numbered in the order of the keys."""
    columns, radices = [], []
    unknown = np.zeros(len(original), dtype=bool)
    for name in keys:
        codes, size, known = _key(original, masked, name, position)
        column, radix = digits(codes, size)
        columns.append(column)
        radices.append(radix)
        unknown |= ~known
    # Records whose group nobody knows come last, as a group of their own.
    columns = [unknown.astype(np.int64), *(np.where(unknown, 0, column) for column in columns)]
    combined, domain = combine(columns, [2, *radices])
    return compact(combined, domain)[0]


def _key(
    original: Microdata, masked: Microdata, name: str, position: np.ndarray
) -> tuple[np.ndarray, int, np.ndarray]:
    """Return the masked codes of a key for every initial record, their number, and where they are known."""
    known = position != LEFT_OUT
    if name not in masked:
        return np.full(len(original), MISSING), 0, known
    now = masked.coding(name)
    codes = now.codes[position] if len(masked) else np.full(len(original), MISSING)
    if known.all():
        return codes, len(now.categories), known
    origin, initial = masked.provenance(name), original.coding(name)
    if origin is not None and not (origin.exact and origin.fits(initial)):
        return codes, len(now.categories), known
    would = initial if origin is None else origin.recoding(initial)
    # The code of a missing value counts from the end, where `MISSING` stands for it.
    place = np.append(find_places(would.categories, now.categories), MISSING)[would.codes]
    found = (place != MISSING) | (would.codes == MISSING)
    return np.where(known, codes, place), len(now.categories), known | found


def _changed(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    """Return for each masked record whether the value reads differently from its initial one."""
    before, after = original.column(name), masked.column(name)
    absent = original.missing(name)[masked.rows], masked.missing(name)
    if holds_numbers(before) and holds_numbers(after):
        different = unequal(before.take(masked.rows), after)
    else:
        initial, now = original.coding(name), masked.coding(name)
        place = np.append(_same(initial.values, now.values), MISSING)
        different = place[initial.codes][masked.rows] != now.codes
    changed: np.ndarray = np.where(absent[0] | absent[1], absent[0] != absent[1], different)
    return changed


def _same(old: pd.Series, new: pd.Series) -> np.ndarray:
    """Return for each old category the new one that reads the same, or `MISSING`."""
    texts = pd.Index(as_text(new))
    if not holds_numbers(old) or beyond_exact(old):
        return texts.get_indexer(pd.Index(as_text(old)))
    # There may be as many numbers as records, but never as many words: these are read as numbers.
    numbers = pd.to_numeric(pd.Series(texts), errors="coerce").to_numpy(dtype=np.float64)
    found = pd.Index(old.to_numpy(dtype=np.float64)).get_indexer(pd.Index(numbers))
    found[np.isnan(numbers)] = MISSING
    reads = np.flatnonzero(found != MISSING)
    reads = reads[np.asarray(as_text(old.iloc[found[reads]]), dtype=object) == texts.to_numpy()[reads]]
    place = np.full(len(old), MISSING)
    place[found[reads]] = reads
    return place

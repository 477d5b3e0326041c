"""Keys of a file as a lattice sees them: different combinations, levels, and what each label costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.questions import Counting
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import require_all
from sdcdesk.kernels.lattice.key_levels import KeyLevels, distinct_keys, level_digits
from sdcdesk.kernels.lattice.node_figures import Amounts
from sdcdesk.loss.headline import UNANALYSED
from sdcdesk.loss.headline_parts import coarsening_losses, merging_losses
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.search.codings.lattice import Lattice

LEAVES, BITS, COARSENING, STEPS = range(4)
"""Amounts of a label: the rows of the hierarchy under it; log₂ of the records that have it; what the headline
loss takes for it, 0…1; its level as a share of the top one. A missing value has one row, and costs nothing
else."""


@dataclass(frozen=True, eq=False)
class CodedKeys:
    """Keys of a file, and the amounts of their labels.

    Attributes
    ----------
    data
        The file, or what describes one that is counted where it is.
    lattice
        Keys and hierarchies.
    levels
        Different combinations of key values.
    amounts
        For each key float64 (4, levels, values); see `LEAVES`.
    number
        For each key int32 (categories + 1,), the number of each category of the file, the last of a missing
        value; −1 for one that does not occur.
    parts
        Number of parts of the headline loss of the whole file.
    is_part
        bool (d,), which keys are parts of it.
    """

    data: Microdata
    lattice: Lattice
    levels: KeyLevels
    amounts: tuple[np.ndarray, ...]
    number: tuple[np.ndarray, ...]
    parts: int
    is_part: np.ndarray

    @cached_property
    def totals(self) -> np.ndarray:
        """float64 (4, d, levels), sums of the amounts of each key over all records; 0 above its top level."""
        totals = np.zeros((4, len(self.amounts), max(self.levels.shape)))
        for key, (amounts, codes) in enumerate(zip(self.amounts, self.levels.codes, strict=True)):
            records = np.bincount(codes, self.levels.counts, amounts.shape[2])
            totals[:, key, : amounts.shape[1]] = amounts @ records
        return totals

    @property
    def records(self) -> int:
        """n, the number of records."""
        return self.levels.records

    def numbers(self, data: Microdata) -> list[np.ndarray]:
        """Return the numbers of the key values of records in memory.

        Parameters
        ----------
        data
            The file.

        Returns
        -------
        list[np.ndarray]
            For each key int32 (n,).
        """
        # The code of a missing value counts from the end.
        named = zip(self.number, self.lattice.keys, strict=True)
        return [number[data.coding(name).codes] for number, name in named]

    def summed(self, factors: np.ndarray) -> Amounts:
        """Return the amounts that are summed over the records left out.

        Parameters
        ----------
        factors
            float64 (3, d), how much each amount but the rows counts for each key.

        Returns
        -------
        Amounts
            The rows for each key alone, the others over all keys.
        """
        joint = tuple(
            amounts[1:] * factor[:, None, None]
            for amounts, factor in zip(self.amounts, factors.T, strict=True)
        )
        return Amounts(tuple(amounts[LEAVES] for amounts in self.amounts), joint)

    @property
    def rows(self) -> np.ndarray:
        """float64 (d,), rows of each hierarchy, values that the file lacks among them."""
        return np.array([len(one.values) for one in self.lattice.hierarchies], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _CodedKey:
    """One key: for each code of the file its number, digits (levels, values), and amounts of its values."""

    number: np.ndarray
    digits: np.ndarray
    amounts: np.ndarray


def code_keys(
    counting: Counting, lattice: Lattice, coded: CodedKeys | None = None, progress: Progress = SILENT
) -> CodedKeys:
    """Return the keys of a file as a lattice sees them.

    Parameters
    ----------
    counting
        Counts the file by these keys, a missing value being one of its own.
    lattice
        Keys and hierarchies.
    coded
        The keys of an earlier search, which are taken where file and hierarchies are the same.
    progress
        Asked whether to stop.

    Returns
    -------
    CodedKeys
        Of all records.

    Raises
    ------
    UnplacedValuesError
        A value of the file is missing from its hierarchy.
    Cancelled
        The user asked to stop.
    """
    # Data are never changed in place: the same file has the same values.
    if coded is not None and coded.data is counting.masked and coded.lattice == lattice:
        return coded
    keys = []
    for name, hierarchy in zip(lattice.keys, lattice.hierarchies, strict=True):
        progress.check()
        frequencies = counting.value_frequencies(name)
        counts = np.append(frequencies, counting.released_records - frequencies.sum())
        categories = pd.Index(counting.categories(name))
        keys.append(_code_key(counting.masked, name, hierarchy, categories, counts))
    parts = list(counting.combinations(progress))
    # The code of a missing value counts from the end, where its number stands.
    columns = [
        key.number[np.concatenate([part.codes[place] for part in parts])] for place, key in enumerate(keys)
    ]
    records = np.concatenate([part.records for part in parts])
    distinct = distinct_keys(columns, records, [key.digits for key in keys])
    return _coded(counting.masked, lattice, keys, distinct)


def _code_key(
    described: Microdata, name: str, hierarchy: Hierarchy, categories: pd.Index, counts: np.ndarray
) -> _CodedKey:
    """Return the values that occur, common labels behind one another, a missing one as the last.

    `counts` holds the records of each category and, behind them, those without a value.
    """
    occurring = np.flatnonzero(counts[:-1])
    found = require_all(categories, counts[:-1] > 0, hierarchy, name)[occurring]
    labels = [hierarchy.codes(level)[found] for level in range(hierarchy.height + 1)]
    order, digits = level_digits(labels)
    number = np.full(len(counts), -1, dtype=np.int32)
    number[occurring[order]] = np.arange(len(order))
    records = counts[occurring[order]].astype(np.float64)
    ordered = [codes[order] for codes in labels]
    losses = _coarsening(described, name, hierarchy, categories.take(occurring[order]), ordered)
    amounts = np.zeros((4, hierarchy.height + 1, len(order)))
    for level in range(hierarchy.height + 1):
        under = np.bincount(hierarchy.codes(level))
        having = np.bincount(digits[level], records, len(order))
        amounts[LEAVES, level] = under[labels[level][order]]
        amounts[BITS, level] = np.log2(having[digits[level]])
        amounts[COARSENING, level] = losses[level]
        amounts[STEPS, level] = level / hierarchy.height
    if counts[-1]:
        number[-1] = len(order)
        missing = np.zeros((4, hierarchy.height + 1, 1))
        missing[LEAVES] = 1
        missing[BITS] = np.log2(counts[-1])
        amounts = np.concatenate([amounts, missing], axis=2)
        own = np.full((hierarchy.height + 1, 1), len(order), dtype=np.int32)
        digits = np.concatenate([digits, own], axis=1)
    return _CodedKey(number, digits, amounts)


def _coarsening(
    described: Microdata, name: str, hierarchy: Hierarchy, values: pd.Index, labels: Sequence[np.ndarray]
) -> Sequence[np.ndarray]:
    """Return what the headline loss takes for each value at each level, 0…1."""
    if not len(values):
        return [np.zeros(0) for _ in labels]
    variable = described.variable(name)
    if variable.scale is Scale.NOMINAL and not variable.categories:
        # Nothing hangs on an order, on widths or on categories that do not occur.
        return [merging_losses(codes) for codes in labels]
    one_each = Microdata(pd.DataFrame({name: values}), [variable])
    losses = [np.zeros(len(values))]
    for level in range(1, hierarchy.height + 1):
        recoding = Recoding(variable=name, how="level", level=level, hierarchy=hierarchy)
        losses.append(coarsening_losses(one_each, recoding.apply(one_each), name))
    return losses


def _coded(
    described: Microdata, lattice: Lattice, keys: Sequence[_CodedKey], distinct: KeyLevels
) -> CodedKeys:
    parts = {one.name for one in described.variables if one.role not in (Role.IDENTIFIER, *UNANALYSED)}
    is_part = np.array([name in parts for name in lattice.keys])
    # One part more is that of the records left out.
    amounts, number = tuple(key.amounts for key in keys), tuple(key.number for key in keys)
    return CodedKeys(described, lattice, distinct, amounts, number, 1 + len(parts), is_part)

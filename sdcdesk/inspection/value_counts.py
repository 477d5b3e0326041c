"""Value counts: the different values of a variable, and how often each occurs."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.data.variable_names import name_words

Values = np.ndarray | pd.api.extensions.ExtensionArray
"""Arrays rather than columns: a file may have thousands of variables."""

FEW = 1000
"""Up to so many values are counted and matched one by one, which is cheaper than as a column."""


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """What suggestions and warnings look at; missing values are left out.

    Attributes
    ----------
    variable
        Its description.
    records
        Records of the file, missing values included.
    values
        The different values: numbers ascending, text in file order.
    counts
        int64, how often each occurs.
    """

    variable: Variable
    records: int
    values: Values
    counts: np.ndarray

    @property
    def distinct(self) -> int:
        """Number of different values."""
        return len(self.values)

    @cached_property
    def present(self) -> int:
        """Number of records in which the variable is not missing."""
        return int(self.counts.sum())

    @cached_property
    def numeric(self) -> bool:
        """Whether it holds numbers."""
        kind = self.values.dtype
        return pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_bool_dtype(kind)

    @cached_property
    def whole(self) -> bool:
        """Whether it holds whole numbers."""
        return pd.api.types.is_integer_dtype(self.values.dtype)

    @cached_property
    def numbers(self) -> np.ndarray:
        """The different numbers, ascending; none of a variable of text, and no infinite ones."""
        if not self.numeric:
            return np.empty(0)
        numbers = np.asarray(self.values, dtype=np.float64)
        finite: np.ndarray = numbers[np.isfinite(numbers)]
        return finite

    @cached_property
    def finite(self) -> "ValueCounts":
        """The same without infinite numbers, of which there is no mean and no range."""
        if not self.numeric or len(self.numbers) == self.distinct:
            return self
        finite = np.isfinite(np.asarray(self.values, dtype=np.float64))
        return replace(self, values=self.values[finite], counts=self.counts[finite])

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words in the name of the variable: "Patient_No" has "patient" and "no"."""
        return name_words(self.variable.name)

    @cached_property
    def _texts(self) -> pd.Series:
        values = pd.Series(self.values)
        return values if isinstance(values.dtype, pd.StringDtype) else values.astype("str")

    @cached_property
    def _few_texts(self) -> list[str]:
        return [str(value) for value in self.values]

    def matching(self, pattern: str) -> np.ndarray:
        """Return for each different value of text whether all of it matches.

        Parameters
        ----------
        pattern
            Regular expression for the whole value.

        Returns
        -------
        np.ndarray
            bool (number of values,); False for numbers.
        """
        if self.numeric or not self.distinct:
            return np.zeros(self.distinct, dtype=bool)
        if self.distinct <= FEW:
            match = re.compile(pattern).fullmatch
            return np.array([match(text) is not None for text in self._few_texts])
        matches: np.ndarray = self._texts.str.fullmatch(pattern).to_numpy(dtype=bool)
        return matches

    def share(self, which: np.ndarray) -> float:
        """Return the share of the present records that have one of these values; 0 where none is present.

        Parameters
        ----------
        which
            bool (number of values,).

        Returns
        -------
        float
            0…1.
        """
        return float(self.counts[which].sum()) / max(self.present, 1)


def value_counts(data: Microdata, name: str) -> ValueCounts:
    """Count the different values of a variable.

    Parameters
    ----------
    data
        The records.
    name
        The variable.

    Returns
    -------
    ValueCounts
        Missing codes are left out like empty cells.
    """
    column, variable = data.column(name), data.variable(name)
    values = column.to_numpy() if isinstance(column.dtype, np.dtype) else column.array
    if len(values) <= FEW and not variable.missing:
        few = _one_by_one(values)
        if few is not None:
            return ValueCounts(variable, len(values), *few)
    missing = data.missing(name)
    codes, found = pd.factorize(values[~missing] if missing.any() else values)
    counts = np.bincount(codes, minlength=len(found))
    if pd.api.types.is_numeric_dtype(values.dtype):
        order = np.argsort(np.asarray(found), kind="stable")
        found, counts = found[order], counts[order]
    return ValueCounts(variable, len(data), found, counts)


def _one_by_one(values: Values) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the different values and how often each occurs; None: of a type that no file has."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "if":
        kind, cells = values.dtype, values.tolist()
    elif isinstance(values, pd.arrays.IntegerArray):
        kind, cells = np.dtype(np.int64), pa.array(values).to_pylist()
    elif isinstance(values, pd.arrays.ArrowStringArray):
        kind, cells = np.dtype(object), values.__arrow_array__().to_pylist()
    else:
        return None
    counts = Counter(cell for cell in cells if cell is not None and cell == cell)
    found = sorted(counts) if kind.kind in "if" else [*counts]
    return np.array(found, dtype=kind), np.array([counts[value] for value in found], dtype=np.int64)

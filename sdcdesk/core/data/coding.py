"""Coding of a variable: its values as whole numbers."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.narrow import narrow
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence

MISSING = -1
"""Code of a missing value."""


class Coding:
    """A column as codes.

    Parameters
    ----------
    codes
        Whole numbers (n,): positions in the categories, or `MISSING`. They are kept in as few bytes as the
        number of categories allows, for a file has a coding of each column.
    categories
        The different values: in declared order where the variable declares one, else ascending.
    """

    __slots__ = ("_codes", "categories")

    def __init__(self, codes: np.ndarray, categories: pd.Index) -> None:
        self._codes = narrow(codes, len(categories) - 1)
        self.categories = categories

    @property
    def codes(self) -> np.ndarray:
        """int32 (n,), one for each record: position in `categories`, or `MISSING`; not to be changed."""
        return self._codes.astype(np.int32, copy=False)

    @property
    def narrow_codes(self) -> np.ndarray:
        """The same codes as they are kept: for what compares them, or adds them to wider numbers."""
        return self._codes

    @property
    def missing(self) -> np.ndarray:
        """Whether the value of each record is missing: bool (n,)."""
        return self._codes < 0

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def values(self) -> pd.Series:
        """The different values as a series with the index 0, 1, … of their codes."""
        return pd.Series(self.categories).reset_index(drop=True)

    @property
    def occurring(self) -> int:
        """How many categories some record has: 0 or more."""
        return int(np.count_nonzero(np.bincount(self._codes[self._codes >= 0])))

    def take(self, positions: np.ndarray) -> "Coding":
        """Return the coding of some records; the categories stay.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Coding
            Codes (m,) over the same categories.
        """
        return Coding(self._codes[positions], self.categories)


def encode(column: pd.Series, variable: Variable) -> Coding:
    """Give every different value of a column a number.

    Parameters
    ----------
    column
        The values.
    variable
        Tells the missing codes and the declared categories. Values outside them follow after the
        declared ones of a nominal variable.

    Returns
    -------
    Coding
        Codes (n,) and the different values, missing ones left out.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    codes, found = _numbered(column)
    known = np.flatnonzero(~found.isin(variable.missing)) if variable.missing else np.arange(len(found))
    ordered, sorter = found[known].sort_values(return_indexer=True)
    # One slot more, so that the code of an empty cell, which counts from the end, finds `MISSING` there.
    place = np.full(len(found) + 1, MISSING, dtype=np.int32)
    place[known[sorter]] = np.arange(len(known))
    if variable.categories:
        declared = pd.Index([value for value in variable.categories if value not in variable.missing])
        extra = ordered[~ordered.isin(declared)]
        if len(extra) and variable.scale is Scale.ORDINAL:
            raise DataError(
                sentence(
                    "{name}: {n} of its values has no place in its declared order; add it to the order or "
                    "declare it missing.",
                    "{name}: {n} of its values have no place in its declared order; add them to the order or "
                    "declare them missing.",
                    "n",
                    name=variable.name,
                    n=len(extra),
                ),
                field=variable.name,
            )
        ordered = declared.append(extra) if len(extra) else declared
        place[:-1] = ordered.get_indexer(found)
    if codes.dtype == place.dtype and (place[:-1] == np.arange(len(found))).all():
        return Coding(codes, ordered)  # they are numbered in that order already
    return Coding(narrow(place, len(ordered) - 1)[codes], ordered)


SAMPLED = 2_000
"""Values that are looked at for whether most of a column differ."""


def _numbered(column: pd.Series) -> tuple[np.ndarray, pd.Index]:
    """Return a number for each value, MISSING where it is empty, and the different values, in any order."""
    values = np.asarray(column) if isinstance(column.dtype, np.dtype) else None
    if values is not None and values.dtype.kind in "iuf":
        sample = values[:: max(len(values) // SAMPLED, 1)]
        if 20 * len(np.unique(sample)) > 19 * len(sample):
            return _numbered_by_sorting(values)
    codes, found = pd.factorize(column, use_na_sentinel=True)
    return codes, pd.Index(found)


def _numbered_by_sorting(values: np.ndarray) -> tuple[np.ndarray, pd.Index]:
    """Do the same for numbers of which most differ, in a third of the time that a table of them takes."""
    order = np.argsort(values)
    ascending = values[order]
    ascending = ascending[: len(values) - np.count_nonzero(np.isnan(values))]  # they stand last
    new = run_begins(ascending)
    codes = np.full(len(values), MISSING, dtype=np.int32)
    codes[order[: len(ascending)]] = np.cumsum(new, dtype=np.int32) - 1
    found = ascending[new]
    found[found == 0] = values[(values == 0).argmax()]  # 0 and −0 are equal: the first stands for both
    return codes, pd.Index(found)


LARGEST_EXACT = 2**53
"""Whole numbers up to this are exact as float64."""


def find_places(wanted: pd.Index, among: pd.Index) -> np.ndarray:
    """Find different values among others, comparing all their digits.

    Parameters
    ----------
    wanted
        Values (m,) to look up.
    among
        Values that each occur once.

    Returns
    -------
    np.ndarray
        int64 (m,), positions in `among`; −1 where a value is not there.
    """
    wanted, among = _with_all_digits(wanted, among)
    found: np.ndarray = among.get_indexer(wanted)
    return found


def joined(first: pd.Index, second: pd.Index) -> pd.Index:
    """Append values to others without losing digits.

    Parameters
    ----------
    first, second
        Values; missing ones stay missing.

    Returns
    -------
    pd.Index
        The first, then the second.
    """
    if len(second) == 0:
        return first
    first, second = _with_all_digits(first, second)
    # `append` would make float64 of objects that are all numbers.
    objects = first.dtype == object
    both: pd.Index = (
        pd.Index(np.concatenate([first, second]), dtype=object) if objects else first.append(second)
    )
    return both


def unequal(one: pd.Series, other: pd.Series) -> np.ndarray:
    """Return where two columns of numbers differ, by all their digits.

    Parameters
    ----------
    one, other
        Numbers (n,).

    Returns
    -------
    np.ndarray
        bool (n,); what it says of missing numbers means nothing.
    """
    if beyond_exact(one) or beyond_exact(other):
        return np.asarray(_as_objects(one) != _as_objects(other), dtype=bool)
    different: np.ndarray = _as_floats(one) != _as_floats(other)
    return different


def _as_objects(numbers: pd.Series) -> np.ndarray:
    return numbers.astype(object).where(numbers.notna(), None).to_numpy()


def _as_floats(numbers: pd.Series) -> np.ndarray:
    return numbers.to_numpy(dtype=np.float64, na_value=np.nan)


def _with_all_digits(one: pd.Index, other: pd.Index) -> tuple[pd.Index, pd.Index]:
    """Return values so that comparing or joining them does not make float64 of large whole numbers."""
    for whole, decimal in ((one, other), (other, one)):
        if whole.dtype == object or (pd.api.types.is_float_dtype(decimal) and beyond_exact(whole)):
            return one.astype(object), other.astype(object)
    return one, other


def beyond_exact(values: pd.Index | pd.Series) -> bool:
    """Return whether there are whole numbers among the values that float64 cannot tell apart.

    Parameters
    ----------
    values
        Values of one column.

    Returns
    -------
    bool
        False for all that is not of a type of whole numbers.
    """
    if not pd.api.types.is_integer_dtype(values) or len(values) == 0:
        return False
    least, most = values.min(), values.max()
    return bool(pd.notna(most) and (most > LARGEST_EXACT or least < -LARGEST_EXACT))

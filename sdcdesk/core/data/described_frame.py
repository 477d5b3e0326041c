"""Described frame: values, and what is known of the variables that hold them."""

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Self

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import Coding, beyond_exact, encode
from sdcdesk.core.data.missing_codes import with_column_codes
from sdcdesk.core.data.narrow import widened
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.value_kind import require_single_kind
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.display import Displayed
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence


@dataclass(slots=True, eq=False)
class _Coded:
    """What frames share that hold the same column with the same description: its coding, made once for all.

    Which object it is tells whether two frames hold the same column; see `DescribedFrame.shares`.

    Attributes
    ----------
    coding
        None until somebody asks for it.
    """

    coding: Coding | None = None


class DescribedFrame(Displayed):
    """A frame with a description of each of its variables; each is coded once.

    Parameters
    ----------
    frame
        One row a record, unique column names. It must not be changed afterwards.
    variables
        Descriptions; a column without one is nominal if it holds text, continuous if it holds numbers.

    Raises
    ------
    DataError
        Two columns share a name, a description names no column, or values of a column are not of one kind.
    """

    _narrow: frozenset[str] = frozenset()
    """Variables whose whole numbers are kept in fewer bytes than they are given in."""

    def __init__(self, frame: pd.DataFrame, variables: Iterable[Variable] = ()) -> None:
        names = [str(name) for name in frame.columns]
        twice = sorted(name for name, times in Counter(names).items() if times > 1)
        if twice:
            raise DataError(
                sentence("Two columns are called {twice}; give every column its own name.", twice=twice[0]),
                twice[0],
            )
        self._frame = with_positions(frame.set_axis(names, axis="columns"))  # shares no later change
        for name in names:
            require_single_kind(self._frame[name], name)
        self._codings = {name: _Coded() for name in names}
        self._sources: dict[str, tuple[DescribedFrame, np.ndarray]] = {}
        # Names by roles: each figure of a measure asks, and ten thousand variables take a millisecond.
        self._named: dict[tuple[Role, ...], tuple[str, ...]] = {}
        described = {variable.name: variable for variable in variables}
        self._check_names(described)
        self._variables = {
            name: self._with_codes(described[name]) if name in described else _described(self._frame[name])
            for name in names
        }

    def __len__(self) -> int:
        return len(self._frame)

    def __contains__(self, name: object) -> bool:
        """Return whether there is a variable of this name, without walking through all of them."""
        return name in self._variables

    @property
    def frame(self) -> pd.DataFrame:
        """The values; copy before changing. Whole numbers that are kept narrow are made wide each time."""
        return self._widened(self._frame)

    @property
    def size(self) -> int:
        """The bytes that the values take."""
        return int(self._frame.memory_usage(index=False).sum())

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables, in file order."""
        return tuple(self._variables)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Descriptions of the variables, in file order."""
        return tuple(self._variables.values())

    def variable(self, name: str) -> Variable:
        """Return the description of a variable, or raise `DataError` naming one that is close.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        Variable
            Role, scale, categories, missing codes and label.

        Raises
        ------
        DataError
            There is no variable of this name.
        """
        self._check_names([name])
        return self._variables[name]

    def named(self, *roles: Role) -> tuple[str, ...]:
        """Return the names of all variables with one of these roles.

        Parameters
        ----------
        *roles
            One of them is enough.

        Returns
        -------
        tuple[str, ...]
            In file order.
        """
        if roles not in self._named:
            self._named[roles] = tuple(v.name for v in self.variables if v.role in roles)
        return self._named[roles]

    def column(self, name: str) -> pd.Series:
        """Return the values of a variable as they stand in the file, missing codes included.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        pd.Series
            (n,) in the type of the file; copy before changing.
        """
        column = self.narrow_column(name)
        return widened(column) if name in self._narrow else column

    def narrow_column(self, name: str) -> pd.Series:
        """Return the values of a variable as they are kept: for what computes nothing with whole numbers.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        pd.Series
            (n,), whole numbers in as few bytes as hold them where they were read so.
        """
        self._check_names([name])
        return self._frame[name]

    def missing(self, name: str) -> np.ndarray:
        """Return for each record whether the variable is missing: empty, or one of its missing codes.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        np.ndarray
            bool (n,).
        """
        column, codes = self.narrow_column(name), self._variables[name].missing
        missing = empty(column)
        return missing | column.isin(codes).to_numpy(dtype=bool) if codes else missing

    def numbers(self, name: str, *, rounded: bool = False, copy: bool = True) -> np.ndarray:
        """Return a variable as float64, NaN where missing.

        Parameters
        ----------
        name
            Name of a variable that holds numbers.
        rounded
            Take whole numbers beyond 2^53 without their last digits, as is good enough for a chart.
        copy
            Whether the array is the caller's own; else it may be that of the frame, and is not to be changed.

        Returns
        -------
        np.ndarray
            float64 (n,).

        Raises
        ------
        DataError
            The variable does not hold numbers, or holds infinite ones, or whole ones beyond 2^53, which
            float64 does not tell from their neighbours.
        """
        column = self.narrow_column(name)
        if not pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
            raise DataError(
                sentence("{name} holds text, and numbers are needed; choose another variable.", name=name),
                name,
            )
        has_codes = bool(self._variables[name].missing)
        numbers = column.to_numpy(dtype=np.float64, na_value=np.nan, copy=copy or has_codes)
        if has_codes:
            numbers[self.missing(name)] = np.nan
        if not rounded and self.beyond_exact(name):
            raise DataError(
                sentence(
                    "{name} holds whole numbers beyond 2^53 (16 digits), whose last digits "
                    "arithmetic would lose; make it nominal if they are codes, or give it in a larger unit.",
                    name=name,
                ),
                name,
            )
        if np.isinf(numbers).any():
            raise DataError(
                sentence("{name} holds infinite numbers; declare them missing first.", name=name), name
            )
        return numbers

    def beyond_exact(self, name: str) -> bool:
        """Return whether a variable has whole numbers that `numbers` could not tell from their neighbours.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        bool
            Codes for missing values do not count.
        """
        column = self.narrow_column(name)
        return beyond_exact(column) and beyond_exact(column[~self.missing(name)])

    def coding(self, name: str) -> Coding:
        """Return the values of a variable as codes, computed once.

        Records that were taken from others keep the categories of those, whether they occur or not.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        Coding
            int32 codes (n,), −1 where missing, and the categories.
        """
        self._check_names([name])
        kept = self._codings[name]
        if kept.coding is None:
            kept.coding = self._encoded(name)
        return kept.coding

    def shares(self, other: Self, name: str) -> bool:
        """Return whether another frame holds the very same column with the same description.

        Parameters
        ----------
        other
            A frame.
        name
            Name of a variable.

        Returns
        -------
        bool
            True: all values are equal, record by record. False: nobody knows without comparing them.
        """
        return name in self and name in other and self._codings[name] is other._codings[name]

    def _with_codes(self, variable: Variable) -> Variable:
        """Write codes for missing values as the column holds them."""
        return (
            with_column_codes(self._frame[variable.name], variable)
            if variable.missing or variable.value_labels
            else variable
        )

    def _encoded(self, name: str) -> Coding:
        if name in self._sources:
            whole, positions = self._sources[name]
            return whole.coding(name).take(positions)
        coding = encode(self.narrow_column(name), self.variable(name))
        return Coding(coding.narrow_codes, widened(coding.categories))

    def _widened(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return some records of the frame with whole numbers as they are given."""
        if self._narrow.isdisjoint(frame.columns):
            return frame
        wide = {name: widened(own) if name in self._narrow else own for name, own in frame.items()}
        return pd.DataFrame(wide, copy=False)

    def _with_frame(self, frame: pd.DataFrame) -> Self:
        """Return the same descriptions and codings with another frame; the caller mends what changed."""
        new = copy(self)
        new._frame = with_positions(frame)
        new._variables, new._codings = dict(self._variables), dict(self._codings)
        new._sources, new._named = dict(self._sources), {}
        return new

    def _describe_anew(self, variable: Variable) -> None:
        old = self._variables.get(variable.name)
        self._variables[variable.name] = variable
        self._named.clear()
        if old is None or _coded_by(old) != _coded_by(variable):
            self._forget_coding(variable.name)

    def _forget_coding(self, name: str) -> None:
        self._codings[name] = _Coded()
        self._sources.pop(name, None)

    def _check_names(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._frame.columns:
                close = get_close_matches(short(name), self._frame.columns, n=1)
                if close:
                    words = "There is no variable {name} in the data; did you mean {close}?"
                    raise DataError(sentence(words, name=short(name), close=short(close[0])), name)
                words = "There is no variable {name} in the data; there are {columns}."
                there = short(", ".join(self._frame.columns))
                raise DataError(sentence(words, name=short(name), columns=there), name)


def with_positions(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose rows are called by their positions.

    Parameters
    ----------
    frame
        A frame with any index.

    Returns
    -------
    pd.DataFrame
        The same one where its rows are called so already.
    """
    index = frame.index
    if isinstance(index, pd.RangeIndex) and index.equals(pd.RangeIndex(len(frame))) and index.name is None:
        return frame
    return frame.reset_index(drop=True)


def empty(column: pd.Series) -> np.ndarray:
    """Return which values are empty, without a new column, which takes long where a file has thousands.

    Parameters
    ----------
    column
        (n,), of any type.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    if isinstance(column.dtype, np.dtype):
        if column.dtype.kind in "iub":
            return np.zeros(len(column), dtype=bool)
        if column.dtype.kind == "f":
            return np.asarray(np.isnan(column.to_numpy()))
    return np.asarray(column.array.isna(), dtype=bool)


def _coded_by(variable: Variable) -> tuple[object, ...]:
    """Return what of a description its coding follows from."""
    return variable.missing, variable.categories, variable.scale


def _described(column: pd.Series) -> Variable:
    """Describe a column nobody described: numbers are continuous, all else nominal."""
    numeric = holds_numbers(column)
    ordered = isinstance(column.dtype, pd.CategoricalDtype) and column.dtype.ordered
    categories = tuple(column.cat.categories) if isinstance(column.dtype, pd.CategoricalDtype) else ()
    scale = Scale.ORDINAL if ordered else Scale.CONTINUOUS if numeric else Scale.NOMINAL
    return Variable(name=str(column.name), scale=scale, categories=categories)

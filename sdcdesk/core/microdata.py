"""Microdata: a frame, what is known of its variables, and which initial record each row came from."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Self

import numpy as np
import pandas as pd

from sdcdesk.core.coding import Coding, beyond_exact, encode
from sdcdesk.core.display import Displayed
from sdcdesk.core.errors import DataError
from sdcdesk.core.legible import brief, legible
from sdcdesk.core.origin import Origin, with_missing
from sdcdesk.core.pairing import STATED, Pairing
from sdcdesk.core.sentence import counted, sentence
from sdcdesk.core.variable import Role, Scale, Value, Variable


class Microdata(Displayed):
    """An immutable table of records.

    `assign`, `recode`, `take`, `drop` and `describe` return a new object that shares all it can with the
    old one; codes of untouched variables are computed once.

    Parameters
    ----------
    frame
        One row a record, unique column names. It must not be changed afterwards.
    variables
        Descriptions; a column without one is nominal if it holds text, continuous if it holds numbers.
    rows
        For each record the position of its initial record. Where not given, these records are the initial
        ones, 0, 1, ….

    Raises
    ------
    DataError
        Two columns share a name, or a description names no column.
    """

    def __init__(
        self,
        frame: pd.DataFrame,
        variables: Iterable[Variable] = (),
        rows: np.ndarray | None = None,
    ) -> None:
        names = [str(name) for name in frame.columns]
        twice = sorted(name for name, times in Counter(names).items() if times > 1)
        if twice:
            raise DataError(f"Two columns are called {twice[0]}; give every column its own name.", twice[0])
        self._frame = frame.set_axis(names, axis="columns").reset_index(drop=True)
        self._rows = np.arange(len(frame), dtype=np.int64) if rows is None else rows
        self._pairing = Pairing(object()) if rows is None else STATED
        self._codings: dict[str, Coding] = {}
        self._taken: dict[str, tuple[Microdata, np.ndarray]] = {}
        self._origins: dict[str, Origin] = {}
        self._fingerprint = ""
        self._style: object = None
        given = {variable.name: variable for variable in variables}
        self._check_names(given)
        self._variables = {
            name: self._with_codes(given[name]) if name in given else _described(self._frame[name])
            for name in names
        }

    def __len__(self) -> int:
        return len(self._frame)

    def __repr__(self) -> str:
        # Names and sizes only: values are confidential.
        return legible(f"Microdata({counted(len(self), 'record')}, {', '.join(self.names)})")

    @property
    def frame(self) -> pd.DataFrame:
        """The values; copy before changing."""
        return self._frame

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables, in file order."""
        return tuple(self._variables)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Descriptions of the variables, in file order."""
        return tuple(self._variables.values())

    @property
    def rows(self) -> np.ndarray:
        """int64: for each record the position of the initial record that it came from."""
        return self._rows

    @property
    def style(self) -> object:
        """How their file was written, as its format knows it; None: nothing is known."""
        return self._style

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
        return tuple(v.name for v in self.variables if v.role in roles)

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
        column = self.column(name)
        missing = np.zeros(len(column), dtype=bool)
        if not isinstance(column.dtype, np.dtype) or column.dtype.kind not in "iub":
            missing = column.isna().to_numpy(dtype=bool)
        codes = self._variables[name].missing
        return missing | column.isin(codes).to_numpy(dtype=bool) if codes else missing

    def numbers(self, name: str, *, rounded: bool = False) -> np.ndarray:
        """Return a variable as float64, NaN where missing.

        Parameters
        ----------
        name
            Name of a variable that holds numbers.
        rounded
            Take whole numbers beyond 2^53 without their last digits, as is good enough for a chart.

        Returns
        -------
        np.ndarray
            float64 (n,), a copy.

        Raises
        ------
        DataError
            The variable does not hold numbers, or holds infinite ones, or whole ones beyond 2^53, which
            float64 does not tell from their neighbours.
        """
        column = self.column(name)
        if not pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
            raise DataError(f"{name} holds text, and numbers are needed; choose another variable.", name)
        numbers = column.to_numpy(dtype=np.float64, na_value=np.nan, copy=True)
        numbers[self.missing(name)] = np.nan
        if not rounded and self.beyond_exact(name):
            raise DataError(
                f"{name} holds whole numbers beyond 2^53 (16 digits), whose last digits arithmetic would "
                "lose; make it nominal if they are codes, or give it in a larger unit.",
                name,
            )
        if np.isinf(numbers).any():
            raise DataError(f"{name} holds infinite numbers; declare them missing first.", name)
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
        column = self.column(name)
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
        if name not in self._codings:
            self._codings[name] = self._encoded(name)
        return self._codings[name]

    def origin(self, name: str) -> Origin | None:
        """Return how a variable came from the initial file; None: no step touched it.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        Origin or None
            What recodings made of the initial values, and whether anything else changed them.
        """
        self._check_names([name])
        return self._origins.get(name)

    def fingerprint(self) -> str:
        """Return the SHA-256 of the values, names and row identity, as hexadecimal digits.

        Returns
        -------
        str
            64 digits; the same for the same data on every machine.
        """
        if not self._fingerprint:
            digest = hashlib.sha256(self._rows.tobytes())
            for name in self.names:
                digest.update(name.encode() + b"\0")
                digest.update(pd.util.hash_pandas_object(self._frame[name], index=False).to_numpy().tobytes())
            self._fingerprint = digest.hexdigest()
        return self._fingerprint

    def describe(self, *variables: Variable) -> Self:
        """Return the same data with some variables described anew.

        Parameters
        ----------
        *variables
            New descriptions of existing variables.

        Returns
        -------
        Self
            New microdata that share all values with the old.
        """
        self._check_names(v.name for v in variables)
        new = self._like(self._frame, self._rows)
        for given in variables:
            variable = self._with_codes(given)
            old = self._variables[variable.name]
            new._variables[variable.name] = variable
            if (old.missing, old.categories, old.scale) != (
                variable.missing,
                variable.categories,
                variable.scale,
            ):
                new._forget_coding(variable.name)
        return new

    def assign(self, values: Mapping[str, pd.Series], variables: Iterable[Variable] = ()) -> Self:
        """Return new microdata with some columns replaced by perturbed values.

        Parameters
        ----------
        values
            For each variable its new values, one for each record.
        variables
            New descriptions, where they change.

        Returns
        -------
        Self
            The same records; the changed variables are marked as no longer a function of their initial
            values.
        """
        self._check_names(values)
        new = self._replaced(values, variables)
        for name in values:
            before = self._origins.get(name) or Origin(partial(self.coding, name))
            new._origins[name] = before.perturbed()
        return new

    def recode(
        self,
        name: str,
        function: Callable[[pd.Series], pd.Series],
        variable: Variable | None = None,
    ) -> Self:
        """Return new microdata with a variable replaced by a function of its value.

        Because the function sees the different values only, and those of records that were left out too,
        risk measures know what the recoding would have made of every initial record.

        Parameters
        ----------
        name
            The variable.
        function
            From values without missing ones to as many new values. A missing value stays as it is; its
            code is kept where old and new values are both numbers, and becomes an empty cell elsewhere.
        variable
            The new description, where it changes.

        Returns
        -------
        Self
            The same records; the variable's origin keeps the function.
        """
        coding = self.coding(name)
        new_values = with_missing(function(coding.values))
        # The code of a missing value counts from the end, where the image of "missing" stands.
        column = new_values.take(coding.codes).reset_index(drop=True)
        described = variable or self._variables[name]
        if described.missing:
            if _both_numbers(column, self._frame[name]):
                if pd.api.types.is_float_dtype(column):
                    refuse_large_codes(self._frame[name], coding.codes < 0)
                column = column.where(coding.codes >= 0, self._frame[name])
            else:
                described = described.changed(missing=())
        new = self._replaced({name: _whole(column)}, [described])
        before = self._origins.get(name) or Origin(partial(self.coding, name))
        new._origins[name] = before.then(function)
        return new

    def take(self, positions: np.ndarray) -> Self:
        """Return the records at these positions (int64), in this order.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Self
            m records that remember which initial ones they came from.
        """
        new = self._like(self._frame.take(positions), self._rows[positions])
        new._codings = {}
        new._taken = dict.fromkeys(self.names, (self, positions))
        return new

    def drop(self, names: Iterable[str]) -> Self:
        """Return the data without some variables.

        Parameters
        ----------
        names
            Names of existing variables.

        Returns
        -------
        Self
            The same records with the variables left.
        """
        names = list(names)
        self._check_names(names)
        new = self._like(self._frame.drop(columns=names), self._rows)
        for name in names:
            for kept in (new._variables, new._codings, new._taken, new._origins):
                kept.pop(name, None)
        return new

    @property
    def pairing(self) -> Pairing:
        """What says which initial record each record came from."""
        return self._pairing

    @property
    def is_initial(self) -> bool:
        """Whether nothing was done to the records and values of the file."""
        untouched = self._pairing.by == "steps" and not self._origins
        return untouched and np.array_equal(self._rows, np.arange(len(self)))

    def paired_with(self, original: "Microdata") -> Pairing:
        """Return what says which record of a file each of these came from.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        Pairing
            By steps or identity; by order where neither is known and both files have equally many records.

        Raises
        ------
        DataError
            Nothing but their order could say it, and the files differ in length.
        """
        own, its = self._pairing, original._pairing
        if own.initial is None or own.initial is its.initial:
            return own
        if len(self) != len(original) or not np.array_equal(self._rows, np.arange(len(self))):
            raise DataError(
                sentence(
                    "The original has {before} records and the masked file {after}, so their order does not "
                    "tell which belong together; name a variable that identifies the record.",
                    before=len(original),
                    after=len(self),
                ),
                "id",
            )
        return Pairing(its.initial, "order")

    def traced(self, rows: np.ndarray, origins: Mapping[str, Origin], pairing: Pairing = STATED) -> Self:
        """Return the data with another row identity and history, as found for a file masked elsewhere.

        Parameters
        ----------
        rows
            int64 (n,), positions of the initial records.
        origins
            For each variable that was changed, what became of its initial values.
        pairing
            What says that these are their rows.

        Returns
        -------
        Self
            New microdata that share all values with the old.
        """
        new = self._like(self._frame, rows)
        new._origins = dict(origins)
        new._pairing = pairing
        new._style = None  # it goes by the positions in its own file
        return new

    def written_as(self, style: object) -> Self:
        """Return the data with what is known of how their file was written.

        Parameters
        ----------
        style
            What the format that read them needs to write untouched values as they stood.

        Returns
        -------
        Self
            The same data.
        """
        new = self._like(self._frame, self._rows)
        new._style = style
        return new

    def drawn(self, since: "Microdata") -> Self:
        """Return the data after a step that draws values at random.

        Parameters
        ----------
        since
            The data before that step.

        Returns
        -------
        Self
            The same values; variables that the step assigned are marked as drawn, whether or not a value is
            another one now.
        """
        new = self._like(self._frame, self._rows)
        for name, origin in self._origins.items():
            if origin is not since._origins.get(name):
                new._origins[name] = origin.drawn()
        return new

    def _with_codes(self, variable: Variable) -> Variable:
        """Write codes for missing values as the column holds them."""
        return _with_codes_of(self._frame[variable.name], variable) if variable.missing else variable

    def _encoded(self, name: str) -> Coding:
        if name in self._taken:
            whole, positions = self._taken[name]
            return whole.coding(name).take(positions)
        return encode(self.column(name), self.variable(name))

    def _forget_coding(self, name: str) -> None:
        self._codings.pop(name, None)
        self._taken.pop(name, None)

    def _check_names(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._frame.columns:
                close = get_close_matches(brief(name), self._frame.columns, n=1)
                there = f"there are {brief(', '.join(self._frame.columns))}."
                hint = f"did you mean {brief(close[0])}?" if close else there
                raise DataError(f"There is no variable {brief(name)} in the data; {hint}", name)

    def _like(self, frame: pd.DataFrame, rows: np.ndarray) -> Self:
        new = object.__new__(type(self))
        new._frame = frame.reset_index(drop=True)
        new._rows = rows
        new._pairing = self._pairing
        new._variables = dict(self._variables)
        new._codings = dict(self._codings)
        new._taken = dict(self._taken)
        new._origins = dict(self._origins)
        new._fingerprint = ""
        new._style = self._style
        return new

    def _replaced(self, values: Mapping[str, pd.Series], variables: Iterable[Variable]) -> Self:
        new = self._like(self._frame.assign(**dict(values)), self._rows)
        for name in values:
            new._forget_coding(name)
        new._variables.update({variable.name: variable for variable in variables})
        return new


def refuse_large_codes(column: pd.Series, missing: np.ndarray) -> None:
    """Raise `DataError` if decimals cannot hold the codes of missing values that stay.

    Parameters
    ----------
    column
        Values (n,) before they become decimals.
    missing
        bool (n,): which of them stay.

    Raises
    ------
    DataError
        A code is a whole number beyond 2^53, which would become another number and so a value.
    """
    if beyond_exact(column) and beyond_exact(column[missing]):
        raise DataError(
            f"{column.name} has a code for missing values beyond 2^53, which numbers with decimals cannot "
            "hold; make these cells empty first.",
            str(column.name),
        )


def _described(column: pd.Series) -> Variable:
    """Describe a column nobody described: numbers are continuous, all else nominal."""
    numeric = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
    ordered = isinstance(column.dtype, pd.CategoricalDtype) and column.dtype.ordered
    categories = tuple(column.cat.categories) if isinstance(column.dtype, pd.CategoricalDtype) else ()
    scale = Scale.ORDINAL if ordered else Scale.CONTINUOUS if numeric else Scale.NOMINAL
    return Variable(name=str(column.name), scale=scale, categories=categories)


def _with_codes_of(column: pd.Series, variable: Variable) -> Variable:
    """Write codes for missing values as the column holds them: "-9" as a number among numbers, −9 as text."""
    if pd.api.types.is_bool_dtype(column):
        return variable
    if pd.api.types.is_numeric_dtype(column):
        codes = tuple(map(_as_number, variable.missing))
    elif pd.api.types.is_string_dtype(column):
        codes = tuple(map(_as_text, variable.missing))
    else:
        return variable
    return variable if codes == variable.missing else variable.changed(missing=tuple(dict.fromkeys(codes)))


def _as_number(code: Value) -> Value:
    """Return a code among numbers; what is none stays text, which no number equals."""
    if not isinstance(code, str):
        return code
    for number in (int, float):
        try:
            return number(code)
        except ValueError:
            continue
    return code


def _as_text(code: Value) -> Value:
    if isinstance(code, float) and code.is_integer():
        code = int(code)
    return str(code)


def _whole(column: pd.Series) -> pd.Series:
    """Leave out the room for missing values where whole numbers have none."""
    return column.astype("int64") if column.dtype == "Int64" and not column.hasnans else column


def _both_numbers(one: pd.Series, other: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(one) and pd.api.types.is_numeric_dtype(other)

"""Column requests: what the user says of single columns, and how text becomes a variable by it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.variable import Role, Scale, Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.column_batch import ColumnBatch, Converted
from sdcdesk.io.columns.numerals import number
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.columns.spelling import Numbers, Spelling
from sdcdesk.io.columns.text_columns import text_array
from sdcdesk.io.files import BytesRead
from sdcdesk.io.options import FileOptions

_COUNTED = (Role.KEY, Role.CONFIDENTIAL, Role.WEIGHT)

CODES = 1 << 16
"""Codes for missing values whose numbers are remembered: each is asked for again for every column."""

Kind = np.dtype | pd.api.extensions.ExtensionDtype


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column of a file as a variable.

    Attributes
    ----------
    values
        (n,) numbers or text.
    variable
        Its description.
    spelled
        The cells that are written otherwise than their numbers; None of text.
    """

    values: Numbers | pd.arrays.ArrowStringArray
    variable: Variable
    spelled: Spelling | None


@dataclass(frozen=True)
class ColumnRequests:
    """What the user wants of the columns of a file.

    Attributes
    ----------
    options
        Which columns stay text, and what codes stand for missing.
    variables
        Descriptions by name.
    roles, scales
        Roles and scales by name; they come before those of the descriptions.
    read
        A format reads its file through it, so that the bytes are hashed as they come.
    counted
        Variables that are counted whatever their roles, where the file itself stays where it is.
    codebook
        What a codebook says of variables, which the file need not have: their codes for missing, and whether
        they are text. Its other words are for the data when they are read.
    """

    options: FileOptions
    variables: Mapping[str, Variable]
    roles: Mapping[str, Role]
    scales: Mapping[str, Scale] = field(default_factory=dict)
    read: BytesRead = field(default_factory=BytesRead)
    counted: frozenset[str] = frozenset()
    codebook: Mapping[str, Variable] = field(default_factory=dict)

    def check(self, names: Iterable[str], file: str) -> None:
        """Raise `DataError` if something is said about a column that the file does not have.

        Parameters
        ----------
        names
            The columns of the file.
        file
            Its name, for the message.

        Raises
        ------
        DataError
            A request names a column that the file does not have, or that is not read.
        """
        names, only = dict.fromkeys(names), self.options.columns
        mentioned = (*self.options.mentioned(), *self.variables, *self.roles, *self.scales)
        beyond = next((name for name in mentioned if only and name not in only), None)
        if beyond is not None:
            words = "{name} is not among the columns that are read; name it there, or say nothing of it."
            raise DataError(sentence(words, name=short(beyond)), beyond)
        absent = [name for name in dict.fromkeys((*only, *mentioned)) if name not in names]
        if not absent:
            return
        names_text, absent_text = ", ".join(names), ", ".join(absent)
        close = get_close_matches(absent[0], names, n=1)
        if len(absent) > 1:
            wrong = sentence(
                "{file} has no columns {absent}; it has {names}.",
                file=file,
                absent=absent_text,
                names=names_text,
            )
        elif close:
            wrong = sentence(
                "{file} has no column {absent}; did you mean {close}?",
                file=file,
                absent=absent_text,
                close=short(close[0]),
            )
        else:
            wrong = sentence(
                "{file} has no column {absent}; it has {names}.",
                file=file,
                absent=absent_text,
                names=names_text,
            )
        raise DataError(wrong, absent[0])

    def are_read(self, names: Sequence[str]) -> list[str]:
        """Return the columns that are read.

        Parameters
        ----------
        names
            The columns of the file.

        Returns
        -------
        list[str]
            In the order of the file.
        """
        only = frozenset(self.options.columns)
        return [name for name in names if not only or name in only]

    def are_counted(self, names: Iterable[str], restored: Mapping[str, Variable]) -> list[str]:
        """Return the variables that are read where a file is counted and not read into memory.

        Parameters
        ----------
        names
            The columns of the file.
        restored
            What the file itself says of some of them.

        Returns
        -------
        list[str]
            Those that are named, keys, confidential variables and weights, in the order of the file.

        Raises
        ------
        DataError
            There are none.
        """
        roles = self._roles(restored)
        found = [name for name in names if name in self.counted or roles.get(name) in _COUNTED]
        if not found:
            raise DataError("Nothing is known to be counted; name the key variables.", "keys")
        return found

    def households(self, names: Iterable[str], restored: Mapping[str, Variable]) -> list[Variable]:
        """Return the variables of households, which are not read where a file is counted.

        Parameters
        ----------
        names
            The columns of the file.
        restored
            What the file itself says of some of them.

        Returns
        -------
        list[Variable]
            Measures that look at households are told by them that there are some.
        """
        roles, read = self._roles(restored), self.are_counted(names, restored)
        return [
            Variable(name=name, role=Role.HOUSEHOLD)
            for name in names
            if roles.get(name) is Role.HOUSEHOLD and name not in read
        ]

    def _roles(self, restored: Mapping[str, Variable]) -> Mapping[str, Role]:
        described = {**restored, **self.variables}
        return {name: variable.role for name, variable in described.items()} | dict(self.roles)

    def columns(self, names: Sequence[str], text: pa.ChunkedArray, decimal: str = ".") -> list[Column]:
        """Return columns of text as numbers where nothing is lost by it, else as text; and describe them.

        Different texts of the same number (1.1 and 1.10) may be different codes: their column stays text
        unless it was asked for as numbers, or as continuous. Codes for missing do not make a column text: in
        a column of numbers, codes that are numbers stay as they are and are listed in the description;
        others (".", "NA") become empty cells.

        Parameters
        ----------
        names
            Names of the columns.
        text
            Their cells as the file has them, one column after the other; see `one_after_the_other`.
        decimal
            The decimal sign of their numbers.

        Returns
        -------
        list[Column]
            One for each name.

        Raises
        ------
        DataError
            A column of words was asked to be continuous, or for as numbers.
        """
        batch = ColumnBatch(text, text, len(names))
        converted: dict[str, Converted | None] = {}
        for (numeric, words), places in self._grouped_by_request(names, decimal).items():
            found = batch.take(places).without(words).numbers(decimal, exact=not numeric)
            converted.update(zip((names[place] for place in places), found, strict=True))
        return [
            self._column(name, batch.column(place), converted.get(name), decimal)
            for place, name in enumerate(names)
        ]

    def numbers(self, name: str, numbers: PlainNumbers, decimal: str) -> Column | None:
        """Return a column of plain numbers as `columns` makes it of their text.

        Parameters
        ----------
        name
            Name of the column.
        numbers
            (n,) numbers.
        decimal
            The decimal sign.

        Returns
        -------
        Column or None
            None where they do not stay numbers: the column was asked for as text, has no number at all, or
            different texts stand for the same number.
        """
        if self._as_text(name) or numbers.is_empty or (numbers.merges() and not self._as_numbers(name)):
            return None
        values = numbers.values()
        variable = self.described(name, values.dtype, decimal=decimal)
        return Column(values, variable, numbers.spelling(values, decimal))

    def _column(self, name: str, text: pa.ChunkedArray, numbers: Converted | None, decimal: str) -> Column:
        if numbers is not None:
            variable = self.described(name, numbers.values.dtype, decimal=decimal)
            return Column(numbers.values, variable, numbers.spelled)
        if self.options.is_number(name) and text.null_count < len(text):
            raise DataError(
                sentence(
                    "{name} holds words and cannot be read as numbers; leave it out of the columns "
                    "read as numbers, or declare the words missing.",
                    name=name,
                ),
                name,
            )
        values = text_array(text)
        return Column(values, self.described(name, values.dtype, decimal=decimal), None)

    def _grouped_by_request(
        self, names: Sequence[str], decimal: str
    ) -> dict[tuple[bool, tuple[str, ...]], list[int]]:
        """Return places of columns that may be numbers, by whether that was asked and what means missing."""
        found: dict[tuple[bool, tuple[str, ...]], list[int]] = {}
        for place, name in enumerate(names):
            if not self._as_text(name):
                codes = [code for code in self._codes(name) if isinstance(code, str)]
                words = tuple(code for code in codes if _as_number(code, decimal) is None)
                found.setdefault((self._as_numbers(name), words), []).append(place)
        return found

    def described(
        self, name: str, kind: Kind, restored: Variable | None = None, decimal: str = "."
    ) -> Variable:
        """Describe a finished column.

        Parameters
        ----------
        name
            Name of the column.
        kind
            Type of its values.
        restored
            What the file itself says of it.
        decimal
            The decimal sign of codes that are written as text.

        Returns
        -------
        Variable
            What was asked for, else what the file says, else what follows from the type of the values.

        Raises
        ------
        DataError
            A column of text was asked to be continuous.
        """
        numeric = pd.api.types.is_numeric_dtype(kind)
        scale = Scale.CONTINUOUS if numeric else Scale.NOMINAL
        variable = self.variables.get(name) or restored or Variable(name=name, scale=scale)
        codes = dict.fromkeys((*variable.missing, *self._codes(name)))
        listed = (_as_number(code, decimal) if numeric else _as_word(code, decimal) for code in codes)
        asked = self.scales.get(name, variable.scale)
        if name in self.scales and asked is Scale.CONTINUOUS and not numeric:
            raise DataError(
                sentence("{name} holds text and cannot be continuous; leave its scale out.", name=name), name
            )
        missing = tuple(dict.fromkeys(code for code in listed if code is not None))
        role = self.roles.get(name, variable.role)
        if (asked, missing, role) == (variable.scale, variable.missing, variable.role):
            return variable  # to check it again takes long where a file has thousands of columns
        return variable.changed(scale=asked, missing=missing, role=role)

    def _as_text(self, name: str) -> bool:
        """Return whether the column was asked for as text: outright, or by describing its values as text."""
        described = self._said(name)
        categories = described.categories if described else ()
        return self.options.is_text(name) or any(isinstance(category, str) for category in categories)

    def _as_numbers(self, name: str) -> bool:
        """Return whether the column was asked for as numbers: outright, or by how it is described."""
        described = self._said(name)
        scale = self.scales.get(name, described.scale if described else None)
        categories = described.categories if described else ()
        listed = bool(categories) and not any(isinstance(category, str) for category in categories)
        return self.options.is_number(name) or scale is Scale.CONTINUOUS or listed

    def _said(self, name: str) -> Variable | None:
        return self.variables.get(name) or self.codebook.get(name)

    def _codes(self, name: str) -> tuple[Value, ...]:
        described = self._said(name)
        declared = described.missing if described else ()
        return (*self.options.missing, *self.options.missing_in.get(name, ()), *declared)


@lru_cache(maxsize=CODES)
def _as_number(code: Value, decimal: str) -> int | float | None:
    """Return the number that a code is or is written as; a whole one as `int`."""
    value = number(code, decimal) if isinstance(code, str) else code
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _as_word(code: Value, decimal: str) -> str:
    """Return a code as it stands in a file."""
    if isinstance(code, str):
        return code
    return str(int(code)) if code == int(code) else str(code).replace(".", decimal)

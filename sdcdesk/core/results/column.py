"""Columns of tables: what they say of their cells, who may see them, and where a measure takes them from."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Literal, TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import Bound, Quantity, Reason, Unit


class Secrecy(StrEnum):
    """How much a column gives away, from nothing to values of single records."""

    PUBLIC = "public"
    """Names, parameters, sizes: nothing of the data."""

    AGGREGATE = "aggregate"
    """Counts, sums and means over records."""

    DERIVED = "derived"
    """Numbers from which values of single records could be computed, though they are none: parameters of a
    fitted distribution, errors in the unit of a variable. They stand where values of the data may stand."""

    INTERNAL = "internal"
    """What tells how a file was masked, or proves a guess at the random numbers of that. It stands in
    internal editions only."""

    RECORD = "record"
    """Values of the data: of a record, or of a quantile, which is one. Left out of every document unless it
    is the internal edition and the user says so."""


ColumnRole = Literal["key", "value", "before", "after", "change"]
"""What a column is to its row: what names the row, a value, or a value before and after masking."""

Bar = Literal["", "risk", "loss"]
"""What shares mean where people see them as bars too; empty: they do not."""


Computed = TypeVar("Computed", contravariant=True)
"""What a measure has computed, and a table lists; what lists it lists what is more special, too."""

Value = TypeVar("Value")

Cells = Sequence[Any] | np.ndarray | pd.Series | pd.api.extensions.ExtensionArray
"""The cells of a column, one for each row; None in a list is not defined."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name
        Column of the frame, and name in JSON; never translated.
    title
        A noun phrase for people.
    unit
        Unit of its numbers; None: it holds text.
    meaning
        What it is, and what it is divided by, in one or two sentences; may be empty where the title says it.
    role
        See `ColumnRole`.
    secrecy
        See `Secrecy`.
    over
        Title that it shares with its neighbours ("Before").
    bound
        How its numbers stand to what they measure.
    bar
        See `Bar`.
    limits
        Limits on its numbers, which these are written apart from.
    undefined
        Why cells of numbers are not defined; None: nothing more is to be said than that they are not.
    """

    name: str
    title: str
    unit: Unit | None = None
    meaning: str = ""
    role: ColumnRole = "value"
    secrecy: Secrecy = Secrecy.AGGREGATE
    over: str = ""
    bound: Bound = Bound.EXACT
    bar: Bar = ""
    limits: tuple[float, ...] = ()
    undefined: Reason | None = None

    @property
    def is_aggregate(self) -> bool:
        """Whether its numbers are counts, sums and means over records, and name no row."""
        return self.unit is not None and self.role != "key" and self.secrecy is Secrecy.AGGREGATE

    def cells(
        self,
        cells: Callable[[Computed], Cells],
        *,
        bound: Bound | Callable[[Computed], Bound] = Bound.EXACT,
        limits: Callable[[Computed], tuple[float, ...]] | None = None,
        undefined: Reason | Callable[[Computed], Reason | None] | None = None,
        when: Callable[[Computed], bool] | None = None,
    ) -> "DeclaredColumn[Computed]":
        """Return the column as a measure declares it: its words, and where its cells come from.

        Parameters
        ----------
        cells, bound, limits, undefined, when
            See `DeclaredColumn`.

        Returns
        -------
        DeclaredColumn[Computed]
            It is filled when something was computed.
        """
        return DeclaredColumn(
            self.name,
            self.title,
            self.unit,
            self.meaning,
            self.role,
            self.secrecy,
            self.over,
            self.bar,
            cells=cells,
            bound=bound,
            limits=limits,
            undefined=undefined,
            when=when,
        )


@dataclass(frozen=True)
class DeclaredColumn(Generic[Computed]):
    """A column of a table as a measure declares it, with the source of its cells.

    Attributes
    ----------
    name, title, unit, meaning, role, secrecy, over, bar
        As of the column that is shown; see `Column`.
    cells
        What stands in it, from what was computed.
    bound, limits
        As of the column that is shown, or what tells it from what was computed.
    undefined
        Why cells of numbers are not defined, or what tells it; None: nothing more is to be said.
    when
        Whether there is such a column; None: always.
    """

    name: str
    title: str
    unit: Unit | None = None
    meaning: str = ""
    role: ColumnRole = "value"
    secrecy: Secrecy = Secrecy.AGGREGATE
    over: str = ""
    bar: Bar = ""
    cells: Callable[[Computed], Cells] = field(kw_only=True)
    bound: Bound | Callable[[Computed], Bound] = field(default=Bound.EXACT, kw_only=True)
    limits: Callable[[Computed], tuple[float, ...]] | None = field(default=None, kw_only=True)
    undefined: Reason | Callable[[Computed], Reason | None] | None = field(default=None, kw_only=True)
    when: Callable[[Computed], bool] | None = field(default=None, kw_only=True)

    def column(self, computed: Computed) -> Column:
        """Return the column as it is shown.

        Parameters
        ----------
        computed
            What was computed.

        Returns
        -------
        Column
            Its words, unit, bound and limits.
        """
        return Column(
            self.name,
            self.title,
            self.unit,
            self.meaning,
            self.role,
            self.secrecy,
            self.over,
            resolved(self.bound, computed),
            self.bar,
            self.limits(computed) if self.limits else (),
            resolved(self.undefined, computed),
        )

    def series(self, computed: Computed) -> pd.Series:
        """Return the cells in the type that their unit asks for, also where there are none.

        Parameters
        ----------
        computed
            What was computed.

        Returns
        -------
        pd.Series
            Texts, and quantities of their own, are objects.
        """
        return typed(self.cells(computed), self.unit)


NAMING = ("variable", "other_variable", "variables", "part", "attack")
"""Columns of findings whose cells are names of variables, one or several, or words of ours where none is."""

BETWEEN_NAMES = re.compile(r"(, |; | \| )")
"""What stands between several names in a cell, as a bar between those of two sources."""


def names_in(cell: object) -> frozenset[str]:
    """Return what a cell of a column that names variables may name.

    Parameters
    ----------
    cell
        A cell of a column that is called as `NAMING` says.

    Returns
    -------
    frozenset[str]
        The cell itself, for a name may hold a comma, and what stands between separators.
    """
    return frozenset((cell, *BETWEEN_NAMES.split(cell))) if isinstance(cell, str) else frozenset()


def resolved(value: Value | Callable[[Computed], Value], computed: Computed) -> Value:
    """Return what is known before, or what was computed tells.

    Parameters
    ----------
    value
        A value, or a function of what was computed.
    computed
        What was computed.

    Returns
    -------
    Value
        The value.
    """
    return value(computed) if callable(value) else value


def typed(cells: Cells, unit: Unit | None) -> pd.Series:
    """Return cells as a column of a frame, in the type that their unit asks for.

    Parameters
    ----------
    cells
        One for each row.
    unit
        Unit of numbers; None: they are texts.

    Returns
    -------
    pd.Series
        Texts stay objects, since some know the reader's sign; so do quantities of their own.
    """
    if isinstance(cells, np.ndarray | pd.Series | pd.api.extensions.ExtensionArray):
        return pd.Series(cells, dtype=object if unit is None else None).reset_index(drop=True)
    values = list(cells)
    if unit is None or any(isinstance(value, Quantity) for value in values):
        return pd.Series(values, dtype=object)
    if unit.noun is None:
        return pd.Series(values, dtype="float64")
    return pd.Series(values, dtype="Int64" if None in values else "int64")


def public_key(name: str, title: str, unit: Unit | None = None, meaning: str = "") -> Column:
    """Return a column that names its rows by what is no secret: variables, parameters, sizes.

    Parameters
    ----------
    name, title, unit, meaning
        See `Column`.

    Returns
    -------
    Column
        Public, and a key.
    """
    return Column(name, title, unit, meaning, "key", Secrecy.PUBLIC)

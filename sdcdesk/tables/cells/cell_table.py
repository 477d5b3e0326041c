"""Cell table: a statistical table, one row a cell, with what its owner knows and what is published."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Literal, Self

import numpy as np
import pandas as pd

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.labelled_text import joined_codes
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_status import CellStatus
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.relations import Relations
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.cells.sensitivity import Judge, Sensitivity, judge

VALUE, FREQUENCY = "value", "frequency"
"""Columns of the frame beside the dimensions."""

BETWEEN = ", "
"""Stands between the codes of a cell."""

Kind = Literal["counts", "sums"]


class CellTable(DescribedFrame):
    """A statistical table: one row a cell, margins included, in the order of its dimensions' codes.

    It is never changed: what makes another of it returns a new one. The frame has a column for each
    dimension, `value` and `frequency`.

    Parameters
    ----------
    dimensions
        At least one; a cell is one code of each.
    values
        float64 (n,), n the product of the numbers of codes, the last dimension changing fastest.
    frequency
        int64 (n,), contributors of each cell; None: not known, as of a finished table.
    name
        What the project finds it by.
    title
        What people call it.
    value_title
        What the numbers are: "Turnover".
    unit
        Their unit: "1,000 $".
    kind
        Counts, or sums of a variable.
    contributions
        Who adds what; None: not known.
    subject
        What tables of the same numbers have in common: variable, weights, records. Tables of one subject
        share cells.
    within
        By variable the only value that the records have, where others were left out.
    tolerance
        By how much parts may miss their total, as those of a rounded table do.

    Raises
    ------
    DataError
        Numbers do not fit the dimensions, are not finite, or do not add up; the sentence names the cell.
    """

    def __init__(
        self,
        dimensions: Sequence[Dimension],
        values: np.ndarray,
        frequency: np.ndarray | None = None,
        *,
        name: str = "",
        title: str = "",
        value_title: str = "",
        unit: str = "",
        kind: Kind = "sums",
        contributions: Contributions | None = None,
        subject: str = "",
        within: Mapping[str, str] | None = None,
        tolerance: float = 0.0,
    ) -> None:
        self.dimensions = tuple(dimensions)
        self.values = np.asarray(values, dtype=np.float64)
        self.values.flags.writeable = False
        self.frequency = None if frequency is None else np.asarray(frequency, dtype=np.int64)
        self.name, self.title, self.value_title, self.unit = name, title, value_title, unit
        self.kind: Kind = kind
        self.contributions, self.subject, self.tolerance = contributions, subject, tolerance
        self.within = dict(within or {})
        self.sensitivity: Sensitivity | None = None
        self.forced: frozenset[int] = frozenset()
        self.always: frozenset[int] = frozenset()
        self.published: Released | None = None
        self.unknown = np.zeros(len(self.values), dtype=bool)
        self.costs: np.ndarray | None = None
        self.hidden_before: frozenset[int] | None = None
        self._require_names()
        super().__init__(self._cells(), self._described())
        self._require_values()

    def __repr__(self) -> str:
        # Sizes only: codes and values are confidential.
        return f"CellTable({' × '.join(str(len(one)) for one in self.dimensions)} cells)"

    # Cells and their names

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Number of codes of each dimension."""
        return tuple(len(one) for one in self.dimensions)

    @cached_property
    def relations(self) -> Relations:
        """Which cells are the sum of which others."""
        return Relations.of(self.dimensions)

    def place_of(self, codes: Sequence[str]) -> int:
        """Return the place of a cell.

        Parameters
        ----------
        codes
            A code of each dimension.

        Returns
        -------
        int
            0…n−1.

        Raises
        ------
        DataError
            There are more or fewer codes than dimensions, or one of them is none of its dimension.
        """
        if len(codes) != len(self.dimensions):
            words = "A cell of this table has {number} codes, one of each of {names}."
            names = BETWEEN.join(one.name for one in self.dimensions)
            raise DataError(sentence(words, number=str(len(self.dimensions)), names=names), "cell")
        places = []
        for dimension, code in zip(self.dimensions, codes, strict=True):
            if code not in dimension.places:
                words = "{code} is no code of {name}; choose one of the table."
                raise DataError(sentence(words, code=short(code), name=dimension.name), dimension.name)
            places.append(dimension.places[code])
        return int(np.ravel_multi_index(places, self.shape))

    def code_places(self, cell: int) -> tuple[int, ...]:
        """Return the place of the code of a cell in each dimension.

        Parameters
        ----------
        cell
            Its place.

        Returns
        -------
        tuple[int, ...]
            One for each dimension.
        """
        return tuple(int(place) for place in np.unravel_index(cell, self.shape))

    def codes(self, cell: int) -> tuple[str, ...]:
        """Return the codes of a cell.

        Parameters
        ----------
        cell
            Its place.

        Returns
        -------
        tuple[str, ...]
            One for each dimension.
        """
        return tuple(
            one.codes[place] for one, place in zip(self.dimensions, self.code_places(cell), strict=True)
        )

    def cell_text(self, cell: int) -> str:
        """Return what people call a cell: "48301, Other".

        Parameters
        ----------
        cell
            Its place.

        Returns
        -------
        str
            Its codes, with their labels for people.
        """
        places = zip(self.dimensions, self.code_places(cell), strict=True)
        return joined_codes([one.shown_codes[place] for one, place in places], BETWEEN)

    @property
    def margins(self) -> np.ndarray:
        """Whether a cell is the sum of others, bool (n,)."""
        found = np.zeros(len(self), dtype=bool)
        found[self.relations.wholes] = True
        return found

    # What is known of them

    @property
    def is_sensitive(self) -> np.ndarray:
        """Whether a rule calls a cell sensitive, bool (n,); none before a rule was asked."""
        return np.zeros(len(self), dtype=bool) if self.sensitivity is None else self.sensitivity.sensitive

    @property
    def is_forced(self) -> np.ndarray:
        """Whether a cell is hidden in any case, bool (n,): by hand, or because nobody knows its value."""
        return self._mask(self.forced) | self.unknown

    @property
    def is_always(self) -> np.ndarray:
        """Whether a cell must be published, bool (n,)."""
        return self._mask(self.always)

    @property
    def is_hidden(self) -> np.ndarray:
        """Whether a cell is not published, bool (n,): before a protection those that must not be."""
        if self.published is not None:
            return np.asarray(np.isnan(self.published.values))
        return np.asarray((self.is_sensitive | self.is_forced) & ~self.is_always)

    @property
    def released(self) -> np.ndarray:
        """What is published, float64 (n,), NaN where a cell is hidden."""
        if self.published is not None:
            return self.published.values
        return np.where(self.is_hidden, np.nan, self.values)

    @property
    def status(self) -> tuple[CellStatus, ...]:
        """What becomes of each cell."""
        found = np.full(len(self), CellStatus.PUBLISHED, dtype=object)
        if self.published is not None:
            found[self.published.secondary] = CellStatus.SECONDARY
        found[self.unknown] = CellStatus.SECONDARY
        found[self._mask(self.forced)] = CellStatus.FORCED
        found[self.is_sensitive] = CellStatus.SENSITIVE
        found[self.is_always] = CellStatus.ALWAYS
        return tuple(found)

    # Another table of it

    def sensitive(self, *rules: Judge) -> Self:
        """Return the table with what rules say of its cells.

        Parameters
        ----------
        *rules
            A cell is sensitive if one of them says so, and the protection required is the largest.

        Returns
        -------
        Self
            Without what was published: that was made for other rules. Cells whose value is not known are not
            judged; what a file says of them stays, and where it says nothing they are sensitive.

        Raises
        ------
        DataError
            A rule needs contributions that are not known, or some are negative.
        """
        said = judge(self, rules)
        if self.unknown.any():
            said = said.without(self.unknown, self.sensitivity)
        return self._with(sensitivity=said, published=None)

    def with_sensitivity(self, sensitivity: Sensitivity | None) -> Self:
        """Return the table with cells that are known to be sensitive.

        Parameters
        ----------
        sensitivity
            What is known of each cell; None: nothing.

        Returns
        -------
        Self
            Without what was published.
        """
        return self._with(sensitivity=sensitivity, published=None)

    def with_hand(self, hidden: Iterable[int] = (), always: Iterable[int] = ()) -> Self:
        """Return the table in which the owner decides on some cells.

        Parameters
        ----------
        hidden
            Places of cells that must be hidden.
        always
            Places of cells that must be published.

        Returns
        -------
        Self
            Without what was published.

        Raises
        ------
        DataError
            A cell is in both, or is to be published without a value that is known.
        """
        forced, kept = frozenset(hidden), frozenset(always)
        if forced & kept:
            words = "{cell} cannot be hidden and published; decide for one."
            raise DataError(sentence(words, cell=self.cell_text(min(forced & kept))), "cell")
        self._require_known(kept, self.unknown)
        return self._with(forced=forced, always=kept, published=None)

    def with_released(self, released: Released | None) -> Self:
        """Return the table with what is published of it.

        Parameters
        ----------
        released
            Made by a protection, or elsewhere.

        Returns
        -------
        Self
            Cells and rules stay.
        """
        return self._with(published=released)

    def called(self, name: str, title: str, unit: str) -> Self:
        """Return the table under another name.

        Parameters
        ----------
        name, title, unit
            What the project finds it by, what people call it, and the unit of its numbers.

        Returns
        -------
        Self
            All else stays.
        """
        return self._with(name=name, title=title, unit=unit)

    def linked(
        self, subject: str, within: Mapping[str, str], names: Mapping[str, str] = MappingProxyType({})
    ) -> Self:
        """Return the table as one of others' numbers, with which it shares cells.

        Parameters
        ----------
        subject
            What the tables have in common.
        within
            By variable of the others the only value that the records of this table have.
        names
            By dimension what it is called among the others.

        Returns
        -------
        Self
            All else stays.
        """
        dimensions = tuple(one.changed(name=names.get(one.name, one.name)) for one in self.dimensions)
        return self.recoded(dimensions)._with(subject=subject, within=dict(within))

    def recoded(self, dimensions: Sequence[Dimension]) -> Self:
        """Return the table whose variables and codes have other names among others.

        Parameters
        ----------
        dimensions
            The same trees of codes, in their order.

        Returns
        -------
        Self
            All else stays, its frame too.
        """
        return self._with(dimensions=tuple(dimensions))

    def with_unknown(self, unknown: np.ndarray) -> Self:
        """Return the table in which nobody knows the values of some cells, as of one that was published.

        Parameters
        ----------
        unknown
            bool (n,), cells whose value is one of those that are possible.

        Returns
        -------
        Self
            All else stays. These cells are hidden whatever happens: no protection publishes a value that was
            only worked out.

        Raises
        ------
        DataError
            One of them must always be published.
        """
        self._require_known(self.always, np.asarray(unknown, dtype=bool))
        return self._with(unknown=np.asarray(unknown, dtype=bool))

    def with_costs(self, costs: np.ndarray) -> Self:
        """Return the table with what hiding each cell costs its readers, as its owner sees it.

        Parameters
        ----------
        costs
            float64 (n,), from 0.

        Returns
        -------
        Self
            All else stays; only ways of hiding that are asked to look at these costs do.

        Raises
        ------
        DataError
            A cost is missing or below 0; the sentence names the cell.
        """
        wrong = np.flatnonzero(~((costs >= 0) & np.isfinite(costs)))
        if len(wrong):
            words = "{cell}: its cost is missing, negative or no number; correct it."
            raise DataError(sentence(words, cell=self.cell_text(int(wrong[0]))), "cost")
        return self._with(costs=np.asarray(costs, dtype=np.float64))

    def with_hidden_before(self, cells: Iterable[int]) -> Self:
        """Return the table with the cells that were hidden in its last edition, which are preferred again.

        Parameters
        ----------
        cells
            Their places.

        Returns
        -------
        Self
            All else stays; only ways of hiding look at it.
        """
        return self._with(hidden_before=frozenset(cells))

    def with_secondary(self, secondary: np.ndarray, protection: AnyOperation | None = None) -> Self:
        """Return the table in which cells are hidden to protect others, and all others published as they are.

        Parameters
        ----------
        secondary
            bool (n,).
        protection
            What chose them.

        Returns
        -------
        Self
            Sensitive cells and those hidden by hand are hidden, too.
        """
        hidden = (self.is_sensitive | self.is_forced) & ~self.is_always
        beside = np.asarray(secondary, dtype=bool) & ~hidden
        values = np.where(hidden | beside, np.nan, self.values)
        return self.with_released(Released(values, beside, protection))

    def _with(self, **changed: object) -> Self:
        new = self._with_frame(self.frame)
        for name, value in changed.items():
            setattr(new, name, value)
        return new

    # The frame

    def _mask(self, cells: frozenset[int]) -> np.ndarray:
        mask = np.zeros(len(self), dtype=bool)
        mask[list(cells)] = True
        return mask

    def _require_known(self, always: frozenset[int], unknown: np.ndarray) -> None:
        """Refuse cells that must be published although nobody knows their value."""
        without = [cell for cell in sorted(always) if unknown[cell]]
        if without:
            words = "{cell} has no value that is known, so it cannot be published; leave it hidden."
            raise DataError(sentence(words, cell=self.cell_text(without[0])), "cell")

    def _cells(self) -> pd.DataFrame:
        count = int(np.prod([len(one) for one in self.dimensions], dtype=np.int64))
        if len(self.values) != count or (self.frequency is not None and len(self.frequency) != count):
            words = "The table has {cells} cells, and {values} values were given; give one for each."
            raise DataError(sentence(words, cells=str(count), values=str(len(self.values))), VALUE)
        shape = [len(one) for one in self.dimensions]
        places = np.unravel_index(np.arange(count), shape)
        columns: dict[str, object] = {
            one.name: pd.Categorical.from_codes(at, categories=pd.Index(one.codes))
            for one, at in zip(self.dimensions, places, strict=True)
        }
        columns[VALUE] = self.values
        if self.frequency is not None:
            columns[FREQUENCY] = self.frequency
        return pd.DataFrame(columns)

    def _described(self) -> list[Variable]:
        found = [
            Variable(
                name=one.name,
                label=one.title,
                role=Role.KEY,
                scale=Scale.NOMINAL,
                categories=one.codes,
            )
            for one in self.dimensions
        ]
        found.append(Variable(name=VALUE, label=self.value_title, scale=Scale.CONTINUOUS))
        if self.frequency is not None:
            found.append(Variable(name=FREQUENCY, scale=Scale.CONTINUOUS))
        return found

    def _require_names(self) -> None:
        names = [one.name for one in self.dimensions]
        if not names:
            raise DataError(sentence("A table needs at least one variable for its rows; choose one."), "rows")
        for name in (VALUE, FREQUENCY):
            if name in names:
                words = "A dimension cannot be called {name}, as a column of the table is; rename it."
                raise DataError(sentence(words, name=name), name)

    def _require_values(self) -> None:
        """Refuse numbers that are none, or that do not add up."""
        wrong = np.flatnonzero(~np.isfinite(self.values))
        if len(wrong):
            words = "{cell}: the value is missing or no number; correct it."
            raise DataError(sentence(words, cell=self.cell_text(int(wrong[0]))), VALUE)
        broken = self.relations.broken(self.values, self.tolerance)
        if len(broken):
            first = int(broken[0])
            cell = int(self.relations.wholes[first])
            words = "{cell}: the parts add up to {parts}, not to {value}; correct the table."
            parts = float(self.values[self.relations.parts(first)].sum())
            told = sentence(words, cell=self.cell_text(cell), parts=parts, value=float(self.values[cell]))
            raise DataError(told, VALUE)

"""Published tables: the variables that each crosses, and the coding in which each has them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest

import numpy as np

from sdcdesk.core.data.crossed_names import BETWEEN, crossed_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.kernels.linked_cells import CountedTable

OF_TABLE = ": "
"""Between the number of a table and a variable that says who counts in it."""

AT_LEVEL = ":"
"""Between a variable and the level of its hierarchy at which a table has it."""


@dataclass(frozen=True, slots=True)
class Factor:
    """A variable of a table.

    Attributes
    ----------
    name
        The variable.
    level
        Level of its hierarchy; 0: as it is.
    """

    name: str
    level: int = 0


def parse_tables(
    written: Sequence[str], names: Sequence[str], hierarchies: Mapping[str, Hierarchy]
) -> list[tuple[Factor, ...]]:
    """Return the tables that texts name.

    Parameters
    ----------
    written
        Variables joined by × or by *; a variable with a level of its hierarchy is "age:2".
    names
        Variables that there are.
    hierarchies
        By variable.

    Returns
    -------
    list[tuple[Factor, ...]]
        In their order.

    Raises
    ------
    DataError
        A text names something else, or a level that a hierarchy does not have.
    """
    factors = {name: Factor(name) for name in names}
    for name, hierarchy in hierarchies.items():
        factors |= {
            f"{name}{AT_LEVEL}{level}": Factor(name, level) for level in range(1, hierarchy.height + 1)
        }
    called = list(factors)
    found = []
    for text in written:
        words = "{text} names no table; write variables joined by ×, with a level of a hierarchy as age:2."
        unknown = DataError(sentence(words, text=short(text)), "published")
        found.append(tuple(factors[called[place]] for place in crossed_places(text, called, unknown)))
    return found


def pairs(names: Sequence[str]) -> list[tuple[Factor, ...]]:
    """Return the tables of every two variables; of a single one its own.

    Parameters
    ----------
    names
        The variables.

    Returns
    -------
    list[tuple[Factor, ...]]
        In their order.
    """
    if len(names) < 2:
        return [tuple(Factor(name) for name in names)]
    return [(Factor(one), Factor(other)) for one, other in combinations(names, 2)]


def table_text(factors: Sequence[Factor]) -> str:
    """Return a table as people write it.

    Parameters
    ----------
    factors
        Its variables.

    Returns
    -------
    str
        "age:2 × ethnic".
    """
    return BETWEEN.join(f"{one.name}{AT_LEVEL}{one.level}" if one.level else one.name for one in factors)


def counted_tables(
    data: Microdata,
    tables: Sequence[Sequence[Factor]],
    hierarchies: Mapping[str, Hierarchy],
    universe: Mapping[str, Sequence[str]],
    own: Sequence[Mapping[str, Sequence[str]]] = (),
    *,
    outside: bool,
) -> list[CountedTable]:
    """Return the codes of the records in each table; tables with the same variable share its codes.

    Parameters
    ----------
    data
        The records.
    tables
        The variables of each.
    hierarchies
        By variable.
    universe
        By variable the values that count: records with others are outside all tables that have it.
    own
        For each table the values that count in it alone, by variables that it need not have; none: all count.
    outside
        Whether a record without a value is outside the table, and not in a category of its own.

    Returns
    -------
    list[CountedTable]
        In the order of the tables, one code a record and variable.

    Raises
    ------
    DataError
        A value is not in its hierarchy.
    """
    each = {one for table in tables for one in table}
    codes = {one: _codes(data, one, hierarchies, universe, outside=outside) for one in each}
    found = []
    for table, only in zip_longest(tables, own):
        counting = np.ones(len(data), dtype=bool)
        for name, wanted in (only or {}).items():
            counting &= _counting(data, name, wanted)
        # Outside by one variable is outside the table.
        first, *rest = (codes[one][0] for one in table)
        first = first if counting.all() else np.where(counting, first, first.dtype.type(-1))
        found.append(CountedTable((first, *rest), tuple(codes[one][1] for one in table)))
    return found


def split_universe(
    universe: Mapping[str, Sequence[str]], names: Sequence[str], tables: int
) -> tuple[dict[str, Sequence[str]], list[dict[str, Sequence[str]]]]:
    """Return which values count in all tables, and which in single ones.

    Parameters
    ----------
    universe
        Values that count by variable, for all tables that have it; or by number and variable, as "2: work",
        for one table, which need not have it.
    names
        Variables of the file; one that is called so stands for itself.
    tables
        How many tables there are.

    Returns
    -------
    tuple[dict, list[dict]]
        By variable the values; for all, and for each table.

    Raises
    ------
    DataError
        There is no table of a number.
    """
    shared: dict[str, Sequence[str]] = {}
    own: list[dict[str, Sequence[str]]] = [{} for _ in range(tables)]
    for key, wanted in universe.items():
        number, separator, name = key.partition(OF_TABLE)
        if key in names or not separator or not number.isdecimal():
            shared[key] = wanted
        elif 1 <= int(number) <= tables:
            own[int(number) - 1][name] = wanted
        else:
            words = "There are {tables} tables, and none has the number {number}."
            raise DataError(sentence(words, tables=str(tables), number=str(int(number))), "universe")
    return shared, own


def _codes(
    data: Microdata,
    factor: Factor,
    hierarchies: Mapping[str, Hierarchy],
    universe: Mapping[str, Sequence[str]],
    *,
    outside: bool,
) -> tuple[np.ndarray, int]:
    coding = data.coding(factor.name)
    codes, size = coding.codes.astype(np.int64), len(coding.categories)
    if factor.level:
        hierarchy = hierarchies[factor.name]
        places = {value: place for place, value in enumerate(hierarchy.values)}
        texts = [value_text(value) for value in coding.categories]
        absent = next((text for text in texts if text not in places), None)
        if absent is not None:
            words = "{name}: a value of the file is not in its hierarchy; place it there first."
            raise DataError(sentence(words, name=factor.name), "hierarchies")
        at = hierarchy.codes(factor.level)
        own = np.array([at[places[text]] for text in texts], dtype=np.int64)
        codes = np.where(codes < 0, -1, own[codes]) if size else codes
        size = int(own.max(initial=-1)) + 1
    if not outside and (codes < 0).any():
        codes, size = np.where(codes < 0, size, codes), size + 1
    if factor.name in universe:
        codes = np.where(_counting(data, factor.name, universe[factor.name]), codes, -1)
    size = max(size, 1)
    # Short codes: five million records have many variables.
    return codes.astype(np.min_scalar_type(-size)), size


def _counting(data: Microdata, name: str, wanted: Sequence[str]) -> np.ndarray:
    """Return which records have one of some values."""
    coding = data.coding(name)
    # The last place is that of missing values.
    counts = np.array([value_text(value) in wanted for value in coding.categories] + [False])
    return np.asarray(counts[coding.codes])


def require_known(universe: Mapping[str, Sequence[str]], *files: Microdata) -> None:
    """Refuse values that occur in none of some files.

    Parameters
    ----------
    universe
        By variable the values that count.
    files
        A value that masking took away still occurs in the original.

    Raises
    ------
    DataError
        A variable is in none of the files, or a value does not occur.
    """
    for name, wanted in universe.items():
        there = [
            value_text(value) for data in files if name in data for value in data.coding(name).categories
        ]
        if not {*wanted} <= {*there}:
            words = "{name} lacks a value that is to count; choose values that occur."
            raise DataError(sentence(words, name=short(name)), "universe")

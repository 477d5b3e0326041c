"""Variable labels: what people call the variables of a file, wherever they are shown."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from sdcdesk.core.legible import legible
from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import accepts
from sdcdesk.core.table import Table
from sdcdesk.core.variable import Variable

_BETWEEN = re.compile(r"(, |; )")
"""What stands between several names in a cell."""

AnyOperation = TypeVar("AnyOperation", bound=Operation)

NAMING = ("variable", "variables", "part", "attack")
"""Columns of findings whose cells are names of variables, one or several, or words of ours where none is."""


def shown_names(variables: Iterable[Variable]) -> dict[str, str]:
    """Return how variables are shown: by their labels, where they have any.

    Parameters
    ----------
    variables
        All of a file.

    Returns
    -------
    dict[str, str]
        What is shown, by name. A label that tells no variable from the others has the name beside it.

    Examples
    --------
    >>> billed = Variable(name="q17", label="Amount billed")
    >>> shown_names([billed, Variable(name="age")])
    {'q17': 'Amount billed', 'age': 'age'}
    """
    described = list(variables)
    taken = Counter(variable.label or variable.name for variable in described)
    taken.update(variable.name for variable in described if variable.label)
    return {variable.name: _shown(variable, alone=taken[variable.label] == 1) for variable in described}


def with_shown_names(table: Table, shown: Mapping[str, str]) -> Table:
    """Return a table of findings as people read it: variables by what they are called.

    Parameters
    ----------
    table
        With names in columns that are called as `NAMING` says.
    shown
        See `shown_names`.

    Returns
    -------
    Table
        The same table where nothing is called otherwise.
    """
    naming = [column.name for column in table.columns if column.name in NAMING and column.unit is None]
    if not naming or all(name == words for name, words in shown.items()):
        return table
    called = {name: table.frame[name].map(lambda cell: _called(cell, shown)) for name in naming}
    return replace(table, frame=table.frame.assign(**called))


def with_names_as_shown(operation: AnyOperation, shown: Mapping[str, str]) -> AnyOperation:
    """Return an operation whose summary calls variables what people call them; it is not to be applied.

    Parameters
    ----------
    operation
        A method or measure.
    shown
        See `shown_names`.

    Returns
    -------
    Operation
        With words in the place of names.
    """
    fields = {
        name: getattr(operation, name) for name, info in type(operation).model_fields.items() if accepts(info)
    }
    words = {name: _words(value, shown) for name, value in fields.items()}
    return operation.model_copy(update=words)


def _shown(variable: Variable, *, alone: bool) -> str:
    label, name = legible(variable.label), legible(variable.name)
    return name if label in ("", name) else label if alone else f"{label} ({name})"


def _called(cell: object, shown: Mapping[str, str]) -> object:
    if not isinstance(cell, str):
        return cell
    return shown[cell] if cell in shown else "".join(shown.get(part, part) for part in _BETWEEN.split(cell))


def _words(value: object, shown: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return shown.get(value, value)
    return tuple(_words(one, shown) for one in value) if isinstance(value, list | tuple) else value

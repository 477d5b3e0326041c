"""Display names: what people call the variables of a file, wherever they are shown."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import eq, is_
from typing import TypeVar

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.operations.parameters import accepts
from sdcdesk.core.results.column import BETWEEN_NAMES, NAMING
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.printable import elided, printable
from sdcdesk.core.text.sentence import Argument, Sentence

Kept = TypeVar("Kept", bound=AnyOperation)


def display_names(variables: Iterable[Variable]) -> dict[str, str]:
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
    >>> display_names([billed, Variable(name="age")])
    {'q17': 'Amount billed', 'age': 'age'}
    """
    if not isinstance(variables, tuple):
        return _named(list(variables))
    global _latest
    # Data make a new tuple of the same descriptions whenever they are asked.
    found = next((shown for named, shown in _latest if _same(named, variables)), None)
    if found is None:
        found = _named(variables)
        _latest = ((variables, found), *_latest)[:KEPT]
    return dict(found)


def short_display_names(variables: Iterable[Variable]) -> dict[str, str]:
    """Return how variables are shown in sentences, which no long label fills.

    Parameters
    ----------
    variables
        All of a file.

    Returns
    -------
    dict[str, str]
        As `display_names`, long ones without their middle.
    """
    return {name: elided(shown, _SHORT) for name, shown in display_names(variables).items()}


_SHORT = 60
"""Characters of a label in a sentence."""

KEPT = 3
"""Files whose names are kept: the original, the masked one, and one that is compared."""

_latest: tuple[tuple[tuple[Variable, ...], dict[str, str]], ...] = ()
"""The variables that were named last, and how they are shown."""


def _same(some: tuple[Variable, ...], others: tuple[Variable, ...]) -> bool:
    return some is others or (len(some) == len(others) and all(map(is_, some, others)))


def _named(described: Sequence[Variable]) -> dict[str, str]:
    labels = Counter(variable.label or variable.name for variable in described)
    labels.update(variable.name for variable in described if variable.label)
    return {
        variable.name: _display_name(variable, alone=labels[variable.label] == 1) for variable in described
    }


def with_display_names(table: Table, display_names: Mapping[str, str]) -> Table:
    """Return a table of findings as people read it: variables by what they are called.

    Parameters
    ----------
    table
        With names in columns that are called as `NAMING` says.
    display_names
        See `display_names`.

    Returns
    -------
    Table
        The same table where nothing is called otherwise.
    """
    if all(map(eq, display_names, display_names.values())):
        return table
    naming = [column.name for column in table.columns if column.name in NAMING and column.unit is None]
    called = {name: table.frame[name].map(lambda cell: _called(cell, display_names)) for name in naming}
    columns = tuple(replace(column, title=_titled(column.title, display_names)) for column in table.columns)
    return replace(table, columns=columns, frame=table.frame.assign(**called))


def sentence_with_display_names(text: Sentence, display_names: Mapping[str, str]) -> Sentence:
    """Return a sentence in which variables are called what people call them.

    Parameters
    ----------
    text
        A sentence; names of variables are among its arguments.
    display_names
        See `display_names`.

    Returns
    -------
    Sentence
        The same one where it has no arguments.
    """
    if not text.arguments:
        return text
    called: dict[str, Argument] = {
        name: sentence_with_display_names(value, display_names)
        if isinstance(value, Sentence)
        else str(_called(value, display_names))
        if isinstance(value, str)
        else value
        for name, value in text.arguments.items()
    }
    return text.with_arguments(called)


def text_with_display_names(text: str, display_names: Mapping[str, str]) -> str:
    """Return a text, a sentence or not, in which variables are called what people call them.

    Parameters
    ----------
    text
        An error, a warning or a note.
    display_names
        See `display_names`.

    Returns
    -------
    str
        The same text where it is no sentence with arguments.
    """
    return sentence_with_display_names(text, display_names) if isinstance(text, Sentence) else text


def operation_with_display_names(operation: Kept, display_names: Mapping[str, str]) -> Kept:
    """Return an operation whose summary calls variables what people call them; it is not to be applied.

    Parameters
    ----------
    operation
        A method or measure.
    display_names
        See `display_names`.

    Returns
    -------
    Operation
        With words in the place of names.
    """
    fields = {
        name: getattr(operation, name) for name, info in type(operation).model_fields.items() if accepts(info)
    }
    words = {name: _words(value, display_names) for name, value in fields.items()}
    return operation.model_copy(update=words)


def _display_name(variable: Variable, *, alone: bool) -> str:
    label, name = printable(variable.label), printable(variable.name)
    return name if label in ("", name) else label if alone else f"{label} ({name})"


def _called(cell: object, display_names: Mapping[str, str]) -> object:
    if not isinstance(cell, str):
        return cell
    parts = [cell] if cell in display_names else BETWEEN_NAMES.split(cell)
    return "".join(display_names.get(part, part) for part in parts)


def _titled(title: str, display_names: Mapping[str, str]) -> str:
    """Return the title of a column that is a variable, or what was made of one: "Masked age"."""
    before, _, name = title.partition(" ")
    if title in display_names:
        return display_names[title]
    return f"{before} {display_names[name]}" if name in display_names else title


def _words(value: object, display_names: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return display_names.get(value, value)
    return tuple(_words(one, display_names) for one in value) if isinstance(value, list | tuple) else value

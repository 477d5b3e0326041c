"""Released variable: a description without what could tell of values that were masked."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.io.released_display import released_display


def released_variable(data: Microdata, variable: Variable, *, changed: bool) -> Variable:
    """Return a description without what only values that were masked, or that nobody has, would explain.

    Categories, ranges and labels of values that do not occur are left out. Codes for missing are no values of
    anybody, and keep their labels; but those that were found in a range of missing values, or are lettered
    and have no label, are told as long as they occur. A range of missing values in which values lie now is
    none. How wide values are shown is told of those that leave.

    Parameters
    ----------
    data
        What is written.
    variable
        One of its variables.
    changed
        Whether a step changed it, or records were left out.

    Returns
    -------
    Variable
        The same where nothing is left out.
    """
    told = variable
    if any((variable.categories, variable.intervals, variable.value_labels, *_found_codes(variable))):
        told = _occurring(data, variable)
    ranges = tuple(one for one in variable.missing_ranges if is_free(data, variable, one))
    display = released_display(data, variable, changed=changed)
    if (ranges, display) != (variable.missing_ranges, variable.display):
        told = told.changed(missing_ranges=ranges, display=display)
    return variable if told == variable else told


def _occurring(data: Microdata, variable: Variable) -> Variable:
    """Return a description of values that occur, and of codes for missing."""
    present = set(data.column(variable.name).dropna().unique().tolist())
    found = _found_codes(variable)
    missing = tuple(code for code in variable.missing if code in present or code not in found)
    labelled = present.union(missing)
    return variable.changed(
        categories=tuple(category for category in variable.categories if category in present),
        intervals=tuple(interval for interval in variable.intervals if interval.label in present),
        missing=missing,
        lettered_missing=tuple(one for one in variable.lettered_missing if one.code in missing),
        value_labels=tuple(
            one for one in variable.value_labels if one.value in labelled or _in_a_range(variable, one.value)
        ),
    )


def _found_codes(variable: Variable) -> set[Value]:
    """Return the codes for missing that nobody declared: they were found among the values of a file."""
    labels = variable.label_by_value()
    letters = {one.code for one in variable.lettered_missing if one.code not in labels}
    return letters.union(code for code in variable.missing if _in_a_range(variable, code))


def _in_a_range(variable: Variable, code: Value) -> bool:
    return any(one.includes(code) for one in variable.missing_ranges)


def is_free(data: Microdata, variable: Variable, among: MissingRange) -> bool:
    """Return whether no value of a variable of numbers lies in a range, but for codes for missing.

    Parameters
    ----------
    data
        Some data.
    variable
        One of their variables.
    among
        The range.

    Returns
    -------
    bool
        False of a variable of text.
    """
    column = data.column(variable.name)
    if not pd.api.types.is_numeric_dtype(column.dtype):
        return False
    low, high = -np.inf if among.low is None else among.low, np.inf if among.high is None else among.high
    inside = column.between(low, high).fillna(value=False)
    return bool(column[inside].isin(variable.missing).all())

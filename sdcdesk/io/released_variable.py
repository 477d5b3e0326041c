"""Released variable: a description without what could tell of values that were masked."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable


def released_variable(data: Microdata, variable: Variable) -> Variable:
    """Return a description without the categories and labelled values that do not occur.

    A label of a value that nobody has any more could tell what was masked. Codes for missing are no values
    of anybody, and keep their labels.

    Parameters
    ----------
    data
        What is written.
    variable
        One of its variables.

    Returns
    -------
    Variable
        The same where all of them occur.
    """
    if not (variable.categories or variable.intervals or variable.value_labels):
        return variable
    present = set(data.column(variable.name).dropna().unique().tolist())
    labelled = present.union(variable.missing)
    kept = variable.changed(
        categories=tuple(category for category in variable.categories if category in present),
        intervals=tuple(interval for interval in variable.intervals if interval.label in present),
        value_labels=tuple(one for one in variable.value_labels if one.value in labelled),
    )
    return variable if kept == variable else kept

"""Released order: that of categories and labels, which tells nothing of the records that had them first."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Value, Variable


def without_record_order(data: Microdata, variable: Variable, *, changed: bool) -> Variable:
    """Return a description whose categories do not stand as records had them first.

    Programs number the categories of a text as they meet them, so that their order is that of the records
    which have them first: of records that leave in another order, and of values that were masked since, as
    that of the first record. Those of a nominal variable, whose order means nothing, are sorted then; so are
    its labels.

    Parameters
    ----------
    data
        What is written, in its new order, with all its variables.
    variable
        One of its variables, as it is described where it leaves.
    changed
        Whether a step changed it, or records were left out. Then they are sorted however they stood: whether
        they stood as the records did hangs on values that were masked. Else records leave in another order.

    Returns
    -------
    Variable
        The same where they stand in another order already, or in one that has a meaning.
    """
    if variable.scale is not Scale.NOMINAL:
        return variable
    labelled = tuple(one.value for one in variable.value_labels)
    if len(variable.categories) < 2 and len(labelled) < 2:
        return variable
    orders = [] if changed else list(_orders_of_records(data, variable.name))
    told = variable
    if changed or any(_stands(variable.categories, order) for order in orders):
        told = told.changed(categories=tuple(sorted(variable.categories, key=_place)))
    if changed or any(_stands(labelled, order) for order in orders):
        labels = sorted(variable.value_labels, key=lambda one: _place(one.value))
        told = told.changed(value_labels=tuple(labels))
    return variable if told == variable else told


def _orders_of_records(data: Microdata, name: str) -> Iterable[dict[Value, int]]:
    """Yield the place of each value by the records that have it first: in the initial file, and of these."""
    column = data.column(name).iloc[np.argsort(data.rows, kind="stable")]
    yield _places(column)
    beginning = data.beginning
    if beginning is not None and name in beginning:
        yield _places(beginning.column(name).iloc[np.argsort(beginning.rows, kind="stable")])


def _places(column: pd.Series) -> dict[Value, int]:
    return {value: place for place, value in enumerate(column.dropna().unique().tolist())}


def _stands(values: tuple[Value, ...], order: dict[Value, int]) -> bool:
    """Return whether values stand as records have them first."""
    places = [order[value] for value in values if value in order]
    return len(places) > 1 and bool((np.diff(places) > 0).all())


def _place(value: Value) -> tuple[bool, Value]:
    return isinstance(value, str), value

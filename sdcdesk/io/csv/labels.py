"""Labels in place of codes: data as a file holds them that has no room for both."""

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import text_series
from sdcdesk.core.data.value_label import unlike_labels
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.text.value_text import value_text


def with_labels(data: Microdata) -> Microdata:
    """Return data in which what a code means stands in its place.

    Codes for missing that have a label are replaced, too; values without one stay as they are. Continuous
    variables keep their numbers, of which a label here and there would make text, unless all values that
    occur have labels: these are codes, whose file says no scale. Where two codes of a
    variable have the same label, their codes stand behind it, for they are different values.

    Parameters
    ----------
    data
        What is written.

    Returns
    -------
    Microdata
        The same where no code has a label.
    """
    columns, described = {}, []
    for variable in data.variables:
        if not variable.value_labels or not _is_coded(data, variable):
            continue
        if variable.scale is Scale.CONTINUOUS:
            variable = variable.changed(scale=Scale.NOMINAL, unit="", intervals=())
        labels = _labels(data, variable)
        column = data.column(variable.name)
        columns[variable.name] = _replaced(column, labels)
        described.append(
            variable.changed(
                categories=tuple(
                    dict.fromkeys(labels.get(value, str(value)) for value in variable.categories)
                ),
                missing=tuple(dict.fromkeys(labels.get(value, str(value)) for value in variable.missing)),
                value_labels=(),
                missing_ranges=(),
                lettered_missing=(),
                display=None,
            )
        )
    if not columns:
        return data
    return data.assign(columns).describe(*described)


def _is_coded(data: Microdata, variable: Variable) -> bool:
    """Return whether values are codes: of a continuous variable where each has a label or is missing."""
    if variable.scale is not Scale.CONTINUOUS:
        return True
    present = data.column(variable.name)[~data.missing(variable.name)].unique().tolist()
    return bool(present) and set(present) <= set(variable.label_by_value())


def _labels(data: Microdata, variable: Variable) -> dict[Value, str]:
    """Return what stands for each value that occurs or is declared."""
    occurring = data.column(variable.name).dropna().unique().tolist()
    values = dict.fromkeys((*variable.categories, *variable.missing, *occurring))
    labels = variable.label_by_value()
    return unlike_labels({value: labels.get(value) or value_text(value) for value in values}, value_text)


def _replaced(column: pd.Series, labels: dict[Value, str]) -> pd.Series:
    known = column.notna()
    codes, values = pd.factorize(column[known])
    named = text_series([labels[value] for value in values.tolist()])
    replaced = pd.Series(None, index=column.index, dtype=named.dtype)
    replaced[known] = named.take(codes).set_axis(column.index[known])
    return replaced

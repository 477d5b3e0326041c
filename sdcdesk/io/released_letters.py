"""Released letters: codes for lettered missing values that tell nothing of the values before masking."""

from collections.abc import Collection

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.io.columns.coded_numbers import codes_of_letters


def with_released_letters(data: Microdata, changed: Collection[str]) -> Microdata:
    """Return data in which codes for lettered missing values lie below the numbers that leave.

    When a file is read, these codes are chosen below all of its numbers: how far below tells how low the
    lowest was. Where numbers were masked or records left out, they are chosen anew.

    Parameters
    ----------
    data
        What is written.
    changed
        The variables that a step changed, or that lack records.

    Returns
    -------
    Microdata
        The same where the codes are those that the numbers that leave would have been given.
    """
    columns: dict[str, pd.Series] = {}
    described: list[Variable] = []
    for variable in data.variables:
        codes = _new_codes(data, variable) if variable.name in changed else {}
        if codes:
            columns[variable.name] = data.column(variable.name).replace(codes)
            described.append(_with_codes(variable, codes))
    return data.assign(columns, described) if columns else data


def _new_codes(data: Microdata, variable: Variable) -> dict[Value, Value]:
    """Return new codes by the old ones; none where they stay."""
    column = data.column(variable.name)
    if not variable.lettered_missing or not pd.api.types.is_numeric_dtype(column.dtype):
        return {}
    numbers = data.numbers(variable.name)
    chosen = codes_of_letters(numbers, [one.letter for one in variable.lettered_missing])
    codes: dict[Value, Value] = {one.code: chosen[one.letter] for one in variable.lettered_missing}
    others = {code for code in variable.missing if code not in codes}
    if others.intersection(codes.values()) or all(old == new for old, new in codes.items()):
        return {}
    return codes


def _with_codes(variable: Variable, codes: dict[Value, Value]) -> Variable:
    return variable.changed(
        missing=tuple(codes.get(code, code) for code in variable.missing),
        lettered_missing=tuple(one.changed(code=codes[one.code]) for one in variable.lettered_missing),
        value_labels=tuple(
            one.changed(value=codes.get(one.value, one.value)) for one in variable.value_labels
        ),
    )

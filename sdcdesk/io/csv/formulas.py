"""Formulas: text that a spreadsheet would compute instead of show, because of its first sign."""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_arrow, as_text
from sdcdesk.io.columns.text_columns import spans
from sdcdesk.io.loss import Loss

_BEGINNINGS = b"=+-@ \t\r\n\xef\xc2\xe3"
"""First bytes of formulas: of their signs, of blanks that some spreadsheets pass over, of wide ones."""

_FORMULA = "^[\\s\u00a0\u3000]*[=+@\uff1d\uff0b\uff0d\uff20-]"
"""How a formula begins: spreadsheets of East Asia take the wide signs, too."""

_counted: WeakKeyDictionary[Microdata, dict[str, int]] = WeakKeyDictionary()
"""What was counted of data that are still in use: they never change, and are asked about again and again."""

_NUMBER = r"^\s*[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)?$"


def formulas(data: Microdata, progress: Progress = SILENT) -> dict[str, int]:
    """Count the cells that a spreadsheet would take for formulas.

    Parameters
    ----------
    data
        The records.
    progress
        Receives how far the work is.

    Returns
    -------
    dict[str, int]
        By variable of text that has some; negative numbers are none.
    """
    if data not in _counted:
        _counted[data] = _count(data, progress)
    return dict(_counted[data])


def description_formulas(data: Microdata, *, labels: bool) -> Iterator[Loss]:
    """Find names and labels that a spreadsheet would take for formulas.

    Parameters
    ----------
    data
        What is to be written.
    labels
        Whether labels of values stand in the place of codes.

    Returns
    -------
    Iterator[Loss]
        In the order of the variables.
    """
    named = _are_formulas(pa.array(data.names, pa.large_string()))
    for variable, is_formula in zip(data.variables, named.tolist(), strict=True):
        words = "The name of {name} begins as a formula does, and a spreadsheet would compute it."
        if is_formula:
            yield Loss(variable.name, sentence(words, name=variable.name))
        words = "Labels of {name} begin as formulas do, and a spreadsheet would compute them."
        told = [one.label for one in variable.value_labels] if labels else []
        if told and _are_formulas(pa.array(told, pa.large_string())).any():
            yield Loss(variable.name, sentence(words, name=variable.name))


def neutralised(text: pa.Array) -> pa.Array:
    """Return text with an apostrophe before each formula, so that a spreadsheet shows it as it is.

    Parameters
    ----------
    text
        Large strings.

    Returns
    -------
    pa.Array
        Large strings.
    """
    found = pa.array(_are_formulas(text))
    quoted = pc.binary_join_element_wise(pa.scalar("'", text.type), text, pa.scalar("", text.type))
    return pc.if_else(found, quoted, text)


def without_formulas(data: Microdata) -> Microdata:
    """Return data whose text no spreadsheet computes, and whose descriptions name it as it stands then.

    Parameters
    ----------
    data
        What is written.

    Returns
    -------
    Microdata
        The same where there are no formulas.
    """
    columns, described = {}, []
    for name in formulas(data):
        variable, column = data.variable(name), as_arrow(name, data.column(name))
        text = [neutralised(chunk) for chunk in column.chunks]
        columns[name] = as_text(pa.chunked_array(text, column.type))
        labels = (one.changed(value=_neutral(one.value)) for one in variable.value_labels)
        categories, missing = (tuple(map(_neutral, one)) for one in (variable.categories, variable.missing))
        described.append(variable.changed(categories=categories, missing=missing, value_labels=tuple(labels)))
    return data.assign(columns, described) if columns else data


def _neutral(value: Value) -> Value:
    if not isinstance(value, str):
        return value
    [text] = neutralised(pa.array([value], pa.large_string())).to_pylist()
    return str(text)


def _count(data: Microdata, progress: Progress) -> dict[str, int]:
    counts = {}
    for name, _ in progress.over(data.names, "Looking for formulas"):
        column = data.narrow_column(name)
        if pd.api.types.is_string_dtype(column):
            counts[name] = sum(int(_are_formulas(chunk).sum()) for chunk in as_arrow(name, column).chunks)
    return {name: count for name, count in counts.items() if count}


def _are_formulas(text: pa.Array) -> np.ndarray:
    bounds, content = spans(text)
    if not len(content):
        return np.zeros(len(text), dtype=bool)
    begins = content[np.minimum(bounds[:-1], len(content) - 1)]
    found: np.ndarray = np.isin(begins, np.frombuffer(_BEGINNINGS, dtype=np.uint8)) & (np.diff(bounds) > 0)
    few = text.filter(pa.array(found))
    computed = pc.and_not(pc.match_substring_regex(few, _FORMULA), pc.match_substring_regex(few, _NUMBER))
    found[found] = pc.fill_null(computed, False).to_numpy(zero_copy_only=False)
    return found

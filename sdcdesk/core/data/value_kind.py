"""Value kind: one for each column, such as compare with each other and as a file can hold."""

import pandas as pd

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence

LARGEST_WHOLE = {"integer": 2**63 - 1, "mixed-integer-float": 2**53}
"""Files hold whole numbers up to this, alone and beside decimal ones."""

_CATEGORY_KINDS = frozenset({"boolean", "empty", "floating", "integer", "string"})

_OBJECT_KINDS = _CATEGORY_KINDS | {"date", "datetime", "decimal", "mixed-integer-float", "time", "timedelta"}

_TYPE_KINDS = _OBJECT_KINDS | {"datetime64", "period", "timedelta64"}
"""What pandas calls columns of one kind; numbers with and without decimals are one."""


def require_single_kind(column: pd.Series, name: str) -> None:
    """Refuse a column whose values are no numbers or words of one kind.

    The number 1 and the text "1" would be two values in memory and one in a file, 1 and True one in memory
    and two in a file: no figure of risk would be right for both.

    Parameters
    ----------
    column
        Values as they come from Python.
    name
        Name of the variable.

    Raises
    ------
    DataError
        It holds several kinds of values; lists, bytes and the like; or numbers that no file holds.
    """
    kinds = _OBJECT_KINDS if column.dtype == object else _TYPE_KINDS
    if isinstance(column.dtype, pd.CategoricalDtype):
        column, kinds = pd.Series(column.dtype.categories), _CATEGORY_KINDS
    if _has_single_kind(column):
        return
    there = column.dropna()
    kind = pd.api.types.infer_dtype(there)
    if kind not in kinds or isinstance(column.dtype, pd.SparseDtype):
        raise DataError(_refusal(there, name), name)
    if column.dtype == object:
        _require_order(there, kind, name)


def _has_single_kind(column: pd.Series) -> bool:
    """Return whether the type of a column says so, as that of nearly every one does."""
    kind, types = column.dtype, pd.api.types
    number = types.is_numeric_dtype(kind) and not types.is_complex_dtype(kind)
    return (number and not isinstance(kind, pd.SparseDtype)) or isinstance(kind, pd.StringDtype)


def _refusal(there: pd.Series, name: str) -> str:
    kinds = {type(value) for value in there} if there.dtype == object else {type(there.dtype)}
    if len(kinds) > 1:
        words = "{name} holds values of several kinds; make them all text or all numbers."
        return sentence(words, name=name)
    return sentence(
        "{name} holds values of the type {type}, and a variable is a number or a word for each record; make "
        "them plain numbers or text, or leave it out.",
        name=name,
        type=kinds.pop().__name__,
    )


def _require_order(there: pd.Series, kind: str, name: str) -> None:
    """Refuse objects that are called of one kind and have no order, and numbers that no file holds."""
    if kind.startswith(("date", "time")):
        try:
            there.drop_duplicates().sort_values()
        except TypeError:  # a day and a moment, or moments with and without a time zone
            words = "{name} holds dates of several kinds; make them all days, or all of one time zone."
            raise DataError(sentence(words, name=name), name) from None
    most = LARGEST_WHOLE.get(kind)
    if most and any(abs(int(number)) > most for number in there if not isinstance(number, float)):
        words = "{name} holds whole numbers of more digits than a file keeps; make them text."
        raise DataError(sentence(words, name=name), name)
    if kind == "decimal" and not all(number.is_finite() for number in there):
        raise DataError(sentence("{name} holds infinite numbers; make them missing.", name=name), name)

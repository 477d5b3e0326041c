"""Places of the values of a file in a hierarchy: numbers may be written in it in any way ("1", "1.0")."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy

Number = int | float


class UnplacedValuesError(DataError):
    """Some values of a variable have no place in its hierarchy.

    Parameters
    ----------
    name
        The variable; kept.
    values
        Those values; for the window alone, as the sentence only counts them.
    """

    def __init__(self, name: str, values: tuple[object, ...]) -> None:
        super().__init__(
            sentence(
                "{n} value of {name} has no label in the hierarchy; give it one at each level.",
                "{n} values of {name} have no label in the hierarchy; give each one at each level.",
                "n",
                n=len(values),
                name=name,
            ),
            "hierarchy",
        )
        self.name, self.values = name, values


def places(values: pd.Index | pd.Series, hierarchy: Hierarchy) -> np.ndarray:
    """Return where values stand in a hierarchy.

    Parameters
    ----------
    values
        Different values (m,) of a variable, the categories of its coding, say; none missing.
    hierarchy
        The hierarchy of the variable.

    Returns
    -------
    np.ndarray
        int32 (m,), places among the values of the hierarchy; −1 for a value that it lacks.

    Raises
    ------
    DataError
        The values are numbers, and the hierarchy has one of them twice, with other labels.

    Examples
    --------
    >>> ages = Hierarchy.from_rows({"1": "child", "2.0": "child", "40": "adult"})
    >>> places(pd.Index([1.0, 2.0, 7.5, 40.0]), ages).tolist()
    [0, 1, -1, 2]
    """
    known = _numbers(hierarchy) if holds_numbers(values) else _texts(hierarchy)
    written = values.tolist() if holds_numbers(values) else [str(value) for value in values]
    return np.array([known.get(value, -1) for value in written], dtype=np.int32)


def require_all(
    values: pd.Index | pd.Series, occurring: np.ndarray, hierarchy: Hierarchy, name: str
) -> np.ndarray:
    """Return where values stand in a hierarchy that must hold each one that occurs.

    Parameters
    ----------
    values
        See `places`.
    occurring
        bool (m,), which of them occur in the file.
    hierarchy
        The hierarchy of the variable.
    name
        The variable.

    Returns
    -------
    np.ndarray
        int32 (m,); −1 only for values that do not occur.

    Raises
    ------
    UnplacedValuesError
        A value that occurs has no place.
    DataError
        See `places`.
    """
    found = places(values, hierarchy)
    lacking = np.flatnonzero(occurring & (found < 0))
    if len(lacking):
        raise UnplacedValuesError(name, tuple(values.take(lacking).tolist()))
    return found


def value_number(written: str) -> Number | None:
    """Return the number that a value of a hierarchy is.

    Parameters
    ----------
    written
        The value as text.

    Returns
    -------
    int or float or None
        With all its digits; None where the text is no number.
    """
    try:
        return int(written) if written.lstrip("-").isdecimal() else float(written.replace("_", "?"))
    except ValueError:
        return None


def _texts(hierarchy: Hierarchy) -> dict[object, int]:
    return {value: place for place, value in enumerate(hierarchy.values)}


def _numbers(hierarchy: Hierarchy) -> dict[object, int]:
    """Return the place of each number; what is none stands for no value."""
    found: dict[object, int] = {}
    for place, written in enumerate(hierarchy.values):
        number = value_number(written)
        if number is None:
            continue
        before = found.setdefault(number, place)
        if any(labels[before] != labels[place] for labels in hierarchy.levels):
            wrong = (
                "Values {first} and {place} of the hierarchy are the same number with other labels; write "
                "it once."
            )
            raise DataError(sentence(wrong, first=str(before + 1), place=str(place + 1)), "hierarchy")
    return found

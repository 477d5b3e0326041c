"""Agreement: whether what others find is what we find."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

Agrees = Callable[[Any, Any], bool]


def figure(name: str, number: Callable[[Any], float] = float, tolerance: float = 1e-9) -> Agrees:
    """Return whether a figure of our findings is the number that somebody else found.

    Parameters
    ----------
    name
        The figure.
    number
        The number in what they found.
    tolerance
        Relative.

    Returns
    -------
    Agrees
        Of what we and they found.
    """

    def agrees(ours: Any, theirs: Any) -> bool:
        return math.isclose(float(ours.value(name)), float(number(theirs)), rel_tol=tolerance)

    return agrees


def columns(
    ours: Callable[[Any], pd.DataFrame], theirs: Callable[[Any], pd.DataFrame], tolerance: float = 1e-9
) -> Agrees:
    """Return whether two frames hold the same columns, but for how they are stored.

    Parameters
    ----------
    ours, theirs
        The frame of what was found.
    tolerance
        Of numbers, relative.

    Returns
    -------
    Agrees
        Of what we and they found.
    """

    def agrees(found: Any, other: Any) -> bool:
        left, right = ours(found), theirs(other)
        return list(left) == list(right) and all(_same(left[name], right[name], tolerance) for name in left)

    return agrees


def _same(left: pd.Series, right: pd.Series, tolerance: float) -> bool:
    if len(left) != len(right):
        return False
    try:
        numbers = [pd.to_numeric(one).to_numpy(np.float64, na_value=np.nan) for one in (left, right)]
    except (TypeError, ValueError):
        texts = [one.astype(object).where(one.notna(), "").map(str).tolist() for one in (left, right)]
        return bool(texts[0] == texts[1])
    return bool(np.allclose(*numbers, rtol=tolerance, atol=0, equal_nan=True))

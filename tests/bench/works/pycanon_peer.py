"""pycanon, which asks a frame how anonymous it is."""

from collections.abc import Callable

import pandas as pd


def of_pycanon(name: str, *given: list[str]) -> Callable[[pd.DataFrame], object]:
    """Return what asks one function.

    Parameters
    ----------
    name
        Of the function.
    given
        Names of its keys, and of what is confidential.

    Returns
    -------
    Callable[[pandas.DataFrame], object]
        For a frame, the number.
    """

    def do(frame: pd.DataFrame) -> object:
        from pycanon import anonymity  # type: ignore[import-not-found]

        return getattr(anonymity, name)(frame, *given)

    return do

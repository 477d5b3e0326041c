"""Coding of a variable: its values as whole numbers."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.errors import DataError
from sdcdesk.core.variable import Scale, Variable

MISSING = -1
"""Code of a missing value."""


@dataclass(frozen=True, slots=True, eq=False)
class Coding:
    """A column as codes.

    Attributes
    ----------
    codes
        int32, one for each record: position in `categories`, or `MISSING`.
    categories
        The different values: in declared order where the variable declares one, else ascending.
    """

    codes: np.ndarray
    categories: pd.Index

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def values(self) -> pd.Series:
        """The different values as a series with the index 0, 1, … of their codes."""
        return pd.Series(self.categories).reset_index(drop=True)

    def take(self, positions: np.ndarray) -> "Coding":
        """Return the coding of some records; the categories stay.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Coding
            Codes (m,) over the same categories.
        """
        return Coding(self.codes[positions], self.categories)


def encode(column: pd.Series, variable: Variable) -> Coding:
    """Give every different value of a column a number.

    Parameters
    ----------
    column
        The values.
    variable
        Tells the missing codes and the declared categories. Values outside them follow after the
        declared ones of a nominal variable.

    Returns
    -------
    Coding
        Codes (n,) and the different values, missing ones left out.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    codes, found = pd.factorize(column, use_na_sentinel=True)
    found = pd.Index(found)
    ordered = found[~found.isin(variable.missing)].sort_values()
    if variable.categories:
        declared = pd.Index([value for value in variable.categories if value not in variable.missing])
        extra = ordered[~ordered.isin(declared)]
        if len(extra) and variable.scale is Scale.ORDINAL:
            raise DataError(
                f"{variable.name}: {len(extra)} of its values have no place in its declared order; "
                "add them to the order or declare them missing.",
                field=variable.name,
            )
        ordered = declared.append(extra) if len(extra) else declared
    # One slot more, so that the code of an empty cell, which counts from the end, finds `MISSING` there.
    place = np.full(len(found) + 1, MISSING, dtype=np.int32)
    place[:-1] = ordered.get_indexer(found)
    return Coding(place[codes], ordered)

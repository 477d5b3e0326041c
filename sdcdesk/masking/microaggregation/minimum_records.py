"""Enough records for a group: in the file, and in each stratum that has any."""

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.strata import too_small

_FEW = (
    (
        (
            "Microaggregation: {n} record has a value of {name}, and a group needs {k}; choose a smaller k "
            "or leave the variable out."
        ),
        (
            "Microaggregation: {n} records have a value of {name}, and a group needs {k}; choose a smaller k "
            "or leave the variable out."
        ),
    ),
    (
        (
            "Microaggregation: in {n} stratum fewer than {k} records have a value of {name}; put strata "
            "together or choose a smaller k."
        ),
        (
            "Microaggregation: in {n} strata fewer than {k} records have a value of {name}; put strata "
            "together or choose a smaller k."
        ),
    ),
)
"""What is said of the file and of strata, about one variable."""

_TOO_FEW_RECORDS = (
    (
        (
            "Microaggregation: {n} record has a value of all chosen variables, and a group needs {k}; choose "
            "a smaller k or leave the variable out."
        ),
        (
            "Microaggregation: {n} records have a value of all chosen variables, and a group needs {k}; "
            "choose a smaller k or leave the variable out."
        ),
    ),
    (
        (
            "Microaggregation: in {n} stratum fewer than {k} records have a value of all chosen variables; "
            "put strata together or choose a smaller k."
        ),
        (
            "Microaggregation: in {n} strata fewer than {k} records have a value of all chosen variables; "
            "put strata together or choose a smaller k."
        ),
    ),
)
"""The same about several together."""


def check_enough(strata: np.ndarray, k: int, name: str = "") -> None:
    """Check that there are k values, and none or k in each stratum.

    Parameters
    ----------
    strata
        int64 (m,), the strata of the records that shall be grouped.
    k
        Smallest size of a group.
    name
        The variable that these records have a value of; empty: all chosen ones together.

    Raises
    ------
    DataError
        They are fewer.
    """
    of_file, of_strata = _FEW if name else _TOO_FEW_RECORDS
    if len(strata) < k:
        raise DataError(sentence(*of_file, "n", n=len(strata), name=name, k=k), "k")
    small = too_small(strata, k)
    if small:
        raise DataError(sentence(*of_strata, "n", n=small, name=name, k=k), "within")

"""Enough records for a group: in the file, and in each stratum that has any."""

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.strata import too_small


def check_enough(strata: np.ndarray, k: int, whose: str) -> None:
    """Check that there are k values, and none or k in each stratum.

    Parameters
    ----------
    strata
        int64 (m,), the strata of the records that shall be grouped.
    k
        Smallest size of a group.
    whose
        What these records have a value of, in words.

    Raises
    ------
    DataError
        They are fewer.
    """
    if len(strata) < k:
        raise DataError(
            sentence(
                "Microaggregation: {n} record has a value of {whose}, and a group needs {k}; choose a "
                "smaller k or leave the variable out.",
                "Microaggregation: {n} records have a value of {whose}, and a group needs {k}; choose a "
                "smaller k or leave the variable out.",
                "n",
                n=len(strata),
                whose=whose,
                k=k,
            ),
            "k",
        )
    small = too_small(strata, k)
    if small:
        raise DataError(
            sentence(
                "Microaggregation: in {n} stratum fewer than {k} records have a value of {whose}; put strata "
                "together or choose a smaller k.",
                "Microaggregation: in {n} strata fewer than {k} records have a value of {whose}; put strata "
                "together or choose a smaller k.",
                "n",
                n=small,
                k=k,
                whose=whose,
            ),
            "within",
        )

"""Order of released records: that of the original, in which sums of floats are taken."""

import numpy as np


def in_order(rows: np.ndarray) -> np.ndarray | slice:
    """Return what puts released records into the order of the original.

    Sums of floats hang on their order; in this one they do not hang on that of the released records.

    Parameters
    ----------
    rows
        int64 (t,), for each record the position of its initial record.

    Returns
    -------
    np.ndarray or slice
        Positions int64 (t,); a slice of all where they stand in that order already.
    """
    ascending = bool((rows[1:] > rows[:-1]).all())
    return slice(None) if ascending else np.argsort(rows, kind="stable")

"""Identities of records: what tells them from one another, whatever order a file has them in."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role


def record_identities(data: Microdata, places: np.ndarray) -> np.ndarray:
    """Return what each record is known by: its identifiers, or else all of its values.

    Parameters
    ----------
    data
        The file.
    places
        int64 (k,), places of the records that are asked for.

    Returns
    -------
    np.ndarray
        int64 (k,), the same for the same record in a file of another order; records that are equal in all
        of that have the same.
    """
    names = [one.name for one in data.variables if one.role is Role.IDENTIFIER] or list(data.names)
    columns = pd.DataFrame({name: data.column(name).iloc[places] for name in names}, copy=False)
    found: np.ndarray = pd.util.hash_pandas_object(columns, index=False).to_numpy(dtype=np.uint64)
    return found.view(np.int64)

"""Record matching: the initial record of each row of a file that was masked elsewhere."""

import numpy as np
import pandas as pd

from sdcdesk.core.coding import MISSING, Coding
from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.origin import Origin, with_missing


def match(original: Microdata, masked: Microdata, identity: str | None = None) -> Microdata:
    """Trace the records of a finished file back to the original, so that it can be assessed.

    A variable whose every value always became the same new value, and that shows values which the
    original does not have, is taken as recoded; any other difference is taken as a change of values. So are
    numbers that became other numbers without sharing them: noise does the same to numbers that all differ.

    Parameters
    ----------
    original, masked
        Both files. Roles of the masked variables are taken from the original.
    identity
        Variable in both files that names the record. None: the records stand in the same order in both,
        which needs equally many.

    Returns
    -------
    Microdata
        The masked records with the row identity and the history that were found.

    Raises
    ------
    DataError
        Records cannot be traced: identity values are missing, repeated or unknown, or the files differ in
        length and no identity was given.
    """
    rows = _in_order(original, masked) if identity is None else _by_identity(original, masked, identity)
    shared = [name for name in masked.names if name in original.names]
    described = masked.describe(
        *(masked.variable(name).changed(role=original.variable(name).role) for name in shared)
    )
    origins = {name: _origin(original, described, rows, name) for name in shared}
    return described.traced(rows, {name: origin for name, origin in origins.items() if origin})


def _in_order(original: Microdata, masked: Microdata) -> np.ndarray:
    if len(original) != len(masked):
        raise DataError(
            f"The original has {len(original)} records and the masked file {len(masked)}, so their order "
            "does not tell which belong together; name a variable that identifies the record with --id.",
            "id",
        )
    return np.arange(len(original))


def _by_identity(original: Microdata, masked: Microdata, identity: str) -> np.ndarray:
    for data, which in ((original, "original"), (masked, "masked file")):
        absent = int(data.missing(identity).sum())
        if absent:
            raise DataError(
                f"{identity} is missing in {absent} records of the {which}; choose another --id.", "id"
            )
        repeated = int(data.column(identity).duplicated().sum())
        if repeated:
            raise DataError(
                f"{identity} does not identify the record: {repeated} records of the {which} repeat a value "
                "of an earlier one; choose another --id.",
                "id",
            )
    rows = pd.Index(original.column(identity)).get_indexer(pd.Index(masked.column(identity)))
    unknown = int((rows < 0).sum())
    if unknown:
        raise DataError(
            f"{unknown} records of the masked file have a value of {identity} that the original lacks; "
            "choose the matching original or another --id.",
            "id",
        )
    return np.asarray(rows, dtype=np.int64)


def _origin(original: Microdata, masked: Microdata, rows: np.ndarray, name: str) -> Origin | None:
    initial, now = original.coding(name), masked.coding(name)
    before = initial.codes[rows]
    # Where each initial category stands among the masked ones; the last entry is for missing values.
    place = np.append(now.categories.get_indexer(initial.categories), MISSING)
    if (place[before] == now.codes).all() and (before[now.codes == MISSING] == MISSING).all():
        return None
    return _recoding(initial, now, before) or Origin(lambda: initial, exact=False)


def _recoding(initial: Coding, now: Coding, before: np.ndarray) -> Origin | None:
    """Return the recoding that leads from the old to the new values, if there is one."""
    became = np.full(len(initial.categories) + 1, MISSING, dtype=np.int64)
    became[before] = now.codes
    new_values = now.categories.take(np.unique(now.codes[now.codes >= 0]))
    if (became[before] != now.codes).any() or new_values.isin(initial.categories).all():
        return None
    image = with_missing(now.values)
    if _like_noise(initial, now, became):
        return None
    # Values of records that were left out are unknown, so only a whole file shows the whole recoding.
    whole = len(before) == len(initial)
    return Origin(lambda: initial, image.take(became).reset_index(drop=True), exact=whole)


def _like_noise(initial: Coding, now: Coding, became: np.ndarray) -> bool:
    """Return whether a number became another number that no other number became."""
    if not all(pd.api.types.is_numeric_dtype(coding.categories.dtype) for coding in (initial, now)):
        return False
    place = now.categories.get_indexer(initial.categories)
    image = became[:-1]
    shared = np.bincount(image[image >= 0], minlength=len(now.categories))
    return bool(((image >= 0) & (image != place) & (shared[image] < 2)).any())

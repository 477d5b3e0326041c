"""Record matching: the initial record of each row of a file that was masked elsewhere."""

import numpy as np
import pandas as pd

from sdcdesk.core.coding import MISSING, Coding, places_of
from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.origin import Origin, with_missing
from sdcdesk.core.pairing import STATED, Pairing
from sdcdesk.core.sentence import sentence


def match(
    original: Microdata, masked: Microdata, identity: str | None = None, *, recoded_only: bool = False
) -> Microdata:
    """Trace the records of a finished file back to the original, so that it can be assessed.

    A variable whose every value always became the same new value, and that shows values which the
    original does not have, is taken as recoded; any other difference is taken as a change of values. So are
    numbers that became other numbers without sharing them: noise does the same to numbers that all differ.
    Risks are exact only where the keys did not change, or where you state that they were only recoded, as
    changes at random may look like anything.

    Parameters
    ----------
    original, masked
        Both files. Roles of the masked variables are taken from the original.
    identity
        Variable in both files that names the record. None: the records stand in the same order in both,
        which needs equally many.
    recoded_only
        Your word that the keys were recoded, coarsened or suppressed only, and records were left out at most:
        no value was drawn at random or swapped.

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
    if identity is not None:
        rows, pairing = _by_identity(original, masked, identity), STATED
    else:
        rows, pairing = masked.rows, masked.paired_with(original)
        if pairing.by == "steps":
            return masked
    shared = [name for name in masked.names if name in original.names]
    described = masked.describe(
        *(masked.variable(name).changed(role=original.variable(name).role) for name in shared)
    )
    origins = {name: _origin(original, described, rows, name, recoded_only=recoded_only) for name in shared}
    pairing = Pairing(original.pairing.initial, pairing.by, recoded_only)
    return described.traced(rows, {name: origin for name, origin in origins.items() if origin}, pairing)


def _by_identity(original: Microdata, masked: Microdata, identity: str) -> np.ndarray:
    for data, which in ((original, "original"), (masked, "masked file")):
        absent = int(data.missing(identity).sum())
        if absent:
            raise DataError(
                sentence(
                    f"{{name}} is missing in {{n}} record of the {which}; choose "
                    "another variable that identifies the record.",
                    f"{{name}} is missing in {{n}} records of the {which}; choose "
                    "another variable that identifies the record.",
                    "n",
                    name=identity,
                    n=absent,
                ),
                "id",
            )
        repeated = int(data.column(identity).duplicated().sum())
        if repeated:
            raise DataError(
                sentence(
                    f"{{name}} does not identify the record: {{n}} record of the {which} repeats a value "
                    "of an earlier one; choose another variable.",
                    f"{{name}} does not identify the record: {{n}} records of the {which} repeat a value "
                    "of an earlier one; choose another variable.",
                    "n",
                    name=identity,
                    n=repeated,
                ),
                "id",
            )
    rows = places_of(pd.Index(masked.column(identity)), pd.Index(original.column(identity)))
    unknown = int((rows < 0).sum())
    if unknown:
        raise DataError(
            sentence(
                "{n} record of the masked file has a value of {name} that the original lacks; choose the "
                "matching original or another variable that identifies the record.",
                "{n} records of the masked file have a value of {name} that the original lacks; choose the "
                "matching original or another variable that identifies the record.",
                "n",
                n=unknown,
                name=identity,
            ),
            "id",
        )
    return np.asarray(rows, dtype=np.int64)


def _origin(
    original: Microdata, masked: Microdata, rows: np.ndarray, name: str, *, recoded_only: bool
) -> Origin | None:
    initial, now = original.coding(name), masked.coding(name)
    before = initial.codes[rows]
    # Where each initial category stands among the masked ones; the last entry is for missing values.
    place = np.append(places_of(initial.categories, now.categories), MISSING)
    if (place[before] == now.codes).all() and (before[now.codes == MISSING] == MISSING).all():
        return None
    image = _image(initial, now, before, recoded_only=recoded_only)
    # Values that only left-out records had have an image too, which the released records do not show.
    whole = np.isin(initial.codes, before).all()
    exact = recoded_only and image is not None and bool(whole)
    return Origin(lambda: initial, image, exact=exact, random=not recoded_only)


def _image(initial: Coding, now: Coding, before: np.ndarray, *, recoded_only: bool) -> pd.Series | None:
    """Return what became of each initial category and of a missing value, if equal ones stayed equal."""
    became = np.full(len(initial.categories) + 1, MISSING, dtype=np.int64)
    became[before] = now.codes
    if (became[before] != now.codes).any():
        return None
    shown = now.categories.take(np.unique(now.codes[now.codes >= 0]))
    known = (places_of(shown, initial.categories) >= 0).all()
    if not recoded_only and (known or _like_noise(initial, now, became)):
        return None
    # The code of a missing value counts from the end, where it stands.
    return with_missing(now.values).take(became).reset_index(drop=True)


def _like_noise(initial: Coding, now: Coding, became: np.ndarray) -> bool:
    """Return whether a number became another number that no other number became."""
    if not all(pd.api.types.is_numeric_dtype(coding.categories.dtype) for coding in (initial, now)):
        return False
    place = places_of(initial.categories, now.categories)
    image = became[:-1]
    shared = np.bincount(image[image >= 0], minlength=len(now.categories))
    return bool(((image >= 0) & (image != place) & (shared[image] < 2)).any())

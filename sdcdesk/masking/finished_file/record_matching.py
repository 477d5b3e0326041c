"""Record matching: the initial record of each row of a file that was masked elsewhere."""

from functools import partial

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import LARGEST_EXACT, MISSING, Coding, find_places
from sdcdesk.core.data.lineage import Lineage
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import STATED, Pairing
from sdcdesk.core.data.provenance import Provenance, with_missing
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.arguments import require_kind
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.alignment import aligned, ambiguous, otherwise_spelled


def match(
    original: Microdata,
    masked: Microdata,
    identity: str | None = None,
    *,
    recoded_only: bool = False,
    same_order: bool = False,
) -> Microdata:
    """Trace the records of a finished file back to the original, so that it can be assessed.

    Equal length is no evidence of who is who. Where no identity is given and you do not state that the order
    is the same, whatever compares a record with itself is not shown.

    That new values happen to be a function of the old ones does not make them a recoding: so does a spelling
    error that was corrected everywhere, and so may noise. Every difference is taken as a change of values,
    and risks are exact only where the keys did not change, unless you state that they were only recoded.

    Text and numbers are compared as what they are in the original, however the finished file was read: where
    an identity is text there, 7 and 007 are different records; where it is a number, they are the same one,
    and a file with both is refused. Declared missing codes of the original hold in both files.

    Parameters
    ----------
    original, masked
        Both files. Roles of the masked variables are taken from the original; so are scales, units,
        categories and missing codes, where they still fit.
    identity
        Variable in both files that names the record. None: nothing does, and both files must have equally
        many records.
    recoded_only
        Your word that the keys were recoded, coarsened or suppressed only, and records were left out at most:
        no value was drawn at random or swapped.
    same_order
        Your word that the records of both files stand in the same order, where no identity is given.

    Returns
    -------
    Microdata
        The masked records with the row identity and the history that were found.

    Raises
    ------
    DataError
        Records cannot be traced: identity values are missing, repeated, unknown, or numbers that could be
        several of the original; or the files differ in length and no identity was given; or one is no
        microdata.
    ParameterError
        The identity is no name, or beside it the order is stated too.
    """
    for data in (original, masked):
        require_microdata(data)
    if identity is None:
        lineage = masked.lineage.with_stated_order(original.lineage) if same_order else masked.lineage
        rows, pairing = masked.rows, lineage.pairing_with(original.lineage)
        if pairing.by == "steps":
            return masked
        finished = _described(original, aligned(original, masked))
    else:
        words = "A variable is named by text, and this is of the type {kind}; give one name."
        require_kind(identity, str, words, "identity")
        if same_order:
            raise ParameterError(
                "Records are paired by an identifier or by their order; leave one of the two out.",
                "same_order",
            )
        finished = _described(original, aligned(original, masked))
        _require_one_meaning(original, masked, identity)
        rows, pairing = _by_identity(original, finished, identity), STATED
    shared = [name for name in finished.names if name in original]
    if pairing.is_known:
        found = {
            name: _provenance(original, finished, rows, name, recoded_only=recoded_only) for name in shared
        }
        provenances = {name: one for name, one in found.items() if one is not None}
    else:
        # What became of a value nobody can say who does not know whose it was.
        provenances = {
            name: Provenance(partial(original.coding, name), exact=False, random=True, stages=None)
            for name in shared
        }
    pairing = Pairing(original.pairing.initial, pairing.by, recoded_only)
    lineage = Lineage(rows, pairing, provenances, is_released=finished.is_released)
    return finished.with_lineage(lineage, same_file=False)


def _described(original: Microdata, masked: Microdata) -> Microdata:
    """Describe variables as in the original, as far as that fits: bands in place of numbers have no unit."""
    shared = [name for name in masked.names if name in original]
    known = {name: _fitting(original.variable(name), masked.variable(name)) for name in shared}
    masked = masked.describe(*known.values())
    ordered = {name: original.variable(name).categories for name in shared}
    return masked.describe(
        *(
            known[name].changed(categories=categories)
            for name, categories in ordered.items()
            if categories and set(masked.coding(name).categories) <= set(categories)
        )
    )


def _fitting(known: Variable, own: Variable) -> Variable:
    """Return the description of a variable of the original without the categories that it has there."""
    missing = tuple(dict.fromkeys((*known.missing, *own.missing)))
    banded = known.scale is Scale.CONTINUOUS and own.scale is not Scale.CONTINUOUS
    if banded or own.categories:
        return own.changed(label=own.label or known.label, role=known.role, missing=missing)
    return known.changed(categories=(), missing=missing)


def _require_one_meaning(original: Microdata, masked: Microdata, identity: str) -> None:
    """Refuse to guess which record a number names: all its digits must be known, and how it is spelled."""
    for data, words in (
        (
            original,
            (
                "{identity} holds numbers of over 15 digits in the original, the last of which are lost "
                "there; give it as text in both files, or choose another variable to identify the record."
            ),
        ),
        (
            masked,
            (
                "{identity} holds numbers of over 15 digits in the masked file, the last of which are lost "
                "there; give it as text in both files, or choose another variable to identify the record."
            ),
        ),
    ):
        column = data.column(identity)
        if pd.api.types.is_float_dtype(column) and (column.abs() >= LARGEST_EXACT).any():
            raise DataError(sentence(words, identity=identity), "id")
    several = int(ambiguous(original, masked, identity).sum())
    if several:
        raise DataError(
            sentence(
                "{name} is text in the original and numbers in the masked file, and {n} of them stands for "
                "several texts, as 7 does for 7 and 007; give it as text in the masked file too.",
                "{name} is text in the original and numbers in the masked file, and {n} of them stand for "
                "several texts, as 7 does for 7 and 007; give it as text in the masked file too.",
                "n",
                name=identity,
                n=several,
            ),
            "id",
        )


def _by_identity(original: Microdata, masked: Microdata, identity: str) -> np.ndarray:
    _require_different(original, identity, _IN_ORIGINAL)
    _require_different(masked, identity, _IN_MASKED)
    wanted = pd.Index(masked.column(identity))
    rows = find_places(wanted, pd.Index(original.column(identity)))
    unknown = int((rows < 0).sum())
    if unknown:
        spelled = otherwise_spelled(original, masked, identity, rows < 0)
        one, many = _OTHERWISE_SPELLED if spelled else _UNKNOWN
        raise DataError(sentence(one, many, "n", n=unknown, name=identity), "id")
    return np.asarray(rows, dtype=np.int64)


_IN_ORIGINAL = (
    (
        (
            "{name} is missing in {n} record of the original; choose another variable that identifies the "
            "record."
        ),
        (
            "{name} is missing in {n} records of the original; choose another variable that identifies the "
            "record."
        ),
    ),
    (
        (
            "{name} does not identify the record: {n} record of the original repeats a value of an earlier "
            "one; choose another variable."
        ),
        (
            "{name} does not identify the record: {n} records of the original repeat a value of an earlier "
            "one; choose another variable."
        ),
    ),
)
"""What is said of records of the original without a value, and of those that repeat one."""

_IN_MASKED = (
    (
        (
            "{name} is missing in {n} record of the masked file; choose another variable that identifies the "
            "record."
        ),
        (
            "{name} is missing in {n} records of the masked file; choose another variable that identifies "
            "the record."
        ),
    ),
    (
        (
            "{name} does not identify the record: {n} record of the masked file repeats a value of an "
            "earlier one; choose another variable."
        ),
        (
            "{name} does not identify the record: {n} records of the masked file repeat a value of an "
            "earlier one; choose another variable."
        ),
    ),
)
"""The same of the masked file."""

_OTHERWISE_SPELLED = (
    (
        "{n} record of the masked file has a value of {name} that the original lacks, in which 7 and 007 are "
        "different texts; write its values alike in both files."
    ),
    (
        "{n} records of the masked file have a value of {name} that the original lacks, in which 7 and 007 "
        "are different texts; write its values alike in both files."
    ),
)

_UNKNOWN = (
    (
        "{n} record of the masked file has a value of {name} that the original lacks; choose the matching "
        "original or another variable that identifies the record."
    ),
    (
        "{n} records of the masked file have a value of {name} that the original lacks; choose the matching "
        "original or another variable that identifies the record."
    ),
)


def _require_different(
    data: Microdata, identity: str, words: tuple[tuple[str, str], tuple[str, str]]
) -> None:
    """Refuse a variable that has no value in some record, or the same in several."""
    absent, repeated = words
    missing = int(data.missing(identity).sum())
    if missing:
        raise DataError(sentence(*absent, "n", name=identity, n=missing), "id")
    twice = int(data.column(identity).duplicated().sum())
    if twice:
        raise DataError(sentence(*repeated, "n", name=identity, n=twice), "id")


def _provenance(
    original: Microdata, masked: Microdata, rows: np.ndarray, name: str, *, recoded_only: bool
) -> Provenance | None:
    initial, now = original.coding(name), masked.coding(name)
    before = initial.codes[rows]
    # Where each initial category stands among the masked ones; the last entry is for missing values.
    place = np.append(find_places(initial.categories, now.categories), MISSING)
    if (place[before] == now.codes).all() and (before[now.codes == MISSING] == MISSING).all():
        return None
    image = _image(now, before, len(initial.categories)) if recoded_only else None
    # Values that only left-out records had have an image too, which the released records do not show.
    whole = np.isin(initial.codes, before).all()
    exact = image is not None and bool(whole)
    return Provenance(lambda: initial, image, exact=exact, random=not recoded_only, functions=None)


def _image(now: Coding, before: np.ndarray, categories: int) -> pd.Series | None:
    """Return what became of each initial category and of a missing value, if equal ones stayed equal."""
    became = np.full(categories + 1, MISSING, dtype=np.int64)
    became[before] = now.codes
    if (became[before] != now.codes).any():
        return None
    # The code of a missing value counts from the end, where it stands.
    return with_missing(now.values).take(became).reset_index(drop=True)

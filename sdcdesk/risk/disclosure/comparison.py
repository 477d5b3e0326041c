"""Comparison of a masked with an initial file that the global risk measures rest on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.keys.feasible_matches import FeasibleMatches, feasible_matches
from sdcdesk.risk.keys.frequencies import Frequencies, frequencies, key_codes
from sdcdesk.risk.keys.key_measure import Missing


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Group sizes of the same records before and after masking.

    Attributes
    ----------
    before
        F of all n initial records, by their initial keys.
    after
        f of the t released records, by their masked keys.
    initial
        int64 F_r of each released record: that of the initial record that it came from.
    feasible_matches
        g_r of each released record, where it is known.
    matrix
        The classification matrix.
    exact
        Whether 1/max(f_r, F_r) is the chance of a right link for all released records, and not a bound:
        g_r is known and no larger, and so is how the masked file was made, or nothing was done to its keys.
    steps_are_known
        Whether the recipe, or the user's word, says what was done.
    """

    before: Frequencies
    after: Frequencies
    initial: np.ndarray
    feasible_matches: FeasibleMatches
    matrix: ClassificationMatrix
    exact: bool
    steps_are_known: bool


def compare(
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    missing: Missing,
    progress: Progress = SILENT,
) -> Comparison:
    """Count each released record's group in both files.

    The row identity says which initial record a released one came from; n is the number of initial records,
    also where records were left out.

    Parameters
    ----------
    original, masked
        Both files. A key that the masked file lacks is taken as missing in all its records.
    names
        The key variables; at least one.
    missing
        "category": a missing key value is a value of its own; "wildcard": it matches every value.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Comparison
        Sizes of the groups of both files, int64 (n,) and (t,), with the classification matrix.

    Raises
    ------
    DataError
        The original is itself a part of another file, two released records name one initial record, or
        nothing says which initial records the released ones came from.
    """
    _require_identity(original, masked)
    known = masked.lineage.pairing_with(original.lineage).steps_are_known
    before = frequencies(key_codes(original, names, progress), missing, progress)
    progress.at(0.4, "Groups of the masked file")
    after = frequencies(key_codes(masked, names, progress), missing, progress)
    progress.at(0.7, "Records that an intruder could link")
    candidates = feasible_matches(
        original, masked, names, before, after, missing, progress, steps_are_known=known
    )
    initial = before.sizes[masked.rows]
    matrix = ClassificationMatrix.of(after.sizes, initial, len(original))
    exact = candidates.sizes is not None and np.array_equal(
        candidates.sizes, np.maximum(after.sizes, initial)
    )
    # Which records were left out may have hung on values that nobody knows of.
    exact = exact and (known or len(masked) == len(original))
    return Comparison(before, after, initial, candidates, matrix, exact or len(masked) == 0, known)


def _require_identity(original: Microdata, masked: Microdata) -> None:
    if not np.array_equal(original.rows, np.arange(len(original))):
        raise DataError(
            "The original has itself been sampled, suppressed or sorted, so the masked records cannot be "
            "traced to it; compare with the file as it was before the first step."
        )
    if len(masked) and np.bincount(masked.rows).max() > 1:
        raise DataError(
            "Several records of the masked file name the same initial record; every initial record can be "
            "released once only."
        )

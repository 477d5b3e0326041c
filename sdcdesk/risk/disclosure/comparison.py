"""Comparison of a masked with an initial file that the global risk measures rest on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.counting.frequencies import Frequencies, RecordSizes
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.keys.feasible_matches import feasible_matches


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Group sizes of the same records before and after masking.

    Attributes
    ----------
    before
        Sizes of the groups of all n initial records, by their initial keys.
    after
        Sizes of the groups of the t released records, by their masked keys.
    candidates
        g_r of the released records, where it is known.
    changed
        Keys whose released values are not known to be a function of the initial ones.
    matrix
        The classification matrix.
    exact
        Whether 1/max(f_r, F_r) is the chance of a right link for all released records, and not a bound:
        g_r is known and no larger, and so is how the masked file was made, or nothing was done to its keys.
    unmerged
        Whether g_r is known and no more than F_r: nothing was merged.
    steps_are_known
        Whether the recipe, or the user's word, says what was done.
    by_record
        Sizes of each released record; None where records are not in memory.
    feasible
        g_r of each released record; None where it is not known, or records are not in memory.
    """

    before: SizeHistogram
    after: SizeHistogram
    candidates: SizeHistogram | None
    changed: tuple[str, ...]
    matrix: ClassificationMatrix
    exact: bool
    unmerged: bool
    steps_are_known: bool
    by_record: RecordSizes | None = None
    feasible: Frequencies | None = None

    @property
    def each(self) -> RecordSizes:
        """Sizes of each released record, for what is not defined without them.

        Raises
        ------
        ValueError
            Records are not in memory. That is a defect of a measure.
        """
        if self.by_record is None:
            raise ValueError("the records are not in memory")
        return self.by_record


def compare(
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    missing: Missing,
    progress: Progress = SILENT,
) -> Comparison:
    """Count each released record's group in both files, which are in memory; see `compared`.

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
        With the sizes of each record.

    Raises
    ------
    DataError
        See `compared`.
    """
    return compared(InMemory(original, masked, tuple(names), missing, progress), progress)


def compared(counting: Counting, progress: Progress = SILENT) -> Comparison:
    """Count the released records by the sizes of their groups in both files.

    The row identity says which initial record a released one came from; n is the number of initial records,
    also where records were left out.

    Parameters
    ----------
    counting
        Asked for the sizes of groups.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Comparison
        Sizes of the groups of both files, with the classification matrix.

    Raises
    ------
    DataError
        The original is itself a part of another file, two released records name one initial record, or
        nothing says which initial records the released ones came from.
    """
    if isinstance(counting, InMemory):
        _require_identity(counting.original, counting.masked)
    before = counting.sizes_before(progress.part(0.0, 0.4))
    progress.at(0.4, "Groups of the masked file")
    after = counting.sizes_after(progress.part(0.4, 0.7))
    progress.at(0.7, "Records that an intruder could link")
    n, t = counting.initial_records, counting.released_records
    matrix = ClassificationMatrix.crossed(counting.crossed(progress.part(0.7, 0.8)), n, t)
    if not isinstance(counting, InMemory):
        # Nothing was masked: whoever is looked for is among the records of the group.
        return Comparison(before, after, after, (), matrix, exact=True, unmerged=True, steps_are_known=True)
    return _with_records(counting, before, after, matrix, progress.part(0.8, 1.0))


def _with_records(
    counting: InMemory,
    before: SizeHistogram,
    after: SizeHistogram,
    matrix: ClassificationMatrix,
    progress: Progress,
) -> Comparison:
    """Add what is known record by record: what the masking made of every initial key."""
    original, masked, each = counting.original, counting.masked, counting.by_record
    known = masked.lineage.pairing_with(original.lineage).steps_are_known
    possible = feasible_matches(counting, progress, steps_are_known=known)
    feasible = possible.found
    if feasible is counting.after:  # then the pairs of sizes tell it, which are fewer than the records
        candidates = after
        least, unmerged = bool((matrix.i >= matrix.j).all()), bool((matrix.i == matrix.j).all())
    elif feasible is not None:
        sizes, initial = feasible.sizes, each.before
        candidates = SizeHistogram.from_sizes(sizes, grouped=False)
        least = np.array_equal(sizes, np.maximum(each.now, initial))
        unmerged = np.array_equal(sizes, initial)
    else:
        candidates, least, unmerged = None, False, False
    # Which records were left out may have hung on values that nobody knows of.
    exact = least and (known or len(masked) == len(original))
    return Comparison(
        before=before,
        after=after,
        candidates=candidates,
        changed=possible.changed,
        matrix=matrix,
        exact=exact or len(masked) == 0,
        unmerged=unmerged or len(masked) == 0,
        steps_are_known=known,
        by_record=each,
        feasible=feasible,
    )


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

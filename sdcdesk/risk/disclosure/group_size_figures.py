"""Figures of group sizes: the smallest group, records in small groups, records and groups of both files."""

import numpy as np

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared, Figure
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk import declared
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.computation import LONGEST
from sdcdesk.risk.disclosure.released import Released

GROUPS_BEFORE = Declared(
    "groups_before", "Groups of the original file", GROUPS, also_for_original=False
).means("Groups of original records that have the same key values.")

GROUPS_AFTER = Declared("groups_after", "Groups of the masked file", GROUPS, also_for_original=False).means(
    "Groups of released records that have the same key values."
)

RECORDS_BEFORE = Declared(
    "records_before", "Records of the original file", RECORDS, also_for_original=False
).means("All records of the original, those left out of the masked file included.")

RECORDS_AFTER = Declared(
    "records_after", "Records of the masked file", RECORDS, also_for_original=False
).means("Released records.")


def smallest(released: Released, k: int) -> tuple[Figure, Figure]:
    """Return the smallest group, and the records in groups below a wanted size.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.
    k
        Wanted size.

    Returns
    -------
    tuple[Figure, Figure]
        Size of the smallest group, records in groups below k, and what belongs to them.
    """
    sizes, records = released.matrix.by_released()
    small = sizes < k
    below = Quantity(int(records[small].sum()), RECORDS)
    rows: list[tuple[str, Quantity | str]] = [
        (_of_size(size), Quantity(number, RECORDS))
        for size, number in zip(
            sizes[small].tolist()[:LONGEST], records[small].tolist()[:LONGEST], strict=True
        )
    ]
    if (others := int(small.sum()) - LONGEST) > 0:
        rest = Quantity(int(records[small][LONGEST:].sum()), RECORDS)
        one, many = "Records in groups of {n} other size", "Records in groups of {n} other sizes"
        rows.append((sentence(one, many, "n", n=others), rest))
    where, title = sentence("in groups below {k}", k=k), sentence("Records in groups below {k}", k=k)
    rows.append((title, below))
    found = released.rows(lambda: released.f < k)
    return (
        _least(released, sizes, records),
        declared.RECORDS_BELOW_K.figure(
            below, title=title, computation=tuple(rows), rows=found, row_title=where
        ),
    )


def _of_size(size: int) -> Sentence:
    return sentence("Records in groups of {size}", size=size)


def _least(released: Released, sizes: np.ndarray, records: np.ndarray) -> Figure:
    """Return the smallest group, with the records in groups of that size."""
    if not len(sizes):
        return declared.K.figure(undefined(RECORDS, Why.NO_RECORDS, NOTHING_RELEASED))
    least = int(sizes[0])
    quantity = Quantity(least, RECORDS)
    return declared.K.figure(
        quantity,
        computation=(
            (_of_size(least), Quantity(int(records[0]), RECORDS)),
            ("Smallest size of a group that has records", quantity),
        ),
        rows=released.rows(lambda: released.f == least),
        row_title="in the smallest groups",
    )


def sizes(compared: Comparison) -> tuple[Figure, ...]:
    """Return the numbers of records and groups of both files.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    tuple[Figure, ...]
        Records and groups before, then records and groups after.
    """
    found = []
    for groups, records, file in (
        (GROUPS_BEFORE, RECORDS_BEFORE, compared.before),
        (GROUPS_AFTER, RECORDS_AFTER, compared.after),
    ):
        number = (
            undefined(GROUPS, Why.NOT_APPLICABLE, NO_GROUPS)
            if file.number is None
            else Quantity(file.number, GROUPS)
        )
        found += [records.figure(Quantity(file.total, RECORDS)), groups.figure(number)]
    return tuple(found)

"""Figures of the disclosure risk: what an intruder could link, and the sizes of groups."""

from fractions import Fraction

import numpy as np

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, SHARE, Bound, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared, Figure
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk import declared
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.disclosure import sample_uniques
from sdcdesk.risk.disclosure.classification import reciprocals
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.computation import LONGEST, number, products
from sdcdesk.risk.disclosure.released import Released
from sdcdesk.risk.weights.matrix import WeightMatrix

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


DECLARED = (
    declared.DR_WEIGHTED,
    declared.DR_MIN,
    declared.DR_MAX,
    declared.DR_LINK,
    declared.K,
    declared.RECORDS_BELOW_K,
    declared.DR_WEIGHTED_RELEASED,
    declared.DR_MIN_RELEASED,
    declared.DR_MAX_RELEASED,
    declared.DR_LINK_RELEASED,
    GROUPS_BEFORE,
    GROUPS_AFTER,
    RECORDS_BEFORE,
    RECORDS_AFTER,
    *sample_uniques.DECLARES,
)

COMPARING = (
    *(one.name for one in DECLARED if one.name.startswith("dr_")),
    *(one.name for one in sample_uniques.DECLARES),
    GROUPS_BEFORE.name,
    RECORDS_BEFORE.name,
    "exactness",
)
"""What compares the masked file with the original."""


def minimal(released: Released) -> tuple[Figure, Figure]:
    """Return DR_min per original and per released record.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.

    Returns
    -------
    tuple[Figure, Figure]
        DR_min with c_11, the records that are alone in both files.
    """
    alone = released.matrix.links_minimal()
    return released.pair(
        (declared.DR_MIN, declared.DR_MIN_RELEASED),
        alone,
        (("Alone in both files", Quantity(int(alone), RECORDS)),),
        lambda: (released.f == 1) & (released.initial == 1),
        "alone in both files",
        counting=True,
    )


def weighted(
    released: Released, weights: WeightMatrix, links: Fraction | None = None
) -> tuple[Figure, Figure]:
    """Return DR_W per original and per released record.

    Parameters
    ----------
    released
        The released records.
    weights
        How much they count.
    links
        The expected number of right links with these weights, where it is known.

    Returns
    -------
    tuple[Figure, Figure]
        DR_W with the weighted right links.

    Raises
    ------
    ParameterError
        The weights break a rule of their structure.
    DataError
        Records are in cells for which the structure has no place.
    """
    links = released.matrix.links_weighted(weights) if links is None else links
    return released.pair(
        (declared.DR_WEIGHTED, declared.DR_WEIGHTED_RELEASED),
        links,
        products(released.matrix, weights, links, secret=released.sizes_are_secret),
        lambda: weights.at(released.f, released.initial) > 0,
        "counted in DR_W",
        Bound.EXACT if released.exact else Bound.AT_MOST,
    )


def maximal(released: Released) -> tuple[Figure, Figure]:
    """Return DR_max per original and per released record.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.

    Returns
    -------
    tuple[Figure, Figure]
        DR_max with the right links of guessing; an upper bound where the comparison is not exact.
    """
    links = released.matrix.links_maximal()
    return released.pair(
        (declared.DR_MAX, declared.DR_MAX_RELEASED),
        links,
        (
            ("Released records", Quantity(released.matrix.t, RECORDS)),
            ("Right links when guessing: 1 ÷ size of the group, added up", number(links)),
        ),
        lambda: np.ones(released.matrix.t, dtype=bool),
        "released",
        Bound.EXACT if released.exact else Bound.AT_MOST,
    )


def feasible(released: Released, compared: Comparison) -> tuple[Figure, Figure]:
    """Return DR_link per original and per released record, or why it is not defined.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.
    compared
        Both files, with the groups of their records.

    Returns
    -------
    tuple[Figure, Figure]
        Two figures; with a reason instead of a value where masked values are no function of the original
        ones.
    """
    figures = declared.DR_LINK, declared.DR_LINK_RELEASED
    candidates = compared.candidates
    if candidates is None:
        why = sentence(
            "The released values of {names} are not known to be a function of the original ones.",
            names=", ".join(compared.changed),
        )
        nothing = undefined(SHARE, Why.NOT_APPLICABLE, why)
        return figures[0].figure(nothing), figures[1].figure(nothing)
    links = reciprocals(candidates.records, candidates.sizes)
    return released.pair(
        figures,
        links,
        (("Right links: 1 ÷ number of feasible matches, added up", number(links)),),
        lambda: np.ones(released.matrix.t, dtype=bool),
        "released",
    )

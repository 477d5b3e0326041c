"""Figures of the disclosure risk: minimal, weighted and maximal risk, right links, smallest groups."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from sdcdesk.core.digits import value_rounded
from sdcdesk.core.findings import Declared, Figure, State
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.quantity import (
    GROUPS,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Unit,
    Why,
    share,
    undefined,
)
from sdcdesk.core.sentence import Sentence, capital, counted, sentence
from sdcdesk.risk import declared
from sdcdesk.risk.classification import ClassificationMatrix, reciprocals
from sdcdesk.risk.comparison import Comparison
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.weights.matrix import WeightMatrix

LONGEST = 6
"""Rows of a computation; the rest is one row more."""

WHOLE = Unit("count")
"""Unit of whole numbers of a computation, which count nothing that has a name."""

BOUND = "bound"
"""Name of the note that says whether the risks are exact."""

GROUPS_BEFORE = Declared(
    name="groups_before",
    title="Groups of the original file",
    unit=GROUPS,
    meaning="Groups of original records that have the same key values.",
    of_original=False,
)

GROUPS_AFTER = Declared(
    name="groups_after",
    title="Groups of the masked file",
    unit=GROUPS,
    meaning="Groups of released records that have the same key values.",
    of_original=False,
)

RECORDS_BEFORE = Declared(
    name="records_before",
    title="Records of the original file",
    unit=RECORDS,
    meaning="All records of the original, those left out of the masked file included.",
    of_original=False,
)

RECORDS_AFTER = Declared(
    name="records_after",
    title="Records of the masked file",
    unit=RECORDS,
    meaning="Released records.",
    of_original=False,
)

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
)

Computation = tuple[tuple[str, Quantity | str], ...]


@dataclass(frozen=True, slots=True)
class Released:
    """The released records as the figures need them.

    Attributes
    ----------
    masked
        The masked file, whose row identity leads to the original.
    matrix
        The classification matrix.
    f, initial
        int64 sizes of each released record's group now and before.
    exact
        Whether 1 ÷ the larger size is the chance of a right link, and not a bound.
    """

    masked: Microdata = field(repr=False)
    matrix: ClassificationMatrix
    f: np.ndarray = field(repr=False)
    initial: np.ndarray = field(repr=False)
    exact: bool

    def rows(self, counted: Callable[[], np.ndarray]) -> Callable[[], np.ndarray]:
        """Return what finds the positions in the original of the records that a condition counts.

        Parameters
        ----------
        counted
            Gives bool (t,): the records that count.

        Returns
        -------
        Callable[[], np.ndarray]
            Gives int64 (m,), positions in the original.
        """
        return lambda: self.masked.rows[counted()]

    def pair(
        self,
        figures: tuple[Declared, Declared],
        links: Fraction,
        computation: Computation,
        whose: Callable[[], np.ndarray],
        row_title: str,
        bound: Bound = Bound.EXACT,
        *,
        counting: bool = False,
    ) -> tuple[Figure, Figure]:
        """Return a risk per original and per released record.

        Parameters
        ----------
        figures
            Both declarations.
        links
            Expected number of right links.
        computation
            What leads to that number.
        whose
            Returns a mask of the released records that count.
        row_title
            What these records are.
        bound
            How the number of links stands to the true one; no links at all are exact.
        counting
            Whether the links are a number of records, and not an expectation.

        Returns
        -------
        tuple[Figure, Figure]
            Shares of n, and of t.
        """
        matrix = self.matrix
        bound = Bound.EXACT if links == 0 else bound
        found = []
        for figure, records, file in zip(
            figures, (matrix.n, matrix.t), ("original", "masked file"), strict=True
        ):
            # Only records that are counted one by one are a part of the whole; expected links are none.
            part = int(links) if counting else links
            quantity = share(part, records, bound, empty=NOTHING_RELEASED)
            last = (_divided(links, records, file), quantity)
            found.append(
                figure.found(
                    quantity,
                    computation=(*computation, last) if records else (),
                    rows=self.rows(whose),
                    row_title=row_title,
                    note=BOUND if bound is not Bound.EXACT else "",
                )
            )
        return found[0], found[1]


def _divided(links: Fraction, records: int, file: str) -> Sentence:
    number = int(links) if links.denominator == 1 else value_rounded(float(links))
    return sentence(
        f"{{links}} ÷ {{records}} of the {file}", links=number, records=counted(records, "record")
    )


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
        _products(released.matrix, weights, links),
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
            ("Right links when guessing: 1 ÷ size of the group, added up", _number(links)),
        ),
        lambda: np.ones(len(released.f), dtype=bool),
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
    candidates = compared.feasible_matches.sizes
    if candidates is None:
        changed = ", ".join(compared.feasible_matches.changed)
        why = f"The released values of {changed} are not known to be a function of the original ones."
        nothing = undefined(SHARE, Why.NOT_APPLICABLE, why)
        return figures[0].found(nothing), figures[1].found(nothing)
    records = np.bincount(candidates)
    sizes = np.flatnonzero(records)
    links = reciprocals(records[sizes], sizes)
    return released.pair(
        figures,
        links,
        (("Right links: 1 ÷ number of feasible matches, added up", _number(links)),),
        lambda: np.ones(len(candidates), dtype=bool),
        "released",
    )


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
        rows.append((sentence("Records in groups of {sizes}", sizes=counted(others, "other size")), rest))
    where = sentence("in groups below {k}", k=k)
    title = sentence("Records {where}", where=where)
    rows.append((title, below))
    found = released.rows(lambda: released.f < k)
    return (
        _least(released, sizes, records),
        declared.RECORDS_BELOW_K.found(
            below, title=title, computation=tuple(rows), rows=found, row_title=where
        ),
    )


def _of_size(size: int) -> Sentence:
    return sentence("Records in groups of {size}", size=size)


def _least(released: Released, sizes: np.ndarray, records: np.ndarray) -> Figure:
    """Return the smallest group, with the records in groups of that size."""
    if not len(sizes):
        return declared.K.found(undefined(RECORDS, Why.NO_RECORDS, NOTHING_RELEASED))
    least = int(sizes[0])
    quantity = Quantity(least, RECORDS)
    return declared.K.found(
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
            if file.groups is None
            else Quantity(len(file.groups.sizes), GROUPS)
        )
        found += [records.found(Quantity(len(file.sizes), RECORDS)), groups.found(number)]
    return tuple(found)


def exactness(compared: Comparison) -> State:
    """Return whether the risks are exact or upper bounds.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    State
        Code "exact" or "upper bound", with the reason.
    """
    code = "exact" if compared.exact else "upper bound"
    return State("exactness", "Exactness", code, linking_note(compared))


def linking_note(compared: Comparison) -> str:
    """Return the sentence that says how the risks are to be read.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.

    Returns
    -------
    str
        For people, with the names of the variables that were changed.
    """
    if compared.exact:
        return "Exact for an intruder who uses the key values only and links one-to-one."
    return (
        "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
        f"{_bounding(compared)}. DR_min bounds nothing from below."
    )


def _bounding(compared: Comparison) -> str:
    """Return why the risks are bounds and not exact, as a clause."""
    stated = (
        ""
        if compared.steps_are_known
        else "; if the file was only recoded, coarsened, suppressed or sampled, state it (recoded only)"
    )
    if compared.feasible_matches.changed:
        return (
            f"the released values of {', '.join(compared.feasible_matches.changed)} are not known to be a "
            "function of the initial ones (if they were swapped, randomised or disturbed, look at record "
            f"linkage too{stated})"
        )
    if not compared.steps_are_known:
        return f"nothing tells why records were left out{stated}"
    return "records were left out that recoding would have made equal to released ones"


def _products(matrix: ClassificationMatrix, weights: WeightMatrix, links: Fraction) -> Computation:
    """Return what the cells add that add most: records × weight ÷ larger size, by the first weight.

    Nothing where weights are so large that these products are no numbers; their ratios still are.
    """
    weight = weights.at(matrix.i, matrix.j)
    with np.errstate(over="ignore"):
        product = weight * matrix.counts / matrix.larger
    total = float(links) * weights.first
    if not (np.isfinite(product).all() and np.isfinite(total)):
        return ()
    adding = int(np.count_nonzero(product))
    first = weights.first
    rows: list[tuple[str, Quantity | str]] = []
    for cell in np.argsort(-product, kind="stable")[: min(LONGEST, adding)].tolist():
        now, before = int(matrix.i[cell]), int(matrix.j[cell])
        factors = sentence(
            "{pair}: {records} × {weight} ÷ {size}",
            pair=pair_words(now, before),
            records=int(matrix.counts[cell]),
            weight=value_rounded(float(weight[cell])),
            size=max(now, before),
        )
        rows.append((factors, _number(float(product[cell]))))
    if adding > LONGEST:
        largest = np.sort(product)[::-1][:LONGEST].sum()
        rest = _number(max(total - float(largest), 0.0))
        rows.append((counted(adding - LONGEST, "other pair of sizes", "other pairs of sizes"), rest))
    divided = sentence(
        "{total} ÷ first weight {first}", total=value_rounded(total), first=value_rounded(first)
    )
    rows.append((divided, _number(links)))
    return tuple(rows)


def pair_words(now: int, before: int) -> Sentence:
    """Return the sizes of a group in both files in words: "Alone now, two before".

    Parameters
    ----------
    now
        Size in the masked file.
    before
        Size in the initial file.

    Returns
    -------
    Sentence
        A phrase with a capital, without a full stop.
    """
    if now == before:
        return sentence("{size} in both files", size=capital(_size(now)))
    return sentence("{now} now, {before} before", now=capital(_size(now)), before=_size(before))


def _size(size: int) -> str:
    return {1: "alone", 2: "two"}.get(size, sentence("{n} together", n=size))


def _number(links: Fraction | float) -> Quantity:
    """Return a number of a computation; a whole one without digits after the point."""
    number = float(links)
    return Quantity(number, WHOLE if number.is_integer() else NUMBER)

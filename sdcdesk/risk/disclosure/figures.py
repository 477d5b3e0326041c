"""Figures of the disclosure risk: minimal, weighted and maximal risk, and DR_link."""

from fractions import Fraction

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Bound, Quantity, Why, undefined
from sdcdesk.core.results.findings import Figure
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk import declared
from sdcdesk.risk.disclosure.classification import reciprocals
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.computation import number, products
from sdcdesk.risk.disclosure.group_size_figures import (
    GROUPS_AFTER,
    GROUPS_BEFORE,
    RECORDS_AFTER,
    RECORDS_BEFORE,
)
from sdcdesk.risk.disclosure.released import Released
from sdcdesk.risk.weights.matrix import WeightMatrix

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

COMPARING = (
    *(one.name for one in DECLARED if one.name.startswith("dr_")),
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
        products(released.matrix, weights, links),
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
        lambda: np.ones(len(released.f), dtype=bool),
        "released",
    )

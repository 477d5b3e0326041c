"""Sample uniques: how much it means to be alone in a sample whose population is the original, exactly."""

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity, Reason, Why, count_unit
from sdcdesk.core.results.findings import Declared, Figure, Section
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.released import Released

SOURCE = "Skinner and Elliot 2002"

PAIRS = count_unit("pair")

ALONE_IN_BOTH = Declared(
    "unique_for_all",
    "Uniques that are so for all",
    SHARE,
    symbol="P(F=1|f=1)",
    better="less",
    source=SOURCE,
    also_for_original=False,
).means(
    "Released records that are alone with their key in the original too, divided by those that are alone "
    "among the released ones. Exact where the original is the whole population and the keys were kept."
)

RIGHT_MATCHES = Declared(
    "right_matches",
    "Right matches of uniques",
    SHARE,
    symbol="θ",
    better="less",
    source=SOURCE,
    also_for_original=False,
).means(
    "Somebody whose key is that of exactly one released record is that record with this probability: "
    "released records that are alone with their key, divided by the records of the original that have one of "
    "these keys. Exact where the original is the whole population and the keys were kept."
)

DECLARES = (ALONE_IN_BOTH, RIGHT_MATCHES)

NO_UNIQUES = Reason(Why.TOO_FEW, "No released record is alone with its key, so there is no match to judge.")

KEYS_CHANGED = Reason(
    Why.NOT_APPLICABLE,
    "Key values were changed, so that it is not known how many people of the population share the released "
    "ones; it is defined where records were only left out.",
)


def sample_uniques(released: Released, compared: Comparison) -> Section:
    """Return what the uniques of a sample are in its population.

    P(F = 1 | f = 1) = c_11/Σ c_1j and θ = Σ c_1j/Σ j·c_1j, over all sizes j before: nothing is estimated.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.
    compared
        Both files, with the groups of their records.

    Returns
    -------
    Section
        Two figures; with a reason instead of a value where keys were changed, or nobody is alone.
    """
    return Section(
        name="sample_uniques",
        title="Alone in the sample, alone in the population",
        about=plain(
            "If the original is the whole population, these are exact; if it is a sample itself, they are "
            "too high, and the measure of population uniques estimates them."
        ),
        blocks=_figures(released, compared),
    )


def _figures(released: Released, compared: Comparison) -> tuple[Figure, Figure]:
    matrix = released.matrix
    alone = matrix.i == 1
    before, records = matrix.j[alone], matrix.counts[alone]
    number, both = int(records.sum()), int(records[before == 1].sum())
    reason = None if number else NO_UNIQUES
    if not compared.unmerged:
        reason = KEYS_CHANGED
    if reason is not None:
        return ALONE_IN_BOTH.undefined(reason), RIGHT_MATCHES.undefined(reason)
    pairs = int((before * records).sum())
    behind = number, both
    of_uniques = ("Released records that are alone with their key", Quantity(number, RECORDS))
    return (
        ALONE_IN_BOTH.figure(
            Quantity(both / number, SHARE, people=behind),
            computation=(("Alone in both files", Quantity(both, RECORDS)), of_uniques),
            rows=released.rows(lambda: (released.f == 1) & (released.initial == 1)),
            row_title="alone in both files",
        ),
        RIGHT_MATCHES.figure(
            Quantity(number / pairs, SHARE, people=behind),
            computation=(
                of_uniques,
                ("Pairs of one of them and a record of the original with its key", Quantity(pairs, PAIRS)),
            ),
            rows=released.rows(lambda: np.asarray(released.f == 1)),
            row_title="alone with their key",
        ),
    )

"""Computation of the disclosure risk in steps: what the cells of the classification matrix add."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.digits import value_rounded
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, Unit
from sdcdesk.core.text.sentence import Sentence, counted, sentence
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.weights.matrix import WeightMatrix

LONGEST = 6
"""Rows of a computation; the rest is one row more."""

WHOLE = Unit("count")
"""Unit of whole numbers of a computation, which count nothing that has a name."""

Computation = tuple[tuple[str, Quantity | str], ...]
"""Steps with a file's numbers: words, and a quantity or text."""


_IN_BOTH = {1: "Alone in both files", 2: "Two in both files", 3: "{now} together in both files"}

_PAIRS = {
    (1, 2): "Alone now, two before",
    (1, 3): "Alone now, {before} together before",
    (2, 1): "Two now, alone before",
    (2, 3): "Two now, {before} together before",
    (3, 1): "{now} together now, alone before",
    (3, 2): "{now} together now, two before",
    (3, 3): "{now} together now, {before} together before",
}
"""By the sizes of a group in the masked and in the initial file; 3 stands for all larger ones."""


def products(
    matrix: ClassificationMatrix, weights: WeightMatrix, links: Fraction, *, secret: bool = False
) -> Computation:
    """Return what the cells add that add most: records × weight ÷ larger size, by the first weight.

    Parameters
    ----------
    matrix
        The classification matrix.
    weights
        How much its cells count.
    links
        The weighted right links.
    secret
        Whether no public document tells a pair of sizes, nor what it adds.

    Returns
    -------
    Computation
        One row a cell; nothing where weights are so large that these products are no numbers, though their
        ratios are.
    """
    weight = weights.at(matrix.i, matrix.j)
    with np.errstate(over="ignore"):
        product = weight * matrix.counts / matrix.larger
    total = float(links) * weights.first
    if not (np.isfinite(product).all() and np.isfinite(total)):
        return ()

    def added(links: float) -> Quantity:
        return replace(number(links), contributions=NEVER_PUBLISHED) if secret else number(links)

    adding = int(np.count_nonzero(product))
    first = weights.first
    rows: list[tuple[str, Quantity | str]] = []
    for cell in np.argsort(-product, kind="stable")[: min(LONGEST, adding)].tolist():
        now, before = int(matrix.i[cell]), int(matrix.j[cell])
        factors = sentence(
            "{pair}: {records} × {weight} ÷ {size}",
            pair=pair_text(now, before),
            records=int(matrix.counts[cell]),
            weight=value_rounded(float(weight[cell])),
            size=max(now, before),
        )
        rows.append((factors, added(float(product[cell]))))
    if adding > LONGEST:
        largest = np.sort(product)[::-1][:LONGEST].sum()
        rest = added(max(total - float(largest), 0.0))
        rows.append((counted(adding - LONGEST, "other pair of sizes", "other pairs of sizes"), rest))
    words = "{total} ÷ first weight {first}"
    if sum(_as_shown(value) for _, value in rows) != value_rounded(total):
        words = "{total} ÷ first weight {first}; these numbers are rounded"
    divided = sentence(words, total=value_rounded(total), first=value_rounded(first))
    rows.append((divided, added(float(links))))
    return tuple(rows)


def _as_shown(value: Quantity | str) -> float:
    return value_rounded(value.value or 0) if isinstance(value, Quantity) else 0


def divided(links: Fraction, records: int, words: str) -> Sentence:
    """Return the last step of a risk in words.

    Parameters
    ----------
    links
        Expected number of right links.
    records
        By which they are divided.
    words
        Template with both, which names the file that has so many records.

    Returns
    -------
    Sentence
        "12 ÷ 3,049 records of the original".
    """
    number = int(links) if links.denominator == 1 else value_rounded(float(links))
    return sentence(words, links=number, records=counted(records, "record"))


def pair_text(now: int, before: int) -> Sentence:
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
        return sentence(_IN_BOTH[min(now, 3)], now=now)
    return sentence(_PAIRS[min(now, 3), min(before, 3)], now=now, before=before)


def number(links: Fraction | float) -> Quantity:
    """Return a number of a computation.

    Parameters
    ----------
    links
        Any finite number.

    Returns
    -------
    Quantity
        A whole one has no digits after the point.
    """
    found = float(links)
    return Quantity(found, WHOLE if found.is_integer() else NUMBER)

"""Hidden weights: sampling weights that are not released as they were, and numbers that give one away."""

from collections.abc import Collection
from dataclasses import replace

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import single_value_contributions
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.original_counts import mark_original_counts
from sdcdesk.core.results.table import Table

EXACT_COUNTS = ("records", "values", "groups")
"""Units of what is told with all digits, as far as it is not counted by weights."""


def weights_are_hidden(original: Microdata, masked: Microdata, weight: str) -> bool:
    """Return whether the released file does not show the sampling weights as they were.

    Parameters
    ----------
    original, masked
        Both files.
    weight
        The variable with the sampling weights.

    Returns
    -------
    bool
        Also where the variable, or some of its records, are not released.
    """
    if weight not in masked or masked.provenance(weight) is not None:
        return True
    return len(masked) < len(original)


def following_weights(quantity: Quantity, records: int) -> Quantity:
    """Return a number that follows from weights of records nobody else knows.

    Parameters
    ----------
    quantity
        Any; a count of records stays as it is.
    records
        Records of the original.

    Returns
    -------
    Quantity
        The same number; a public document tells about one digit of it.
    """
    if quantity.value is None or quantity.unit.name in EXACT_COUNTS:
        return quantity
    return replace(quantity, contributions=single_value_contributions(records, quantity.value))


def with_weights_hidden(
    findings: Findings,
    original: Microdata,
    masked: Microdata,
    weight: str,
    *,
    counted: Collection[str] = (),
) -> Findings:
    """Return findings whose numbers say that a sampling weight could be computed from them, where one could.

    The risk of somebody who is alone follows from one weight, and so does the sum of all from two editions
    that differ by one person.

    Parameters
    ----------
    findings
        Findings of a measure that uses the weights of the original.
    original, masked
        Both files.
    weight
        The variable with the sampling weights.
    counted
        Names of the figures that count records by their weights, as those above a risk; then all tables do.

    Returns
    -------
    Findings
        The same numbers; a public document tells about one digit of those that weights have to do with, and
        what counts records by weights in steps of some records.
    """
    if not weights_are_hidden(original, masked, weight):
        return findings

    def hiding(quantity: Quantity) -> Quantity:
        return following_weights(quantity, len(original))

    def column(table: Table, of: Column) -> pd.Series:
        return pd.Series(list(map(hiding, table.quantities(of))), table.frame.index, dtype=object)

    def block(one: Block) -> Block:
        if isinstance(one, Figure):
            steps = tuple(
                (words, row if isinstance(row, str) else hiding(row)) for words, row in one.computation
            )
            return replace(one, quantity=hiding(one.quantity), computation=steps)
        if not isinstance(one, Table):
            return one
        numbers = [
            of
            for of in one.columns
            if of.unit is not None and of.role != "key" and of.unit.name not in EXACT_COUNTS
        ]
        return replace(one, frame=one.frame.assign(**{of.name: column(one, of) for of in numbers}))

    hidden = replace(findings, sections=findings.mapped(block))
    if not counted:
        return hidden
    # Between two thresholds of risk lie those of who weighs neither more nor less than these say.
    return mark_original_counts(hidden, counted, len(masked), original.fingerprint, frozenset())

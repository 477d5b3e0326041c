"""Small counts behind findings: shares and curves from which counts below the threshold could be solved."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.numbers.small_counts import SmallCounts
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.table import Table


def mark_small_counts(findings: Findings, records: int, smallest: Callable[[], int]) -> Findings:
    """Return findings whose shares and tables say which counts of records they were added up from.

    Of 8 records in small groups 2 are alone: that is hidden where fewer than 10 must not be told, and follows
    from DR_max, as the sum of 1 ÷ size over all records. An edition with a threshold rounds such numbers to
    what so many records move, and leaves curves out, whose points are as many equations as there are sizes.

    Parameters
    ----------
    findings
        Findings of a measure that groups records.
    records
        Records that a share is taken of.
    smallest
        See `SmallCounts.smallest`.

    Returns
    -------
    Findings
        The same numbers.
    """
    # Every number and every cell asks for it.
    counts = SmallCounts(cache(smallest), records)

    def block(one: Block) -> Block:
        if isinstance(one, Figure) and one.secrecy is Secrecy.AGGREGATE:
            return replace(one, quantity=with_small_counts(counts, one.quantity))
        return replace(one, small_counts=counts) if isinstance(one, Table) else one

    return replace(findings, sections=findings.mapped(block))


def with_small_counts(counts: SmallCounts, quantity: Quantity) -> Quantity:
    """Return a number that says which counts of records it was added up from, if it was.

    Parameters
    ----------
    counts
        Counts of records in groups of each size.
    quantity
        Any number of a measure that groups records.

    Returns
    -------
    Quantity
        The same object where it is a count, or one over another: these are looked at themselves.
    """
    added_up = quantity.unit.record_effect(counts.records) and quantity.part is None and quantity.defined
    return replace(quantity, small_counts=counts) if added_up else quantity

"""Complements: how many records a count leaves, which follow from it where all are told."""

from dataclasses import replace

from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.table import Table


def mark_complements(findings: Findings, *wholes: int) -> Findings:
    """Return findings whose counts of records say how many they leave.

    2,397 of 2,400 records in small groups are three that are in none; a document that counts no three
    records holds neither.

    Parameters
    ----------
    findings
        Findings of a measure.
    *wholes
        Records of the files that it looked at, which every document tells.

    Returns
    -------
    Findings
        The same numbers.
    """

    def block(one: Block) -> Block:
        if isinstance(one, Table) and one.cumulative is not None:
            return one.with_quantities(
                leaving, [column for column in one.columns if column.is_aggregate and column.unit == RECORDS]
            )
        if not isinstance(one, Figure) or one.secrecy is not Secrecy.AGGREGATE or one.unit != RECORDS:
            return one
        return replace(one, quantity=leaving(one.quantity))

    def leaving(quantity: Quantity) -> Quantity:
        count = quantity.value
        if count is None:
            return quantity
        left = tuple(int(whole - count) for whole in wholes if whole > count)
        return replace(quantity, people=(*quantity.people, *left))

    return replace(findings, sections=findings.mapped(block))

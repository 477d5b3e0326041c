"""Complements: how many records a count leaves, which follow from it where all are told."""

from dataclasses import replace

from sdcdesk.core.numbers.quantity import RECORDS
from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.table import Secrecy


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
        if not isinstance(one, Figure) or one.secrecy is not Secrecy.AGGREGATE or one.unit != RECORDS:
            return one
        count = one.quantity.value
        if count is None:
            return one
        left = tuple(int(whole - count) for whole in wholes if whole > count)
        return replace(one, quantity=replace(one.quantity, people=(*one.quantity.people, *left)))

    return replace(findings, sections=findings.mapped(block))

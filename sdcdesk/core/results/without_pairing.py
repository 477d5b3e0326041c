"""Findings without a pairing: what needs to know who is who is not shown, and no record is pointed at."""

from collections.abc import Collection
from dataclasses import replace

from sdcdesk.core.data.pairing import UNPAIRED
from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.without_original import without_original

NOT_PAIRED = "not paired"
"""Code of a state that only the pairing could tell."""

RECORD = "record"
"""The column with the number that a listed record has in the original."""


def without_pairing(
    findings: Findings, by_record: Collection[str], unsaid: str = "", *, sides: bool
) -> Findings:
    """Return what was found of two files of which nothing says who is who.

    Parameters
    ----------
    findings
        Findings in which a record of the one file may have been taken for the one at its place in the other.
    by_record
        Names of the figures, states, tables, columns and per-record series that need to know who is who.
    unsaid
        A note that speaks of an original that nobody knows, and is left out.
    sides
        Whether columns about the original, and about the change from it, are of that kind too.

    Returns
    -------
    Findings
        Figures and tables that count or list records lead to none of the original.
    """
    kept = without_original(findings, {*by_record, RECORD}, UNPAIRED, NOT_PAIRED, sides=sides)
    sections = tuple(
        replace(section, notes=tuple(note for note in section.notes if note.text != unsaid))
        for section in kept.mapped(_led_nowhere)
    )
    return Findings(sections=sections, records=kept.records)


def _led_nowhere(block: Block) -> Block:
    if isinstance(block, Figure):
        return replace(block, rows=None, row_title="")
    return replace(block, rows=None, row_title=None) if isinstance(block, Table) else block

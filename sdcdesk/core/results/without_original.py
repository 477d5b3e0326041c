"""Findings without an original: what a released file alone cannot say is not defined, and says why."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from sdcdesk.core.numbers.quantity import Quantity, Reason, Why
from sdcdesk.core.results.findings import Block, Declared, Figure, Findings, Note, Section, State
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.record_series import without_series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import SILENT, plain

NOT_KNOWN = "no original"
"""Code of a state that only the original could tell."""

GENERAL = "It compares the released file with its original, which is not known."
"""Why a measure finds nothing, where it does not say so more plainly."""

LOSS_UNKNOWN = "What was lost is what differs from the original, which is not known of a released file alone."
"""Why a measure of information loss needs the original."""

ASSESSED_ONLY = (
    "This file was opened to be assessed only, without its original. To mask it further, open it as a data "
    "file."
)
"""Why such a file has no recipe."""


def undefined_findings(name: str, declares: Sequence[Declared], why: str) -> Findings:
    """Return the findings of a measure that says nothing without the original.

    Parameters
    ----------
    name
        Name of the measure.
    declares
        Its figures.
    why
        Why they are not defined.

    Returns
    -------
    Findings
        All declared figures, without a value.
    """
    reason = Reason(Why.NOT_APPLICABLE, why)
    figures = tuple(one.undefined(reason) for one in declares)
    return Findings(sections=(Section(name=name, blocks=figures, notes=(Note(plain(why), "warning"),)),))


def without_original(
    findings: Findings, comparing: Collection[str], why: str, code: str = NOT_KNOWN, *, sides: bool = True
) -> Findings:
    """Return what was found of a file that was taken as its own original, without what that would fake.

    Parameters
    ----------
    findings
        Findings of a released file beside itself.
    comparing
        Names of the figures, states, tables, columns and per-record series that compare it with its original.
    why
        Why these are not defined.
    code
        Stands in the place of a state that is not known.
    sides
        Whether columns about the original, and about the change from it, are of that kind too.

    Returns
    -------
    Findings
        These figures have the reason in the place of a value, these tables no rows. Other tables lose their
        columns about the original, plots what they draw of it. A section of nothing else says nothing more.
    """
    reason = Reason(Why.NOT_APPLICABLE, why)
    gone = {name: _gone(table, comparing, sides=sides) for name, table in findings.tables.items()}

    def kept(block: Block) -> Block | None:
        if isinstance(block, Figure) and block.name in comparing:
            nothing = Quantity(None, block.unit, reason=reason)
            return replace(block, quantity=nothing, computation=(), rows=None, row_title="", note="")
        if isinstance(block, State) and block.name in comparing:
            return replace(block, code=code, meaning=why)
        if isinstance(block, Table):
            return _table(block, gone[block.name], empty=why if block.name in comparing else "")
        if isinstance(block, Plot):
            return None if block.table in comparing else _plot(block, gone[block.table])
        return block

    sections = (
        replace(new, about=SILENT, notes=()) if _compares(old, comparing) else new
        for old, new in zip(findings.sections, findings.mapped(kept), strict=True)
    )
    records = without_series(findings.records, comparing)
    return Findings(sections=tuple(sections), records=records)


def _compares(section: Section, comparing: Collection[str]) -> bool:
    """Return whether all of a section compares with the original, so that what it says of it does, too."""
    named = [block.table if isinstance(block, Plot) else block.name for block in section.blocks]
    return bool(named) and all(name in comparing for name in named)


def _gone(table: Table, comparing: Collection[str], *, sides: bool) -> frozenset[str]:
    of_both = ("before", "change") if sides else ()
    return frozenset(one.name for one in table.columns if one.role in of_both or one.name in comparing)


def _table(table: Table, gone: frozenset[str], empty: str) -> Table:
    if empty:
        return replace(table, frame=table.frame.iloc[:0], empty=empty, rows=None, row_title=None)
    if not gone:
        return table
    columns = tuple(column for column in table.columns if column.name not in gone)
    return replace(table, columns=columns, frame=table.frame.drop(columns=list(gone)))


def _plot(plot: Plot, gone: frozenset[str]) -> Plot | None:
    series = tuple(one for one in plot.series if not gone & {one.column, one.low, one.high})
    if not series or gone & {plot.x.column, plot.label}:
        return None
    return replace(plot, series=series)

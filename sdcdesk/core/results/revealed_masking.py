"""Revealed masking: whoever reads in findings how a variable changed knows how it was masked."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from sdcdesk.core.results.findings import Block, Figure, Findings
from sdcdesk.core.results.table import Table


def with_revealed_masking(
    findings: Findings, variables: Iterable[str], figures: Collection[str] | None
) -> Findings:
    """Return findings that say of which variables they compare the original with the masked values.

    A share of values that stayed is the diagonal of a PRAM matrix; a variance before and after, or the share
    of values that came near their original ones, gives that of the noise between them. So a public document
    leaves such numbers out where the parameters of a step are secret (`Edition.secret`).

    Parameters
    ----------
    findings
        Findings of a measure that compares two files.
    variables
        The variables that were compared.
    figures
        Names of the figures that compare them; None: all do. All tables do.

    Returns
    -------
    Findings
        The same numbers, in figures and tables that name these variables.
    """
    names = frozenset(variables)

    def naming(block: Block) -> Block:
        if isinstance(block, Figure) and (figures is None or block.name in figures):
            return replace(block, quantity=replace(block.quantity, masking=names))
        return replace(block, masking=names) if isinstance(block, Table) else block

    return replace(findings, sections=findings.mapped(naming))

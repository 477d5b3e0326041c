"""Tables beside one another: what those of the same numbers give away that are published one by one.

Each may be safe, and still a cell that one hides follows from another one. They are audited as one system;
whoever wants them all plans them together, so that they are protected as one, too.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, joined_by_and, sentence
from sdcdesk.release.table_result import Beside, Protected, TableResult
from sdcdesk.tables import audited


def audited_beside(
    results: Sequence[TableResult], before: Sequence[TableResult] = (), progress: Progress = SILENT
) -> tuple[TableResult, ...]:
    """Return results of tables that know what they give away beside one another.

    Parameters
    ----------
    results
        What became of the tables. Those that do not leave are published by nobody, and left out.
    before
        Earlier results; whatever is still the same is not computed again.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[TableResult, ...]
        In their order.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    alone = [replace(one, beside=None) for one in results]
    by_numbers: dict[object, list[TableResult]] = {}
    for one in alone:
        # A finished table does not say whose numbers it has.
        if one.leaves and one.built is not None and one.built.subject:
            by_numbers.setdefault((one.built.subject, id(one.source)), []).append(one)
    found: dict[int, Beside] = {}
    groups = [group for group in by_numbers.values() if len({id(one.protected) for one in group}) > 1]
    for group, share in progress.over(groups, "Audit"):
        beside = _beside(group, before, share)
        found.update((id(one), beside) for one in group)
    return tuple(replace(one, beside=found.get(id(one))) for one in alone)


def _beside(group: Sequence[TableResult], before: Sequence[TableResult], progress: Progress) -> Beside:
    protected = _protected(group)
    for earlier in before:
        known = earlier.beside
        if known is not None and _same(known.protected, protected):
            return known
    tables = tuple(table for one in protected for table in one.tables)
    names = joined_by_and([short(one.planned.name) for one in group])
    try:
        together = audited(*tables, progress=progress)
    except DataError as error:
        words = "The tables {names} cannot be audited beside one another: {why}"
        return Beside(protected, (sentence(words, names=names, why=error.message),))
    known_cells = _attacked_alone(protected, together.system.cells)
    cells = sorted({one.cell for one in together.attacks} - known_cells)
    words = "{cell} can be worked out too closely by who has the tables {names}; publish them together."
    told: tuple[Sentence, ...] = tuple(
        sentence(words, cell=together.system.cell_text(cell), names=names) for cell in cells
    )
    return Beside(protected, told)


def _protected(group: Sequence[TableResult]) -> tuple[Protected, ...]:
    """Return what the tables are published with, those that are one system once."""
    systems = {id(one.protected): one.protected for one in group if one.protected is not None}
    return tuple(systems.values())


def _same(known: Sequence[Protected], wanted: Sequence[Protected]) -> bool:
    return len(known) == len(wanted) and all(one is other for one, other in zip(known, wanted, strict=True))


def _attacked_alone(protected: Sequence[Protected], cells: Sequence[np.ndarray]) -> set[int]:
    """Return the cells that a table gives away by itself, for which its owner gave a reason."""
    found: set[int] = set()
    first = 0
    for one in protected:
        attacked = [attack.cell for attack in one.found.attacks]
        for own, place in one.found.system.names[attacked].tolist():
            found.add(int(cells[first + own][place]))
        first += len(one.tables)
    return found

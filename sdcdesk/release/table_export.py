"""Export of tables: one policy for window and command line, and the files that leave.

A table that fails its audit, or was not audited, leaves only with a reason, which the project and the
documents record. What its owner keeps (the internal file) is no release.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.files.atomic import same_file, write_together, writer_of
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.document.table_commands import with_changed_table
from sdcdesk.document.variable_commands import Change
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables.files.writing import require_ending, table_bytes


@dataclass(frozen=True, slots=True)
class TableFiles:
    """Which tables are written, where and how.

    Attributes
    ----------
    targets
        By name of the table its file (.csv or .xlsx).
    internal
        Whether the files hold the original values and why cells are hidden, for the owner alone.
    replace
        Whether files that exist may be replaced.
    inputs
        Files that are never replaced: the data, the project, and whatever else it was made from.
    """

    targets: Mapping[str, Path] = field(default_factory=dict)
    internal: bool = False
    replace: bool = False
    inputs: tuple[Path, ...] = ()


def needs_reason(result: TableResult) -> bool:
    """Return whether a table leaves only with a reason: its audit fails, or nobody has audited it.

    Parameters
    ----------
    result
        What became of it.

    Returns
    -------
    bool
        False only for a safe table.
    """
    return result.verdict is not Verdict.SAFE


def withheld(result: TableResult, *, internal: bool = False) -> str:
    """Return why a table is not written; empty: it may leave.

    Parameters
    ----------
    result
        What became of it.
    internal
        Whether it is written for its owner alone.

    Returns
    -------
    str
        A sentence or two for its owner.
    """
    name = short(result.planned.name)
    if result.table is None:
        why = result.error.message if result.error is not None else ""
        return sentence("Table {name} is not written, for it failed: {why}", name=name, why=why)
    if internal or result.leaves:
        return ""
    words = (
        "Table {name} is not written: its verdict is {verdict}. It leaves only with a reason, which is "
        "recorded."
    )
    return sentence(words, name=name, verdict=str(result.verdict))


def with_reason(project: Project, results: Sequence[TableResult], reason: str) -> Change:
    """Return the change that records why tables leave that are not known to be safe.

    Parameters
    ----------
    project
        The project.
    results
        What became of its tables.
    reason
        In words.

    Returns
    -------
    Change
        What undo says, and the project in which each table that needs it has the reason; without a label
        where none needs one.

    Raises
    ------
    ParameterError
        The reason holds no letter or digit.
    """
    names = [one.planned.name for one in results if one.table is not None and needs_reason(one)]
    changed, label = project, ""
    for name in names:
        label, changed = with_changed_table(changed, name, override=reason.strip())
    if len(names) > 1:
        label = sentence("Reason to publish {n} table", "Reason to publish {n} tables", "n", n=len(names))
    return Change(label, changed)


def table_writers(
    results: Sequence[TableResult], files: TableFiles, progress: Progress = SILENT
) -> dict[Path, Callable[[BinaryIO], object]]:
    """Return what writes the file of each table that leaves; made in memory before anything is written.

    Parameters
    ----------
    results
        What became of the tables.
    files
        Which are written, and how.
    progress
        Receives how far the work is.

    Returns
    -------
    dict
        By file; tables that are withheld are not among them.

    Raises
    ------
    WriteError
        The ending of a file is none that is written, it is an input, two tables have the same file, or a
        table does not fit into a sheet.
    Cancelled
        The user asked to stop.
    """
    _require_own_files(files)
    found: dict[Path, Callable[[BinaryIO], object]] = {}
    for result, share in progress.over(results, "Cells"):
        target, table = files.targets.get(result.planned.name), result.table
        if target is None:
            continue
        require_ending(target)
        if table is None or withheld(result, internal=files.internal):
            continue
        # Which values a filter keeps stands in the file of the owner; readers are told by the title.
        planned = result.planned
        about = planned.universe if files.internal else planned.description if planned.universe else ""
        content = table_bytes(table, target, internal=files.internal, about=about, progress=share)
        found[target] = writer_of(content)
    return found


def export_tables(
    results: Sequence[TableResult], files: TableFiles, progress: Progress = SILENT
) -> tuple[str, ...]:
    """Write all tables that were asked for, together: all of them, or none.

    Parameters
    ----------
    results
        What became of the tables.
    files
        Which are written, and how.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple of str
        Sentences on what a killed process had left in their folders.

    Raises
    ------
    WriteError
        A table that is not known to be safe has no reason, or failed; or a file cannot be written.
    Cancelled
        The user asked to stop; nothing was written.
    """
    asked = [one for one in results if one.planned.name in files.targets]
    for one in asked:
        refusal = withheld(one, internal=files.internal)
        if refusal:
            raise WriteError(refusal, "override")
    return write_together(
        table_writers(asked, files, progress), overwrite=files.replace, private=files.internal
    )


def _require_own_files(files: TableFiles) -> None:
    """Refuse files that are inputs, and one for two tables."""
    targets = list(files.targets.values())
    for place, target in enumerate(targets):
        if any(same_file(target, one) for one in files.inputs):
            words = "{name} is a file that the tables were made from; it is never overwritten. Rename it."
            raise WriteError(sentence(words, name=short(target.name)), "target")
        if any(same_file(target, one) or target == one for one in targets[:place]):
            words = "Two tables would be written to {name}; give each its own file."
            raise WriteError(sentence(words, name=short(target.name)), "target")

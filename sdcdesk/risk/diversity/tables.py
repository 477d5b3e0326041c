"""Tables of confidential values in groups: by criterion, by variable, and group by group."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, SHARE, VALUES, Reason, Why
from sdcdesk.core.results.table import NOT_DEFINED, Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.anonymity.group_findings import MISSING_KEY, key_columns
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.diversity.criteria import Judged
from sdcdesk.risk.record_risks.listed_records import strongest

LISTED = 1000
"""Groups that are listed; the others are counted."""

NO_VALUES = Reason(Why.NO_RECORDS, "No released record has a value.")


def criteria_table(masked: Microdata, judged: Judged) -> Table:
    """Return which criteria the masked file keeps, and which records break them.

    Parameters
    ----------
    masked
        The masked file.
    judged
        Its confidential variables in all groups.

    Returns
    -------
    Table
        One row for each criterion.
    """
    records = [judged.records(criterion) for criterion in judged.criteria]
    broken = [int(found.sum()) for found in records]
    released = judged.around.records
    groups = [int(judged.groups(criterion).sum()) for criterion in judged.criteria]
    frame = pd.DataFrame(
        {
            "criterion": [criterion.title for criterion in judged.criteria],
            "asked": pd.Series([criterion.asked for criterion in judged.criteria], dtype=object),
            "kept": [_kept(number, judged) for number in broken],
            "records": broken,
            "share": [number / released if released else np.nan for number in broken],
            "groups": groups if judged.around.grouped else [None] * len(groups),
        }
    )
    return Table(
        name="criteria",
        title="What is asked of every group",
        columns=(
            Column("criterion", "Criterion", role="key", secrecy=Secrecy.PUBLIC),
            Column("asked", "Asked", meaning="What every group must have.", secrecy=Secrecy.PUBLIC),
            Column("kept", "Kept", meaning="Whether every group has it.", secrecy=Secrecy.PUBLIC),
            Column("records", "Records", RECORDS, "Released records that break it, with any variable."),
            Column("share", "Of released", SHARE, "These records ÷ released records.", bar="risk"),
            Column("groups", "Groups", GROUPS, "Groups that break it, with any variable."),
        ),
        frame=frame,
        about=plain(
            "A record breaks a criterion if its group does, by the values of any confidential variable of "
            "which it has a value itself."
        ),
        undefined={
            "share": Reason(Why.NO_RECORDS, NOTHING_RELEASED),
            "groups": Reason(Why.NOT_APPLICABLE, NO_GROUPS),
        },
        rows=lambda row: masked.rows[records[row]],
        row_title=lambda row: f"not {judged.criteria[row].title}",
    )


def variables_table(
    masked: Microdata, judged: Judged, columns: Sequence[Column], frame: pd.DataFrame
) -> Table:
    """Return what is found of each confidential variable.

    Parameters
    ----------
    masked
        The masked file.
    judged
        Its confidential variables in all groups.
    columns
        What is shown of each variable.
    frame
        A row for each variable with these columns.

    Returns
    -------
    Table
        One row for each confidential variable that is released.
    """
    described = pd.DataFrame(
        {
            "variable": [one.variable for one in judged.variables],
            "known": [one.records for one in judged.variables],
            "values": [one.values for one in judged.variables],
        }
    )

    def rows(row: int) -> np.ndarray:
        broken = judged.any_broken(row)[judged.around.labels] & judged.variables[row].known
        found: np.ndarray = masked.rows[broken]
        return found

    return Table(
        name="variables",
        title="Confidential variables",
        columns=(
            Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC),
            Column("known", "Records", RECORDS, "Released records with a value."),
            Column("values", "Values", VALUES, "Different values that are released.", secrecy=Secrecy.PUBLIC),
            *columns,
        ),
        frame=pd.concat([described, frame.set_axis(described.index)], axis="columns"),
        about=plain("The worst group of each confidential variable, and the records that it gives away."),
        empty="No confidential variable is released.",
        undefined=dict.fromkeys((column.name for column in columns), NO_VALUES),
        rows=rows,
        row_title=lambda row: f"not protected in {judged.variables[row].variable}",
    )


def breaking_columns(judged: Judged) -> tuple[tuple[Column, ...], dict[str, list[int]]]:
    """Return for each criterion how many records break it with each confidential variable.

    Parameters
    ----------
    judged
        Confidential variables in all groups.

    Returns
    -------
    tuple[tuple[Column, ...], dict[str, list[int]]]
        Columns of a table of variables, and their cells.
    """
    over = "Records that are not"
    columns = tuple(
        Column(
            f"not_{one.name}", one.title, RECORDS, f"Released records that are not {one.title}.", over=over
        )
        for one in judged.criteria
    )
    cells = {
        f"not_{one.name}": [int(judged.records(one, place).sum()) for place in range(len(judged.variables))]
        for one in judged.criteria
    }
    return columns, cells


def groups_table(
    masked: Microdata,
    keys: Sequence[str],
    judged: Judged,
    columns: Sequence[Column],
    worst: str,
    endless: Reason = NOT_DEFINED,
) -> Table:
    """Return the groups whose values break a criterion, those with the largest amount of a kind first.

    Groups that are only too small are not listed; k-anonymity does.

    Parameters
    ----------
    masked
        The masked file.
    keys
        Names of the keys.
    judged
        Its confidential variables in all groups.
    columns
        Amounts that are shown, by their names.
    worst
        Amount that they are ordered by.
    endless
        Why an amount that is not finite has no number.

    Returns
    -------
    Table
        One row for each group and variable, at most `LISTED`.
    """
    around, things = judged.around, "groups" if judged.around.grouped else "different keys"
    variable, group, total = _worst(judged, worst)
    names = [name for name in keys if name in masked.names]
    cells, key_cells = key_columns(masked, names, around.first[group])
    frame = pd.DataFrame(
        {
            "variable": [judged.variables[place].variable for place in variable.tolist()],
            **cells,
            "size": around.sizes[group],
            **{column.name: _picked(judged, column.name, variable, group) for column in columns},
        },
        index=range(len(group)),
    )

    def rows(row: int) -> np.ndarray:
        found: np.ndarray = masked.rows[around.labels == group[row]]
        return found

    return Table(
        name="groups",
        title=f"{things.capitalize()} where values break a criterion",
        columns=(
            Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC),
            *key_cells,
            Column("size", "Size", RECORDS, "Released records that share these key values, or fit them."),
            *columns,
        ),
        frame=frame,
        about=_listed(len(group), total, things),
        empty="The values of every group keep all criteria, or there are none.",
        undefined={column.name: MISSING_KEY for column in key_cells}
        | {column.name: endless for column in columns},
        rows=rows,
        row_title=lambda _row: "with these key values",
    )


def _kept(broken: int, judged: Judged) -> str:
    return "–" if not judged.around.records else "no" if broken else "yes"


def _worst(judged: Judged, amount: str) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the worst groups whose values break a criterion, with their variables, and how many."""
    # In the order of the file, so that the first of equal ones are listed.
    order = np.argsort(judged.around.first)
    found = [judged.any_broken(place)[order] for place in range(len(judged.variables))]
    badness = [
        np.where(broken, one.amounts[amount][order], 0.0) if one.records else np.zeros(len(order))
        for one, broken in zip(judged.variables, found, strict=True)
    ]
    chosen = strongest(np.concatenate([np.empty(0), *badness]), LISTED)
    variable, place = np.divmod(chosen, max(len(order), 1))
    return variable, order[place], sum(int(broken.sum()) for broken in found)


def _picked(judged: Judged, name: str, variable: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Return the amounts of some groups, each of its variable."""
    found = np.full(len(group), np.nan)
    for place, one in enumerate(judged.variables):
        mine = variable == place
        if mine.any():
            found[mine] = one.amounts[name][group[mine]]
    return found


def _listed(shown: int, total: int, things: str) -> Sentence:
    first = plain(
        "Released records by their key values, for each confidential variable: the worst first, equal ones "
        "in the order of the file."
    )
    if shown == total:
        return first
    more = sentence(f"Listed are {{shown}} of {{total}} {things}.", shown=shown, total=total)
    return joined([first, more], " ")

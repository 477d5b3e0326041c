"""Tables and plots of the disclosure risk: group sizes, the classification matrix, records at risk."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import GROUPS, NUMBER, RECORDS, SHARE, Reason, Why, count_of
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, ColumnRole, Secrecy, Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import NO_GROUPS
from sdcdesk.risk.disclosure.breakdown import SIZES, class_of_size, size_class_name
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.disclosure.comparison import Comparison
from sdcdesk.risk.disclosure.released import Released
from sdcdesk.risk.keys.frequencies import size_table
from sdcdesk.risk.keys.key_values import key_texts
from sdcdesk.risk.record_risks.listed_records import strongest
from sdcdesk.risk.weights.matrix import WeightMatrix

LAST = 8
"""Sizes from here on share the last row and column of the classification matrix that people are shown."""

MOST = 200
"""Records at risk that are listed."""

SIZE = count_of("record")

COMPARING = ("size_changes", "classification", "contributions", "records_at_risk")
"""Tables that compare the masked file with the original."""

GROUP_SIZE = "Size of the group"

SHARED = "Records with its key"

_NO_GROUPS = Reason(Why.NOT_APPLICABLE, NO_GROUPS)
_NO_RISK = Reason(Why.ZERO_DIVISOR, "DR_W is 0.")


def group_sizes(compared: Comparison, released: Released) -> tuple[Plot | Table, ...]:
    """Return the sizes of the groups of both files: classes of sizes, their bars, and every size.

    Parameters
    ----------
    compared
        Both files, with the groups of their records.
    released
        The released records, classified by the sizes of their groups.

    Returns
    -------
    tuple[Plot or Table, ...]
        A chart and the tables behind it.
    """
    every = size_table({"_before": compared.before, "_after": compared.after})
    place = class_of_size(every["size"].to_numpy())
    records = [
        np.bincount(place, every[name].to_numpy(), len(SIZES)).astype(np.int64)
        for name in ("records_before", "records_after")
    ]
    names = [size_class_name(at) for at in range(len(SIZES))]
    classes = Table(
        name="size_classes",
        title="Records by the size of their group",
        about=plain(
            "Every record stands in a group with those that show the same key values; where a missing value "
            "matches every value, the records compatible with it are counted. Masking moves records from "
            "small groups to large ones."
        ),
        columns=(
            Column("size", "Size of the group", role="key", secrecy=Secrecy.PUBLIC),
            Column("before", "Original", RECORDS, "Records of the original file.", role="before"),
            Column("after", "Masked", RECORDS, "Records of the masked file.", role="after"),
        ),
        frame=pd.DataFrame({"size": names, "before": records[0], "after": records[1]}),
        rows=lambda at: released.masked.rows[class_of_size(released.f) == at],
        row_title=lambda at: f"in groups of {names[at]} in the masked file",
    )
    bars = Plot(
        name="size_classes_plot",
        title="Group sizes",
        kind="bars",
        table=classes.name,
        x=Axis("Size of the group", column="size"),
        y=Axis("Records", unit=RECORDS, least=0.0),
        series=(Series("before", "Original", "before"), Series("after", "Masked", "after")),
        about=plain("Records by the size of their group, in the original and in the masked file."),
    )
    return bars, classes, _every_size(every, released)


def _every_size(frame: pd.DataFrame, released: Released) -> Table:
    sizes = frame["size"].tolist()
    columns = [Column("size", "Size", SIZE, "Records that share a key.", "key")]
    files: tuple[tuple[ColumnRole, str, str], ...] = (
        ("before", "Original", "original"),
        ("after", "Masked", "masked"),
    )
    for when, over, file in files:
        columns += [
            Column(f"groups_{when}", "Groups", GROUPS, f"Groups of the {file} file.", when, over=over),
            Column(f"records_{when}", "Records", RECORDS, f"Records of the {file} file.", when, over=over),
        ]
    return Table(
        name="group_sizes",
        title="Every size of a group",
        columns=tuple(columns),
        frame=frame,
        undefined={"groups_before": _NO_GROUPS, "groups_after": _NO_GROUPS},
        rows=lambda at: released.masked.rows[released.f == sizes[at]],
        row_title=lambda at: sentence("in groups of {size} in the masked file", size=sizes[at]),
        capped=20,
    )


def size_changes(released: Released, weights: WeightMatrix) -> tuple[Plot | Table, ...]:
    """Return the classification matrix as people look at it: sizes of `LAST` and more share a place.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.
    weights
        Weights of the records, by the size of their group now and before.

    Returns
    -------
    tuple[Plot or Table, ...]
        A heat map and the table behind it.
    """
    matrix = released.matrix
    place = (np.minimum(matrix.i, LAST) - 1) * LAST + np.minimum(matrix.j, LAST) - 1
    records = np.bincount(place, matrix.counts, LAST * LAST).astype(np.int64)
    added = np.bincount(place, _added(matrix, weights), LAST * LAST)
    now, before = np.divmod(np.arange(LAST * LAST), LAST)
    names = np.array([*map(str, range(1, LAST)), f"{LAST}+"], dtype=object)

    def rows(at: int) -> np.ndarray:
        here = (np.minimum(released.f, LAST) == now[at] + 1) & (
            np.minimum(released.initial, LAST) == before[at] + 1
        )
        found: np.ndarray = released.masked.rows[here]
        return found

    table = Table(
        name="size_changes",
        title="How groups changed",
        about=plain(
            "Released records by the size of their group in the masked and in the original file. Recoding "
            "makes groups larger, sampling makes them smaller."
        ),
        columns=(
            Column("now", "Masked", role="key", secrecy=Secrecy.PUBLIC, over=GROUP_SIZE),
            Column("before", "Original", role="key", secrecy=Secrecy.PUBLIC, over=GROUP_SIZE),
            Column("records", "Records", RECORDS, "Released records."),
            Column("contribution", "Part of DR_W", SHARE, "What these records add to DR_W."),
        ),
        frame=pd.DataFrame(
            {"now": names[now], "before": names[before], "records": records, "contribution": added}
        ),
        rows=rows,
        row_title=lambda at: f"in groups of {names[now[at]]} now and of {names[before[at]]} before",
        capped=20,
    )
    return (
        _heat(table, "records", "Classification matrix", "Records"),
        _heat(table, "contribution", "Part of the weighted risk", "Part of DR_W"),
        table,
    )


def _heat(table: Table, column: str, title: str, words: str) -> Plot:
    return Plot(
        name=f"{column}_plot",
        title=title,
        kind="heat",
        table=table.name,
        x=Axis("Group size in the original file", column="before"),
        y=Axis("Group size in the masked file", column="now"),
        series=(Series(column, words),),
        about=plain(
            "Records at the upper left are the risky ones: they are alone, or almost alone, in both files."
        ),
        ringed=0,
    )


def cells(released: Released, weights: WeightMatrix) -> tuple[Table, Table]:
    """Return every observed cell of the classification matrix, and what it adds to DR_W.

    Parameters
    ----------
    released
        The released records, classified by the sizes of their groups.
    weights
        Weights of the records, by the size of their group now and before.

    Returns
    -------
    tuple[Table, Table]
        Counts of the cells, and their contributions.
    """
    matrix = released.matrix

    def rows(at: int) -> np.ndarray:
        here = (released.f == matrix.i[at]) & (released.initial == matrix.j[at])
        found: np.ndarray = released.masked.rows[here]
        return found

    pair = (
        Column("i", "Masked", SIZE, "i, in the masked file.", "key", over=GROUP_SIZE),
        Column("j", "Original", SIZE, "j, in the original.", "key", over=GROUP_SIZE),
        Column("count", "Records", RECORDS, "Released records in such groups."),
    )
    classification = Table(
        name="classification",
        title="Classification matrix, every pair of sizes",
        columns=pair,
        frame=matrix.table(),
        empty="No record is released.",
        rows=rows,
        row_title=lambda at: sentence(
            "in groups of {now} now and of {before} before", now=matrix.i[at], before=matrix.j[at]
        ),
        capped=20,
    )
    return classification, replace(
        classification,
        name="contributions",
        title="Parts of DR_W, every pair of sizes",
        columns=(
            *pair,
            Column("weight", "Weight", NUMBER, "Weight of such groups.", secrecy=Secrecy.PUBLIC),
            Column("contribution", "Adds", SHARE, "What these records add to DR_W."),
            Column("share", "Part of DR_W", SHARE, "The same, divided by DR_W."),
        ),
        frame=matrix.contributions(weights),
        undefined={"share": _NO_RISK},
    )


def reweighed(
    was: Mapping[str, Table], matrix: ClassificationMatrix, weights: WeightMatrix
) -> dict[str, Table]:
    """Return the tables that depend on weights as they are with other ones, by name.

    Parameters
    ----------
    was
        The tables as they were assessed, by name.
    matrix
        The classification matrix of the same files.
    weights
        The other weights.

    Returns
    -------
    dict[str, Table]
        New tables; the old ones stay as they are.
    """
    changes, parts = was["size_changes"], was["contributions"]
    place = (np.minimum(matrix.i, LAST) - 1) * LAST + np.minimum(matrix.j, LAST) - 1
    added = np.bincount(place, _added(matrix, weights), LAST * LAST)
    return {
        changes.name: replace(changes, frame=changes.frame.assign(contribution=added)),
        parts.name: replace(parts, frame=matrix.contributions(weights)),
    }


def records_at_risk(
    original: Microdata, released: Released, contribution: np.ndarray, names: Sequence[str]
) -> Table:
    """Return the released records that add most to DR_W, with their key values in both files.

    Parameters
    ----------
    original
        The original file.
    released
        The released records.
    contribution
        float64 (t,), what each of them adds to DR_W.
    names
        The key variables.

    Returns
    -------
    Table
        One row for each record, the strongest first; key values are marked as values of the data.
    """
    masked = released.masked
    chosen = strongest(contribution, MOST)
    positions = masked.rows[chosen]
    cells: dict[str, np.ndarray | pd.Series] = {"record": positions + 1}
    columns = [Column("record", "Record", None, "Its number in the original.", "key", Secrecy.RECORD)]
    files: tuple[tuple[ColumnRole, str, Microdata, np.ndarray], ...] = (
        ("before", "Original", original, positions),
        ("after", "Masked", masked, chosen),
    )
    for when, over, data, places in files:
        for name in names:
            cells[f"{name} {when}"] = key_texts(data, name, places)
            columns.append(Column(f"{name} {when}", name, None, "", when, Secrecy.RECORD, over))
    cells["before"] = released.initial[chosen]
    cells["now"] = released.f[chosen]
    cells["contribution"] = contribution[chosen]
    columns += [
        Column("before", "before", RECORDS, "Original.", "before", Secrecy.RECORD, SHARED),
        Column("now", "now", RECORDS, "Masked file.", "after", Secrecy.RECORD, SHARED),
        Column("contribution", "Adds to DR_W", SHARE, "Its part of DR_W.", secrecy=Secrecy.RECORD),
    ]
    return Table(
        name="records_at_risk",
        title="Records at risk",
        about=plain(
            "Every released record adds its weight, as a part of the first weight, divided by the size of "
            "its group now or before, whichever is larger, and by the number of original records. These add "
            "most; together all add up to DR_W."
        ),
        columns=tuple(columns),
        frame=pd.DataFrame(cells),
        empty="No record adds to the weighted risk." if len(masked) else "No record is released.",
        rows=lambda at: positions[at : at + 1],
        row_title=lambda at: f"record {positions[at] + 1}",
        capped=20,
    )


def _added(matrix: ClassificationMatrix, weights: WeightMatrix) -> np.ndarray:
    """Return what each cell adds to DR_W, float64."""
    added: np.ndarray = weights.at(matrix.i, matrix.j) / weights.first * matrix.counts / matrix.larger
    return added / matrix.n

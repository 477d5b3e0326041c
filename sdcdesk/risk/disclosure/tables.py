"""Tables and plots of the disclosure risk, before anything is computed: sizes of groups, and records."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sdcdesk.core.numbers.quantity import GROUPS, NUMBER, RECORDS, SHARE, Reason, Why, count_unit
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import NO_GROUPS
from sdcdesk.risk.disclosure.breakdown import CLASS_NAMES
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.disclosure.group_sizes import LAST, AtRisk, GroupSizes, ObservedCells, SizeChanges
from sdcdesk.risk.weights.matrix import WeightMatrix

LAST_NAMES = np.array([*map(str, range(1, LAST)), f"{LAST}+"], dtype=object)

SIZE = count_unit("record")

COMPARING = ("size_changes", "classification", "contributions", "records_at_risk")
"""Tables that compare the masked file with the original."""

GROUP_SIZE = "Size of the group"

SHARED = "Records with its key"

_NO_GROUPS = Reason(Why.NOT_APPLICABLE, NO_GROUPS)
_NO_RISK = Reason(Why.ZERO_DIVISOR, "DR_W is 0.")


SIZE_CLASSES = DeclaredTable[GroupSizes](
    name="size_classes",
    title="Records by the size of their group",
    about=plain(
        "Every record stands in a group with those that show the same key values; where a missing value "
        "matches every value, the records compatible with it are counted. Masking moves records from "
        "small groups to large ones."
    ),
    columns=(
        public_key("size", GROUP_SIZE).cells(lambda _: CLASS_NAMES),
        Column("before", "Original", RECORDS, "Records of the original file.", role="before").cells(
            lambda sizes: sizes.by_class("records_before")
        ),
        Column("after", "Masked", RECORDS, "Records of the masked file.", role="after").cells(
            lambda sizes: sizes.by_class("records_after")
        ),
    ),
    rows=lambda sizes, at: sizes.released.masked.rows[sizes.classes == at],
    row_title=lambda _, at: sentence("in groups of {sizes} in the masked file", sizes=CLASS_NAMES[at]),
    plots=(
        Plot(
            title="Group sizes",
            kind="bars",
            x=Axis(GROUP_SIZE, column="size"),
            y=Axis("Records", unit=RECORDS, least=0.0),
            series=(Series("before", "Original", "before"), Series("after", "Masked", "after")),
            about=plain("Records by the size of their group, in the original and in the masked file."),
        ),
    ),
)

GROUP_SIZES = DeclaredTable[GroupSizes](
    name="group_sizes",
    title="Every size of a group",
    columns=(
        Column("size", "Size", SIZE, "Records that share a key.", "key"),
        Column(
            *("groups_before", "Groups", GROUPS, "Groups of the original file.", "before"),
            over="Original",
            undefined=_NO_GROUPS,
        ),
        Column(
            "records_before", "Records", RECORDS, "Records of the original file.", "before", over="Original"
        ),
        Column(
            *("groups_after", "Groups", GROUPS, "Groups of the masked file.", "after"),
            over="Masked",
            undefined=_NO_GROUPS,
        ),
        Column("records_after", "Records", RECORDS, "Records of the masked file.", "after", over="Masked"),
    ),
    rows=lambda sizes, at: sizes.released.masked.rows[sizes.released.f == sizes.frame["size"].iloc[at]],
    row_title=lambda sizes, at: sentence(
        "in groups of {size} in the masked file", size=sizes.frame["size"].tolist()[at]
    ),
    capped=20,
)


def _heat(column: str, title: str, words: str) -> Plot:
    return Plot(
        name=f"{column}_plot",
        title=title,
        kind="heat",
        x=Axis("Group size in the original file", column="before"),
        y=Axis("Group size in the masked file", column="now"),
        series=(Series(column, words),),
        about=plain(
            "Records at the upper left are the risky ones: they are alone, or almost alone, in both files."
        ),
        ringed=0,
    )


SIZE_CHANGES = DeclaredTable[SizeChanges](
    name="size_changes",
    title="How groups changed",
    about=plain(
        "Released records by the size of their group in the masked and in the original file. Recoding "
        "makes groups larger, sampling makes them smaller."
    ),
    columns=(
        Column("now", "Masked", role="key", secrecy=Secrecy.PUBLIC, over=GROUP_SIZE).cells(
            lambda changes: LAST_NAMES[changes.now]
        ),
        Column("before", "Original", role="key", secrecy=Secrecy.PUBLIC, over=GROUP_SIZE).cells(
            lambda changes: LAST_NAMES[changes.before]
        ),
        Column("records", "Records", RECORDS, "Released records.").cells(lambda changes: changes.records),
        Column("contribution", "Part of DR_W", SHARE, "What these records add to DR_W.").cells(
            lambda changes: changes.added
        ),
    ),
    rows=lambda changes, at: changes.rows(at),
    row_title=lambda changes, at: sentence(
        "in groups of {now} now and of {before} before",
        now=LAST_NAMES[changes.now[at]],
        before=LAST_NAMES[changes.before[at]],
    ),
    capped=20,
    crossed=("now", "before"),
    plots=(
        _heat("records", "Classification matrix", "Records"),
        _heat("contribution", "Part of the weighted risk", "Part of DR_W"),
    ),
)

_CELL = (
    Column("i", "Masked", SIZE, "i, in the masked file.", "key", over=GROUP_SIZE),
    Column("j", "Original", SIZE, "j, in the original.", "key", over=GROUP_SIZE),
    Column("count", "Records", RECORDS, "Released records in such groups."),
)

CLASSIFICATION = DeclaredTable[ObservedCells](
    name="classification",
    title="Classification matrix, every pair of sizes",
    columns=_CELL,
    empty="No record is released.",
    rows=lambda cells, at: cells.rows(at),
    row_title=lambda cells, at: cells.row_title(at),
    capped=20,
    solves=True,
)

CONTRIBUTIONS = replace(
    CLASSIFICATION,
    name="contributions",
    title="Parts of DR_W, every pair of sizes",
    columns=(
        *_CELL,
        Column("weight", "Weight", NUMBER, "Weight of such groups.", secrecy=Secrecy.PUBLIC),
        Column("contribution", "Adds", SHARE, "What these records add to DR_W."),
        Column("share", "Part of DR_W", SHARE, "The same, divided by DR_W.", undefined=_NO_RISK),
    ),
)

RECORDS_AT_RISK = DeclaredTable[AtRisk](
    name="records_at_risk",
    title="Records at risk",
    about=plain(
        "Every released record adds its weight, as a part of the first weight, divided by the size of "
        "its group now or before, whichever is larger, and by the number of original records. These add "
        "most; together all add up to DR_W."
    ),
    columns=(
        ColumnForEach("key variable of each file", lambda listed: listed.key_columns()),
        Column("before", "before", RECORDS, "Original.", "before", Secrecy.RECORD, SHARED).cells(
            lambda listed: listed.released.initial[listed.chosen]
        ),
        Column("now", "now", RECORDS, "Masked file.", "after", Secrecy.RECORD, SHARED).cells(
            lambda listed: listed.released.f[listed.chosen]
        ),
        Column("contribution", "Adds to DR_W", SHARE, "Its part of DR_W.", secrecy=Secrecy.RECORD).cells(
            lambda listed: listed.contribution
        ),
    ),
    empty=lambda listed: (
        "No record adds to the weighted risk." if listed.released.matrix.t else "No record is released."
    ),
    rows=lambda listed, at: listed.rows[at : at + 1],
    row_title=lambda listed, at: sentence("record {rows}", rows=str(listed.rows[at] + 1)),
    capped=20,
)

TABLES = (SIZE_CLASSES, GROUP_SIZES, SIZE_CHANGES, CLASSIFICATION, CONTRIBUTIONS, RECORDS_AT_RISK)


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
    changes, parts = was[SIZE_CHANGES.name], was[CONTRIBUTIONS.name]
    added = SizeChanges(matrix, weights).added
    return {
        changes.name: replace(changes, frame=changes.frame.assign(contribution=added)),
        parts.name: replace(parts, frame=matrix.contributions(weights)),
    }

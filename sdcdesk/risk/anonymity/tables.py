"""Tables of k-anonymity, before anything is computed."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, SHARE, VARIABLES, Reason, Why
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.anonymity.answers import Answers, ListedGroups
from sdcdesk.risk.anonymity.combinations_of_keys import Combinations
from sdcdesk.risk.anonymity.group_size_text import group_size_text
from sdcdesk.risk.declared import NO_GROUPS
from sdcdesk.risk.disclosure.breakdown import SizeClass, rows_of_size

OF_SIZE = ("in groups of {size}", "compatible with {size}")
"""What the records of a size are, in groups or compatible with so many."""

ABOUT_GROUPS = (
    "The groups of released records that are smaller than wanted, with their key values as they are "
    "released, the smallest first and equal ones in the order of the file. Where the same people's groups "
    "were larger in the original, a sample or a missing value made them small."
)

ABOUT_RECORDS = (
    "The released records that are compatible with fewer records than wanted, with their key values as "
    "they are released. Where a missing value matches every value, records do not form groups."
)


def class_title(one: SizeClass) -> str:
    """Return a class of sizes in words.

    Parameters
    ----------
    one
        The class.

    Returns
    -------
    str
        From first to last, without a noun.
    """
    if one.high is None:
        return sentence("{low} or more", low=one.low)
    if one.low == one.high:
        return sentence("{size}", size=one.low)
    return sentence("{low}–{high}", low=one.low, high=one.high)


COMBINATIONS = DeclaredTable[Combinations](
    name="combinations",
    title="Groups by fewer keys",
    about=plain("Groups of released records that are alike in some of the keys."),
    columns=(
        Column("variables", "Known keys", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [", ".join(some) for some in found.names]
        ),
        Column("number", "Their number", VARIABLES, "", "key", Secrecy.PUBLIC).cells(
            lambda found: [len(some) for some in found.names]
        ),
        Column("smallest", "Smallest group", RECORDS, "Records that share the rarest values.").cells(
            lambda found: pd.array(found.smallest, dtype="Int64")
        ),
        Column("records", "Records below k", RECORDS, "Released records in groups below k.").cells(
            lambda found: found.below
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk").cells(
            lambda found: np.array(found.below) / (len(found.masked) or np.nan)
        ),
    ),
    empty="There is no other key.",
    rows=lambda found, at: found.rows(at),
    row_title=lambda found, at: sentence(
        "in groups below {k} by {names}", k=found.k, names=", ".join(found.names[at])
    ),
)

SMALL_GROUPS = DeclaredTable[ListedGroups](
    name="small_groups",
    title="Groups below k",
    about=plain(ABOUT_GROUPS),
    columns=(
        ColumnForEach("key variable", lambda found: found.key_columns()),
        Column(
            "size", "Size now", RECORDS, "Released records that share these key values, or fit them."
        ).cells(lambda found: found.groups.now),
        Column(
            "before_smallest",
            "Smallest",
            RECORDS,
            "The smallest group of the same people in the original file.",
            "before",
            over="Size before",
        ).cells(lambda found: found.groups.before_smallest),
        Column(
            "before_largest",
            "Largest",
            RECORDS,
            "The largest group of the same people in the original file.",
            "before",
            over="Size before",
        ).cells(lambda found: found.groups.before_largest),
    ),
    empty=lambda found: found.none(),
    rows=lambda found, at: found.groups.rows(at),
    row_title=lambda found, at: found.whose(at),
)

SIZE_CLASSES = DeclaredTable[Answers](
    name="size_classes",
    title="Records by size of their group",
    about=plain("Records of both files by the number of records that look like them, themselves included."),
    columns=(
        Column("sizes", "Group size", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [class_title(one) for one in found.classes]
        ),
        Column(
            "records_before", "Original", RECORDS, "Records of the original.", "before", over="Records"
        ).cells(lambda found: [one.before for one in found.classes]),
        Column("records_after", "Masked", RECORDS, "Released records.", "after", over="Records").cells(
            lambda found: [one.after for one in found.classes]
        ),
    ),
    unshown=lambda found: {"low": [one.low for one in found.classes]},
    rows=lambda found, at: rows_of_size(found.assessed, found.classes[at].low, found.classes[at].high),
    row_title=lambda found, at: group_size_text(found.both, *OF_SIZE, size=class_title(found.classes[at])),
    plots=(
        Plot(
            name="size_plot",
            kind="bars",
            x=Axis("Group size", column="sizes"),
            y=Axis("Records", unit=RECORDS, least=0.0),
            series=(
                Series("records_before", "Original", "before"),
                Series("records_after", "Masked", "after"),
            ),
            about=plain("Two bars for each class of sizes, of the original and of the masked file."),
        ),
    ),
)

GROUP_SIZES = DeclaredTable[Answers](
    name="group_sizes",
    title="Groups of the masked file by size",
    columns=(
        Column("size", "Group size", RECORDS, "Released records that look alike.", "key").cells(
            lambda found: found.sizes["size"]
        ),
        Column("groups", "Groups", GROUPS, "Groups of this size.").cells(
            lambda found: found.groups, undefined=Reason(Why.NOT_APPLICABLE, NO_GROUPS)
        ),
        Column("records", "Records", RECORDS, "Released records in them.").cells(
            lambda found: found.sizes["records_after"]
        ),
    ),
    empty="No record is released.",
    rows=lambda found, at: found.rows_of_size(at),
    row_title=lambda found, at: group_size_text(found.both, *OF_SIZE, size=int(found.sizes["size"].iloc[at])),
)

MISFITS = DeclaredTable[Answers](
    name="misfits",
    title="Groups that became smaller",
    columns=(
        Column("before", "Size before", RECORDS, "Of their group in the original.", "key").cells(
            lambda found: [before for _, before, _ in found.misfits]
        ),
        Column("now", "Size now", RECORDS, "Of their group in the masked file.", "key").cells(
            lambda found: [now for now, _, _ in found.misfits]
        ),
        Column(
            "records", "Records", RECORDS, "Released records for which the matrix of k has no place."
        ).cells(lambda found: [records for _, _, records in found.misfits]),
    ),
    empty="No group became smaller: the matrix of k has a place for every released record.",
    rows=lambda found, at: found.rows[
        (found.now == found.misfits[at][0]) & (found.before == found.misfits[at][1])
    ],
    row_title=lambda found, at: sentence(
        "in groups of {before} before, of {now} now", before=found.misfits[at][1], now=found.misfits[at][0]
    ),
    detailed=True,
)

SHARED_VALUES = DeclaredTable[Answers](
    name="shared_values",
    title="Confidential values that whole groups share",
    about=plain("Records whose whole group has the same value. Numbers count as the same only if equal."),
    columns=(
        Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [name for name, _ in found.both.missed_by_anonymity.attribute.variables]
        ),
        Column("records", "In large enough groups", RECORDS, "Whose identity k protects.").cells(
            lambda found: [n for _, n in found.both.missed_by_anonymity.attribute.variables]
        ),
        Column(
            "records_below_k", "In groups below k", RECORDS, "Records in groups that are too small."
        ).cells(
            lambda found: [
                one.sizes.below(found.both.wanted).total
                for one in found.both.missed_by_anonymity.attribute.shared
            ]
        ),
    ),
    empty="No variable that is released is confidential, so no value of one is given away.",
    rows=lambda found, at: found.rows[
        found.both.missed_by_anonymity.attribute.shared[at].found & (found.now >= found.both.wanted)
    ],
    row_title=lambda found, at: sentence(
        "sharing {name} with their group",
        name=found.both.missed_by_anonymity.attribute.shared[at].variable,
    ),
)

TABLES = (COMBINATIONS, SMALL_GROUPS, SIZE_CLASSES, GROUP_SIZES, MISFITS, SHARED_VALUES)

"""Tables of k-anonymity, before anything is computed."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, SHARE, VARIABLES, Reason, Why
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.anonymity.assessed_anonymity import AssessedAnonymity, ListedGroups
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
        public_key("variables", "Known keys").cells(
            lambda combinations: [", ".join(some) for some in combinations.names]
        ),
        public_key("number", "Their number", VARIABLES).cells(
            lambda combinations: [len(some) for some in combinations.names]
        ),
        Column("smallest", "Smallest group", RECORDS, "Records that share the rarest values.").cells(
            lambda combinations: pd.array(combinations.smallest, dtype="Int64")
        ),
        Column("records", "Records below k", RECORDS, "Released records in groups below k.").cells(
            lambda combinations: combinations.below
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk").cells(
            lambda combinations: np.array(combinations.below) / (len(combinations.masked) or np.nan)
        ),
    ),
    empty="There is no other key.",
    rows=lambda combinations, at: combinations.rows(at),
    row_title=lambda combinations, at: sentence(
        "in groups below {k} by {names}", k=combinations.k, names=", ".join(combinations.names[at])
    ),
)

SMALL_GROUPS = DeclaredTable[ListedGroups](
    name="small_groups",
    title="Groups below k",
    about=plain(ABOUT_GROUPS),
    columns=(
        ColumnForEach("key variable", lambda listed: listed.key_columns()),
        Column(
            "size", "Size now", RECORDS, "Released records that share these key values, or fit them."
        ).cells(lambda listed: listed.groups.now),
        Column(
            "before_smallest",
            "Smallest",
            RECORDS,
            "The smallest group of the same people in the original file.",
            "before",
            over="Size before",
        ).cells(lambda listed: listed.groups.before_smallest),
        Column(
            "before_largest",
            "Largest",
            RECORDS,
            "The largest group of the same people in the original file.",
            "before",
            over="Size before",
        ).cells(lambda listed: listed.groups.before_largest),
    ),
    empty=lambda listed: listed.none(),
    rows=lambda listed, at: listed.groups.rows(at),
    row_title=lambda listed, at: listed.whose(at),
)

SIZE_CLASSES = DeclaredTable[AssessedAnonymity](
    name="size_classes",
    title="Records by size of their group",
    about=plain("Records of both files by the number of records that look like them, themselves included."),
    columns=(
        public_key("sizes", "Group size").cells(
            lambda anonymity: [class_title(one) for one in anonymity.classes]
        ),
        Column(
            "records_before", "Original", RECORDS, "Records of the original.", "before", over="Records"
        ).cells(lambda anonymity: [one.before for one in anonymity.classes]),
        Column("records_after", "Masked", RECORDS, "Released records.", "after", over="Records").cells(
            lambda anonymity: [one.after for one in anonymity.classes]
        ),
    ),
    unshown=lambda anonymity: {"low": [one.low for one in anonymity.classes]},
    rows=lambda anonymity, at: rows_of_size(
        anonymity.assessed, anonymity.classes[at].low, anonymity.classes[at].high
    ),
    row_title=lambda anonymity, at: group_size_text(
        anonymity.both, *OF_SIZE, size=class_title(anonymity.classes[at])
    ),
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

GROUP_SIZES = DeclaredTable[AssessedAnonymity](
    name="group_sizes",
    title="Groups of the masked file by size",
    columns=(
        Column("size", "Group size", RECORDS, "Released records that look alike.", "key").cells(
            lambda anonymity: anonymity.sizes["size"]
        ),
        Column("groups", "Groups", GROUPS, "Groups of this size.").cells(
            lambda anonymity: anonymity.groups, undefined=Reason(Why.NOT_APPLICABLE, NO_GROUPS)
        ),
        Column("records", "Records", RECORDS, "Released records in them.").cells(
            lambda anonymity: anonymity.sizes["records_after"]
        ),
    ),
    empty="No record is released.",
    rows=lambda anonymity, at: anonymity.rows_of_size(at),
    row_title=lambda anonymity, at: group_size_text(
        anonymity.both, *OF_SIZE, size=int(anonymity.sizes["size"].iloc[at])
    ),
)

MISFITS = DeclaredTable[AssessedAnonymity](
    name="misfits",
    title="Groups that became smaller",
    columns=(
        Column("before", "Size before", RECORDS, "Of their group in the original.", "key").cells(
            lambda anonymity: [before for _, before, _ in anonymity.misfits]
        ),
        Column("now", "Size now", RECORDS, "Of their group in the masked file.", "key").cells(
            lambda anonymity: [now for now, _, _ in anonymity.misfits]
        ),
        Column(
            "records", "Records", RECORDS, "Released records for which the matrix of k has no place."
        ).cells(lambda anonymity: [records for _, _, records in anonymity.misfits]),
    ),
    empty="No group became smaller: the matrix of k has a place for every released record.",
    rows=lambda anonymity, at: anonymity.rows[
        (anonymity.now == anonymity.misfits[at][0]) & (anonymity.before == anonymity.misfits[at][1])
    ],
    row_title=lambda anonymity, at: sentence(
        "in groups of {before} before, of {now} now",
        before=anonymity.misfits[at][1],
        now=anonymity.misfits[at][0],
    ),
    solves=True,
)

SHARED_VALUES = DeclaredTable[AssessedAnonymity](
    name="shared_values",
    title="Confidential values that whole groups share",
    about=plain("Records whose whole group has the same value. Numbers count as the same only if equal."),
    columns=(
        public_key("variable", "Variable").cells(
            lambda anonymity: [name for name, _ in anonymity.both.missed_by_anonymity.attribute.variables]
        ),
        Column("records", "In large enough groups", RECORDS, "Whose identity k protects.").cells(
            lambda anonymity: [n for _, n in anonymity.both.missed_by_anonymity.attribute.variables]
        ),
        Column(
            "records_below_k", "In groups below k", RECORDS, "Records in groups that are too small."
        ).cells(
            lambda anonymity: [
                one.sizes.below(anonymity.both.wanted).total
                for one in anonymity.both.missed_by_anonymity.attribute.shared
            ]
        ),
    ),
    empty="No variable that is released is confidential, so no value of one is given away.",
    rows=lambda anonymity, at: anonymity.rows[
        anonymity.both.missed_by_anonymity.attribute.shared[at].found
        & (anonymity.now >= anonymity.both.wanted)
    ],
    row_title=lambda anonymity, at: sentence(
        "sharing {name} with their group",
        name=anonymity.both.missed_by_anonymity.attribute.shared[at].variable,
    ),
)

TABLES = (COMBINATIONS, SMALL_GROUPS, SIZE_CLASSES, GROUP_SIZES, MISFITS, SHARED_VALUES)

"""Sections with the groups: those that are too small, and the sizes of all before and after masking."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import beyond_exact
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, Reason, Why, of_variable
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.findings import Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.risk.anonymity.small_groups import SmallGroups, small_groups
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from sdcdesk.risk.anonymity.wording import of_size
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import SizeClass, rows_of_size, size_classes

MISSING_KEY = Reason(Why.NOT_APPLICABLE, "The key value is missing.")

ABOUT_GROUPS = (
    "The groups of released records that are smaller than wanted, with their key values as they are "
    "released, the smallest first and equal ones in the order of the file. Where the same people's groups "
    "were larger in the original, a sample or a missing value made them small."
)

ABOUT_RECORDS = (
    "The released records that are compatible with fewer records than wanted, with their key values as "
    "they are released. Where a missing value matches every value, records do not form groups."
)


def small_groups_section(assessed: Assessment, both: AnonymityAndRisk) -> Section:
    """Return the section with the groups that are too small.

    Parameters
    ----------
    assessed
        The disclosure risk of the same files, keys and weights.
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    Section
        A table with one row for each group, the smallest first.
    """
    groups = small_groups(assessed, both.wanted)
    notes: tuple[Note, ...] = ()
    if groups.left_out and groups.total:
        notes = (Note(sentence("Not released: {names}.", names=", ".join(groups.left_out))),)
    return Section(
        name="small_groups",
        title=_title(groups),
        about=_total(groups),
        blocks=(_table(groups, both),),
        notes=notes,
    )


def size_section(assessed: Assessment, both: AnonymityAndRisk) -> Section:
    """Return the section with the sizes of all groups.

    Parameters
    ----------
    assessed
        The disclosure risk of the same files, keys and weights.
    both
        k-anonymity and the weighted risk.

    Returns
    -------
    Section
        A chart, classes of sizes, and every size.
    """
    return Section(
        name="sizes",
        title="Group sizes",
        about=plain("Masking should leave few records in small groups."),
        blocks=(_size_plot(), _classes(assessed, both), _sizes(assessed, both)),
    )


def _total(groups: SmallGroups) -> Sentence:
    if not groups.total:
        return plain("None is too small.") if len(groups.masked) else plain(NOTHING_RELEASED)
    if not groups.grouped:
        return sentence("{n} record in all.", "{n} records in all.", "n", n=groups.total)
    words = "{n} group in all; records in it: {records}.", "{n} groups in all; records in them: {records}."
    return sentence(*words, "n", n=groups.total, records=groups.records)


def _title(groups: SmallGroups) -> Sentence:
    return sentence("Groups below {k}" if groups.grouped else "Records below {k}", k=groups.wanted)


def _table(groups: SmallGroups, both: AnonymityAndRisk) -> Table:
    cells, columns = key_columns(groups.masked, groups.keys, groups.first)
    before = "Size before"
    smallest, largest = (
        f"The {which} group of the same people in the original file." for which in ("smallest", "largest")
    )
    columns += [
        Column("size", "Size now", RECORDS, "Released records that share these key values, or fit them."),
        Column("before_smallest", "Smallest", RECORDS, smallest, "before", over=before),
        Column("before_largest", "Largest", RECORDS, largest, "before", over=before),
    ]
    frame = pd.DataFrame(cells, index=range(groups.total)).assign(
        size=groups.now, before_smallest=groups.before_smallest, before_largest=groups.before_largest
    )
    return Table(
        name="small_groups",
        title=_title(groups),
        columns=tuple(columns),
        frame=frame,
        about=plain(ABOUT_GROUPS if groups.grouped else ABOUT_RECORDS),
        empty=_none_small(groups, both),
        undefined={column.name: MISSING_KEY for column in columns if column.role == "key"},
        rows=groups.rows,
        row_title=partial(_whose, groups),
    )


def key_columns(
    masked: Microdata, keys: Sequence[str], records: np.ndarray
) -> tuple[dict[str, pd.Series], list[Column]]:
    """Return the key values of groups: numbers of continuous variables, else text.

    Parameters
    ----------
    masked
        The masked file.
    keys
        Names of its keys.
    records
        int64 (G,), position of a record of each group.

    Returns
    -------
    tuple[dict[str, pd.Series], list[Column]]
        Cells (G,) by name of the column, float64 or of type object, and the columns.
    """
    columns, cells = [], {}
    for name in keys:
        column = f"key_{name}"
        numeric = _numeric(masked, name)
        unit = replace(of_variable(masked.variable(name).unit), of_data=True) if numeric else None
        columns.append(Column(column, name, unit, role="key", secrecy=Secrecy.RECORD))
        values = _values(masked, name, records, numeric=numeric)
        # As objects: a column of type str would make plain text of values that know the reader's sign.
        cells[column] = pd.Series(values, dtype=values.dtype)
    return cells, columns


def _numeric(masked: Microdata, name: str) -> bool:
    categories = masked.coding(name).categories
    return masked.variable(name).scale is Scale.CONTINUOUS and pd.api.types.is_numeric_dtype(categories)


def _values(masked: Microdata, name: str, records: np.ndarray, *, numeric: bool) -> np.ndarray:
    coding = masked.coding(name)
    # The last entry stands for missing values, whose code is −1.
    if numeric:
        large = beyond_exact(coding.categories)  # whole numbers that would lose their last digits
        values = np.append(coding.categories.to_numpy(dtype=object if large else np.float64), np.nan)
    else:
        values = np.array([*(value_text(value) for value in coding.categories), None], dtype=object)
    found: np.ndarray = values[coding.codes[records]]
    return found


def _none_small(groups: SmallGroups, both: AnonymityAndRisk) -> str:
    if both.anonymous is None:
        return "No record is released: the recipe leaves all of them out."
    if groups.grouped:
        message = "No group is below {k}: all released records are in larger ones."
        return sentence(message, k=groups.wanted)
    return sentence("No record is below {k}: all are compatible with more.", k=groups.wanted)


def _whose(groups: SmallGroups, row: int) -> str:
    size = int(groups.now[row])
    if not groups.grouped:
        return sentence("compatible with {size} of the records", size=size)
    return "alone in the masked file" if size == 1 else sentence("one group of {size}", size=size)


def _classes(assessed: Assessment, both: AnonymityAndRisk) -> Table:
    classes = size_classes(assessed)
    frame = pd.DataFrame(
        {
            "sizes": [_class_title(one) for one in classes],
            "low": [one.low for one in classes],
            "records_before": [one.before for one in classes],
            "records_after": [one.after for one in classes],
        }
    )
    columns = (
        Column("sizes", "Group size", role="key", secrecy=Secrecy.PUBLIC),
        Column("records_before", "Original", RECORDS, "Records of the original.", "before", over="Records"),
        Column("records_after", "Masked", RECORDS, "Released records.", "after", over="Records"),
    )

    def rows(row: int) -> np.ndarray:
        return rows_of_size(assessed, classes[row].low, classes[row].high)

    return Table(
        name="size_classes",
        title="Records by size of their group",
        columns=columns,
        frame=frame,
        about=plain(
            "Records of both files by the number of records that look like them, themselves included."
        ),
        rows=rows,
        row_title=lambda row: of_size(both, _class_title(classes[row])),
    )


def _class_title(one: SizeClass) -> str:
    if one.high is None:
        return sentence("{low} or more", low=one.low)
    if one.low == one.high:
        return sentence("{size}", size=one.low)
    return sentence("{low}–{high}", low=one.low, high=one.high)


def _size_plot() -> Plot:
    return Plot(
        name="size_plot",
        title="Records by size of their group",
        kind="bars",
        table="size_classes",
        x=Axis("Group size", column="sizes"),
        y=Axis("Records", unit=RECORDS, least=0.0),
        series=(
            Series("records_before", "Original", "before"),
            Series("records_after", "Masked", "after"),
        ),
        about=plain("Two bars for each class of sizes, of the original and of the masked file."),
    )


def _sizes(assessed: Assessment, both: AnonymityAndRisk) -> Table:
    found = assessed.table("group_sizes")
    found = found[found["records_after"] > 0].reset_index(drop=True)
    frame = pd.DataFrame(
        {"size": found["size"], "groups": found["groups_after"], "records": found["records_after"]}
    )
    if both.missing == "wildcard":
        frame["groups"] = pd.array([None] * len(frame), dtype="Int64")

    def rows(row: int) -> np.ndarray:
        size = int(frame["size"].iloc[row])
        return rows_of_size(assessed, size, size)

    return Table(
        name="group_sizes",
        title="Groups of the masked file by size",
        columns=(
            Column("size", "Group size", RECORDS, "Released records that look alike.", "key"),
            Column("groups", "Groups", GROUPS, "Groups of this size."),
            Column("records", "Records", RECORDS, "Released records in them."),
        ),
        frame=frame,
        empty="No record is released.",
        undefined={"groups": Reason(Why.NOT_APPLICABLE, NO_GROUPS)},
        rows=rows,
        row_title=lambda row: of_size(both, int(frame["size"].iloc[row])),
    )

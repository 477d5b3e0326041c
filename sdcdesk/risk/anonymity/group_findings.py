"""Sections with the groups: those that are too small, by all keys or by fewer, and the sizes of all."""

from sdcdesk.core.results.findings import Block, Note, Section
from sdcdesk.core.results.original_counts import column_counting_values
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.anonymity import tables
from sdcdesk.risk.anonymity.assessed_anonymity import AssessedAnonymity, ListedGroups
from sdcdesk.risk.anonymity.combinations_of_keys import Combinations
from sdcdesk.risk.anonymity.small_groups import SmallGroups, small_groups
from sdcdesk.risk.declared import NOTHING_RELEASED


def small_groups_section(anonymity: AssessedAnonymity) -> Section:
    """Return the section with the groups that are too small.

    Parameters
    ----------
    anonymity
        Both answers.

    Returns
    -------
    Section
        A table with one row for each group, the smallest first.
    """
    if anonymity.assessed.counted is not None:
        return _counted_groups(anonymity)
    groups = small_groups(anonymity.assessed, anonymity.both.wanted)
    notes: tuple[Note, ...] = ()
    if groups.left_out and groups.total:
        notes = (Note(sentence("Not released: {names}.", names=", ".join(groups.left_out))),)
    title = sentence("Groups below {k}" if groups.grouped else "Records below {k}", k=groups.wanted)
    about = plain(tables.ABOUT_GROUPS if groups.grouped else tables.ABOUT_RECORDS)
    listed = ListedGroups(groups, anonymity.both)
    table = tables.SMALL_GROUPS.table(listed, title=title, about=about)
    return Section(name="small_groups", title=title, about=_total(groups), blocks=(table,), notes=notes)


def _counted_groups(anonymity: AssessedAnonymity) -> Section:
    """Return the section of a file that is not in memory: its groups are counted, and not listed."""
    after, k = anonymity.both.after, anonymity.both.wanted
    about = plain("None is too small.")
    if after.groups_below:
        about = _in_all(after.groups_below, after.below)
    return Section(name="small_groups", title=sentence("Groups below {k}", k=k), about=about)


def _total(groups: SmallGroups) -> Sentence:
    if not groups.total:
        return plain("None is too small.") if len(groups.masked) else plain(NOTHING_RELEASED)
    if not groups.grouped:
        return sentence("{n} record in all.", "{n} records in all.", "n", n=groups.total)
    return _in_all(groups.total, groups.records)


def _in_all(groups: int, records: int) -> Sentence:
    words = "{n} group in all; records in it: {records}.", "{n} groups in all; records in them: {records}."
    return sentence(*words, "n", n=groups, records=records)


def size_section(anonymity: AssessedAnonymity) -> Section:
    """Return the section with the sizes of all groups.

    Parameters
    ----------
    anonymity
        Both answers.

    Returns
    -------
    Section
        A chart, classes of sizes, and every size.
    """
    return Section(
        name="sizes",
        title="Group sizes",
        about=plain("Masking should leave few records in small groups."),
        blocks=(*_size_classes(anonymity), tables.GROUP_SIZES.table(anonymity)),
    )


def _size_classes(anonymity: AssessedAnonymity) -> tuple[Block, ...]:
    """Return classes of sizes; those of the original as far as the disclosure risk tells every size."""
    blocks = tables.SIZE_CLASSES.blocks(anonymity)
    if anonymity.sizes_are_told:
        return blocks
    original = anonymity.assessed.original
    return tuple(
        column_counting_values(one, "records_before", original) if isinstance(one, Table) else one
        for one in blocks
    )


def combinations_section(combinations: Combinations) -> Section:
    """Return the section with the groups by every combination of a few keys.

    Parameters
    ----------
    combinations
        Groups by each of them.

    Returns
    -------
    Section
        A table with the combinations that leave most records below k first.
    """
    about = sentence(
        "Groups of released records that are alike in some of the keys, for an intruder who knows only "
        "these; those that leave most records in groups below {k} first.",
        k=combinations.k,
    )
    few = sentence(
        "{n} released record is in a group of fewer than {k} by some combination of so few keys.",
        "{n} released records are in groups of fewer than {k} by some combination of so few keys.",
        "n",
        n=combinations.few,
        k=combinations.k,
    )
    table = tables.COMBINATIONS.table(combinations, about=about)
    return Section(name="combinations", title="Fewer keys", about=few, blocks=(table,))

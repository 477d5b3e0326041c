"""Sections with the groups: those that are too small, by all keys or by fewer, and the sizes of all."""

from sdcdesk.core.results.findings import Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.anonymity import tables
from sdcdesk.risk.anonymity.answers import Answers, ListedGroups
from sdcdesk.risk.anonymity.combinations_of_keys import Combinations
from sdcdesk.risk.anonymity.small_groups import SmallGroups, small_groups
from sdcdesk.risk.declared import NOTHING_RELEASED


def small_groups_section(found: Answers) -> Section:
    """Return the section with the groups that are too small.

    Parameters
    ----------
    found
        Both answers.

    Returns
    -------
    Section
        A table with one row for each group, the smallest first.
    """
    if found.assessed.counted is not None:
        return _counted_groups(found)
    groups = small_groups(found.assessed, found.both.wanted)
    notes: tuple[Note, ...] = ()
    if groups.left_out and groups.total:
        notes = (Note(sentence("Not released: {names}.", names=", ".join(groups.left_out))),)
    title = sentence("Groups below {k}" if groups.grouped else "Records below {k}", k=groups.wanted)
    about = plain(tables.ABOUT_GROUPS if groups.grouped else tables.ABOUT_RECORDS)
    listed = ListedGroups(groups, found.both)
    table = tables.SMALL_GROUPS.table(listed, title=title, about=about)
    return Section(name="small_groups", title=title, about=_total(groups), blocks=(table,), notes=notes)


def _counted_groups(found: Answers) -> Section:
    """Return the section of a file that is not in memory: its groups are counted, and not listed."""
    after, k = found.both.after, found.both.wanted
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


def size_section(found: Answers) -> Section:
    """Return the section with the sizes of all groups.

    Parameters
    ----------
    found
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
        blocks=(*tables.SIZE_CLASSES.blocks(found), tables.GROUP_SIZES.table(found)),
    )


def combinations_section(found: Combinations) -> Section:
    """Return the section with the groups by every combination of a few keys.

    Parameters
    ----------
    found
        Groups by each of them.

    Returns
    -------
    Section
        A table with the combinations that leave most records below k first.
    """
    about = sentence(
        "Groups of released records that are alike in some of the keys, for an intruder who knows only "
        "these; those that leave most records in groups below {k} first.",
        k=found.k,
    )
    few = sentence(
        "{n} released record is in a group of fewer than {k} by some combination of so few keys.",
        "{n} released records are in groups of fewer than {k} by some combination of so few keys.",
        "n",
        n=found.few,
        k=found.k,
    )
    table = tables.COMBINATIONS.table(found, about=about)
    return Section(name="combinations", title="Fewer keys", about=few, blocks=(table,))

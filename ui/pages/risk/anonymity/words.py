"""What k-anonymity and the weighted risk say of a file, in words with its numbers."""

from sdcdesk.risk.anonymity.missed import Attribute
from sdcdesk.risk.anonymity.weighted_risk import LARGEST_K, Anonymity, AnonymityAndRisk
from ui.widgets.numbers import UNKNOWN, count, digits_apart, percent

NAMED = 3
"""So many cells or variables are named in a sentence; the others are counted."""


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 record", "1,204 records"."""
    return f"{count(number)} {one if number == 1 else several or f'{one}s'}"


def risk(share: float | None, limit: float | None = None) -> str:
    """Return a risk in percent, with as many digits as tell it from nothing and from its limit."""
    if share is None:
        return UNKNOWN
    return percent(share, max(digits_apart(share, 0.0), digits_apart(share, limit)))


def too_few(found: AnonymityAndRisk) -> str:
    """Return what is said of records below the wanted k, whatever a missing value matches."""
    if found.missing == "wildcard":
        return f"compatible with fewer than {count(found.wanted)} records"
    return f"in groups below {count(found.wanted)}"


def enough(found: AnonymityAndRisk) -> str:
    """Return what is said of all other records."""
    if found.missing == "wildcard":
        return f"compatible with {count(found.wanted)} or more"
    return f"in groups of {count(found.wanted)} or more"


# The masked file alone


def badge(found: AnonymityAndRisk) -> tuple[str, str]:
    """Return the kind of the badge and its words."""
    name = f"{count(found.wanted)}-anonymous"
    if found.anonymous is None:
        return "not assessed", "Not assessed"
    return ("safe", name[:1].upper() + name[1:]) if found.anonymous else ("unsafe", f"Not {name}")


def verdict(found: AnonymityAndRisk) -> str:
    """Return the sentence beside the badge."""
    after, wanted = found.after, found.wanted
    if after.smallest is None:
        return "No record is released, so there is no smallest group."
    if found.anonymous:
        others = plural(wanted - 1, "other")
        if found.missing == "wildcard":
            return f"Every released record is compatible with at least {others}."
        return f"Every released record shares its key values with at least {others}."
    where = "" if after.groups_below is None else f", {plural(after.groups_below, 'group')} in all"
    verb = "is" if after.below == 1 else "are"
    return (
        f"{count(after.below)} of {plural(after.records, 'released record')} {verb} {too_few(found)}{where}."
    )


def smallest(file: Anonymity) -> str:
    """Return the smallest group of a file."""
    return UNKNOWN if file.smallest is None else count(file.smallest)


def below(file: Anonymity) -> str:
    """Return how many records of a file are below the wanted k."""
    return count(file.below) if file.records else UNKNOWN


# The matching matrix


def statement(found: AnonymityAndRisk) -> str:
    """Return what DR_W = 0 with the matching matrix says, and what it says here."""
    matching, k = found.matching, count(found.wanted)
    if matching.matrix is None:
        return f"A weight matrix has rows up to {count(LARGEST_K - 1)}, so none belongs to k = {k}."
    meaning = (
        f"The matrix gives full weight to released records {too_few(found)} and none to the others, so "
        f"DR_W is 0 exactly if the masked file is {k}-anonymous."
    )
    if matching.dr_weighted is None:
        return meaning + " Here it cannot be used."
    if found.anonymous is None:
        return meaning + " No record is released: it is 0, and says nothing."
    if found.anonymous:
        return f"{meaning} It is 0, and the file is {k}-anonymous: both answers agree."
    records, make = plural(found.after.below, "record"), "makes" if found.after.below == 1 else "make"
    return f"{meaning} It is not 0, and the file is not {k}-anonymous: {records} {make} the difference."


def structure(found: AnonymityAndRisk) -> str:
    """Return whether the structure of the matching matrix has a place for all records."""
    matching = found.matching
    if matching.matrix is None:
        return ""
    if not matching.misfits:
        released = plural(found.after.records, "released record")
        return f"Its structure, merging, is for groups that only grow: {released}, and a place for each."
    records = matching.records_without_place
    have = "has" if records == 1 else "have"
    return (
        "Its structure, merging, is for groups that only grow: "
        f"{plural(records, 'released record')} {have} no place, because {_were_more(found)} before "
        f"({_cells(matching.misfits)})."
    )


def no_other_matrix(found: AnonymityAndRisk) -> str:
    """Return what a matrix of another structure cannot say; empty where the matching one can be used."""
    matching = found.matching
    if matching.matrix is None or not matching.misfits:
        return ""
    if not found.after.below:
        return ""
    have = "has" if matching.counted == 1 else "have"
    counted = (
        f"Of the {plural(found.after.below, 'record')} {too_few(found)}, {count(matching.counted)} {have} a "
        "place. "
    )
    if not matching.beyond:
        return counted + f"None was {enough(found)} before."
    were, them = ("was", "it") if matching.beyond == 1 else ("were", "them")
    return counted + (
        f"{count(matching.beyond)} {were} {enough(found)} before, and no matrix of another structure gives "
        f"{them} weight without giving it to records {enough(found)} too: down a column weights rise towards "
        "the diagonal."
    )


def _were_more(found: AnonymityAndRisk) -> str:
    if found.missing == "wildcard":
        return "more records were compatible"
    return "the group was larger"


def _cells(misfits: tuple[tuple[int, int, int], ...]) -> str:
    largest = sorted(misfits, key=lambda cell: -cell[2])
    named = ", ".join(
        f"{plural(records, 'record')} from {count(j)} to {count(i)}" for i, j, records in largest[:NAMED]
    )
    others = len(largest) - NAMED
    return f"{named} and {plural(others, 'other change')}" if others > 0 else named


# What each answer leaves out


def how_far_above(found: AnonymityAndRisk) -> str:
    """Return what k does not say of the size of the groups."""
    missed = found.missed_by_anonymity
    if missed.ceiling is None:
        return "is the risk with guessing, DR_max: nothing is released."
    return (
        f"is the risk with guessing, DR_max. k = {smallest(found.after)} alone allows up to "
        f"{risk(missed.ceiling)}: it is the worst case, and does not say how much larger the other groups "
        "are."
    )


def how_small_before(found: AnonymityAndRisk) -> str:
    """Return what k does not say of the original file."""
    were = "was" if found.missed_by_anonymity.were_alone == 1 else "were"
    return (
        f"of the released records {enough(found)} {were} alone in the original. k does not look at the "
        "original, nor at what the masking did."
    )


def samples(found: AnonymityAndRisk) -> str:
    """Return what k does not say of records that are rare in the release only."""
    left, beyond = found.missed_by_anonymity.unreleased, found.matching.beyond
    if not found.after.below:
        return (
            f"released records are {too_few(found)}. Where some are, a sample may have made them rare in the "
            "release only, and k would not know."
        )
    were = "was" if beyond == 1 else "were"
    known = (
        "such records are rare in the release only, which k does not know."
        if beyond
        else "a sample can make records rare in the release only, and k would not know."
    )
    first = f"{_of_below(found)} {were} {enough(found)} in the original: {known}"
    return f"{first} {_left_out(left)}" if left else first


def _of_below(found: AnonymityAndRisk) -> str:
    return f"of the {plural(found.after.below, 'released record')} {too_few(found)}"


def _left_out(records: int) -> str:
    return f"{plural(records, 'record')} {'is' if records == 1 else 'are'} not released."


def attribute(found: AnonymityAndRisk) -> tuple[str, str]:
    """Return how many records share a confidential value with their whole group, and the sentence."""
    shared = found.missed_by_anonymity.attribute
    if shared.problem:
        return UNKNOWN, f"This was not counted. {shared.problem}"
    if not shared.variables:
        return UNKNOWN, "No variable that is released is confidential, so no value of one is given away."
    records = len(shared.rows)
    share = "shares" if records == 1 else "share"
    words = (
        f"of the records {enough(found)} {share} a confidential value with the whole group "
        f"({_named(shared)}): the person is not found, and yet the value is known."
    )
    return count(records), words


def _named(shared: Attribute) -> str:
    most = sorted(shared.variables, key=lambda one: -one[1])
    named = ", ".join(f"{name} {count(records)}" if records else name for name, records in most[:NAMED])
    others = len(most) - NAMED
    return f"{named}, {plural(others, 'other')}" if others > 0 else named


def most_of_one(found: AnonymityAndRisk) -> tuple[str, str]:
    """Return what one record adds at most, and the sentence."""
    most = found.missed_by_risk.most_of_one
    n = count(found.before.records)
    words = f"is the most that a single person adds, 1 of {n}: DR_W is a mean over all records."
    return risk(most), words


def alone(found: AnonymityAndRisk, limit: float | None) -> str:
    """Return what DR_W hides: those who are alone, beside the verdict on DR_W."""
    missed = found.missed_by_risk
    weighted = missed.dr_weighted
    shown = risk(weighted, limit)
    if limit is None:
        kept = f"DR_W is {shown}"
    else:
        within = "within" if weighted <= limit else "above"
        kept = f"DR_W is {shown}, {within} the limit of {risk(limit, weighted)}"
    if not missed.alone:
        return f"of the released records are alone. If a few were, DR_W would hardly show it; {kept}."
    are = "is" if missed.alone == 1 else "are"
    yet = "yet" if limit is not None and weighted <= limit else "and"
    return f"of the released records {are} alone, which makes k = 1, {yet} {kept}."


def weightless(found: AnonymityAndRisk) -> str:
    """Return whom the owner's weights leave out."""
    number = found.missed_by_risk.weightless
    if not found.after.below:
        return f"released records are {too_few(found)}. Where some are, weights may leave them out of DR_W."
    adds = "adds" if number == 1 else "add"
    why = "the scenario gives" if number else "other weights could give"
    return f"{_of_below(found)} {adds} nothing to DR_W: {why} such groups no weight."


def owners_choice(found: AnonymityAndRisk) -> tuple[str, str]:
    """Return the range that weights leave to DR_W, and the sentence."""
    missed = found.missed_by_risk
    words = (
        f"is DR_min and {risk(missed.dr_max)} is DR_max: any value between them can be had by choosing "
        "weights. They are the owner's to justify."
    )
    return risk(missed.dr_min), words

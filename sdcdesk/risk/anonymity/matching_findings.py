"""Section on the matching weight matrix: what the weighted risk says of k-anonymity."""

from dataclasses import replace

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Why, undefined
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.original_counts import mark_original_counts
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.anonymity.assessed_anonymity import AssessedAnonymity
from sdcdesk.risk.anonymity.group_size_text import group_size_text
from sdcdesk.risk.anonymity.tables import MISFITS
from sdcdesk.risk.anonymity.weighted_risk import LARGEST_K, AnonymityAndRisk
from sdcdesk.risk.declared import DR_WEIGHTED

SOURCE = "Truta et al. 2006, section 4"

DR_MATCHING = replace(
    DR_WEIGHTED,
    name="dr_matching",
    title="Risk with the matrix of k",
    meaning="Released records in groups below k, each divided by the size of its group, by the number of "
    "original records. Larger groups do not count, so it is 0 exactly if the masked file is k-anonymous.",
    better="",
    source=SOURCE,
)

WITHOUT_PLACE = Declared(
    "records_without_place", "Records without a place", RECORDS, source=SOURCE, also_for_original=False
).means(
    "Released records whose group was larger before. The matrix of k is for groups that only grow, "
    "and has no place for them."
)

MISPLACED = Declared(
    "records_smaller_now", "Below k, larger before", RECORDS, source=SOURCE, also_for_original=False
).means("Released records below k that more people were like in the original than are in the masked file.")

BEYOND = Declared(
    "records_rare_now", "Below k now, not before", RECORDS, source=SOURCE, also_for_original=False
).means(
    "Records that are rare in the masked file only: in the original enough people were like them, "
    "and an intruder who does not know who was released has all of these to choose from. No admissible "
    "weights count them without counting groups of k and more."
)

MATCHING = (DR_MATCHING, WITHOUT_PLACE, MISPLACED, BEYOND)

LONGEST = 6
"""Rows of a computation that tells of each size of groups; the rest is one row more."""


def matching_section(anonymity: AssessedAnonymity) -> Section:
    """Return what DR_W says with the matrix that belongs to k, and whether that may be used.

    Parameters
    ----------
    anonymity
        Both answers.

    Returns
    -------
    Section
        The risk, the records behind it, and the misfits of the matrix.
    """
    both = anonymity.both
    section = Section(
        name="matching",
        title="What the weighted risk says",
        about=_statement(both),
        blocks=(_risk(anonymity.assessed, both), *_records(anonymity), _misfits(anonymity)),
        notes=tuple(Note(text) for text in (_fit(both), _others(both)) if text is not None),
    )
    if anonymity.sizes_are_told:
        return section
    # How many records were in larger groups names these beside the released file, and so what was blanked.
    original = anonymity.assessed.original
    names = [one.name for one in MATCHING]
    [counted] = mark_original_counts(
        Findings(sections=(section,)), names, both.after.records, original.fingerprint, frozenset()
    ).sections
    return counted


def _misfits(anonymity: AssessedAnonymity) -> Table:
    """Return the table of groups that became smaller, told to those who read every pair of sizes."""
    table = MISFITS.table(anonymity)
    return table if anonymity.sizes_are_told else table.with_secrecy(Secrecy.DERIVED)


def _statement(both: AnonymityAndRisk) -> Sentence:
    # As a number, for it counts nobody: a sentence for a document says "fewer than" of few records.
    k, matching = both.wanted, both.matching
    if matching.matrix is None:
        words = "A weight matrix has rows up to {largest}, so none belongs to k = {k}."
        return sentence(words, largest=LARGEST_K - 1, k=k)
    meaning = sentence(
        "k-anonymity is one case of the weighted risk: with full weight on released groups below {k} and "
        "none on larger ones, DR_W is 0 exactly if the file is {k}-anonymous.",
        k=k,
    )
    if matching.dr_weighted is None:
        here = plain("Here this matrix cannot be used.")
    elif both.anonymous is None:
        here = plain("No record is released: it is 0, and says nothing.")
    elif both.anonymous:
        here = sentence("It is 0, and the file is {k}-anonymous: both answers agree.", k=k)
    else:
        here = sentence(
            "It is not 0, and the file is not {k}-anonymous: {below} record makes the difference.",
            "It is not 0, and the file is not {k}-anonymous: {below} records make the difference.",
            "below",
            k=k,
            below=both.after.below,
        )
    return joined([meaning, here], " ")


def _risk(assessed: Assessment, both: AnonymityAndRisk) -> Figure:
    matching, title = both.matching, sentence("Risk, matrix of k = {k}", k=both.wanted)
    if matching.matrix is None:
        why = "No weight matrix belongs to so large a k."
        return DR_MATCHING.figure(undefined(SHARE, Why.NOT_APPLICABLE, why), title=title)
    if matching.dr_weighted is None:
        why = "The matrix has no place for some of the released records."
        return DR_MATCHING.figure(undefined(SHARE, Why.NOT_APPLICABLE, why), title=title)
    loose = matching.dr_weighted > 0 and assessed.value("exactness") != "exact"
    quantity = Quantity(matching.dr_weighted, SHARE, Bound.AT_MOST if loose else Bound.EXACT)
    return DR_MATCHING.figure(quantity, title=title, computation=_steps(assessed, both, quantity))


def small_sizes(assessed: Assessment, wanted: int) -> list[tuple[int, int]]:
    """Return the sizes below a wanted one that groups of the masked file have.

    Parameters
    ----------
    assessed
        Findings of the disclosure risk.
    wanted
        k.

    Returns
    -------
    list[tuple[int, int]]
        Each size with the records in groups of it, ascending.
    """
    sizes = assessed.table("group_sizes")
    small = sizes[(sizes["size"] < wanted) & (sizes["records_after"] > 0)]
    return list(zip(small["size"].tolist(), small["records_after"].tolist(), strict=True))


def _steps(
    assessed: Assessment, both: AnonymityAndRisk, risk: Quantity
) -> tuple[tuple[str, Quantity | str], ...]:
    pairs = small_sizes(assessed, both.wanted)
    rows: list[tuple[str, Quantity | str]] = [
        (
            group_size_text(
                both,
                "Records in groups of {size}, divided by {size}",
                "Records compatible with {size}, divided by {size}",
                size=size,
            ),
            Quantity(records / size, NUMBER),
        )
        for size, records in pairs[:LONGEST]
    ]
    if len(pairs) > LONGEST:
        rest = sum(records / size for size, records in pairs[LONGEST:])
        rows.append(("The same of larger groups below k", Quantity(rest, NUMBER)))
    rows.append(("Records of the original", Quantity(both.before.records, RECORDS)))
    return (*rows, ("Sum ÷ records of the original", risk))


def _records(anonymity: AssessedAnonymity) -> tuple[Figure, ...]:
    both = anonymity.both
    k, matching = both.wanted, both.matching
    steps = (
        ("Records not released", Quantity(both.missed_by_anonymity.unreleased, RECORDS)),
        (
            group_size_text(
                both,
                "Released records in groups below {k}",
                "Released records compatible with fewer than {k} records",
            ),
            Quantity(both.after.below, RECORDS),
        ),
        ("More people were like them in the original", Quantity(matching.misplaced, RECORDS)),
        (sentence("{k} or more were", k=k), Quantity(matching.beyond, RECORDS)),
    )
    return (
        WITHOUT_PLACE.figure(
            Quantity(matching.records_without_place, RECORDS),
            rows=lambda: anonymity.rows[anonymity.now < anonymity.before],
            row_title="larger before",
        ),
        MISPLACED.figure(
            Quantity(matching.misplaced, RECORDS),
            title=sentence("Below {k}, larger before", k=k),
            rows=lambda: anonymity.rows[(anonymity.now < k) & (anonymity.now < anonymity.before)],
            row_title=group_size_text(
                both,
                "in groups below {k} now, larger before",
                "compatible with fewer than {k} records now, larger before",
            ),
        ),
        BEYOND.figure(
            Quantity(matching.beyond, RECORDS),
            title=sentence("Below {k} now, not before", k=k),
            computation=steps,
            rows=lambda: anonymity.rows[(anonymity.now < k) & (anonymity.before >= k)],
            row_title=group_size_text(
                both,
                "in groups below {k} now, not in the original",
                "compatible with fewer than {k} records now, not in the original",
            ),
        ),
    )


def _fit(both: AnonymityAndRisk) -> Sentence | None:
    """Return whether the structure of the matching matrix has a place for all records."""
    if both.matching.matrix is None:
        return None
    if not both.matching.misfits:
        return sentence(
            "The structure of the matrix, merging, is for groups that only grow: {n} released record, and a "
            "place for it.",
            "The structure of the matrix, merging, is for groups that only grow: {n} released records, and a "
            "place for each.",
            "n",
            n=both.after.records,
        )
    if both.missing == "wildcard":
        return sentence(
            "The structure of the matrix, merging, is for groups that only grow: {n} released record has "
            "no place, because more records were compatible before.",
            "The structure of the matrix, merging, is for groups that only grow: {n} released records have "
            "no place, because more records were compatible before.",
            "n",
            n=both.matching.records_without_place,
        )
    return sentence(
        "The structure of the matrix, merging, is for groups that only grow: {n} released record has no "
        "place, because the group was larger before.",
        "The structure of the matrix, merging, is for groups that only grow: {n} released records have no "
        "place, because the group was larger before.",
        "n",
        n=both.matching.records_without_place,
    )


def _others(both: AnonymityAndRisk) -> Sentence | None:
    """Return what a matrix of another structure cannot say; None where the matching one can be used."""
    matching = both.matching
    if matching.matrix is None or not matching.misfits or not both.after.below:
        return None
    if not matching.beyond:
        return plain("No record below k was in a group of k or more before.")
    return sentence(
        "{n} record below k was in a group of k or more before, and no matrix of another structure gives it "
        "weight without giving it to groups of k and more too: down a column weights rise towards the "
        "diagonal.",
        "{n} records below k were in groups of k or more before, and no matrix of another structure gives "
        "them weight without giving it to groups of k and more too: down a column weights rise towards the "
        "diagonal.",
        "n",
        n=matching.beyond,
    )

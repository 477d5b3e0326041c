"""Findings of k-anonymity: k, the groups that are too small, and what k says nothing of."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, Quantity, Reason, Why, share
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section, State
from sdcdesk.core.results.record_series import RecordSeries
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.anonymity.assessed_anonymity import AssessedAnonymity
from sdcdesk.risk.anonymity.group_findings import size_section, small_groups_section
from sdcdesk.risk.anonymity.group_size_text import few_title, group_size_text, too_few
from sdcdesk.risk.anonymity.matching_findings import LONGEST, MATCHING, matching_section, small_sizes
from sdcdesk.risk.anonymity.missed_findings import ALONE, IN_SMALLEST, MISSED, missed_sections
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from sdcdesk.risk.declared import (
    GROUPS_BELOW_K,
    GROUPS_OF_RELEASE,
    NO_GROUPS,
    NOTHING_RELEASED,
    RECORDS_BELOW_K,
    SHARE_BELOW_K,
    SHARING,
    K,
)
from sdcdesk.risk.disclosure.breakdown import rows_of_size

HEADLINE = (K, RECORDS_BELOW_K, SHARE_BELOW_K, GROUPS_BELOW_K, GROUPS_OF_RELEASE)

DECLARES: tuple[Declared, ...] = (*HEADLINE, *MATCHING, *MISSED)

ALONE_SAID = (IN_SMALLEST, SHARING, ALONE)
"""What is missed, and yet known of the masked file alone."""

COMPARING = ("misfits", *(one.name for one in (*MATCHING, *MISSED) if one not in ALONE_SAID))
"""What compares the masked file with the original."""


def to_findings(
    assessed: Assessment, both: AnonymityAndRisk, notes: Sequence[str], weights_fault: str
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    assessed
        The disclosure risk of the same files, keys and weights.
    both
        k-anonymity and the weighted risk.
    notes
        Remarks on the keys.
    weights_fault
        Why the weights have no place for some records; empty where they have. Then `assessed` holds the risk
        with all records counted alike.

    Returns
    -------
    Findings
        All declared figures of k-anonymity, with the groups behind them.
    """
    headline = Section(
        name="anonymity",
        about=_verdict(both),
        blocks=(_state(both), *_figures(assessed, both)),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    anonymity = AssessedAnonymity(assessed, both)
    sections = (
        headline,
        small_groups_section(anonymity),
        size_section(anonymity),
        matching_section(anonymity),
        *missed_sections(anonymity, weights_fault),
    )
    records = RecordSeries({} if assessed.counted else {"f": partial(assessed.record, "f")})
    return Findings(sections=sections, records=records)


def _verdict(both: AnonymityAndRisk) -> Sentence:
    """Return whether the masked file is k-anonymous, with its numbers."""
    wildcard = both.missing == "wildcard"
    if both.anonymous is None:
        return plain("No record is released, so there is no smallest group.")
    if both.anonymous:
        one, many = (
            "Every released record shares its key values with at least {others} other.",
            "Every released record shares its key values with at least {others} others.",
        )
        if wildcard:
            one, many = (
                "Every released record is compatible with at least {others} other.",
                "Every released record is compatible with at least {others} others.",
            )
        return sentence(one, many, "others", others=both.wanted - 1)
    one, many = (
        "{below} released record is in groups below {k}.",
        "{below} released records are in groups below {k}.",
    )
    if wildcard:
        one, many = (
            "{below} released record is compatible with fewer than {k} records.",
            "{below} released records are compatible with fewer than {k} records.",
        )
    return sentence(one, many, "below", below=both.after.below, k=both.wanted)


def _state(both: AnonymityAndRisk) -> State:
    code = {None: "not assessed", True: "kept", False: "not kept"}[both.anonymous]
    meaning = sentence(
        "Kept if every released record shares its key values with at least {k} records, itself included. "
        "Only the masked file counts.",
        k=both.wanted,
    )
    return State("anonymous", sentence("{k}-anonymity", k=both.wanted), code, meaning)


def _figures(assessed: Assessment, both: AnonymityAndRisk) -> tuple[Figure, ...]:
    k, after = both.wanted, both.after
    nothing, no_groups = Reason(Why.NO_RECORDS, NOTHING_RELEASED), Reason(Why.NOT_APPLICABLE, NO_GROUPS)
    grouped = both.missing == "category"
    smallest = Quantity(after.smallest, RECORDS, reason=None if after.records else nothing)
    below = Quantity(after.below, RECORDS)
    part = share(after.below, after.records, empty=NOTHING_RELEASED)
    reason = None if grouped else no_groups
    in_them = (int(after.below),) if grouped else ()
    small = Quantity(after.groups_below if grouped else None, GROUPS, reason=reason, people=in_them)
    number = Quantity(_groups(assessed) if grouped else None, GROUPS, reason=reason)

    def below_rows() -> np.ndarray:
        return rows_of_size(assessed, 1, k - 1)

    def smallest_rows() -> np.ndarray:
        return rows_of_size(assessed, 1, after.smallest or 0)

    words, steps = too_few(both), _sizes(assessed, both)
    few, titles = few_title(both), _titles(both)
    divided = (
        (few, below),
        ("Released records", Quantity(after.records, RECORDS)),
        ("Records below k ÷ released records", part),
    )
    return (
        K.figure(
            smallest,
            rows=smallest_rows if after.records else None,
            row_title="in the smallest groups",
        ),
        RECORDS_BELOW_K.figure(
            below,
            title=titles[0],
            computation=(*steps, (few, below)) if steps else (),
            rows=below_rows,
            row_title=words,
        ),
        SHARE_BELOW_K.figure(
            part,
            title=titles[1],
            computation=divided,
            rows=below_rows,
            row_title=words,
        ),
        GROUPS_BELOW_K.figure(
            small, title=sentence("Groups below {k}", k=k), rows=below_rows, row_title=words
        ),
        GROUPS_OF_RELEASE.figure(number),
    )


def _titles(both: AnonymityAndRisk) -> tuple[Sentence, Sentence]:
    """Return the titles of the records below k and of their share."""
    if both.missing == "category":
        return few_title(both), sentence("Share in groups below {k}", k=both.wanted)
    k = both.wanted
    return sentence("Matching fewer than {k}", k=k), sentence("Share matching fewer than {k}", k=k)


def _groups(assessed: Assessment) -> int:
    """Return the number of groups of the masked file."""
    sizes = assessed.table("group_sizes")
    return int((sizes["records_after"] // sizes["size"]).sum())


def _sizes(assessed: Assessment, both: AnonymityAndRisk) -> tuple[tuple[str, Quantity | str], ...]:
    """Return the records in groups of each size below k."""
    pairs = small_sizes(assessed, both.wanted)
    rows: list[tuple[str, Quantity | str]] = [
        (
            group_size_text(both, "Records in groups of {size}", "Records compatible with {size}", size=size),
            Quantity(records, RECORDS),
        )
        for size, records in pairs[:LONGEST]
    ]
    if len(pairs) > LONGEST:
        rest = sum(records for _, records in pairs[LONGEST:])
        rows.append(("Records in other sizes below k", Quantity(rest, RECORDS)))
    return tuple(rows)

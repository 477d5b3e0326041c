"""Sections on what each answer misses: what k does not say, and what the weighted risk does not say."""

from dataclasses import replace

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity, Reason, Why
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.findings import Declared, Figure, Note, Section
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.anonymity.assessed_anonymity import AssessedAnonymity
from sdcdesk.risk.anonymity.group_size_text import group_size_text
from sdcdesk.risk.anonymity.missed import Attribute
from sdcdesk.risk.anonymity.tables import SHARED_VALUES
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from sdcdesk.risk.declared import DR_MAX, DR_MIN, DR_WEIGHTED, NOTHING_RELEASED, SHARING

SOURCE = "Truta et al. 2006, section 4"

# Limits stand on the disclosure risk itself, not on its risks beside k.
GUESSING, SURELY, WEIGHTED = (replace(declared, better="") for declared in (DR_MAX, DR_MIN, DR_WEIGHTED))

CEILING = Declared("dr_max_ceiling", "Most of DR_max with this k", SHARE, source=SOURCE).means(
    "Released records ÷ (records of the original × k): the risk with guessing if all groups were "
    "as small as the smallest. k does not say how much larger the others are."
)

IN_SMALLEST = Declared("records_in_smallest", "In the smallest groups", RECORDS, source=SOURCE).means(
    "Released records in groups of exactly the smallest size."
)

WERE_ALONE = Declared(
    "records_alone_before", "Alone before, enough now", RECORDS, source=SOURCE, also_for_original=False
).means(
    "People whom nobody was like before masking, and who are among k or more now. It is the masking "
    "alone that protects them; k does not look at the original."
)

UNRELEASED = Declared(
    "records_unreleased", "Records not released", RECORDS, source=SOURCE, also_for_original=False
).means(
    "Records of the original that the masked file does not have. An intruder who does not know who "
    "was released has them to choose from too, which k does not know."
)

MOST_OF_ONE = Declared(
    "most_of_one",
    "Most that one person adds",
    SHARE,
    source="Truta et al. 2004, 2006",
    also_for_original=False,
).means(
    "1 ÷ records of the original: nobody adds more than someone who is alone in both files. The "
    "weighted risk is a mean over all records, and hardly shows a few."
)

ALONE = Declared("records_alone", "Alone in the masked file", RECORDS, better="less", source=SOURCE).means(
    "Released records with key values that no other released record has. If there are a few, the "
    "weighted risk hardly shows it, and k is 1."
)

ALONE_IN_BOTH = Declared(
    "records_alone_in_both", "Records alone in both files", RECORDS, better="less", source=SOURCE
).means("Released records with key values that no other record has, neither in the masked file nor before.")

WEIGHTLESS = Declared("records_weightless", "Below k, without weight", RECORDS, source=SOURCE).means(
    "Records that k-anonymity asks to protect and that the weight matrix does not count. That may "
    "be meant, as where the group was larger in the original."
)

OF_K = (GUESSING, CEILING, IN_SMALLEST, WERE_ALONE, UNRELEASED, SHARING)
OF_RISK = (WEIGHTED, SURELY, MOST_OF_ONE, ALONE, ALONE_IN_BOTH, WEIGHTLESS)
MISSED = (*OF_K, *OF_RISK)

WEIGHTS_DO_NOT_FIT = Reason(Why.NOT_APPLICABLE, "The weights have no place for some of the released records.")


def missed_sections(anonymity: AssessedAnonymity, weights_fault: str) -> tuple[Section, Section]:
    """Return what k does not say, and what the weighted risk does not say.

    Parameters
    ----------
    anonymity
        Both answers.
    weights_fault
        Why the weights have no place for some records; empty where they have.

    Returns
    -------
    tuple[Section, Section]
        Two sections, in that order.
    """
    both = anonymity.both
    shared = both.missed_by_anonymity.attribute
    of_k = Section(
        name="missed_by_k",
        title="What k does not say",
        about=plain("k looks at the smallest group of the masked file and nothing else."),
        blocks=(
            *_of_sizes(anonymity),
            *_of_masking(anonymity),
            _sharing(both),
            SHARED_VALUES.table(anonymity),
        ),
        notes=(Note(plain(shared.problem), "warning"),) if shared.problem else (),
    )
    of_risk = Section(
        name="missed_by_risk",
        title="What the weighted risk does not say",
        about=plain(
            "The weighted risk looks at all groups, before and after, but is a mean, and depends on "
            "weights that somebody chose. Any value between the minimal and the maximal risk can be had by "
            "choosing weights."
        ),
        blocks=(*_choice(anonymity.assessed, both, weights_fault), *_blind(anonymity, weights_fault)),
        notes=(Note(plain(weights_fault), "warning"),) if weights_fault else (),
    )
    return of_k, of_risk


def _of_sizes(anonymity: AssessedAnonymity) -> tuple[Figure, ...]:
    both = anonymity.both
    missed, after = both.missed_by_anonymity, both.after
    nothing = Reason(Why.NO_RECORDS, NOTHING_RELEASED)
    smallest = Quantity(after.smallest, RECORDS, reason=None if after.smallest else nothing)
    ceiling = Quantity(missed.ceiling, SHARE, reason=nothing if missed.ceiling is None else None)
    risk = anonymity.assessed.figure("dr_max").quantity
    in_smallest = Quantity(missed.in_smallest, RECORDS)
    steps: tuple[tuple[str, Quantity | str], ...] = (
        ("Released records", Quantity(after.records, RECORDS)),
        ("Records of the original", Quantity(both.before.records, RECORDS)),
        ("Smallest group, k", smallest),
        ("Released records ÷ (records of the original × k)", ceiling),
    )
    return (
        GUESSING.figure(risk),
        CEILING.figure(ceiling, computation=steps),
        IN_SMALLEST.figure(
            in_smallest,
            rows=lambda: anonymity.rows[anonymity.now == (after.smallest or 0)],
            row_title="in the smallest groups",
        ),
    )


def _of_masking(anonymity: AssessedAnonymity) -> tuple[Figure, ...]:
    both = anonymity.both
    missed, k = both.missed_by_anonymity, both.wanted
    alone = Quantity(missed.were_alone, RECORDS)
    large = Quantity(both.after.records - both.after.below, RECORDS)
    return (
        WERE_ALONE.figure(
            alone,
            computation=(
                (
                    group_size_text(
                        both,
                        "Released records in groups of {k} or more",
                        "Released records compatible with {k} records or more",
                    ),
                    large,
                ),
                ("Alone in the original", alone),
            ),
            rows=lambda: anonymity.rows[(anonymity.now >= k) & (anonymity.before == 1)],
            row_title=group_size_text(
                both,
                "alone in the original, in groups of {k} or more now",
                "alone in the original, compatible with {k} records or more now",
            ),
        ),
        UNRELEASED.figure(
            Quantity(missed.unreleased, RECORDS),
            rows=lambda: np.setdiff1d(np.arange(anonymity.assessed.initial_records), anonymity.rows),
            row_title="not released",
        ),
    )


def _sharing(both: AnonymityAndRisk) -> Figure:
    shared = both.missed_by_anonymity.attribute
    reason = _why_not_counted(shared)
    if reason is not None:
        return SHARING.undefined(reason)
    counted = [
        (
            group_size_text(
                both,
                "The group shares {name}, in groups of {k} or more",
                "The group shares {name}, compatible with {k} records or more",
                name=name,
            ),
            Quantity(n, RECORDS),
        )
        for name, n in shared.variables
    ]
    quantity = Quantity(shared.records, RECORDS)
    few = group_size_text(
        both,
        "At least one such variable, in groups below {k}",
        "At least one such variable, compatible with fewer than {k} records",
    )
    many = group_size_text(
        both,
        "At least one such variable, in groups of {k} or more",
        "At least one such variable, compatible with {k} records or more",
    )
    steps: tuple[tuple[str, Quantity | str], ...] = (
        *counted,
        (few, Quantity(shared.small, RECORDS)),
        (many, quantity),
    )
    return SHARING.figure(
        quantity,
        computation=steps,
        rows=lambda: shared.rows,
        row_title="sharing a confidential value with their group",
    )


def _why_not_counted(shared: Attribute) -> Reason | None:
    if shared.problem:
        return Reason(Why.NOT_APPLICABLE, shared.problem)
    if not shared.variables:
        return Reason(Why.NOT_APPLICABLE, "No variable that is released is confidential.")
    return None


def _choice(assessed: Assessment, both: AnonymityAndRisk, weights_fault: str) -> tuple[Figure, ...]:
    """Return the risks that weights choose between."""
    least, most = (assessed.figure(name).quantity for name in ("dr_min", "dr_max"))
    weighted = (
        Quantity(None, SHARE, reason=WEIGHTS_DO_NOT_FIT)
        if weights_fault
        else assessed.figure("dr_weighted").quantity
    )
    steps = (
        ("Most: all count alike", most),
        ("With the weights of this assessment", weighted),
        ("Least: only who is alone in both files counts", least),
    )
    n = Quantity(both.before.records, RECORDS)
    one = Quantity(both.missed_by_risk.most_of_one, SHARE)
    return (
        WEIGHTED.figure(weighted, computation=steps if weighted.defined else ()),
        SURELY.figure(least),
        MOST_OF_ONE.figure(one, computation=(("Records of the original", n), ("1 ÷ these", one))),
    )


def _blind(anonymity: AssessedAnonymity, weights_fault: str) -> tuple[Figure, ...]:
    """Return the records that a mean hides."""
    both = anonymity.both
    missed, k = both.missed_by_risk, both.wanted
    in_both, alone = (Quantity(number, RECORDS) for number in (missed.alone_in_both, missed.alone))
    weightless = Quantity(missed.weightless, RECORDS)
    if weights_fault:
        weightless = Quantity(None, RECORDS, reason=WEIGHTS_DO_NOT_FIT)
    steps = (
        ("Alone in both files", in_both),
        ("Alone in the masked file only", Quantity(missed.alone - missed.alone_in_both, RECORDS)),
        ("Alone in the masked file", alone),
    )
    return (
        ALONE.figure(
            alone,
            computation=() if anonymity.assessed.masked.is_released else steps,
            rows=lambda: anonymity.rows[anonymity.now == 1],
            row_title="alone in the masked file",
        ),
        ALONE_IN_BOTH.figure(
            in_both,
            rows=lambda: anonymity.rows[(anonymity.now == 1) & (anonymity.before == 1)],
            row_title="alone in both files",
        ),
        WEIGHTLESS.figure(
            weightless,
            title=sentence("Below {k}, without weight", k=k),
            rows=None
            if weights_fault
            else lambda: anonymity.rows[(anonymity.now < k) & (anonymity.added == 0)],
            row_title=group_size_text(
                both,
                "in groups below {k}, without weight",
                "compatible with fewer than {k} records, without weight",
            ),
        ),
    )

"""What the figures beside k-anonymity and the weighted risk are: meaning, computation, records."""

import numpy as np

from sdcdesk.core.assessment import Assessment
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from ui.pages.risk.anonymity import words as say
from ui.widgets.numbers import count
from ui.widgets.what_is_this import Explanation

SOURCE = "Truta et al. 2006, section 4"

FACTS = {
    "above": "Risk with guessing, DR_max",
    "before": "Alone before, in large enough groups now",
    "samples": "Below k now, not below k before",
    "attribute": "Records whose group shares a confidential value",
    "one": "Most that one person adds to DR_W",
    "alone": "Alone in the masked file",
    "weightless": "Below k and without weight",
    "choice": "DR_min, the least that DR_W can be",
}
"""The figures, by name."""

LINKS = (("records", "Show these records"),)

Rows = tuple[tuple[str, str], ...]


def rows_of_fact(name: str, found: AnonymityAndRisk, after: Assessment) -> tuple[np.ndarray, str]:
    """Return the positions (int64, in the original) of the records that a figure counts, and in words which.

    Parameters
    ----------
    name
        One of `FACTS`.
    found, after
        The figures, and the assessment they were found in.
    """
    now, before, k = after.record("f"), after.record("F"), found.wanted
    shared = found.missed_by_anonymity.attribute.rows
    if name == "attribute":
        return shared, "sharing a confidential value with their group"
    chosen, words = {
        "before": ((now >= k) & (before == 1), f"alone in the original, {say.enough(found)} now"),
        "samples": ((now < k) & (before >= k), f"{say.too_few(found)} now, not in the original"),
        "alone": (now == 1, "alone in the masked file"),
        "weightless": ((now < k) & (after.record("contribution") == 0), f"{say.too_few(found)}, no weight"),
    }.get(name, (np.zeros(len(now), dtype=bool), ""))
    rows: np.ndarray = after.masked.rows[chosen]
    return rows, words


def explained(name: str, found: AnonymityAndRisk, after: Assessment) -> Explanation:
    """Return what a figure is; see `rows_of_fact`."""
    paragraph, rows, source = _ABOUT[name](found)
    links = LINKS if len(rows_of_fact(name, found, after)[0]) else ()
    return Explanation(FACTS[name], paragraph, rows, links, source)


def _above(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    missed, released = found.missed_by_anonymity, found.after.records
    rows: list[tuple[str, str]] = [
        ("Smallest group, k", say.smallest(found.after)),
        ("Records in groups of just that size", count(missed.in_smallest)),
    ]
    if missed.ceiling is not None:
        largest = f"{count(released)} ÷ ({count(found.before.records)} × {say.smallest(found.after)})"
        rows.append((f"Most it can be with this k: {largest}", say.risk(missed.ceiling)))
    rows.append(("DR_max", say.risk(missed.dr_max)))
    paragraph = (
        "The share of records linked correctly by guessing among all who look alike. If all groups were as "
        "small as the smallest it would be at its most."
    )
    return paragraph, tuple(rows), SOURCE


def _before(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    missed = found.missed_by_anonymity
    rows = (
        (f"Released records {say.enough(found)}", count(found.after.records - found.after.below)),
        ("Alone in the original", count(missed.were_alone)),
    )
    paragraph = (
        "People whom nobody was like before masking, and who are among others now. It is the masking alone "
        "that protects them; the classification matrix shows them in its first column."
    )
    return paragraph, rows, SOURCE


def _samples(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    matching = found.matching
    rows = (
        ("Records not released", count(found.missed_by_anonymity.unreleased)),
        (f"Released records {say.too_few(found)}", count(found.after.below)),
        ("More people were like them in the original", count(matching.misplaced)),
        (f"{count(found.wanted)} or more were", count(matching.beyond)),
    )
    paragraph = (
        "Records that are rare in the masked file only: in the original enough people were like them, and "
        "an intruder who does not know who was released has all of these to choose from."
    )
    return paragraph, rows, SOURCE


def _attribute(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    shared = found.missed_by_anonymity.attribute
    rows = (
        *((f"All of the group have the same {name}", count(records)) for name, records in shared.variables),
        (f"At least one such variable, {say.too_few(found)}", count(shared.small)),
        (f"At least one such variable, {say.enough(found)}", count(len(shared.rows))),
    )
    paragraph = (
        f"Attribute disclosure without identity disclosure: records {say.enough(found)} where all have the "
        "same value of a confidential variable. A missing value is one of its own, and where all are missing "
        "there is nothing to learn. Numbers count as the same only if they are equal."
    )
    return paragraph, rows if shared.variables else (), "Truta et al. 2006, section 1 and Table 1"


def _one(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    most, n = found.missed_by_risk.most_of_one, count(found.before.records)
    paragraph = (
        "A record adds its weight as a part of the first weight, divided by the size of its group, to a sum "
        "that is divided by the number of original records. Nobody adds more than someone who is alone in "
        "both files."
    )
    return paragraph, ((f"1 ÷ {n}", say.risk(most)),), "Truta et al. 2004, 2006"


def _alone(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    missed = found.missed_by_risk
    rows = (
        ("Alone in both files", count(missed.alone_in_both)),
        ("Alone in the masked file only", count(missed.alone - missed.alone_in_both)),
        ("Alone in the masked file", count(missed.alone)),
    )
    paragraph = "Released records with key values that no other released record has."
    return paragraph, rows, SOURCE


def _weightless(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    rows = (
        (f"Released records {say.too_few(found)}", count(found.after.below)),
        ("Their weight is 0", count(found.missed_by_risk.weightless)),
    )
    paragraph = (
        "Records that k-anonymity asks to protect and that the scenario's weight matrix does not count. That "
        "may be meant, as where the group was larger in the original."
    )
    return paragraph, rows, SOURCE


def _choice(found: AnonymityAndRisk) -> tuple[str, Rows, str]:
    missed = found.missed_by_risk
    rows = (
        ("Most: DR_max, all count alike", say.risk(missed.dr_max)),
        ("With the weights of the scenario: DR_W", say.risk(missed.dr_weighted)),
        ("Least: DR_min, only who is alone in both files", say.risk(missed.dr_min)),
    )
    paragraph = (
        "DR_W lies between DR_min and DR_max whatever the weights. How far apart these two are says how much "
        "the choice of weights decides."
    )
    return paragraph, rows, "Truta et al. 2004, 2006"


_ABOUT = {
    "above": _above,
    "before": _before,
    "samples": _samples,
    "attribute": _attribute,
    "one": _one,
    "alone": _alone,
    "weightless": _weightless,
    "choice": _choice,
}

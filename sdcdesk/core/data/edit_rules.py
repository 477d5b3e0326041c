"""Edit rules at a step: which records break one that kept it before."""

from collections.abc import Iterator

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.rule import Rule
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, sentence


def newly_broken(before: Microdata, after: Microdata) -> Iterator[tuple[Rule[Microdata], np.ndarray]]:
    """Walk through the rules that some records break only after a step.

    Rules whose variables the step left alone are not looked at.

    Parameters
    ----------
    before, after
        The file before and after the step, which may have left records out.

    Yields
    ------
    tuple[Rule[Microdata], np.ndarray]
        A rule of the file, and bool (m,): which records after the step break it and did not before. Rules
        that no record breaks anew are left out.

    Raises
    ------
    DataError
        A rule does not fit the initial file.
    """
    if _newly_unpaired(before, after):
        return
    left_alone = set(after.names) - after.lineage.touched(before.lineage)
    for rule in before.rules:
        if left_alone.issuperset(rule.variables):
            continue
        broken = rule.broken(after, after.initial)
        if not broken.any():
            continue
        then = before.rows[rule.broken(before, before.initial)]
        if (new := broken & ~np.isin(after.rows, then)).any():
            yield rule, new


def _newly_unpaired(before: Microdata, after: Microdata) -> bool:
    """Return whether nothing says any more which initial record each record came from."""
    return before.pairing.is_known and not after.pairing.is_known


def impossible_records(before: Microdata, after: Microdata) -> tuple[Quantity | None, tuple[str, ...]]:
    """Return how many records a step makes impossible, and which rules they break.

    Parameters
    ----------
    before, after
        The file before and after the step.

    Returns
    -------
    Quantity or None, tuple[str, ...]
        Their number, and a sentence for each rule that records break which kept it before; None where the
        file has no rules, or the step does not say who is who.

    Raises
    ------
    DataError
        A rule does not fit the initial file.
    """
    if not before.rules or _newly_unpaired(before, after):
        return None, ()
    found = np.zeros(len(after), dtype=bool)
    notes: list[Sentence] = []
    for rule, new in newly_broken(before, after):
        found |= new
        notes.append(
            sentence(
                "{n} record breaks the edit rule {rule}, and did not before this step.",
                "{n} records break the edit rule {rule}, and did not before this step.",
                "n",
                n=int(new.sum()),
                rule=short(rule.name),
            )
        )
    return Quantity(int(found.sum()), RECORDS), tuple(notes)


def impossible(before: Microdata, after: Microdata) -> np.ndarray:
    """Return which records a step makes impossible: those that break some rule that they kept before.

    Parameters
    ----------
    before, after
        The file before and after the step.

    Returns
    -------
    np.ndarray
        bool (m,), for the records after the step.

    Raises
    ------
    DataError
        A rule does not fit the initial file.
    """
    found = np.zeros(len(after), dtype=bool)
    for _, new in newly_broken(before, after):
        found |= new
    return found

"""Texts of declared figures: every number in them is written as the user writes numbers."""

from sdcdesk.core.numbers.quantity import RECORDS, Quantity, Reason, Why
from sdcdesk.core.results.explanation import caption, explained
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.sentence import counted, joined, sentence

FOUND = Declared("many", "Many", RECORDS, "How many.")


GERMAN = Locale(",", ".")


def test_the_reason_of_an_undefined_figure_is_in_the_locale() -> None:
    reason = Reason(Why.NOT_APPLICABLE, sentence("Fewer than {n} are left.", n=12_345))
    undefined = Quantity(None, RECORDS, reason=reason)
    assert caption(undefined, GERMAN) == "Fewer than 12.345 are left."
    rows = explained(FOUND.figure(undefined), "source", locale=GERMAN).rows
    assert ("Fewer than 12.345 are left.", "") in rows


def test_the_steps_of_a_computation_are_in_the_locale() -> None:
    words = joined(["Of ", counted(23_456, "group")], "")
    found = FOUND.figure(Quantity(7, RECORDS), title=words, computation=((words, words),))
    shown = explained(found, "source", locale=GERMAN)
    assert shown.rows[0] == ("Of 23.456 groups", "Of 23.456 groups")
    assert shown.title == "Of 23.456 groups"

"""Texts of declared figures: every number in them is written as the user writes numbers."""

import pytest
from PySide6.QtCore import QLocale

from sdcdesk.core.findings import Declared
from sdcdesk.core.quantity import RECORDS, Quantity, Reason, Why
from sdcdesk.core.sentence import counted, joined, sentence
from ui.results.text import caption, explained

FOUND = Declared("many", "Many", RECORDS, "How many.")


@pytest.fixture
def german() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))


@pytest.mark.usefixtures("german")
def test_the_reason_of_an_undefined_figure_is_in_the_locale() -> None:
    reason = Reason(Why.NOT_APPLICABLE, sentence("Fewer than {n} are left.", n=12_345))
    undefined = Quantity(None, RECORDS, reason=reason)
    assert caption(undefined) == "Fewer than 12.345 are left."
    assert ("Fewer than 12.345 are left.", "") in explained(FOUND.found(undefined), "source").rows


@pytest.mark.usefixtures("german")
def test_the_steps_of_a_computation_are_in_the_locale() -> None:
    words = joined(["Of ", counted(23_456, "group")], "")
    found = FOUND.found(Quantity(7, RECORDS), title=words, computation=((words, words),))
    shown = explained(found, "source")
    assert shown.rows[0] == ("Of 23.456 groups", "Of 23.456 groups")
    assert shown.title == "Of 23.456 groups"

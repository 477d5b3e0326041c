"""What else leaves, beside the verdict: named, mended and accepted in one click, and each undone."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.release_check import Release
from ui.pages.panel.residual_risks import ResidualRisks
from ui.session.session import Session
from ui.widgets.label import ElidedLabel


def lines_of(shown: ResidualRisks) -> list[QWidget]:
    there = [one for one in shown.findChildren(QWidget) if shown.lines.indexOf(one) >= 0]
    return sorted(there, key=shown.lines.indexOf)


def links(shown: ResidualRisks) -> dict[str, QPushButton]:
    return {one.text(): one for line in lines_of(shown) for one in line.findChildren(QPushButton)}


def shown_of(session: Session, qtbot) -> ResidualRisks:
    shown = ResidualRisks(session)
    qtbot.addWidget(shown)
    session.altered.connect(shown.refresh)
    shown.refresh()
    return shown


def test_one_click_mends_and_undo_takes_it_back(sampled: Session, qtbot) -> None:
    shown = shown_of(sampled, qtbot)
    assert {"Random order", "Accept"} <= set(links(shown))
    assert sampled.results.release.verdict_text() == "safe in these scenarios"
    with qtbot.waitSignal(sampled.computed):
        links(shown)["Random order"].click()
    assert sampled.project.recipe.steps[-1].method.name == "random_order"
    assert sampled.results.release.verdict_text() == "safe"
    assert shown.isHidden()
    with qtbot.waitSignal(sampled.computed):
        sampled.undo()
    assert "Random order" in links(shown)


def test_what_is_accepted_is_judged_at_once_and_can_be_taken_back(sampled: Session, qtbot) -> None:
    shown = shown_of(sampled, qtbot)
    links(shown)["Accept"].click()
    assert sampled.project.accepted == ("order",)
    assert sampled.release.verdict_text() == "safe", "nothing is computed for it"
    assert set(links(shown)) == {"Accept none"}
    links(shown)["Accept none"].click()
    assert sampled.project.accepted == ()
    assert sampled.release.verdict_text() == "safe in these scenarios"


def test_while_results_are_on_their_way_nothing_can_be_mended_twice(sampled: Session, qtbot) -> None:
    shown = shown_of(sampled, qtbot)
    sampled.compute()
    assert sampled.is_stale
    assert not links(shown)["Random order"].isEnabled()
    qtbot.waitUntil(lambda: not sampled.is_stale)


def test_variables_have_their_labels_and_what_is_only_counted_is_told(
    sampled: Session, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    [order] = sampled.release.leaves()
    titles = ["Patient_No", *(f"Thing {n}" for n in range(1, 5))]
    many = [replace(order, title=one, text=sentence("{one} leaves.", one=one)) for one in titles]
    monkeypatch.setattr(Release, "leaves", lambda _release: tuple(many))
    shown = shown_of(sampled, qtbot)
    [first] = [one for one in shown.findChildren(ElidedLabel) if one.text() == "Patient number"]
    assert first.parentWidget().toolTip() == "Patient number leaves."
    [rest] = [one for one in shown.findChildren(QPushButton) if one.text() == "Show 2 more things"]
    assert rest.toolTip().splitlines() == ["Thing 3 leaves.", "Thing 4 leaves."]
    shown.show()
    rest.click()
    assert shown.focusWidget() in lines_of(shown)[3].findChildren(QPushButton)
    assert {"Thing 3", "Thing 4"} <= {one.text() for one in shown.findChildren(ElidedLabel)}
    assert "Show 2 more things" not in links(shown)

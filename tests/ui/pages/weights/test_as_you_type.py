"""The risk follows while a weight is typed, before it is part of the project."""

from PySide6.QtCore import Qt

from sdcdesk.core.text.locale import NEUTRAL
from sdcdesk.core.text.quantity_text import share_text
from sdcdesk.risk import DisclosureRisk
from sdcdesk.risk.disclosure.reweighing import Reweighing
from sdcdesk.risk.weights.editing import with_weight

W4 = "W4, Truta 2004"
OWN = f"own, from {W4}"
"""Its name once it is edited."""


def _after(stand):
    release = stand.session.results.release
    return next(each.after for each in release.scenarios if each.scenario.name == stand.page.chosen)


def _shown(stand) -> str:
    return stand.check.figures.risks["dr_weighted"].text()


def _listed(stand, name: str = W4) -> float | None:
    entries = stand.weights.matrices.list.matrices.rows
    return next(entry.weighted.value for entry in entries if entry.name == name)


def test_panel_and_list_follow_each_key(sampling) -> None:
    before, now = _shown(sampling), sampling.matrix
    sampling.go_to(1, 2)
    sampling.type("2")
    first = Reweighing(_after(sampling)).risk(with_weight(now, 1, 2, 2.0))
    assert _shown(sampling) == share_text(first, NEUTRAL, [0.02]) != before
    assert _listed(sampling) == first
    assert sampling.check.note.text() == "as you type"
    assert sampling.check.gauge.value_text() == _shown(sampling)
    sampling.press(Qt.Key.Key_Period)
    sampling.press(Qt.Key.Key_5)
    second = Reweighing(_after(sampling)).risk(with_weight(now, 1, 2, 2.5))
    assert _listed(sampling) == second > first
    assert sampling.matrix == now, "nothing is committed"
    assert sampling.undo is None
    sampling.press(Qt.Key.Key_Escape)
    assert _shown(sampling) == before
    assert sampling.check.note.text() != "as you type"
    assert sampling.session.tried_weights is None


def test_the_figure_as_typed_is_the_one_that_is_computed(sampling) -> None:
    sampling.go_to(1, 2)
    sampling.type("2.5")
    listed, text = _listed(sampling), _shown(sampling)
    assert sampling.session.tried_weights is not None
    tried = Reweighing(_after(sampling)).assessed(sampling.session.tried_weights[1])
    sampling.press(Qt.Key.Key_Return)
    assert sampling.session.is_stale
    assert _shown(sampling) == text, "the old risk does not come back while results are on their way"
    assert _listed(sampling, OWN) == listed
    sampling.settle()
    assert not sampling.session.is_stale
    after = _after(sampling)
    for name in ("dr_weighted", "dr_weighted_released", "dr_min", "dr_max"):
        assert after.value(name) == tried.value(name)
    assert after.value("dr_weighted") == listed
    columns = ["i", "j", "count", "contribution"]
    mine, theirs = (found.table("contributions")[columns].astype(str) for found in (tried, after))
    assert mine.equals(theirs)
    assert after.parameters["weights"]["block"][0] == tried.parameters["weights"]["block"][0]


def test_undo_shows_the_old_risk_at_once(sampling) -> None:
    before = _shown(sampling)
    sampling.go_to(1, 2)
    sampling.type("2.5")
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    assert _shown(sampling) != before
    sampling.session.undo()
    assert sampling.session.is_stale
    assert _shown(sampling) == before
    sampling.settle()
    sampling.session.redo()
    assert _shown(sampling) != before
    sampling.settle()


def test_a_weight_that_does_not_fit_is_not_tried(sampling) -> None:
    before = _shown(sampling)
    sampling.go_to(1, 2)
    sampling.type("2")
    assert _shown(sampling) != before
    sampling.press(Qt.Key.Key_2)
    assert "22 does not fit here" in sampling.refusal()
    assert _shown(sampling) == before
    sampling.press(Qt.Key.Key_Escape)


def test_leaving_the_field_takes_what_fits_and_ends_the_trial(sampling) -> None:
    sampling.go_to(1, 2)
    sampling.type("2")
    sampling.weights.bar.choice.setFocus()
    assert sampling.matrix.block[0][1] == 2
    assert sampling.session.tried_weights is None
    sampling.settle()


def test_a_matrix_that_the_scenario_does_not_use_leaves_the_panel_alone(sampling) -> None:
    sampling.add("Ours", sampling.matrix)
    sampling.settle()
    before = _shown(sampling)
    sampling.go_to(1, 2)
    sampling.type("2")
    assert _shown(sampling) == before
    assert sampling.check.note.text() != "as you type"
    assert _listed(sampling, "Ours") > _listed(sampling)
    sampling.press(Qt.Key.Key_Escape)
    assert _listed(sampling, "Ours") == _listed(sampling)


def test_the_risk_before_masking_has_the_same_weights(sampling) -> None:
    release = sampling.session.results.release
    checked = next(each for each in release.scenarios if each.scenario.name == sampling.page.chosen)
    sampling.go_to(1, 2)
    sampling.type("2.5")
    expected = Reweighing(checked.before).risk(with_weight(sampling.matrix, 1, 2, 2.5))
    assert share_text(expected) in sampling.check.gauge.before_text()
    sampling.press(Qt.Key.Key_Escape)


def test_another_scenario_with_other_weights_shows_its_own(sampling) -> None:
    sampling.change(
        lambda project: project.changed(
            weights={**project.weights, "Other": project.weights[W4]},
            scenarios=(project.scenarios[0].changed(weights="Other"), project.scenarios[1]),
        )
    )
    sampling.session.choose_scenario(sampling.project.scenarios[0].name)
    sampling.weights.commands.choose(W4)
    sampling.settle()
    before = _shown(sampling)
    sampling.go_to(1, 2)
    sampling.type("2")
    assert _shown(sampling) == before
    sampling.press(Qt.Key.Key_Escape)


def test_nothing_released_has_a_risk_of_all_records_only(sampling) -> None:
    after = _after(sampling)
    empty = (
        sampling.project.scenarios[0]
        .informed(DisclosureRisk(), sampling.matrix)
        .assess(after.original, after.masked.take(after.masked.rows[:0]))
    )
    found = Reweighing(empty).assessed(with_weight(sampling.matrix, 1, 2, 2.0))
    assert found.value("dr_weighted") == 0
    assert found.value("dr_weighted_released") is None

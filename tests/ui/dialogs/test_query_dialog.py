import pytest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.document.project_file import digest_at, load
from sdcdesk.masking import Camouflage, IntervalQuery, Journal
from sdcdesk.release.interval_answer import answer
from ui.dialogs import query_dialog
from ui.dialogs.notice import OTHER
from ui.dialogs.query_dialog import QueryDialog, ask_for_interval
from ui.session.computation import Ready
from ui.session.session import Session

pytestmark = pytest.mark.usefixtures("controls_in_place")

HIDDEN = Camouflage(variables=["Amount_Billed"], below=5.0)


def asking(session: Session, qtbot: QtBot) -> tuple[QueryDialog, QWidget]:
    with qtbot.waitSignal(session.computed):
        session.add_step(HIDDEN)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_interval(session, 4, window)
    assert dialog is not None
    return dialog, window  # which keeps the dialog


def chosen(dialog: QueryDialog, field: str, value: object) -> None:
    dialog.form.editors[field].set_value(value)
    dialog.form.editors[field].edited.emit()


def test_the_newest_answer_stands_above_the_journal(sampled: Session, qtbot: QtBot) -> None:
    dialog, _window = asking(sampled, qtbot)
    assert dialog.journal is not None
    assert dialog.empty.isHidden(), "there is nothing to empty"
    dialog.press()
    qtbot.waitUntil(lambda: len(dialog.answers) == 1)
    chosen(dialog, "statistic", "mean")
    dialog.press()
    qtbot.waitUntil(lambda: len(dialog.answers) == 2)
    assert dialog.answer is not None
    assert dialog.answer.section.title == "Mean of Amount billed"
    frame = dialog.journal.section.blocks[0].frame
    assert frame["asked"].tolist() == ["Mean of Amount billed", "Sum of Amount billed"]
    assert sampled.project is not None
    assert sampled.results is not None
    query, run = IntervalQuery(variable="Amount_Billed", statistic="mean"), sampled.results.run
    found = answer(sampled.project.recipe, run, 4, query, Journal())
    assert dialog.answer.section.blocks[0].value == found.value("low")
    assert dialog.isVisible()
    assert not dialog.empty.isHidden()
    dialog.reject()


def test_answers_stay_when_a_change_is_taken_back(sampled: Session, qtbot: QtBot) -> None:
    dialog, _window = asking(sampled, qtbot)
    dialog.press()
    qtbot.waitUntil(lambda: len(dialog.answers) == 1)
    dialog.reject()
    assert sampled.project is not None
    given, steps = sampled.project.answers, len(sampled.project.recipe.steps)
    with qtbot.waitSignal(sampled.computed):
        sampled.undo()
    assert len(sampled.project.recipe.steps) == steps - 1
    assert sampled.project.answers == given
    with qtbot.waitSignal(sampled.computed):
        sampled.redo()
    assert sampled.project.answers == given
    assert not sampled.is_saved


def test_the_journal_is_emptied_only_by_who_says_so(
    sampled: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog, _window = asking(sampled, qtbot)
    dialog.press()
    qtbot.waitUntil(lambda: len(dialog.answers) == 1)
    for said, left in ((QDialog.DialogCode.Rejected, 1), (QDialog.DialogCode.Accepted, 1), (OTHER, 0)):
        monkeypatch.setattr(query_dialog.Notice, "exec", lambda _notice, said=said: said)
        dialog.empty.click()
        assert len(dialog.answers) == left
    assert dialog.empty.isHidden()
    dialog.reject()


def test_conditions_name_public_variables(sampled: Session, qtbot: QtBot) -> None:
    dialog, _window = asking(sampled, qtbot)
    assert sampled.data is not None
    [row] = dialog.form.editors["where"].rows
    offered = {row.variable.itemText(place) for place in range(row.variable.count())}
    roles = {sampled.data.variable(name).role for name in offered}
    assert roles == {"key"}
    dialog.form.editors["where"].add_row()
    assert dialog.form.editors["where"].rows[1].variable.count() == len(offered)
    dialog.reject()


def test_a_condition_that_lacks_its_value_is_not_dropped(sampled: Session, qtbot: QtBot) -> None:
    dialog, _window = asking(sampled, qtbot)
    [row] = dialog.form.editors["where"].rows
    assert row.values.placeholderText() == "empty: no condition"
    row.variable.setCurrentIndex(1)
    row.variable.activated.emit(1)
    dialog.press()
    assert dialog.hint.text(), "it says what is missing"
    assert dialog.query.state != Ready
    assert not dialog.answers
    dialog.reject()


def test_an_answer_stands_in_the_file_before_it_is_seen(sampled: Session, qtbot: QtBot) -> None:
    """So whoever discards the changes does not discard the journal."""
    path = sampled.path
    assert path is not None
    steps = len(load(path).recipe.steps)
    dialog, _window = asking(sampled, qtbot)
    for _ in range(2):
        dialog.press()
        qtbot.waitUntil(lambda: isinstance(dialog.query.state, Ready))
    assert load(path).answers == dialog.answers != ()
    assert len(load(path).recipe.steps) == steps, "other changes are saved when the user says so"
    assert sampled.saved_digest == digest_at(path), "nobody else has changed it"
    assert not sampled.is_saved, "the new step is not"
    dialog.reject()


def test_what_cannot_be_noted_is_not_told(sampled: Session, qtbot: QtBot) -> None:
    path = sampled.path
    assert path is not None
    dialog, _window = asking(sampled, qtbot)
    load(path).changed(title="somebody else's").save(path)
    dialog.press()
    qtbot.waitUntil(lambda: "changed by somebody else" in dialog.hint.text())
    assert dialog.answer is None
    assert not dialog.answers
    assert not load(path).answers
    dialog.reject()


def test_a_project_without_a_file_keeps_its_journal_itself(sampled: Session, qtbot: QtBot) -> None:
    assert sampled.data is not None
    assert sampled.project is not None
    with qtbot.waitSignal(sampled.computed):
        sampled.open(sampled.data, sampled.project, None)
    dialog, _window = asking(sampled, qtbot)
    dialog.press()
    qtbot.waitUntil(lambda: dialog.answer is not None)
    assert len(dialog.answers) == 1
    dialog.reject()


def test_what_cannot_be_asked_is_said(sampled: Session, qtbot: QtBot) -> None:
    dialog, window = asking(sampled, qtbot)
    hidden = {"comparisons": [{"variable": "Amount_Billed", "relation": "more than", "values": [1]}]}
    dialog.form.fill(IntervalQuery(variable="Amount_Billed", where=hidden))
    dialog.form.edited.emit()
    dialog.press()
    qtbot.waitUntil(lambda: "public variables only" in dialog.hint.text())
    assert not dialog.answers
    dialog.reject()
    # While the recipe is computed anew, nobody knows what is asked about.
    sampled.change_recipe("off", lambda recipe: recipe.switched(1, False))
    with qtbot.waitSignal(sampled.failed):
        assert ask_for_interval(sampled, 4, window) is None
    qtbot.waitSignal(sampled.computed)

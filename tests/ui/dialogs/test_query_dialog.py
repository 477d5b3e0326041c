from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.masking import Camouflage, IntervalQuery
from sdcdesk.release.interval_answer import answer
from ui.dialogs.query_dialog import ask_for_interval
from ui.session.session import Session

HIDDEN = Camouflage(variables=["Amount_Billed"], below=5.0)


def test_answers_stand_above_those_before_them(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.add_step(HIDDEN)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_interval(sampled, 4, window)
    assert dialog is not None
    assert sampled.project is not None
    assert sampled.results is not None
    dialog.press()
    qtbot.waitUntil(lambda: len(dialog.answers) == 1)
    dialog.form.editors["statistic"].set_value("mean")
    dialog.form.editors["statistic"].edited.emit()
    dialog.press()
    qtbot.waitUntil(lambda: len(dialog.answers) == 2)
    assert [view.section.title for view in dialog.answers] == [
        "Mean of Amount_Billed",
        "Sum of Amount_Billed",
    ]
    before = sampled.results.run.stages[3].masked
    assert before is not None
    query = IntervalQuery(variable="Amount_Billed", statistic="mean")
    found = answer(sampled.project.recipe, 4, before.data, query)
    assert dialog.answers[0].section.blocks[0].value == found.value("low")
    assert dialog.isVisible()
    dialog.reject()


def test_what_cannot_be_asked_is_said(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.add_step(HIDDEN)
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_interval(sampled, 4, window)
    assert dialog is not None
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

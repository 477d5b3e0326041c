"""The search field stays as wide as it is while somebody types."""

from pytestqt.qtbot import QtBot

from ui.widgets.toolbar_search import SearchField


def test_what_stands_beside_does_not_move_when_something_is_typed(qtbot: QtBot) -> None:
    field = SearchField("Find a value", "Ctrl+F")
    qtbot.addWidget(field)
    field.show()
    before = field.sizeHint()
    field.setText("3")
    qtbot.waitUntil(lambda: field.text() == "3")
    assert field.sizeHint() == before

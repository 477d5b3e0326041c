from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QAction, QColor, QIcon, QScreen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QPushButton

from tests.ui.conftest import colours_of
from ui.look.drawings import drawing
from ui.look.icons import icon, pixmap, set_icon
from ui.look.theme import DARK, LIGHT, theme

STAGES = ["data", "variables", "risk", "masking", "loss", "compare", "tables", "report"]
MARKS = ["tick", "triangle", "ring", "arc", "info", "question", "lock", "offline_lock", "logo"]
ACTIONS = [
    "undo",
    "redo",
    "search",
    "plus",
    "close",
    "more",
    "grip",
    "filter",
    "columns",
    "save",
    "export",
    "play",
]
DRAWINGS = sorted(
    entry.name[:-4] for entry in (files("resources") / "icons").iterdir() if entry.name.endswith(".svg")
)
THINGS = ["chevron_down", "chevron_right", "chevron_left", "folder", "file"]


@pytest.fixture(autouse=True)
def light(qapp):  # noqa: ARG001 - the theme needs it
    theme().set_scheme("light")
    yield theme()
    theme().set_scheme("system")


def test_all_drawings_are_there():
    assert {*STAGES, *MARKS, *ACTIONS, *THINGS} <= set(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawing_keeps_the_rules(name):
    text = drawing(name, "currentColor")
    root = ET.fromstring(text)  # noqa: S314 - our own file
    assert root.get("viewBox") == "0 0 20 20"
    assert QSvgRenderer(QByteArray(drawing(name, "#000000").encode())).isValid()
    if name != "logo":
        assert root.get("fill") == "none"
        assert root.get("stroke") == "currentColor"
        assert root.get("stroke-width") == "1.5"
        assert root.get("stroke-linecap") == "round"
        assert not any(part.get("fill") for part in root.iter() if part is not root)


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawing_stays_within_its_box(name):
    image = pixmap(name, 20, "text").toImage()
    edge = image.width() - 1
    corners = [image.pixelColor(x, y).alpha() for x in (0, edge) for y in (0, edge)]
    assert corners == [0, 0, 0, 0]
    assert any(image.pixelColor(x, y).alpha() for x in range(edge) for y in range(edge))


def test_unknown_drawing_is_refused():
    with pytest.raises(FileNotFoundError):
        icon("no_such_drawing")


def test_icon_takes_the_colour_of_its_role(light):
    assert LIGHT.risk_text.lower() in colours_of(pixmap("plus", 32, "risk_text").toImage())
    light.set_scheme("dark")
    found = colours_of(pixmap("plus", 32, "risk_text").toImage())
    assert DARK.risk_text.lower() in found
    assert LIGHT.risk_text.lower() not in found


def test_a_colour_can_be_given_itself():
    assert colours_of(pixmap("plus", 32, QColor(LIGHT.ink_dark)).toImage()) == {LIGHT.ink_dark.lower()}


def test_icon_is_sharp_on_the_sharpest_screen(monkeypatch):
    monkeypatch.setattr(QScreen, "devicePixelRatio", lambda _screen: 2.0)
    drawn = icon("risk").pixmap(QSize(20, 20), 2.0)
    assert drawn.size() == QSize(40, 40)
    assert drawn.devicePixelRatio() == 2


def test_disabled_icon_is_quiet():
    drawn = icon("plus", "accent").pixmap(QSize(32, 32), 1.0, QIcon.Mode.Disabled)
    assert colours_of(drawn.toImage()) == {LIGHT.text3.lower()}


def test_set_icon_follows_the_theme(light, qtbot):
    button = QPushButton()
    qtbot.addWidget(button)
    button.show()
    set_icon(button, "plus")
    before = colours_of(button.icon().pixmap(32, 32).toImage())
    light.set_scheme("dark")
    after = colours_of(button.icon().pixmap(32, 32).toImage())
    assert before == {LIGHT.text.lower()}
    assert after == {DARK.text.lower()}


def test_icons_that_nobody_sees_follow_the_theme_later(light, qtbot):
    actions = [QAction() for _ in range(50)]
    for action in actions:
        set_icon(action, "undo")
    light.set_scheme("dark")
    assert colours_of(actions[-1].icon().pixmap(32, 32).toImage()) == {LIGHT.text.lower()}
    set_icon(actions[0], "")
    dark = {DARK.text.lower()}
    qtbot.waitUntil(lambda: colours_of(actions[-1].icon().pixmap(32, 32).toImage()) == dark)
    assert actions[0].icon().isNull(), "what was taken away meanwhile does not come back"


def test_icon_can_be_taken_away(light, qtbot):
    button = QPushButton()
    qtbot.addWidget(button)
    set_icon(button, "plus")
    set_icon(button, "")
    light.set_scheme("dark")
    assert button.icon().isNull()


def test_a_bearer_that_is_gone_does_no_harm(light, qapp):
    action = QAction()
    set_icon(action, "undo")
    action.deleteLater()
    qapp.sendPostedEvents(action, 52)  # deferred delete
    light.set_scheme("dark")
    assert light.dark

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication

from ui.widgets.buttons import button, chip, filled_button, icon_button, link, text_button
from ui.widgets.label import ElidedLabel, label
from ui.widgets.painting import paint_share
from ui.widgets.toolbar_search import SearchField


def test_button_heights(shown):
    assert shown(button("Limits…")).height() == 30
    assert shown(filled_button("Reduce the risk")).height() == 30
    assert shown(button("Rules…", small=True)).height() == 26
    assert shown(text_button("Add step", "plus")).height() == 26


@pytest.mark.parametrize("make", [button, filled_button, text_button, link, chip])
def test_buttons_have_room_for_their_words(shown, make):
    made = shown(make("Find a safe coding…"))
    assert made.width() >= made.fontMetrics().horizontalAdvance(made.text())


def test_a_chip_carries_a_tick_while_it_is_on(shown):
    made = shown(chip("Shade groups", on=True))
    assert not made.icon().isNull()
    made.setChecked(False)
    assert made.icon().isNull()


def test_an_icon_button_has_words(shown):
    made = shown(icon_button("more", "More"))
    assert made.toolTip() == "More"
    assert made.accessibleName() == "More"


def test_focus_moves_no_word(shown, qapp):
    made = shown(button("Limits…"))
    width = made.sizeHint().width()
    made.setFocus()
    qapp.processEvents()
    assert made.sizeHint().width() == width


def test_labels_are_plain(shown):
    made = shown(label("<b>age</b>"))
    assert made.textFormat() == Qt.TextFormat.PlainText


def test_an_elided_label_keeps_its_whole_text(shown):
    words = "hospital_billing_2026_second_version.sdcdesk"
    made = shown(ElidedLabel(words, mode=Qt.TextElideMode.ElideMiddle), 80)
    assert made.text() == words
    assert made.accessibleName() == words
    assert made.sizeHint().width() > 80
    help_event = QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), made.mapToGlobal(QPoint(1, 1)))
    QApplication.sendEvent(made, help_event)
    assert made.toolTip() == words
    made.resize(600, 20)
    QApplication.sendEvent(made, help_event)
    assert made.toolTip() == ""


def painted(share: float) -> QImage:
    image = QImage(200, 10, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    paint_share(painter, QRectF(0, 0, 200, 10), share, "loss")
    painter.end()
    return image


def test_a_share_is_a_bar_as_long_as_it(look):
    image = painted(0.37)
    assert image.pixelColor(70, 5) == look.colour("loss")
    assert image.pixelColor(78, 5) == look.colour("sunken")


@pytest.mark.parametrize(("share", "colour"), [(float("nan"), "sunken"), (-1.0, "sunken"), (7.0, "loss")])
def test_what_is_no_share_fills_nothing_or_all(look, share, colour):
    assert painted(share).pixelColor(100, 5) == look.colour(colour)


def test_a_small_share_is_seen(look):
    assert painted(0.0001).pixelColor(2, 5) == look.colour("loss")


def test_search_field_has_room_for_words_and_keys(shown):
    field = shown(SearchField("Find an action", "Ctrl+K"))
    words = field.fontMetrics().horizontalAdvance("Find an actionCtrl+K")
    assert field.width() > words + 40
    assert field.accessibleName() == "Find an action"


def test_search_field_hides_its_keys_while_typing(shown, qtbot):
    field = shown(SearchField("Find an action", "Ctrl+K"), 260)
    empty = field.grab().toImage()
    qtbot.keyClicks(field, "risk")
    assert field.text() == "risk"
    assert field.grab().toImage() != empty

import pytest
from PySide6.QtGui import QFontMetrics, QImage

from ui.look.theme import theme
from ui.widgets.badge import VerdictBadge


def grey(image: QImage) -> QImage:
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


@pytest.mark.parametrize("verdict", ["unsafe", "safe", "not assessed"])
def test_badge_says_its_word_and_has_room_for_it(shown, verdict):
    badge = shown(VerdictBadge(verdict))
    assert badge.accessibleName() == verdict.capitalize()
    words = QFontMetrics(theme().font("table_header")).horizontalAdvance(verdict.capitalize())
    assert badge.width() >= words + 18
    assert badge.height() == 20


def test_another_word_can_stand_for_it(shown):
    badge = shown(VerdictBadge())
    badge.set_verdict("safe", "Passed")
    assert badge.accessibleName() == "Passed"
    assert badge.verdict == "safe"


def test_what_is_no_verdict_is_not_assessed(shown):
    badge = shown(VerdictBadge(""))
    assert badge.verdict == "not assessed"
    assert badge.accessibleName() == "Not assessed"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_verdicts_differ_without_colour(shown, look, scheme):
    look.set_scheme(scheme)
    middle = {}
    for verdict in ("unsafe", "safe"):
        image = grey(shown(VerdictBadge(verdict)).grab().toImage())
        middle[verdict] = image.pixelColor(image.width() - 6, 10).lightness()
    ground = theme().colour("surface").lightness()
    assert abs(middle["safe"] - ground) < 12
    assert abs(middle["unsafe"] - ground) > 60

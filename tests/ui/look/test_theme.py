import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QFile
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

import ui
from ui.look.drawings import stylesheet, template
from ui.look.theme import AT_ONCE, DARK, LIGHT, contrast, theme
from ui.widgets.label import label

SCHEMES = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
GROUNDS = ("window", "surface", "sunken", "rail", "accent_soft")


@pytest.fixture
def look(qapp):  # noqa: ARG001 - the theme needs it
    yield theme()
    theme().set_scheme("system")


def test_contrast_of_black_and_white_is_21():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#FFFFFF") == 1
    # A grey that is known to pass by little, and one that is known to fail by little.
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@SCHEMES
@pytest.mark.parametrize("text", ["text", "text2", "text3"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_is_readable_on_every_ground(tokens, text, ground):
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= 4.5


@SCHEMES
@pytest.mark.parametrize("meaning", ["risk", "safe", "loss", "note"])
def test_words_of_a_meaning_are_readable(tokens, meaning):
    for ground in (tokens.surface, tokens.window, getattr(tokens, f"{meaning}_soft")):
        assert contrast(getattr(tokens, f"{meaning}_text"), ground) >= 4.5


@SCHEMES
@pytest.mark.parametrize("graphic", ["risk", "safe", "loss", "before", "after", "border_strong", "accent"])
def test_graphics_stand_out(tokens, graphic):
    assert contrast(getattr(tokens, graphic), tokens.surface) >= 3


@SCHEMES
def test_words_on_filled_buttons_are_readable(tokens):
    assert contrast(tokens.ink_light, tokens.accent_fill) >= 4.5
    assert contrast(tokens.ink_light, tokens.accent_hover) >= 4.5
    assert contrast(tokens.accent, tokens.surface) >= 4.5


@SCHEMES
def test_series_stand_out_from_their_ground(tokens):
    assert all(contrast(colour, tokens.surface) >= 3 for colour in tokens.steps["series"])


def test_every_colour_can_be_read_by_qt():
    for tokens in (LIGHT, DARK):
        named = [*tokens.colours.values(), *(colour for steps in tokens.steps.values() for colour in steps)]
        assert all(QColor(colour).isValid() for colour in named)


def test_scrim_is_see_through():
    assert QColor(LIGHT.scrim).alphaF() == pytest.approx(0.34, abs=0.01)
    assert QColor(DARK.scrim).alphaF() == pytest.approx(0.5, abs=0.01)


def test_no_colour_is_named_outside_the_theme():
    literal = re.compile(r"#[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{3}\b|rgba?\(|hsla?\(|GlobalColor\.(?!transparent)")
    named = re.compile(r"QColor\(\s*[\"'\d]")
    root = Path(ui.__file__).parent
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not literal.search(text), path
        assert not named.search(text), path
    assert not literal.search(template().template)


@SCHEMES
def test_every_placeholder_of_the_style_sheet_is_filled(tokens):
    sheet = stylesheet({**tokens.colours, "header_size": "9"}, "tried")
    assert "$" not in sheet
    pictures = re.findall(r"url\((.+?)\)", sheet)
    assert pictures
    for picture in pictures:
        file = QFile(picture)
        assert file.open(QFile.OpenModeFlag.ReadOnly)
        text = bytes(file.readAll().data()).decode()
        assert text.startswith("<svg")
        assert "currentColor" not in text
        assert not QPixmap(picture).isNull()


def test_a_missing_value_is_not_passed_over():
    with pytest.raises(KeyError):
        stylesheet({"ink_light": "#FFFFFF", "text3": "#000000"}, "tried")


def test_a_killed_program_leaves_no_drawings_behind(tmp_path):
    words = "import os; from PySide6.QtWidgets import QApplication; from ui.look.theme import theme; "
    words += "application = QApplication([]); print(theme().scheme, flush=True); os.kill(os.getpid(), 9)"
    places = dict.fromkeys(("TMPDIR", "TEMP", "TMP", "HOME", "XDG_RUNTIME_DIR"), str(tmp_path))
    root = Path(ui.__file__).parents[1]
    run = [sys.executable, "-c", words]
    environment = {**os.environ, **places}
    ended = subprocess.run(run, cwd=root, env=environment, check=False, capture_output=True, text=True)  # noqa: S603 - our own
    assert ended.stdout.strip() == "system"
    assert not list(tmp_path.rglob("*.svg"))
    assert not list(tmp_path.glob("sdcdesk*"))


def test_choosing_a_scheme_changes_palette_and_tokens(look, qtbot):
    look.set_scheme("light")
    with qtbot.waitSignal(look.changed):
        look.set_scheme("dark")
    assert look.dark
    assert look.tokens is DARK
    assert look.scheme == "dark"
    assert theme()._application.palette().color(QPalette.ColorRole.Window) == QColor(DARK.window)
    look.set_scheme("light")
    assert theme()._application.palette().color(QPalette.ColorRole.Text) == QColor(LIGHT.text)


def test_a_scheme_that_is_shown_already_is_not_applied_again(look, qtbot):
    look.set_scheme("dark")
    with qtbot.assertNotEmitted(look.changed):
        look.set_scheme("dark")
    assert (look.scheme, look.tokens) == ("dark", DARK)


def test_there_is_one_theme(look):
    assert theme() is look


def test_colour_takes_an_opacity(look):
    look.set_scheme("light")
    assert look.colour("risk").name() == LIGHT.risk.lower()
    assert look.colour("risk", 0.35).alphaF() == pytest.approx(0.35, abs=0.01)


@pytest.mark.parametrize("scale", ["risk", "counts", "loss", "difference"])
def test_heat_goes_through_its_steps(look, scale):
    look.set_scheme("light")
    steps = LIGHT.steps[f"heat_{scale}"]
    assert len(steps) == 7
    assert [look.heat(scale, place / 6).name().upper() for place in range(7)] == steps
    assert look.heat(scale, -3) == QColor(steps[0])
    assert look.heat(scale, 7.5) == QColor(steps[-1])
    assert look.heat(scale, float("nan")) == QColor(steps[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("scale", ["risk", "counts", "loss"])
def test_heat_moves_away_from_the_page(look, scheme, scale):
    look.set_scheme(scheme)
    away = [contrast(look.heat(scale, place / 20), look.tokens.surface) for place in range(21)]
    assert away == sorted(away)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ink_can_be_read_on_every_step(look, scheme):
    look.set_scheme(scheme)
    for scale in ("risk", "counts", "loss", "difference"):
        for place in range(21):
            ground = look.heat(scale, place / 20)
            assert contrast(look.ink(ground), ground) >= 4
    assert look.ink("#000000") == QColor(look.tokens.ink_light)
    assert look.ink("#FFFFFF") == QColor(look.tokens.ink_dark)


def test_type_styles_grow_from_the_system_font(look):
    base = QFontInfo(look.font("body")).pixelSize()
    assert QFontInfo(look.font("stage_title")).pixelSize() == base + 7
    assert QFontInfo(look.font("welcome_title")).pixelSize() == base + 15
    assert QFontInfo(look.font("dialog_title")).pixelSize() == base + 3
    assert look.font("card_title").weight() == QFont.Weight.DemiBold
    assert QFontInfo(look.font("card_title")).pixelSize() == base


def test_no_text_is_smaller_than_11_pixels(look, monkeypatch):
    small = QFont(look.font("body"))
    small.setPixelSize(9)
    monkeypatch.setattr(look, "_system_font", small)
    monkeypatch.setattr(look, "_fonts", {})
    assert QFontInfo(look.font("caption")).pixelSize() == 11
    assert QFontInfo(look.font("body")).pixelSize() == 11


def test_digits_are_of_equal_width(look):
    assert look.font("body").featureValue(QFont.Tag("tnum")) == 1


def test_the_application_uses_the_style(look, qapp):
    assert qapp.font().pointSizeF() == pytest.approx(look.font("body").pointSizeF(), abs=0.1)
    assert "QPushButton" in qapp.styleSheet()


def test_what_nobody_sees_is_dressed_a_little_later(qtbot, look):
    window, hidden = QWidget(), label("quiet", tone="text3")
    hidden.setParent(window)
    qtbot.addWidget(window)
    window.show()
    hidden.hide()
    for scheme in ("dark", "light", "dark"):
        look.set_scheme(scheme)
        wanted = look.colour("text3")
        qtbot.waitUntil(lambda wanted=wanted: hidden.palette().windowText().color() == wanted)


def test_a_full_window_is_painted_when_all_of_it_is_dressed(qtbot, look):
    look.set_scheme("light")
    window = QWidget()
    words = [QLabel("words", window) for _ in range(3 * AT_ONCE)]
    painted = []

    class Noted(QWidget):
        def paintEvent(self, event):  # noqa: N802 - Qt's name
            painted.append({one.palette().windowText().color().name() for one in words})
            super().paintEvent(event)

    Noted(window).resize(20, 20)
    for one in words:
        one.setProperty("tone", "text3")
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    # The second choice comes while the first is still on its way.
    for scheme in ("dark", "light", "dark"):
        look.set_scheme(scheme)
    painted.clear()
    qtbot.waitUntil(lambda: bool(painted))
    assert all(colours == {look.colour("text3").name()} for colours in painted)
    assert window.updatesEnabled()


def test_a_page_that_is_opened_meanwhile_is_dressed_before_the_others(qtbot, look, monkeypatch):
    monkeypatch.setattr("ui.look.theme.AT_ONCE", 5)
    monkeypatch.setattr("ui.look.theme.PASSED", sys.maxsize)
    look.set_scheme("light")
    window = QWidget()
    pages = [QWidget(window) for _ in range(2)]
    others, words = ([QLabel("words", page) for _ in range(60)] for page in pages)
    for one in (*others, *words):
        one.setProperty("tone", "text3")
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    for page in pages:
        page.hide()
    order, dress = [], look._dress
    monkeypatch.setattr(look, "_dress", lambda one: (order.append(one), dress(one)))
    look.set_scheme("dark")
    pages[1].show()
    qtbot.waitUntil(lambda: not look._later.is_running())
    assert {one.palette().windowText().color().name() for one in (*words, *others)} == {
        QColor(DARK.text3).name()
    }
    assert max(map(order.index, words)) < max(map(order.index, others))
    assert window.updatesEnabled()


def test_many_widgets_are_prepared_in_turns_and_the_look_changes_once(qtbot, look, monkeypatch):
    monkeypatch.setattr("ui.look.theme.AT_ONCE", 5)
    monkeypatch.setattr("ui.look.theme.PASSED", 2)
    look.set_scheme("light")
    qtbot.waitUntil(lambda: look.tokens is LIGHT and not look._later.is_running())
    window = QWidget()
    words = [QLabel("words", window) for _ in range(60)]
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    changed = []
    look.changed.connect(lambda: changed.append(look.tokens))
    look.set_scheme("dark")
    assert look.tokens is LIGHT, "nothing is half dark"
    words.pop().deleteLater()
    qtbot.waitUntil(lambda: not look._later.is_running())
    assert (look.tokens, changed) == (DARK, [DARK])
    assert {one.palette().windowText().color().name() for one in words} == {QColor(DARK.text).name()}
    for scheme in ("light", "dark", "light"):
        look.set_scheme(scheme)
    qtbot.waitUntil(lambda: not look._later.is_running())
    assert look.tokens is LIGHT, "the last choice holds"
    assert {one.palette().windowText().color().name() for one in words} == {QColor(LIGHT.text).name()}
    assert window.updatesEnabled()


def test_what_is_seen_is_dressed_at_once_and_only_once(qtbot, look):
    look.set_scheme("light")
    styles = []

    class Noted(QLabel):
        def changeEvent(self, event):  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.StyleChange:
                styles.append(self.palette().windowText().color())
            super().changeEvent(event)

    seen = Noted("words")
    seen.setProperty("tone", "text3")
    qtbot.addWidget(seen)
    with qtbot.waitExposed(seen):
        seen.show()
    for scheme in ("dark", "light"):
        styles.clear()
        look.set_scheme(scheme)
        # Never without any style in between: everything would be laid out twice.
        assert styles == [look.colour("text3")]

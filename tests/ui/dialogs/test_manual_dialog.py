from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sdcdesk.core.operations.operation import Operation
from sdcdesk.masking import Recoding, Rounding
from sdcdesk.report.manual import first_sentence, opening_text, page, page_html
from sdcdesk.report.manual_pages import manual_pages
from ui.dialogs.manual_dialog import ManualDialog, show_manual

PAGE = """Title (name)

Some *words* and `code` < 3.

- one
- two
  lines

Figures
-------
k
    A size.

>>> 1 < 2
True
"""


@pytest.fixture
def manual(qtbot: QtBot) -> Iterator[ManualDialog]:
    dialog = show_manual(Recoding)
    with qtbot.waitExposed(dialog):
        dialog.show()
    yield dialog
    dialog.close()


@pytest.mark.parametrize("kind", [*manual_pages()], ids=lambda kind: kind.name)
def test_every_page_is_shown_whole(kind: type[Operation], manual: ManualDialog) -> None:
    show_manual(kind)
    shown = "".join(manual.text.toPlainText().split())
    for word in page(kind, code=False).replace("*", " ").replace("`", " ").split():
        if not word.strip("-"):
            continue
        assert word.replace("_", "") in shown, word


@pytest.mark.parametrize("kind", [*manual_pages()], ids=lambda kind: kind.name)
def test_first_words_are_sentences(kind: type[Operation]) -> None:
    assert opening_text(kind).endswith(".")
    assert len(opening_text(kind)) < 400
    assert first_sentence(kind).endswith(".")
    assert "`" not in opening_text(kind)


def test_there_is_one_window(manual: ManualDialog) -> None:
    assert show_manual(Rounding) is manual
    assert manual.windowTitle() == "Manual: Rounding"
    assert not manual.isModal()
    assert not manual.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)


def test_headings_lists_and_examples_are_told_apart() -> None:
    text = page_html(PAGE)
    assert "<h1>Title (name)</h1>" in text
    assert "<p>Some <i>words</i> and <code>code</code> &lt; 3.</p>" in text
    assert "<ul><li>one</li><li>two lines</li></ul>" in text
    assert "<h2>Figures</h2>" in text
    assert "<p class='term'>k</p><p class='words'>A size.</p>" in text
    assert "<pre>&gt;&gt;&gt; 1 &lt; 2\nTrue</pre>" in text


def test_a_star_that_is_no_mark_stays() -> None:
    assert "<i>" not in page_html("T\n\nOf 48201 remains 4820*, of 48335 remains 4833*.")


def test_words_are_found_one_after_the_other(manual: ManualDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(manual, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert manual.search.hasFocus()
    qtbot.keyClicks(manual.search, "bands")
    first = manual.text.textCursor().selectionStart()
    assert manual.text.textCursor().selectedText() == "bands"
    qtbot.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.text.textCursor().selectionStart() > first
    manual.search.selectAll()
    qtbot.keyClicks(manual.search, "nowhere")
    assert manual.lost.isVisible()
    assert manual.lost.text() == "Not on this page: nowhere"


def test_it_follows_the_theme(manual: ManualDialog, look) -> None:
    light = manual.text.toHtml()
    look.set_scheme("dark")
    assert manual.text.toHtml() != light

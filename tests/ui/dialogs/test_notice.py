from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from ui.dialogs.notice import Notice

WORDS = "\n\n".join(
    (
        "SDCDesk 0.1.0 (commit 0123456789ab of 2026-11-22)",
        "An offline workbench for statistical disclosure control.",
        "It opens no network connection and never changes your original file.",
        "BSD 3-Clause licence.",
        f"SHA-256 of the list of installed files, SHA256SUMS: {'51e5a0d3cccee4fb ' * 4}",
        "The licences of all parts are in the program's folder: licences/NOTICE.txt.",
    )
)


def test_long_words_are_seen_whole(qtbot: QtBot) -> None:
    notice = Notice("About SDCDesk", WORDS, None)
    qtbot.addWidget(notice)
    with qtbot.waitExposed(notice):
        notice.open()
    said = next(label for label in notice.findChildren(QLabel) if label.text() == WORDS)
    assert said.height() >= said.heightForWidth(said.width())


def test_dialogs_are_gone_once_they_are_closed(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    opened, asked = Notice("Opened", WORDS, window), Notice("Asked", WORDS, window, "Save", "Discard")
    opened.open()
    opened.reject()
    QTimer.singleShot(0, asked.accept)
    assert asked.exec() == Notice.DialogCode.Accepted
    assert asked.windowTitle() == "Asked"  # what was entered can still be read
    qtbot.waitUntil(lambda: not window.findChildren(Notice))

"""Takes the README's pictures of the real window: `python packaging/screenshots.py [FOLDER]`.

Runs in the project's environment, without a display too. The window is the real one, with the sample open.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QLocale, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from sdcdesk.document.sample import sample_project
from ui.look.theme import theme
from ui.session.saving import Autosave
from ui.session.settings import Settings
from ui.shell.main_window import MainWindow

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "screenshots"
PICTURES = (
    ("risk", "light", ""),
    ("risk", "light", "Weight matrix"),
    ("risk", "dark", "Risk by sampling"),
    ("masking", "light", ""),
    ("loss", "dark", ""),
)
"""Stage, scheme, and the page of the stage where it is not the first."""

SETTLE = 1500
"""Milliseconds until a page has drawn everything that is computed."""


def main(folder: Path) -> None:
    """Take all pictures and write them to a folder."""
    application = QApplication(sys.argv[:1])
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as private:
        store = QSettings(str(Path(private) / "settings.ini"), QSettings.Format.IniFormat)
        window = MainWindow(Settings(store), Autosave(Path(private) / "autosave"))
        window.resize(1440, 900)
        window.show()
        computed = QEventLoop()
        window.session.computed.connect(computed.quit)
        window.files.open(sample_project())
        computed.exec()
        for stage, scheme, tab in PICTURES:
            theme().set_scheme("dark" if scheme == "dark" else "light")
            window.show_stage(stage)
            show_tab(window, tab)
            wait(SETTLE)
            if window.jobs.running:
                while window.jobs.running:
                    wait(SETTLE)
                wait(SETTLE)
            name = tab.lower().replace(" ", "-") or stage
            window.grab().save(str(folder / f"{name}-{scheme}.png"))
        window.close()
    application.quit()


def show_tab(window: MainWindow, title: str) -> None:
    """Show a page of the stage by its title."""
    page = window.stages.current_page()
    if page is not None and title:
        tabs = page.header.tabs
        tabs.setCurrentIndex([tabs.tabText(place) for place in range(tabs.count())].index(title))


def wait(milliseconds: int) -> None:
    """Let the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)

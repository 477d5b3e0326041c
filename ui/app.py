"""The application: `sdcdesk-gui [FILE]`, or `python -m ui.app [FILE]`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from ui.look.icons import icon
from ui.session.defects import Defects
from ui.shell.garbage import GarbageCollector
from ui.shell.main_window import MainWindow


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the window, open a file if one is named, and return when it is closed."""
    words = list(sys.argv if arguments is None else ["sdcdesk-gui", *arguments])
    application = QApplication(words)
    application.setApplicationName("SDCDesk")
    application.setOrganizationName("SDCDesk")
    garbage = GarbageCollector()
    garbage.start()
    defects = Defects()
    defects.start()
    window = MainWindow()
    defects.found.connect(window.session.failed)
    application.setWindowIcon(icon("logo"))
    window.show()
    named = [word for word in application.arguments()[1:] if not word.startswith("-")]
    if named:
        window.files.open(Path(named[0]))
    code = application.exec()
    defects.stop()
    garbage.stop()
    return code


if __name__ == "__main__":
    sys.exit(main())

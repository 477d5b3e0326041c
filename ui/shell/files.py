"""Files of the window: open, save, close, export, recent projects, recovered work."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.examples.example import Example
from sdcdesk.document.sample import sample_project, writable
from sdcdesk.document.unsaved_work import Recovered
from sdcdesk.io.formats import open_filter
from sdcdesk.masking import FinishedFile
from ui.pages.welcome import Welcome
from ui.session.navigator import BY_AREA, CRITIQUE
from ui.session.opening import LOCATE, Opening
from ui.session.saving import Autosave, Saving
from ui.session.session import Session
from ui.session.settings import Recent, Settings
from ui.widgets.actions import Actions

SHOWN = {"areas": BY_AREA, "critique": CRITIQUE}
"""Titles of the tabs that show examples."""

PROJECT = "Projects (*.sdcdesk)"

FORGOTTEN = (
    "Its journal of answers to queries has no file yet: if it is discarded, nothing compares later answers "
    "with those that somebody may have been told."
)
"""What the question about unsaved work adds."""


class Files:
    """What the File menu does.

    Parameters
    ----------
    window
        Parent of dialogs.
    session
        What is opened and saved.
    settings
        Remembers recent projects.
    autosave
        Keeps unsaved work.
    """

    def __init__(self, window: QWidget, session: Session, settings: Settings, autosave: Autosave) -> None:
        self._window, self._session, self._settings = window, session, settings
        self._autosave = autosave
        self._opening = Opening(session, self._ask_for_data, self._locate, self._agree_to_large)
        self.saving = Saving(session, autosave, window)
        self._recovered: Recovered | None = None
        self._is_restored = False
        self.saving.settled.connect(self._on_settled)
        session.opened.connect(self._remember)
        for signal in (session.changed, session.computed):
            signal.connect(self._remember_saved)

    def connect(self, welcome: Welcome, actions: Actions) -> None:
        """Connect the welcome page and the actions."""
        actions.on(open_data=self.choose_data, open_project=self.choose_project, open_sample=self.open_sample)
        actions.on(open_example=self.choose_example)
        actions.on(assess_finished=self.assess_finished, assess_released=self.assess_released)
        actions.on(save=self.save, save_as=self.save_as, close=self.close, export=self.export)
        welcome.recent_chosen.connect(self._open_recent)
        self._offer_recovered(welcome)

    def open(self, path: Path) -> None:
        """Open a project or a data file by its extension."""
        if not self.may_leave():
            return
        if path.suffix == ".sdcdesk":
            self._opening.project(path)
        else:
            self._import(path)

    def choose_data(self) -> None:
        """Let the user choose a data file."""
        self._open_chosen("Open a data file", open_filter())

    def choose_project(self) -> None:
        """Let the user choose a project."""
        self._open_chosen("Open a project", PROJECT)

    def assess_finished(self) -> None:
        """Take a file that was masked elsewhere in the place of a recipe, and first its original."""
        if self._session.data is not None:
            self._take_finished()
            return
        path = self._chosen("Open the original of the finished file", open_filter())
        if path:
            self._import(path, self._take_finished)

    def assess_released(self) -> None:
        """Open a released file whose original is not here: what it says alone is assessed."""
        if not self.may_leave():
            return
        path = self._chosen("Open a released file", open_filter())
        if path:
            self._import(path, released=True)

    def read_all(self) -> None:
        """Open the project that is open, which has a random sample of its file, with all records."""
        if self.may_leave():
            self._opening.all_records()

    def open_sample(self) -> None:
        """Open the sample project."""
        self.open(sample_project())

    def choose_example(self) -> None:
        """Let the user choose an example."""
        from ui.dialogs.example_dialog import ExampleDialog

        dialog = ExampleDialog(self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.open_example(dialog.example)

    def open_example(self, example: Example) -> None:
        """Open an example as a project that was never saved, at the tab that shows it."""
        if self.may_leave():
            self._opening.example(example, partial(self._show_example, example))

    def _show_example(self, example: Example) -> None:
        navigator = self._session.navigator
        navigator.show_stage("tables", SHOWN[example.shown])
        navigator.show_part(example.part)

    def save(self) -> bool:
        """Save where the project was saved before, or ask where."""
        path = self._session.path
        if path is None:
            return self.save_as()
        if self.saving.overtaken:
            from ui.dialogs.notice import OTHER, Notice

            words = sentence(
                "{name} was changed by another window or program since it was opened here.", name=path.name
            )
            answer = Notice("Save project", words, self._window, "Save as…", "Replace").exec()
            if answer != OTHER:
                return answer == QDialog.DialogCode.Accepted and self.save_as()
        return self._save(path)

    def save_as(self) -> bool:
        """Ask where the project is to be saved."""
        project, data = self._session.project, self._session.data_file
        if project is None or data is None:
            return False
        suggestion = self._session.path or writable(data.with_suffix(".sdcdesk"))
        name, _ = QFileDialog.getSaveFileName(self._window, "Save project as", str(suggestion), PROJECT)
        if not name:
            return False
        path = Path(name)
        return self._save(path if path.suffix else path.with_suffix(".sdcdesk"))

    def close(self) -> None:
        """Close the project and go back to the welcome page."""
        if self.may_leave():
            self._session.close()
            self._session.done.emit("Closed the project")

    def export(self) -> None:
        """Open the export dialog."""
        from ui.dialogs.export_dialog import ExportDialog

        ExportDialog(self._session, self._window).open()

    def may_leave(self) -> bool:
        """Ask what is to become of unsaved work; return whether the user wants to go on."""
        if self._session.is_as_opened:
            self.saving.discard()
            return True
        from ui.dialogs.notice import OTHER, Notice

        words = "The project has changes that are not saved."
        if self._session.journal_file is None and self._session.project and self._session.project.answers:
            words = f"{words} {FORGOTTEN}"
        answer = Notice("Unsaved work", words, self._window, "Save", "Discard").exec()
        if answer == OTHER:
            self.saving.discard()
        return answer == OTHER or (answer == QDialog.DialogCode.Accepted and self.save())

    def _save(self, path: Path) -> bool:
        """Save the project; where that cannot be, offer another place. Return whether it worked."""
        saved = self.saving.save(path)
        if not saved:
            self._session.helped.emit("Save as…", self.save_as)
        return saved

    def _take_finished(self) -> None:
        self._session.navigator.add_step(FinishedFile.name)

    def _import(self, path: Path, then: Callable[[], None] = lambda: None, *, released: bool = False) -> None:
        from ui.dialogs.import_dialog import ImportDialog

        dialog = ImportDialog(path, self._session.jobs, self._session.navigator, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._opening.data(path, dialog.options(), then, released=released)

    def _open_recent(self, entry: Recent) -> None:
        if entry.exists:
            self.open(entry.path)
        else:
            self._open_chosen(sentence("Where is {name}?", name=entry.path.name), PROJECT)

    def _open_chosen(self, title: str, kinds: str) -> None:
        path = self._chosen(title, kinds)
        if path:
            self.open(path)

    def _ask_for_data(self, words: str, file: Path | None) -> Path | None:
        """Ask which data file is that of a project: the one that has changed, or another."""
        from ui.dialogs.notice import OTHER, Notice

        go_on = "Go on with the changed file"
        notice = Notice("Data file", words, self._window, go_on if file else LOCATE, LOCATE if file else "")
        notice.cancel.show()
        answer = notice.exec()
        if answer == OTHER or (answer and file is None):
            return self._locate()
        return file if answer else None

    def _agree_to_large(self, words: str) -> bool:
        """Ask whether data of a project are read that take more than half the free memory."""
        from ui.dialogs.notice import Notice

        return bool(Notice("Large data file", words, self._window, "Open all the same", cancels=True).exec())

    def _locate(self) -> Path | None:
        """Let the user choose the data file of a project."""
        return self._chosen("Where is the data file of the project?", open_filter())

    def _chosen(self, title: str, kinds: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        return Path(name) if name else None

    def _remember(self) -> None:
        """Have the project file among the recent ones, with the verdict on what it holds."""
        session, path = self._session, self._session.path
        if path is not None and path == writable(path) and path.is_file():
            release = session.release if session.is_saved else None
            verdict = release.verdict_text() if release else ""
            self._settings.remember(path, verdict, session.data_file)

    def _remember_saved(self) -> None:
        if self._session.is_saved:
            self._remember()

    def _offer_recovered(self, welcome: Welcome) -> None:
        left = self._autosave.recovered()
        if not left:
            return
        self._recovered = left[0]
        when = left[0].when.astimezone().strftime("%H:%M")
        welcome.kept.show_note(
            sentence("Unsaved work from {when} was kept.", when=when), "Restore", do=self._restore
        )
        welcome.kept.closed.connect(self._throw_away)
        self._session.opened.connect(lambda: welcome.kept.setVisible(self._recovered is not None))

    def _restore(self) -> None:
        # Kept until it is open again: where the data file is gone, the work must not go with it.
        if self._recovered:
            self._opening.recovered(self._recovered, self._on_restored)

    def _on_restored(self) -> None:
        self._is_restored = True
        self.saving.keep()  # as this window's own, before the other is thrown away

    def _on_settled(self) -> None:
        # Until then it is the only copy: where this window can keep nothing, the next one offers it again.
        if self._is_restored:
            self._throw_away()

    def _throw_away(self) -> None:
        if self._recovered:
            self._autosave.discard(self._recovered)
            self._recovered, self._is_restored = None, False

"""Main window: menu bar, rail, stage, panel, job bar, and what connects them."""

from functools import partial
from importlib.metadata import version
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QMainWindow,
    QSplitter,
    QWidget,
)

from sdcdesk.core.files.problems import ProblemLog
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import FinishedFile
from sdcdesk.masking.method_check import unfit
from ui.dialogs.step_previewer import data_before
from ui.look.theme import SCHEMES, Scheme, theme
from ui.pages.page import Check
from ui.pages.panel.panel import Panel
from ui.pages.stages import STAGES, checklist
from ui.pages.welcome import Welcome
from ui.plots.export import ORIGINALS
from ui.session.current_scenario import NO_SCENARIO
from ui.session.jobs import Jobs
from ui.session.saving import Autosave
from ui.session.session import Session
from ui.session.settings import Settings
from ui.shell.files import Files
from ui.shell.find_action import Findable, FindAction
from ui.shell.findables import findables
from ui.shell.help import Help
from ui.shell.job_bar import JobBar
from ui.shell.rail import NavigationRail, RailRow
from ui.shell.sample_bar import SampleBar
from ui.shell.stages import Stages
from ui.shell.top_bar import TopBar
from ui.shell.written_bar import WrittenBar
from ui.widgets.actions import Actions, Declared
from ui.widgets.focus import press_focused, tab_stops, walk
from ui.widgets.layout import column, resize_within_screen, row, widget_in
from ui.widgets.menus import Entry, context_menu, open_above
from ui.widgets.message_bar import MessageBar

NARROW = 1400
"""Below this width the rail is narrow."""

SHOWN_AFTER = 0.3
"""Seconds after which a job is worth mentioning."""

TWICE = 800
"""Milliseconds within which Escape is pressed twice."""

LEAST = 800, 480
"""Least size: a screen of 1920 × 1080 pixels at 200 % has 960 × 540, of which the desktop takes some."""

DRAWER = 936
"""Below this width the panel is hidden until asked for."""


class MainWindow(QMainWindow):
    """The window of SDCDesk.

    Parameters
    ----------
    settings, autosave, problems
        Where preferences, unsaved work and problems of the program are kept; other places in tests.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        autosave: Autosave | None = None,
        problems: ProblemLog | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("SDCDesk")
        self.setAcceptDrops(True)
        self.settings = settings or Settings()
        theme().set_scheme(self.settings.scheme)
        self.jobs = Jobs(self)
        self.session = Session(self.jobs, self)
        self.commands = self._create_actions()
        self.files = Files(self, self.session, self.settings, autosave or Autosave())
        self.rail = NavigationRail()
        self.welcome = Welcome(self.commands)
        self.stages = Stages(self.session, self.commands, self.welcome)
        self.written = WrittenBar(self.session)
        self.sample = SampleBar(self.session, self.files.read_all)
        self.panel = Panel(self.session, self.commands)
        self.job_bar = JobBar()
        self.top = TopBar(self.session, self.commands)
        self.help = Help(self, problems or ProblemLog("sdcdesk-gui"))
        self._escaped = QTimer(self, singleShot=True, interval=TWICE)
        self._young = QTimer(self, singleShot=True, interval=round(SHOWN_AFTER * 1000))
        self.find_action = FindAction(self.top.search, self._findable, self)
        self._arrange()
        self._connect()
        self._on_opened()
        self._on_changed()
        self._on_jobs()
        resize_within_screen(self, 1440, 900)
        layout = self.settings.layout("window")
        if layout:
            self.restoreGeometry(layout)

    def show_stage(self, stage: str, tab: str = "") -> None:
        """Open a stage, and a tab of it by its title; the welcome page stays while nothing is open."""
        self.stages.show_stage(stage, tab)

    def _begin(self, stage: str) -> None:
        """Open a stage and give the keyboard to what it is about."""
        self.show_stage(stage)
        page = self.stages.current_page()
        if page is not None:
            page.begin()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask about unsaved work, then stop all jobs."""
        if not self.files.may_leave():
            event.ignore()
            return
        self.settings.keep_layout("window", self.saveGeometry())
        self.jobs.close()
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give way in narrow windows: first the rail's words, then the panel."""
        super().resizeEvent(event)
        compact = self.width() < NARROW
        self.rail.set_compact(compact=compact)
        self.panel.set_compact(compact=compact)
        self.job_bar.ring.setVisible(compact and self.session.data is not None)
        if self.width() < DRAWER:
            self.panel.hide()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001, N802 - Qt's own
        """Go with Tab through what is seen as it is laid out."""
        return walk(self, 1 if forward else -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Press a button by Enter, and stop all jobs by Escape twice, where nothing else takes it."""
        if press_focused(self, event):
            return
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._escaped.isActive():
            for job in self.jobs.running:
                self.jobs.cancel(job.kind)
        else:
            self._escaped.start()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open the first file that was dropped."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.files.open(paths[0])

    def _arrange(self) -> None:
        self.setMenuWidget(self.top)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(widget_in(column(self.sample, (self.stages, 1), self.written, spacing=0)))
        split.addWidget(self.panel)
        split.setStretchFactor(0, 1)
        split.setCollapsible(0, False)
        whole = QWidget()
        middle = row(self.rail, (split, 1), spacing=0)
        column((middle, 1), self.job_bar, spacing=0, inside=whole)
        self.setCentralWidget(whole)
        self.setMinimumSize(*LEAST)

    def _connect(self) -> None:
        session, on = self.session, self.commands.on
        session.opened.connect(self._on_opened)
        for signal in (session.changed, session.computed, session.stale):
            signal.connect(self._on_changed)
        session.comparing.changed.connect(self._show_stages)
        session.tabulating.changed.connect(self._on_changed)
        session.failed.connect(self.show_error)
        session.mended.connect(self.stages.unsay)
        session.mended.connect(self.welcome.message_bar.unsay)
        session.done.connect(self.job_bar.show_text)
        session.notified.connect(self.show_note)
        session.helped.connect(lambda act, do: self._message_bar.offer(act, do))
        self.settings.failed.connect(session.failed)
        self.settings.rewritten.connect(self._show_recent)
        self.jobs.changed.connect(self._on_jobs)
        self._young.timeout.connect(self._on_jobs)
        self.job_bar.cancel_requested.connect(self.jobs.cancel)
        self.rail.chosen.connect(self.show_stage)
        self.stages.opened.connect(self.rail.select)
        for view in (self.rail.checklist, self.job_bar.ring):
            view.requested.connect(partial(self._show_checklist, view))
        session.navigator.manual_wanted.connect(self.help.show_page)
        self.files.connect(self.welcome, self.commands)
        self.commands.menus["Measures"].aboutToShow.connect(self._allow)
        on(**{f"scheme_{scheme}": partial(self._choose_scheme, scheme) for scheme in SCHEMES})
        self._tick_scheme()
        on(undo=session.undo, redo=session.redo, compute=session.compute, quit=self.close)
        on(next_part=partial(self._walk, 1), previous_part=partial(self._walk, -1))
        on(find_action=self.find_action.open, manual=self._show_manual)
        on(panel=lambda: self.panel.setVisible(self.panel.isHidden()))
        on(edit_step=lambda: self.stages.edit_step(self.panel.recipe.list.position))
        self.help.answer(self.commands, self.session)

    def show_error(self, error: SdcError) -> None:
        """Show an error below the header of what is seen."""
        page = self.stages.current_page()
        if page:
            page.show_error(error)
        else:
            self._message_bar.show_error(error.message)

    def show_note(self, words: str) -> None:
        """Show what is worth knowing below the header of what is seen."""
        self._message_bar.show_note(words)

    def show_defect(self, error: SdcError) -> None:
        """Show a defect of the program, also in the dialog that lies over the window."""
        self.session.failed.emit(error)
        dialog = QApplication.activeModalWidget()
        bar = _message_bar(dialog) if dialog else None
        if bar:
            bar.show_error(error.message)

    @property
    def _message_bar(self) -> MessageBar:
        """The message bar of what is seen."""
        return (self.stages.current_page() or self.welcome).message_bar

    def _create_actions(self) -> Actions:
        """Return the actions: those that every window has, those of the stages and of the measures."""
        self.commands = actions = Actions(self)
        for number, stage in enumerate(STAGES, start=1):
            declared = Declared(f"stage_{stage.key}", stage.title, "View", f"Ctrl+{number}", needs_file=True)
            actions.add(declared, partial(self._begin, stage.key))
        self._follow_measures()
        return actions

    def _follow_measures(self) -> None:
        """Have an action for each measure that is registered now; it leads to its tab."""
        wanted = {f"measure_{measure.name}": measure for measure in MEASURES if not measure.shared_tab}
        for action in tuple(self.commands):
            if action.objectName().startswith("measure_") and action.objectName() not in wanted:
                self.commands.remove(action.objectName())
        for key, measure in wanted.items():
            lead = partial(self.show_stage, measure.concern.value, measure.title)
            self.commands.add(Declared(key, measure.title, "Measures", needs_file=True), lead)

    def _on_opened(self) -> None:
        there = self.session.data is not None
        self.rail.setVisible(there)
        self.panel.setVisible(there and self.width() >= DRAWER)
        self.stages.forget()
        if there:
            described = bool(self.session.project and self.session.project.scenarios)
            self.show_stage("risk" if described else "data")
        else:
            self.welcome.message_bar.hide()
            self._show_recent()
            self.welcome.data.setFocus()

    def _show_recent(self) -> None:
        """Show the recent projects, those that another window saved, too."""
        if self.session.data is None:
            self.welcome.set_recent(self.settings.recent())

    def _show_stages(self) -> None:
        self.rail.set_rows([RailRow(stage, stage.state(self.session)) for stage in STAGES])

    def _on_changed(self) -> None:
        self.setProperty(ORIGINALS, [str(path) for path in self.session.originals])
        self._name_window()
        self._show_stages()
        checks = checklist(self.session)
        done = sum(check.done for check in checks)
        coming = next((check.words for check in checks if not check.done), "nothing is left to do")
        for view in (self.rail.checklist, self.job_bar.ring):
            view.set_state(done, len(checks), coming)
        self._allow()
        self._on_jobs()

    def _name_window(self) -> None:
        """Name the window by its project, as others are, and mark it where something is not saved."""
        session = self.session
        name = session.path.name if session.path else "Untitled project"
        named = sentence("{name}[*] – SDCDesk", name=name.replace("[*]", "[*][*]"))
        self.setWindowTitle(named if session.project is not None else "SDCDesk")
        self.setWindowModified(session.project is not None and not session.is_saved)

    def _show_checklist(self, below: QWidget) -> None:
        """List what stands between an open file and a safe one that has left; a tick is done."""
        entries = []
        for check in checklist(self.session):
            action, words = self.commands[check.act], capital(check.words)
            why = "" if action.isEnabled() else action.toolTip()
            entries.append(Entry(words, partial(self._lead_to, check), why, checked=check.done))
        menu = context_menu(self, *entries)
        menu.setAccessibleName("Release checklist")
        open_above(menu, below)

    def _lead_to(self, check: Check) -> None:
        """Do what an entry of the checklist asks for, or lead to where it is done."""
        if check.tab:
            self.show_stage(check.act.removeprefix("stage_"), check.tab)
        else:
            self.commands[check.act].trigger()

    def _allow(self) -> None:
        """Say of every action whether it can be done now, and why not."""
        self._follow_measures()
        self.commands.allow_file_actions("" if self.session.data is not None else "Open a file first")
        self.commands.allow("export", self.session.hindrance)
        data = data_before(self.session, None)
        self.commands.allow("assess_finished", "" if data is None else unfit(FinishedFile, data))
        project = self.session.project
        if project and not project.recipe.steps:
            self.commands.allow("edit_step", "The recipe has no step")
        if project and not project.scenarios:
            self.commands.allow("set_limit", NO_SCENARIO)

    def _on_jobs(self) -> None:
        seen = [job for job in self.jobs.running if job.age >= SHOWN_AFTER]
        self.job_bar.set_jobs(seen)
        if len(seen) < len(self.jobs.running):
            self._young.start()
        if not seen:
            self._show_verdict()

    def _show_verdict(self) -> None:
        if self.session.data is None:
            self.job_bar.set_state(sentence("SDCDesk {version}, ready", version=version("sdcdesk")))
        else:
            why = "" if self.session.is_stale else self.session.hindrance
            self.job_bar.set_state(why or "Up to date", holds=not why)

    def _show_manual(self) -> None:
        page = self.stages.current_page()
        self.help.show_for(page, self.session, self.panel.recipe.list.position)

    def _choose_scheme(self, scheme: Scheme) -> None:
        self.settings.scheme = scheme
        theme().set_scheme(scheme)
        self._tick_scheme()

    def _tick_scheme(self) -> None:
        """Tick the appearance that is chosen."""
        for scheme in SCHEMES:
            self.commands[f"scheme_{scheme}"].setCheckable(True)
            self.commands[f"scheme_{scheme}"].setChecked(scheme == self.settings.scheme)

    def _walk(self, step: int) -> None:
        """Give the focus to the part after (1) or before (-1) the one that has it."""
        page = self.stages.current_page()
        middle = [page.header, page.column] if page else [self.welcome]
        parts = [self.rail.list, *middle, self.panel, self.job_bar]
        reachable = [(part, taker) for part in parts if (taker := next(tab_stops(part), None))]
        focus = self.focusWidget() or self
        current = (n for n, (part, _) in enumerate(reachable) if part is focus or part.isAncestorOf(focus))
        if reachable:
            here = next(current, -step)
            reachable[(here + step) % len(reachable)][1].setFocus(Qt.FocusReason.TabFocusReason)

    def _findable(self) -> list[Findable]:
        """Return everything that *Find an action* finds, as it can be done now."""
        self._allow()
        variable = self.stages.show_variable
        return findables(self.session, self.commands, self.help, variable, self.panel.recipe)


def _message_bar(dialog: QWidget) -> MessageBar | None:
    """Return the message bar of a dialog; one without any gets one above all else."""
    bar, rows = dialog.findChild(MessageBar), dialog.layout()
    if bar is None and isinstance(rows, QBoxLayout):
        bar = MessageBar()
        rows.insertWidget(0, bar)
    return bar

"""Session: the one thing in the window that changes."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.operations.display_names import (
    display_names,
    operation_with_display_names,
    text_with_display_names,
)
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.sample import writable
from sdcdesk.document.undo import History
from sdcdesk.io.formats import with_files_beside
from sdcdesk.io.recent_files import RECENT
from sdcdesk.masking import GivenAnswer
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.project_results import ProjectResults, compute
from sdcdesk.release.release_check import Release
from sdcdesk.risk import WeightMatrix
from ui.look.locale import in_user_locale
from ui.session.answers import Answers, Files
from ui.session.comparing import Comparing
from ui.session.computation import Computation, Computing, Failed, Ready, State, Stopped, missing
from ui.session.jobs import Jobs
from ui.session.navigator import Navigator
from ui.session.tabulating import Tabulating

COMPUTE = "compute"
"""Kind of the job that applies the recipe and assesses the result."""


class Session(QObject):
    """Data, project and results, and the few commands that change them.

    Pages show the session and call its verbs; none keeps a state of its own but what is only seen.
    """

    opened = Signal()
    """Another file or project is open, or none."""

    changed = Signal()
    """The project is another: roles, recipe, weights, limits, or whether it is saved."""

    computed = Signal()
    """The computation came to an end: results arrived, it failed, or the user stopped it."""

    stale = Signal()
    """The results shown no longer belong to the project; new ones are on their way."""

    scenario_chosen = Signal()
    """Another scenario is to be shown."""

    altered = Signal()
    """What pages show is another: said once for all of the above that come together, after them."""

    weights_tried = Signal()
    """A weight matrix is being tried, another one, or none any more."""

    failed = Signal(object)
    """A `SdcError` that the user should see."""

    mended = Signal(str)
    """The message of an error that was shown, and is true no longer."""

    helped = Signal(str, object)
    """Words of what helps against the error that was just shown, and the function that does it."""

    done = Signal(str)
    """Something the user asked for is finished, in words."""

    notified = Signal(str)
    """Something that the user did not ask for and should know, in a sentence."""

    wrote = Signal(object)
    """An `Export`: files that were written."""
    noted = Signal(object, tuple, str)
    """The `journal_file`, the journal, and the digest of what the file holds now: somebody was answered."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs = jobs
        self.navigator = Navigator(self)
        self.history: History[Project] = History()
        self.path: Path | None = None
        self.saved_digest = ""
        self.project: Project | None = None
        self.data: Microdata | None = None
        self.computation: Computation[ProjectResults] = Computation(jobs, COMPUTE, self)
        self.computation.changed.connect(self._on_computation)
        self.answers = Answers(jobs, self._files, self)
        self.comparing = Comparing(jobs, self)
        self.tabulating = Tabulating(jobs, self)
        self._exported: Project | None = None
        self.wanted_scenario = ""
        self.tried_weights: tuple[str, WeightMatrix] | None = None
        self._told = ""
        self._saved: Project | None = None
        self._opened: Project | None = None  # of data or a sample, which have no project file
        self._read: Microdata | None = None
        self._pipeline: Pipeline | None = None
        for kept in (self.answers, self.comparing, self.tabulating):
            self.opened.connect(kept.forget)
        self.noted.connect(self._on_noted)
        for signal in (self.stale, self.computed):
            signal.connect(self.answers.follow)
            signal.connect(self.altered)
        self.scenario_chosen.connect(self.altered)
        self.altered.connect(self._follow_tables)

    @property
    def state(self) -> State[ProjectResults]:
        """Whether the project is computed as it is now."""
        return self.computation.state

    @property
    def results(self) -> ProjectResults | None:
        """What was computed, old where it is `is_stale`; None after a failure or a stop."""
        return self.computation.last

    @property
    def is_stale(self) -> bool:
        """Whether new results are on their way."""
        return isinstance(self.state, Computing)

    @property
    def release(self) -> Release | None:
        """The release check of the project as it is now; None unless it is ready."""
        return self.state.value.release if isinstance(self.state, Ready) else None

    @property
    def hindrance(self) -> str:
        """Why there is no masked file that was checked as the project is now; empty: there is one."""
        if self.data is None:
            return "Open a file first"
        if isinstance(self.state, Ready):
            return self.state.value.failure
        return missing(self.state) or "Wait until risk and loss are computed"

    @property
    def data_file(self) -> Path | None:
        """Where the data file lies."""
        if self.project is None:
            return None
        return self.project.data.located(self.path) if self.path else Path(self.project.data.path)

    @property
    def journal_file(self) -> Path | None:
        """The file in which answers to queries are noted at once; None: the project has none yet."""
        return self.path if self.path is not None and self.path == writable(self.path) else None

    @property
    def originals(self) -> list[Path]:
        """The files that the project was made from, which nothing but saving the project ever replaces."""
        others = [Path(file.path) for file in self.project.input_files] if self.project else []
        named = (self.data_file, self.path, *others)
        return [found for path in named if path is not None for found in with_files_beside(path)]

    @property
    def is_saved(self) -> bool:
        """Whether the project file holds the project as it is now."""
        return self.project is None or self.project == self._saved

    @property
    def is_as_opened(self) -> bool:
        """Whether nothing would be lost: it is saved, or opening its data or the sample makes it again."""
        return self.is_saved or self.project == self._opened

    @property
    def exported(self) -> bool:
        """Whether the file that was exported last is that of the project as it is now."""
        exported, project = self._exported, self.project
        if project is None or exported is None:
            return False
        # Saving gives the data another path, seen from the project; answers change no file.
        return project.changed(data=exported.data, answers=exported.answers) == exported

    def open(
        self,
        data: Microdata,
        project: Project,
        path: Path | None,
        *,
        saved: bool = True,
        saved_digest: str = "",
    ) -> None:
        """Take data and project, as read by a job.

        Parameters
        ----------
        data
            The original, described by the project.
        project, path
            The project, and its file; None: it was never saved.
        saved
            Whether the file holds the project as it is; without a file, whether opening makes it again.
        saved_digest
            Digest of the project that the file held when it was read; empty: that of this one.
        """
        self.saved_digest = saved_digest or project.digest
        self._take(data, project, path, project if path and saved else None)
        self._opened = project if saved and path is None else None

    def close(self) -> None:
        """Let go of everything."""
        self._take(None, None, None, None)
        self.altered.emit()

    def choose_scenario(self, name: str) -> None:
        """Show another scenario on all pages; empty: the worst one."""
        if name != self.wanted_scenario:
            self.wanted_scenario = name
            self.scenario_chosen.emit()

    def try_weights(self, name: str, matrix: WeightMatrix | None) -> None:
        """Show the risk as it would be with another matrix under a name; None: as it is.

        What is tried is no part of the project, and any change of the project ends it.
        """
        tried = None if matrix is None else (name, matrix)
        if tried != self.tried_weights:
            self.tried_weights = tried
            self.weights_tried.emit()

    def change(self, label: str, project: Project) -> None:
        """Replace the project by a changed one; the label says what was changed."""
        if self.project is None or project == self.project:
            return
        self.history.add(in_user_locale(label), self.project, project)
        self._set(project)

    def undo(self) -> None:
        """Take back the last change."""
        self._restore(self.history.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        self._restore(self.history.redo())

    def describe(self, label: str, *variables: Variable) -> None:
        """Change descriptions of variables."""
        if self.project is None:
            return
        known = {variable.name: variable for variable in self.project.variables}
        known.update({variable.name: variable for variable in variables})
        self.change(label, self.project.changed(variables=tuple(known.values())))

    def change_recipe(self, label: str, change: Callable[[Recipe], Recipe]) -> None:
        """Change the recipe."""
        if self.project is not None:
            self.change(label, keeping(self.project, recipe=change(self.project.recipe)))

    def add_step(self, method: Method) -> None:
        """Add a step at the end of the recipe."""
        self.change_recipe(self.summary(method), lambda recipe: recipe.then(method))

    def edit_step(self, position: int, method: Method) -> None:
        """Put another step into the place of one of the recipe, by its position from 0."""
        self.change_recipe(self.summary(method), lambda recipe: recipe.edited(position, method))

    def summary(self, method: Method) -> str:
        """Return a step in words, in which variables are called by their labels."""
        called = display_names(self.project.variables) if self.project else {}
        return in_user_locale(operation_with_display_names(method, called).summary())

    def labelled_message(self, error: SdcError) -> str:
        """Return what is wrong, in which variables are called by their labels."""
        called = display_names(self.project.variables) if self.project else {}
        return text_with_display_names(error.message, called)

    def saved(self, path: Path, project: Project) -> None:
        """Note that the project was written to a file; from there the data file has another path."""
        self.path, self.saved_digest, self._saved, self._opened = path, project.digest, project, None
        self._judge(project)
        self.project = project
        self.changed.emit()

    def note_answers(self, answers: tuple[GivenAnswer, ...]) -> None:
        """Take the journal of answers as it is now; an answer given is no change that could be taken back."""
        if self.project is None or answers == self.project.answers:
            return
        project = self.project.changed(answers=answers)
        self._judge(project)
        self.project = project
        self.changed.emit()

    def note_export(self) -> None:
        """Note that the file was exported as it is now."""
        self._exported = self.project
        self.changed.emit()

    def compute(self) -> None:
        """Apply the recipe and assess the result, in the background; the newest question wins."""
        project, pipeline = self.project, self._pipeline
        if project is None or pipeline is None:
            return
        known = self.results.assessments if self.results else ()
        work = partial(compute, project, pipeline, known)
        self.computation.start("Computing risk and loss", work)

    def _take(
        self, data: Microdata | None, project: Project | None, path: Path | None, saved: Project | None
    ) -> None:
        self.jobs.drop(*(job.kind for job in self.jobs.running))
        RECENT.forget()  # confidential files of another project
        self.data = self._read = data
        self._pipeline = None if data is None else Pipeline(data)
        self.project, self.path, self._saved = project, path, saved
        self.computation.state, self._exported = Stopped(by_user=False), None
        self.wanted_scenario, self.tried_weights = "", None
        self.history.clear()
        self.opened.emit()
        self.changed.emit()
        self.compute()

    def _follow_tables(self) -> None:
        """Compute the tables of the project as it is now, where they have changed."""
        files = self._files()
        needed = self.project is not None and any(one.of == "masked" for one in self.project.tables)
        if needed and isinstance(files, Computing):
            return  # it is followed once more when the masked file is there
        masked = files.value.masked if isinstance(files, Ready) else None
        self.tabulating.follow(self.project, self.data, masked)

    def _on_noted(self, file: Path | None, answers: tuple[GivenAnswer, ...], saved_digest: str) -> None:
        """Take the journal that stands in the file already, unless another project was opened meanwhile."""
        if file != self.journal_file:
            return
        if file is not None:
            self.saved_digest = saved_digest
            self._saved = self._saved and self._saved.changed(answers=answers)
        self.note_answers(answers)

    def _restore(self, project: Project | None) -> None:
        """Take back an earlier document; where its data file lies, and what was told, is no part of it."""
        if project is None or self.project is None:
            return
        data, answers = self.project.data, self.project.answers
        if (project.data, project.answers) != (data, answers):
            project = project.changed(data=data, answers=answers)
        self._set(project)

    def _set(self, project: Project) -> None:
        described = self.project is None or (self.project.variables, self.project.rules) != (
            project.variables,
            project.rules,
        )
        judged = self._judge(project)
        self.project = project
        self.tried_weights = None
        if described and self._read is not None:
            # From the data as read: a variable that the project does not list any more is as it was there.
            self.data = self._read.describe(*project.variables).with_edit_rules(project.rules)
            self._pipeline = Pipeline(self.data)
        self.changed.emit()
        if judged:
            self.computed.emit()
        else:
            self.compute()

    def _judge(self, project: Project) -> bool:
        """Judge what was computed by a changed project; return whether that is all that it asks for."""
        judged = self.state.value.with_limits(project) if isinstance(self.state, Ready) else None
        if judged is not None:
            self.computation.state = Ready(judged)
        return judged is not None

    def _on_computation(self) -> None:
        state = self.state
        if isinstance(state, Computing):
            self.stale.emit()
            return
        error = state.error if isinstance(state, Failed) else None
        if isinstance(state, Ready) and state.value.errors:
            error = self._first_failure(state.value)
        if isinstance(state, Failed):
            self.failed.emit(state.error)
        self.computed.emit()
        if isinstance(state, Ready) and error is not None:
            self.failed.emit(error)
        self._take_back(error)

    def _take_back(self, error: SdcError | None) -> None:
        """Say that the error of an earlier computation is true no longer, unless it is the same one."""
        told, self._told = self._told, "" if error is None else self.labelled_message(error)
        if told and told != self._told:
            self.mended.emit(told)

    def _first_failure(self, results: ProjectResults) -> SdcError:
        """Return what the user is told of the first failure; that of a step says which one."""
        words = results.run.failure_text(display_names(results.project.variables))
        return SdcError(words) if words else results.errors[0]

    def _files(self) -> State[Files]:
        """Return the files that measures look at, or the state of what makes them."""
        if not isinstance(self.state, Ready):
            return Computing() if isinstance(self.state, Computing) else self.state
        results = self.state.value
        try:
            masked = results.run.masked
        except SdcError as error:
            return Failed(error)
        return Ready(
            Files(results.run.original, masked, results.release.assessments if results.release else ())
        )

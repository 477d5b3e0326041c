"""Pipeline: recipes applied to one file, computed again only from the first changed step on."""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.files.problems import log_problem
from sdcdesk.core.operations.display_names import operation_with_display_names, text_with_display_names
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld_sentence
from sdcdesk.core.running.errors import DefectError, SdcError, defect_place, lacks_memory
from sdcdesk.core.running.memory import give_back, give_back_after
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.sentence import counted, plain, sentence
from sdcdesk.document.recipe import Recipe, Step


@dataclass(frozen=True, slots=True)
class Stage:
    """What became of one step.

    Attributes
    ----------
    step
        The step.
    masked
        The data after it with the method's own report; None where it is off, failed, or comes after a
        failed step.
    error
        Why it failed.
    """

    step: Step
    masked: Masked | None = None
    error: SdcError | None = None

    def findings(self, edition: Edition) -> Findings:
        """Return the figures, tables and plots that the step reports, values of the data among them.

        Parameters
        ----------
        edition
            Whom they are for; what it does not show, a writer leaves out of them.

        Returns
        -------
        Findings
            None where it was not applied, or where nobody is told what it reports.
        """
        if self.masked is None or self.step.hidden_from(edition):
            return Findings()
        return self.masked.findings

    def notes(self, edition: Edition) -> tuple[str, ...]:
        """Return what the step remarks, as far as an edition tells of it.

        Parameters
        ----------
        edition
            Whom it is for.

        Returns
        -------
        tuple[str, ...]
            Sentences; none where it was not applied, or is secret.
        """
        if self.masked is None or self.step.hidden_from(edition):
            return ()
        return tuple(withheld_sentence(plain(note), edition) for note in self.masked.notes)


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a recipe.

    Attributes
    ----------
    original
        The data it started from.
    stages
        One for each step, switched-off ones included.
    """

    original: Microdata
    stages: tuple[Stage, ...]

    @property
    def masked(self) -> Microdata:
        """The data after the last step; raises the error of the step that failed, if one did."""
        data = self.original
        for stage in self.stages:
            if stage.error is not None:
                raise stage.error
            if stage.masked is not None:
                data = stage.masked.data
        return data

    @property
    def failed(self) -> tuple[int, Stage] | None:
        """Position (from 0) and stage of the step that failed; None: all worked."""
        return next(((n, stage) for n, stage in enumerate(self.stages) if stage.error is not None), None)

    @property
    def last(self) -> Microdata:
        """The data after the last step that worked."""
        return next((stage.masked.data for stage in reversed(self.stages) if stage.masked), self.original)

    @property
    def done(self) -> str:
        """How many steps worked, in words ("2 of 3 steps")."""
        done = sum(stage.masked is not None for stage in self.stages)
        wanted = sum(stage.step.on for stage in self.stages)
        if done < wanted:
            return sentence("{done} of {n} step", "{done} of {n} steps", "n", done=done, n=wanted)
        return counted(done, "step") if done else "no steps"

    @property
    def secret(self) -> frozenset[str]:
        """Variables that a step with secret parameters names or touched."""
        names: set[str] = set()
        before = self.original
        for stage in self.stages:
            if stage.masked is None:
                continue
            after = stage.masked.data
            if stage.step.secret:
                names.update(stage.step.variables)
                names.update(after.lineage.touched(before.lineage))
                names.update(name for name in after.names if name not in before)
            before = after
        return frozenset(names)

    @property
    def left_out(self) -> str:
        """What became of records that are not released, in words."""
        purposes = {stage.step.method.purpose for stage in self.stages if stage.masked}
        return "not in the sample" if Purpose.LEAVE_OUT not in purposes else "left out"

    @property
    def failure(self) -> str:
        """Which step failed, and why; empty: none."""
        return self.failure_text({})

    def failure_text(self, display_names: Mapping[str, str]) -> str:
        """Return which step failed, and why, in the words that people use for variables.

        Parameters
        ----------
        display_names
            What variables are called, by their names; the others are called by their names.

        Returns
        -------
        str
            Empty: none failed.
        """
        if self.failed is None:
            return ""
        number, stage = self.failed[0] + 1, self.failed[1]
        if stage.error is None:
            return ""
        method = stage.step.method
        return sentence(
            "Step {number}, {summary}: {problem}",
            number=str(number),
            summary=operation_with_display_names(method, display_names).summary(),
            problem=text_with_display_names(stage.error.beside(method.title), display_names),
        )


def _defect(error: Exception) -> DefectError:
    """Return what is said of a step whose method has a defect; the others stand as they are."""
    words = (
        "It could not be applied: a defect of the method ({place}); do without this step, and report the "
        "defect."
    )
    return DefectError(sentence(words, place=defect_place(error)))


def applied(step: Step, data: Microdata, seed: int, progress: Progress = SILENT) -> Stage:
    """Return what becomes of a step that is on; where it fails, by a defect too, that is its error.

    Parameters
    ----------
    step
        The step.
    data
        The file before it.
    seed
        Seed of the recipe.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Stage
        With the masked data, or with the error.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    try:
        return Stage(step, step.mask(data, seed, progress))
    except SdcError as error:
        return Stage(step, error=error)
    except Exception as error:
        if isinstance(error, Cancelled) or lacks_memory(error):
            raise
        log_problem(error)
        return Stage(step, error=_defect(error))


class Pipeline:
    """Applies one recipe after another to the same data.

    The results of the recipe before are kept as far as the next one begins with the same steps. Threads
    may share a pipeline: one runs at a time.

    Parameters
    ----------
    original
        The data that every recipe starts from.
    """

    def __init__(self, original: Microdata) -> None:
        require_microdata(original)
        self.original = original
        self._seed = 0
        self._done: list[tuple[Step, Masked]] = []
        self._busy = Lock()

    def run(self, recipe: Recipe, progress: Progress = SILENT) -> Run:
        """Apply a recipe; a step that fails, by a defect too, ends the run, and the steps before it stand.

        Parameters
        ----------
        recipe
            Any recipe for this file.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Run
            What every step made of the file, and the error of the one that failed.

        Raises
        ------
        Cancelled
            The user asked to stop; what was computed so far is kept for the next run.
        """
        with self._busy:
            found = self._run(recipe, progress)
        give_back()
        return found

    def _run(self, recipe: Recipe, progress: Progress) -> Run:
        active = list(recipe.active)
        self._keep(recipe.seed, active)
        failed: Stage | None = None
        for step, share in progress.over(active[len(self._done) :]):
            data = self._done[-1][1].data if self._done else self.original
            stage = applied(step, data, recipe.seed, share)
            if stage.masked is None:
                failed = stage
                break
            self._done.append((step, stage.masked))
            give_back_after(len(data))
        return self._report(recipe, failed)

    def _keep(self, seed: int, active: list[Step]) -> None:
        """Drop the results that the new recipe does not begin with."""
        same = 0
        if seed == self._seed:
            for step, (done, _) in zip(active, self._done, strict=False):
                if (step.method, step.stream) != (done.method, done.stream):
                    break
                same += 1
        del self._done[same:]
        self._seed = seed

    def _report(self, recipe: Recipe, failed: Stage | None) -> Run:
        done = {step.stream: masked for step, masked in self._done}
        stages = (
            failed
            if failed is not None and step is failed.step
            else Stage(step, done.get(step.stream) if step.on else None)
            for step in recipe.steps
        )
        return Run(self.original, tuple(stages))

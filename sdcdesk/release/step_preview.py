"""Preview of a step: the file as it is now, and with the step added or changed."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.findings import Figure, Findings
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.records.step_changes import StepChanges, step_changes
from sdcdesk.release.measure_check import check_measure
from sdcdesk.release.pipeline import Run, Stage
from sdcdesk.release.release_check import Release
from sdcdesk.release.risk_loss_path import lost_by
from sdcdesk.release.scenario_check import Checked, CheckedScenarios, check_scenario

COUNTING = (Purpose.LEAVE_OUT, Purpose.SAMPLE)
"""Purposes of methods that count records, and so would do something else to a part of the file."""


@dataclass(frozen=True)
class FileStanding(CheckedScenarios):
    """Where a masked file stands.

    Attributes
    ----------
    scenarios
        Every scenario of the project, the masked file only; none where the file is a part of the whole,
        because the groups of a part are smaller and its risk would mislead.
    loss
        The figure on the loss axis; None where it cannot be computed.
    measure
        Name of its measure.
    """

    scenarios: tuple[Checked, ...]
    loss: Figure | None
    measure: str = ""

    @classmethod
    def from_release(cls, release: Release) -> Self:
        """Return where the file of a release check stands.

        Parameters
        ----------
        release
            The release check of the whole masked file.

        Returns
        -------
        Self
            Without a loss where the project measures none.
        """
        axis = release.project.loss_axis
        losses = (found.figure(axis.figure) for found in release.measures if found.measure == axis.measure)
        return cls(release.scenarios, next(losses, None), axis.measure)

    @property
    def deciding(self) -> str:
        """Name of the scenario that decides; empty: there is none."""
        return self.worst.scenario.name if self.worst else ""

    def risk(self, name: str, measure: str) -> Assessment | None:
        """Return what a measure of risk found in a scenario; None where it is not known.

        Parameters
        ----------
        name
            Name of the scenario.
        measure
            Name of the measure.

        Returns
        -------
        Assessment or None
            Of the masked file.
        """
        checked = self.scenario(name)
        return checked.find_assessment(measure) if checked else None


@dataclass(frozen=True)
class Preview:
    """What a step would do.

    Attributes
    ----------
    records, initial_records
        Initial records it was computed on, and those that there are.
    before, after
        The masked file now and with the change. After a step that fails, the data before that step.
    now, then
        Where they stand; None where a step fails.
    seconds
        Time that the step and those after it took.
    notes
        What the step reports, and which later step would fail.
    findings
        Tables and plots that the step reports.
    changes
        What the step alone does to the values and records that it begins with.
    """

    records: int
    initial_records: int
    before: Microdata = field(repr=False)
    after: Microdata = field(repr=False)
    now: FileStanding | None
    then: FileStanding | None
    seconds: float
    notes: tuple[str, ...] = ()
    findings: Findings = field(default_factory=Findings)
    changes: StepChanges = field(default_factory=lambda: StepChanges(0))

    @property
    def exact(self) -> bool:
        """Whether it was computed on all records."""
        return self.records == self.initial_records


@dataclass(frozen=True, slots=True)
class _Outcome:
    data: Microdata
    first: Masked
    notes: tuple[str, ...] = ()
    failure: tuple[int, SdcError] | None = None
    stages: tuple[Stage, ...] = ()

    def require(self) -> "_Outcome":
        if self.failure is not None:
            raise self.failure[1]
        return self


def preview(
    project: Project,
    run: Run,
    position: int | None,
    method: Method,
    limit: int | None = None,
    progress: Progress = SILENT,
) -> Preview:
    """Return what it would do to add a step, or to change one.

    The step is shown as if it were on; its random numbers are those that it will have.

    Parameters
    ----------
    project
        The project as it is.
    run
        What became of its recipe, or of a part: results of equal first steps are used, the rest is computed.
    position
        The step that changes, from 0; None adds one at the end.
    method
        The new step.
    limit
        Most records to compute on. Of larger files a random part is taken, unless the step or one after it
        counts records (samples, leaves out); the risk is then not assessed.
    progress
        Receives how far the work is.

    Returns
    -------
    Preview
        The file now and with the step, and how each stands.

    Raises
    ------
    SdcError
        The step, or one before it, fails.
    Cancelled
        The user asked to stop.
    """
    steps, seed, original = project.recipe.steps, project.recipe.seed, run.original
    changed = _changed(project.recipe, position, method)
    place = len(steps) if position is None else position
    begin = _apply(original, steps[:place], seed, progress.part(0.0, 0.2), run.stages).require()
    earlier = begin.data
    current = _apply(earlier, steps[place:], seed, progress.part(0.2, 0.4), run.stages[place:], place)
    now, chosen = current.data, None
    if limit is not None and len(original) > limit and not _counts(changed.steps[place:]):
        # No step has the stream 0.
        chosen = Draws(seed, 0).smallest(original.rows, limit)
        original, earlier, now = (_part(data, chosen) for data in (original, earlier, now))
    begun = time.perf_counter()
    new = _apply(earlier, changed.steps[place:], seed, progress.part(0.4, 0.6), first=place, part=chosen)
    seconds = time.perf_counter() - begun
    if new.failure is not None and new.failure[0] == place:
        raise new.failure[1]
    whole = len(original) == len(run.original)

    def standing(outcome: _Outcome, data: Microdata, share: Progress) -> FileStanding | None:
        stages = (*begin.stages, *outcome.stages)
        failed = outcome.failure is not None
        return None if failed else _standing(project, original, data, share, stages, scenarios=whole)

    return Preview(
        len(original),
        len(run.original),
        now,
        new.data,
        standing(current, now, progress.part(0.6, 0.8)),
        standing(new, new.data, progress.part(0.8, 1.0)),
        seconds,
        new.notes,
        new.first.findings,
        step_changes(earlier, new.first.data).calling(display_names(earlier.variables)),
    )


def _changed(recipe: Recipe, position: int | None, method: Method) -> Recipe:
    if position is None:
        return recipe.then(method)
    return recipe.edited(position, method).switched(position, on=True)


def _apply(
    data: Microdata,
    steps: Sequence[Step],
    seed: int,
    progress: Progress,
    known: Sequence[Stage] = (),
    first: int = 0,
    part: np.ndarray | None = None,
) -> _Outcome:
    """Apply steps one after the other; those whose results are known first, as far as they are the same.

    Records of a part of a file, whose positions in the whole are given, draw the numbers that are theirs.
    """
    same, shown = True, Masked(data)
    stages: list[Stage] = []
    for place, share in progress.over(range(len(steps))):
        step = steps[place]
        if not step.on:
            continue
        stage = known[place] if same and place < len(known) and known[place].step == step else None
        same = stage is not None and stage.masked is not None
        try:
            masked = stage.masked if stage and stage.masked else step.mask(data, seed, share, part)
        except SdcError as error:
            message = sentence(
                "Step {number}, {summary}, would fail: {problem}",
                number=str(first + place + 1),
                summary=step.method.summary(),
                problem=error.message,
            )
            return _Outcome(data, shown, (*shown.notes, message), (first + place, error))
        data = masked.data
        stages.append(Stage(step, masked))
        if place == 0:
            shown = masked
    return _Outcome(data, shown, shown.notes, stages=tuple(stages))


def _counts(steps: Iterable[Step]) -> bool:
    return any(step.on and step.method.purpose in COUNTING for step in steps)


def _part(data: Microdata, chosen: np.ndarray) -> Microdata:
    """Return a part of a file, given by ascending positions, as if its initial file were that part."""
    part = data.take(np.flatnonzero(np.isin(data.rows, chosen)))
    places = np.searchsorted(chosen, part.rows)
    return part.with_lineage(replace(part.lineage, rows=places, steps=None, beginning=None), same_file=False)


def _standing(
    project: Project,
    original: Microdata,
    masked: Microdata,
    progress: Progress,
    stages: Sequence[Stage],
    *,
    scenarios: bool,
) -> FileStanding:
    shared = tuple(
        check_measure(measure, original, masked, with_before=False) for measure in project.followed_measures()
    )
    checked = [
        check_scenario(project, scenario, original, masked, shared, (), share, stages=stages, limited=True)
        for scenario, share in progress.part(0.0, 0.7).over(project.scenarios if scenarios else ())
    ]
    done = [entry.after for entry in shared if entry.after is not None]
    lost, axis = lost_by(project, original, masked, done, progress.part(0.7, 1.0)), project.loss_axis
    return FileStanding(tuple(checked), lost.figure(axis.figure) if lost else None, axis.measure)


def recomputed_text(
    recipe: Recipe, position: int | None, preview: Preview | None, locale: Locale = NEUTRAL
) -> str:
    """Return which steps are computed again when a step is saved, and how long that takes.

    Parameters
    ----------
    recipe, position
        The recipe, and the step that is edited, from 0; None: a new one.
    preview
        Its preview, which says how long it took; None: there is none yet.
    locale
        How numbers are written.

    Returns
    -------
    str
        A clause without a full stop.
    """
    if position is None:
        return sentence("Becomes step {number}, at the end of the recipe", number=str(len(recipe.steps) + 1))
    later = [n for n, step in enumerate(recipe.steps[position + 1 :], start=position + 2) if step.on]
    if not later:
        words = ("Only this step is computed again", "Only this step is computed again, about {seconds} s")
    elif len(later) == 1:
        words = ("Step {first} is computed again", "Step {first} is computed again, about {seconds} s")
    else:
        words = (
            "Steps {first} to {last} are computed again",
            "Steps {first} to {last} are computed again, about {seconds} s",
        )
    numbers = {"first": str(later[0]), "last": str(later[-1])} if later else {}
    if preview is None:
        return sentence(words[0], **numbers)
    seconds = preview.seconds * preview.initial_records / max(preview.records, 1)
    return sentence(words[1], **numbers, seconds=number_text(max(seconds, 0.1), locale, 1))

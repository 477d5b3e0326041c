"""Assessing of recipes by risk and loss, by the same check as the release check."""

from collections.abc import Iterable
from dataclasses import dataclass

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.project import Project
from sdcdesk.release.measure_check import Entry, check_measure
from sdcdesk.release.pipeline import Run
from sdcdesk.release.risk_loss_path import Address, lost_by
from sdcdesk.release.scenario_check import Checked, check_scenario
from sdcdesk.search.alternatives.outcome import Unassessed


@dataclass(frozen=True)
class AssessedFile:
    """A masked file in every scenario and by every measure of its project.

    Attributes
    ----------
    scenarios
        Every scenario, with the measures of both files.
    entries
        The project's other measures.
    lost
        What the measure of the loss axis found, which need not be one of these; None where it has a defect.
    """

    scenarios: tuple[Checked, ...]
    entries: tuple[Entry, ...]
    lost: Assessment | None = None

    @property
    def figures(self) -> dict[Address, Quantity]:
        """Every figure that was found, those of the scenarios first; the first measure of a name counts."""
        found: dict[Address, Quantity] = {}
        for scenario, entry in self._all():
            for figure in entry.after.figures.values() if entry.after is not None else ():
                found.setdefault(Address(scenario, entry.measure.name, figure.name), figure.quantity)
        if self.lost is not None:
            for figure in self.lost.figures.values():
                found.setdefault(Address("", self.lost.measure, figure.name), figure.quantity)
        return found

    @property
    def unassessed(self) -> tuple[Unassessed, ...]:
        """The measures that failed."""
        return tuple(
            Unassessed(scenario, entry.measure.name, entry.error.message, entry.error.code)
            for scenario, entry in self._all()
            if entry.error is not None
        )

    @property
    def of_the_original(self) -> tuple[Assessment, ...]:
        """What was found in the original by itself, which is the same for every recipe."""
        return tuple(entry.before for _, entry in self._all() if entry.before is not None)

    def _all(self) -> list[tuple[str, Entry]]:
        own = [(checked.scenario.name, entry) for checked in self.scenarios for entry in checked.entries]
        return own + [("", entry) for entry in self.entries]


def assess_run(
    project: Project, run: Run, known: Iterable[Assessment] = (), progress: Progress = SILENT
) -> AssessedFile:
    """Assess what became of a recipe, as the release check does.

    Parameters
    ----------
    project
        Its scenarios, limits and measures; not its recipe.
    run
        What became of the recipe that is assessed.
    known
        What was assessed already, such as the original by itself; it is not assessed again.
    progress
        Receives how far the work is.

    Returns
    -------
    AssessedFile
        Measures that failed are among it with their errors.

    Raises
    ------
    SdcError
        A step failed.
    Cancelled
        The user asked to stop.
    """
    original, masked, known = run.original, run.masked, tuple(known)
    shared = tuple(
        check_measure(measure, original, masked, known, share, with_before=False)
        for measure, share in progress.part(0.0, 0.3).over(project.measures)
    )
    scenarios = tuple(
        check_scenario(project, scenario, original, masked, shared, known, share, stages=run.stages)
        for scenario, share in progress.part(0.3, 1.0).over(project.scenarios)
    )
    assessed = [entry.after for entry in shared if entry.after is not None]
    return AssessedFile(scenarios, shared, lost_by(project, original, masked, (*known, *assessed)))

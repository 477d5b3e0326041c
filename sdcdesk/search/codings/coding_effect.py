"""Effect of a coding on a project: verdict, loss, records left out, and what stays of the values."""

from dataclasses import dataclass

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.records.step_changes import StepChanges
from sdcdesk.release.pipeline import Run
from sdcdesk.release.recipe_trial import try_recipe
from sdcdesk.release.risk_loss_map import loss_name
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.verdict import overall
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Node


@dataclass(frozen=True, slots=True)
class CodingEffect:
    """Where the file would stand with the steps of a coding.

    Attributes
    ----------
    verdict
        Of all scenarios.
    worst
        The scenario that decides; None: there is none.
    axis
        The figure on the loss axis of the project.
    loss
        That figure with the steps.
    changes
        What the steps together do to values and records.
    """

    verdict: Verdict
    worst: Checked | None
    axis: FigureAddress
    loss: Quantity
    changes: StepChanges

    def risk_text(self, locale: Locale = NEUTRAL) -> str:
        """Return how the limited figure of the scenario that decides stands.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            Without a full stop; empty where there is no scenario.
        """
        if self.worst is None:
            return ""
        words, name = self.worst.sentence(locale), self.worst.scenario.name
        return sentence("{name}: {words}", name=name, words=words).written(locale)

    def loss_text(self, locale: Locale = NEUTRAL) -> str:
        """Return what the file would lose, the records left out among it.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            Without a full stop.
        """
        lost = quantity_text(self.loss, locale, noun=False).text
        out, records = self.changes.left_out, self.changes.records
        words = sentence(
            "{name} {lost}, {n} of {all} records left out",
            name=loss_name(self.axis),
            lost=lost,
            n=out,
            all=records,
        )
        return words.written(locale)

    @property
    def kept(self) -> tuple[str, ...]:
        """What stays of the values, a text for each variable that the steps change."""
        return tuple(one.named for one in self.changes.variables)


def coding_effect(
    project: Project, run: Run, codings: Codings, node: Node, progress: Progress = SILENT
) -> CodingEffect | None:
    """Apply the steps of a coding to the file that was searched, and assess what comes of it.

    Parameters
    ----------
    project, run
        The project, and what became of its recipe, which left the file that was searched.
    codings, node
        What was found, and one of it.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    CodingEffect or None
        With the random numbers that the steps will have in the recipe; None where a step or the measure of
        the loss cannot be applied.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    recipe = codings.extended(project.recipe, node)
    trial = try_recipe(project, run, recipe, len(project.recipe.steps), progress)
    if trial is None:
        return None
    checked = trial.point.checked
    worst = max(checked, key=lambda one: one.severity, default=None)
    verdict, changes = overall(one.verdict for one in checked), trial.changes(len(trial.stages))
    return CodingEffect(verdict, worst, project.loss_axis, trial.point.loss, changes)

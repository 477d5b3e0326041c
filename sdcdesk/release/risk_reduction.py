"""Risk reduction: the next steps that bring the worst limited figure nearest to its limit, tried for real."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.variable_labels import shown_names, with_names_as_shown
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Judgement, Limit, Standing, Verdict
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import capital, joined, localised, sentence
from sdcdesk.document.limits import figure_name
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.masking import METHODS
from sdcdesk.records.step_changes import StepChanges, step_changes
from sdcdesk.release.pipeline import Run, Stage
from sdcdesk.release.reduction_candidates import candidates
from sdcdesk.release.release_check import Release
from sdcdesk.release.risk_loss_map import loss_name
from sdcdesk.release.risk_loss_path import PathPoint, path_point
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.step_effects import figure_change
from sdcdesk.release.verdict import overall

OFFERED = 3
"""Steps that are offered."""

TRIED = 14
"""Steps that are tried on usual files."""

TRIED_ON_LARGE, LARGE = 8, 200_000
"""Steps that are tried on files of more than so many records. All records are looked at always: the groups
of a part are smaller, and its risk would mislead."""

CANNOT_SAY = "Nobody can say what would help. "
"""Begins the reason where the risk was not assessed."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A step, what it does to the worst limited figure, and what it costs.

    Attributes
    ----------
    method
        The step, to be added at the end of the recipe.
    before, after
        The limited figure now, and with the step.
    axis
        The figure on the loss axis of the project.
    loss_before, loss_after
        That figure now, and with the step.
    verdict
        Of all scenarios with the step.
    changes
        What the step does to values and records: a loss that is a mean of many parts makes a file of which
        hardly a record is left look cheap.
    """

    method: Method
    before: Judgement
    after: Judgement
    axis: FigureAddress
    loss_before: Quantity
    loss_after: Quantity
    verdict: Verdict
    changes: StepChanges

    @property
    def guts(self) -> bool:
        """Whether it leaves out more than half of the records."""
        return 2 * self.changes.left_out > self.changes.records

    @property
    def reaches(self) -> bool:
        """Whether the limit is kept with the step."""
        return self.after.standing is Standing.KEPT

    def effect(self, locale: Locale = NEUTRAL) -> str:
        """Return what the step does to the figure: "DR_W 3.04 → 1.21 %, within the limit".

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            Without a full stop.
        """
        name, limit = figure_name(self.after.limit), self.after.limit
        change = figure_change(name, self.before.quantity, self.after.quantity, limit, locale)
        if not self.reaches:
            words = "{change}, still beyond the limit"
        elif self.verdict is Verdict.SAFE:
            words = "{change}, safe in all scenarios"
        else:
            words = "{change}, within the limit"
        return sentence(words, change=change).written(locale)

    def cost(self, locale: Locale = NEUTRAL) -> str:
        """Return what the step costs: "loss 7.0 → 9.1, 310 of 5,000 records left out".

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            Without a full stop.
        """
        was, now = (
            quantity_text(loss, locale, noun=False).text for loss in (self.loss_before, self.loss_after)
        )
        words = sentence(
            "{name} {was} → {now}, {changes}",
            name=loss_name(self.axis),
            was=was,
            now=now,
            changes=self.changes.line,
        )
        return words.written(locale)

    @property
    def _rank(self) -> tuple[int, float, float]:
        """The place: what is safe, what keeps the limit, by loss; by reduction; what guts the file last."""
        if self.guts:
            return 3, float(self.changes.left_out), self._cost
        if self.reaches:
            return (0 if self.verdict is Verdict.SAFE else 1), self._cost, excess(self.after)
        return 2, excess(self.after), self._cost

    @property
    def _cost(self) -> float:
        """The loss as a number to sort by, the least first; infinite where it is not defined."""
        value, declared = self.loss_after.value, MEASURES[self.axis.measure].declared(self.axis.figure)
        if value is None:
            return math.inf
        return float(-value if declared is not None and declared.better == "more" else value)


@dataclass(frozen=True, slots=True)
class Reduction:
    """What would reduce the risk of a masked file.

    Attributes
    ----------
    scenario
        Name of the scenario that decides; empty: there is none.
    worst
        How its worst limited figure stands; None where there is nothing to lower.
    offers
        Steps that lower it, the best first.
    tried, unfit, records
        How many steps were tried, how many of these failed or could not be assessed, and on how many
        records.
    why
        Why nothing is offered; empty where something is.
    """

    scenario: str = ""
    worst: Judgement | None = None
    offers: tuple[Offer, ...] = ()
    tried: int = 0
    unfit: int = 0
    records: int = 0
    why: str = ""

    def note(self, locale: Locale = NEUTRAL) -> str:
        """Return what was tried, in a sentence.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            Empty where nothing was.
        """
        if not self.tried:
            return ""
        tried = sentence(
            "{tried} step was tried on all {records} records.",
            "{tried} steps were tried on all {records} records.",
            "tried",
            tried=self.tried,
            records=self.records,
        )
        unfit = sentence("{n} of them could not be assessed.", n=self.unfit)
        return localised(joined([tried, unfit] if self.unfit else [tried], " "), locale)


def excess(judgement: Judgement) -> float:
    """Return how far a figure is beyond its limit, in its own unit; an interval counts by its worse end.

    Parameters
    ----------
    judgement
        A limit and what was found.

    Returns
    -------
    float
        At most 0 where the limit is kept; infinite where there is no number, or more than any.
    """
    quantity, limit = judgement.quantity, judgement.limit
    if quantity is None or quantity.value is None:
        return -math.inf if judgement.standing is Standing.KEPT else math.inf
    most = limit.side == "at most"
    low, high = quantity.interval or (quantity.value, quantity.value)
    return float(high - limit.value if most else limit.value - low)


def reduce_risk(
    project: Project,
    run: Run,
    release: Release | None,
    progress: Progress = SILENT,
    *,
    offered: int = OFFERED,
    tried: int | None = None,
) -> Reduction:
    """Try steps on the masked file as it is, assess each, and return those that help most.

    Each candidate is applied to all records with the random numbers that it will have in the recipe, and all
    scenarios are assessed, so that an offer says what adding it does. Steps that keep every limit come first
    and those that keep the worst one next, both by least loss; then those that lower the figure most. What
    leaves out more than half of the records comes last, whatever it reaches. Of several steps of one method
    on the same variables the best is offered.

    Parameters
    ----------
    project, run, release
        The project, what became of its recipe, and its release check; None where a step failed.
    progress
        Receives how far the work is, and stops it where the user asked to.
    offered
        How many steps are returned at most.
    tried
        How many are tried at most; None: as many as the size of the file suggests.

    Returns
    -------
    Reduction
        The same for the same project, wherever it is computed.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    worst = release.worst if release else None
    why = why_nothing(run, worst)
    judgement = worst.deciding if worst else None
    if why or worst is None or judgement is None:
        return Reduction(worst.scenario.name if worst else "", judgement, why=why)
    original, data, scenario = run.original, run.masked, worst.scenario
    most = tried or (TRIED_ON_LARGE if len(original) > LARGE else TRIED)
    now = path_point(
        project,
        original,
        0,
        data,
        release.assessments if release else (),
        progress.part(0, 0.05),
        run.stages,
    )
    steps = candidates(project, scenario, judgement.limit, data, most)
    found: list[Offer] = []
    called = shown_names(project.variables)
    unfit = 0
    for method, share in progress.part(0.05, 1.0).over(steps if now else ()):
        share.at(0.0, sentence("Trying {step}", step=with_names_as_shown(method, called).summary()))
        then = _tried(project, run, method, share)
        after = _judgement(then, scenario.name, judgement.limit) if then else None
        changes = then.changes if then else None
        if (
            then is None
            or changes is None
            or after is None
            or now is None
            or after.standing is Standing.NOT_ASSESSED
        ):
            unfit += 1
        elif excess(after) < excess(judgement):
            safe = overall(checked.verdict for checked in then.checked)
            found.append(
                Offer(method, judgement, after, project.loss_axis, now.loss, then.loss, safe, changes)
            )
    offers = _best(found, offered)
    nothing = sentence("None of the {n} steps tried lowers it.", n=len(steps)) if not offers else ""
    return Reduction(scenario.name, judgement, offers, len(steps), unfit, len(original), nothing)


def why_nothing(run: Run, worst: Checked | None) -> str:
    """Return why no step is to be tried.

    Parameters
    ----------
    run
        What became of the recipe.
    worst
        The scenario that decides; None: there is none, or a step failed.

    Returns
    -------
    str
        A sentence; empty where a limited figure can be lowered.
    """
    if run.original.is_released:
        return ASSESSED_ONLY
    if run.failed is not None:
        return sentence("There is no masked file to begin with. {why}", why=run.failure)
    if worst is None:
        return "There is no scenario yet, so nobody has said which risk is too high."
    if worst.verdict is Verdict.SAFE:
        return "Every limit is kept."
    deciding = worst.deciding
    if deciding is None:
        return "No limit is set, so nobody has said which risk is too high."
    if worst.verdict is Verdict.NOT_ASSESSED or deciding.standing is Standing.NOT_ASSESSED:
        return joined([CANNOT_SAY, capital(worst.sentence()).removesuffix("."), "."], "")
    if deciding.limit.measure in METHODS:
        return "A step reports more than is accepted, which no further step lowers; edit or switch it off."
    kind = MEASURES[deciding.limit.measure]
    if kind.concern is Concern.LOSS:
        return "A loss is beyond its limit, which no further step lowers; switch off or soften one instead."
    return ""


def _tried(project: Project, run: Run, method: Method, progress: Progress) -> PathPoint | None:
    """Return where the file would stand after a step; None where that cannot be said."""
    recipe = project.recipe.then(method)
    step = recipe.steps[-1]
    try:
        masked = step.mask(run.masked, recipe.seed, progress.part(0.0, 0.5))
    except SdcError:
        return None
    number, stages = len(recipe.steps), (*run.stages, Stage(step, masked))
    point = path_point(project, run.original, number, masked.data, (), progress.part(0.5, 1.0), stages)
    changes = step_changes(run.masked, masked.data).calling(shown_names(run.masked.variables))
    return point and replace(point, changes=changes)


def _judgement(point: PathPoint, scenario: str, limit: Limit) -> Judgement | None:
    checked = (one for one in point.checked if one.scenario.name == scenario)
    return next((one for found in checked for one in found.judgements if one.limit == limit), None)


def _best(found: Iterable[Offer], most: int) -> tuple[Offer, ...]:
    """Return the best offers, of each method and its variables one."""
    best: dict[tuple[str, Sequence[str]], Offer] = {}
    for offer in sorted(found, key=lambda one: one._rank):
        best.setdefault((offer.method.name, _variables(offer.method)), offer)
    return tuple(best.values())[:most]


def _variables(method: Method) -> tuple[str, ...]:
    """Return what tells two steps of a method apart: the variables that they change."""
    named = method.parameters
    return tuple(str(named.get(name, "")) for name in ("variable", "variables", "keys"))

"""Risk reduction: the next steps that bring the worst limited figure nearest to its limit, tried for real."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names, operation_with_display_names
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Judgement, Limit, Standing, Verdict
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import capital, joined, listed, localised, sentence
from sdcdesk.document.limits import figure_name
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.masking import METHODS
from sdcdesk.records.step_changes import StepChanges
from sdcdesk.release.pipeline import Run
from sdcdesk.release.recipe_trial import try_recipe
from sdcdesk.release.reduction_candidates import candidates
from sdcdesk.release.release_check import Release
from sdcdesk.release.risk_loss_map import loss_name
from sdcdesk.release.risk_loss_path import PathPoint, path_point
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.step_edits import edits
from sdcdesk.release.step_effects import figure_change
from sdcdesk.release.verdict import overall

OFFERED = 3
"""Steps that are offered."""

TRIED = 14
"""Steps that are tried on usual files."""

EDITED = 3
"""Steps of the recipe that are tried with another parameter, among these."""

TRIED_ON_LARGE, LARGE = 8, 200_000
"""Steps that are tried on files of more than so many records. All records are looked at always: the groups
of a part are smaller, and its risk would mislead."""

NOT_ASSESSED = "Nobody can say what would help. {sentence}", "Nobody can say what would help. {clause}."
"""Begins the reason where the risk was not assessed, a sentence or none."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A step, what it does to the worst limited figure, and what it costs.

    Attributes
    ----------
    method
        The step, to be added at the end of the recipe, or to stand in the place of one that is there.
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
        hardly a record is left look cheap. Of a step that is edited: what it does to the file before it.
    still
        Other limits of the scenario that are not shown to be kept with the step.
    position
        The step whose place it takes, from 0; None: it is added.
    """

    method: Method
    before: Judgement
    after: Judgement
    axis: FigureAddress
    loss_before: Quantity
    loss_after: Quantity
    verdict: Verdict
    changes: StepChanges
    still: tuple[Limit, ...] = ()
    position: int | None = None

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
        elif self.still:
            words = "{change}, within the limit; not yet kept: {names}"
        else:
            words = "{change}, within the limit; other scenarios are not safe yet"
        names = listed([figure_name(one) for one in self.still], len(self.still))
        return sentence(words, change=change, names=names).written(locale)

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
    """Try steps, assess the file after each, and return those that help most.

    Tried are steps of the recipe with a stronger parameter, the steps after them done again, and further
    steps on the masked file as it is: on all records, with the random numbers that they will have in the
    recipe. All scenarios are assessed, so that an offer says what taking it does. Steps that keep every limit
    come first and those that keep the worst one next, both by least loss; then those that lower the figure
    most. What leaves out more than half of the records comes last, whatever it reaches. Of several steps of
    one method on the same variables the best is offered, or a step that is there already if it reaches as
    much with another parameter.

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
    known = release.assessments if release else ()
    now = path_point(project, original, 0, data, known, progress.part(0, 0.05), run.stages)
    changed = edits(scenario, judgement.limit, run, EDITED)
    added = candidates(project, scenario, judgement.limit, data, most - len(changed))
    steps: list[tuple[int | None, Method]] = [*changed, *((None, method) for method in added)]
    found: list[Offer] = []
    called = display_names(project.variables)
    unfit = 0
    for (position, method), share in progress.part(0.05, 1.0).over(steps if now else ()):
        share.at(0.0, sentence("Trying {step}", step=operation_with_display_names(method, called).summary()))
        then = _tried(project, run, method, position, share)
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
            costs = project.loss_axis, now.loss, then.loss
            still = _not_kept(then, scenario.name, judgement.limit)
            found.append(Offer(method, judgement, after, *costs, safe, changes, still, position))
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
        why = capital(worst.sentence())
        whole, begun = NOT_ASSESSED
        return sentence(whole, sentence=why) if why.endswith(".") else sentence(begun, clause=why)
    if deciding.limit.measure in METHODS:
        return "A step reports more than is accepted, which no further step lowers; edit or switch it off."
    kind = MEASURES[deciding.limit.measure]
    if kind.concern is Concern.LOSS:
        return "A loss is beyond its limit, which no further step lowers; switch off or soften one instead."
    return ""


def _tried(
    project: Project, run: Run, method: Method, position: int | None, progress: Progress
) -> PathPoint | None:
    """Return where the file would stand with a step, and what that does; None where that cannot be said."""
    recipe = project.recipe.then(method) if position is None else project.recipe.edited(position, method)
    first = len(project.recipe.steps) if position is None else position
    trial = try_recipe(project, run, recipe, first, progress)
    return replace(trial.point, changes=trial.changes(1)) if trial is not None else None


def _not_kept(point: PathPoint, scenario: str, limit: Limit) -> tuple[Limit, ...]:
    """Return the other limits of a scenario that are not shown to be kept."""
    [checked] = [one for one in point.checked if one.scenario.name == scenario]
    others = (one for one in checked.judgements if one.limit != limit)
    return tuple(one.limit for one in others if one.standing is not Standing.KEPT)


def _judgement(point: PathPoint, scenario: str, limit: Limit) -> Judgement | None:
    checked = (one for one in point.checked if one.scenario.name == scenario)
    return next((one for found in checked for one in found.judgements if one.limit == limit), None)


def _best(offers: Iterable[Offer], most: int) -> tuple[Offer, ...]:
    """Return the best offers, of each method and its variables one."""
    best: dict[tuple[str, Sequence[str]], Offer] = {}
    for offer in sorted(offers, key=lambda one: one._rank):
        kind = offer.method.name, _variables(offer.method)
        if kind not in best or _is_simpler(offer, best[kind]):
            best[kind] = offer
    return tuple(sorted(best.values(), key=lambda one: one._rank)[:most])


def _is_simpler(offer: Offer, other: Offer) -> bool:
    """Return whether a step of the recipe reaches by another parameter what one more step would."""
    alike = offer._rank[0] == other._rank[0] and excess(offer.after) <= excess(other.after)
    return alike and offer.position is not None and other.position is None


def _variables(method: Method) -> tuple[str, ...]:
    """Return what tells two steps of a method apart: the variables that they change."""
    named = method.parameters
    return tuple(str(named.get(name, "")) for name in ("variable", "variables", "keys"))

"""Effects of the steps of a recipe: what they do, what they cost, what they gain, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sdcdesk.core.numbers.quantity import SCORE, SHARE, Bound, Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import (
    display_names,
    operation_with_display_names,
    text_with_display_names,
)
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import tick_text
from sdcdesk.core.text.printable import elided
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import Sentence, capital, localised, sentence
from sdcdesk.document.measures import leading_figure
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Step
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.pipeline import Stage
from sdcdesk.release.project_results import ProjectResults
from sdcdesk.release.risk_loss_map import loss_name
from sdcdesk.release.risk_loss_path import PathPoint, find_limit, risk_address

WAITING = "…"
"""What stands for an effect that is on its way."""


SHORT_NAMES = (40, 32, 26, 20, 14)
"""Characters of a variable in shorter and shorter titles."""

RAISED = "raised the risk"
PERHAPS_RAISED = "may have raised the risk, of which only an upper bound is known"


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step as it is shown.

    Attributes
    ----------
    number
        From 1.
    summary
        What it does, in words.
    on
        Whether it is applied.
    risk, loss
        What it did to risk and loss, in words.
    raised, surely
        Whether the risk is higher after it, and whether that is known: of a risk that is only an upper bound
        it is not.
    error
        Why it failed; empty if it did not.
    changes
        What it did to values and records, in one line: "11,901 of 20,000 blanked".
    details
        The same, a line for each variable.
    notes
        Sentences that the method reports.
    secret
        Whether its parameters stay out of public documents.
    shorter
        The summary with the middle of names left out, more and more of it, for where what is done would
        have no room.
    """

    number: int
    summary: str
    on: bool
    risk: str = ""
    loss: str = ""
    raised: bool = False
    surely: bool = True
    error: str = ""
    notes: tuple[str, ...] = ()
    changes: str = ""
    details: tuple[str, ...] = ()
    secret: bool = False
    shorter: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Number and summary, and whether its parameters stay secret."""
        return self._titled(self.summary)

    @property
    def shorter_titles(self) -> tuple[str, ...]:
        """The title with shorter and shorter names."""
        return tuple(map(self._titled, self.shorter))

    @property
    def effect(self) -> str:
        """What the step did, in one line."""
        return self.error or ", ".join(part for part in (self.risk, self.loss) if part)

    @property
    def aloud(self) -> str:
        """All of it, for a screen reader."""
        step = [sentence("Step {number}", number=str(self.number)), self.summary]
        if self.secret:
            step.append("parameters secret")
        if not self.on:
            step.append("switched off")
        if self.raised:
            step.append(RAISED if self.surely else PERHAPS_RAISED)
        elif self.error:
            step.append("failed")
        effect = "not computed yet" if self.effect == WAITING else self.effect
        return f"{', '.join(step)}: {', '.join(filter(None, (effect, self.changes)))}"

    def _titled(self, summary: str) -> str:
        words = "{number}. {summary} · secret" if self.secret else "{number}. {summary}"
        return sentence(words, number=str(self.number), summary=summary)


def step_rows(
    project: Project,
    results: ProjectResults | None,
    scenario: str,
    unknown: str = WAITING,
    locale: Locale = NEUTRAL,
) -> tuple[StepRow, ...]:
    """Return the steps of a project with the effects that are known of them.

    Parameters
    ----------
    project
        As it is now.
    results
        As last computed; what does not belong to the project any more is not shown.
    scenario
        Name of the scenario whose risk is shown; empty: none, the loss alone.
    unknown
        What stands for the effect of a step that is not known.
    locale
        How numbers are written.

    Returns
    -------
    tuple of StepRow
        One for each step.
    """
    called = display_names(project.variables)
    valid = _still_valid(project, results)
    stages = results.run.stages if results else ()
    rows, last = [], results.path[0] if results and results.path else None
    known = next((one for one in project.scenarios if one.name == scenario), None)
    points = {point.step: point for point in results.path} if results else {}
    for number, step in enumerate(project.recipe.steps, start=1):
        summary = localised(operation_with_display_names(step.method, called).summary(), locale)
        if not step.on:
            row = StepRow(number, summary, on=False, risk="off")
        elif number > valid:
            row = StepRow(number, summary, on=True, risk=unknown)
        else:
            found, stage = points.get(number), stages[number - 1]
            row = _computed_row(number, summary, stage, (last, found), (project, known), locale, called)
            row = _with_changes(row, found, called, locale)
            last = points.get(number, last)
        shorter = _shorter(step.method, called, locale) if len(summary) > min(SHORT_NAMES) else ()
        rows.append(replace(row, secret=step.secret, shorter=shorter))
    return tuple(rows)


def _shorter(method: Method, called: Mapping[str, str], locale: Locale) -> tuple[str, ...]:
    """Return the summary with shorter and shorter names."""
    # Its own names alone: there may be ten thousand others.
    words = {name: called.get(name, name) for _, name, _ in method.chosen()}
    cut = ({name: elided(word, most) for name, word in words.items()} for most in SHORT_NAMES)
    return tuple(localised(operation_with_display_names(method, names).summary(), locale) for names in cut)


def reasons(project: Project, rows: Sequence[StepRow]) -> tuple[str, ...]:
    """Return for each step that raised the risk why it did so, in plain words.

    Parameters
    ----------
    project
        The project.
    rows
        Its steps with their effects.

    Returns
    -------
    tuple of str
        A sentence for each.
    """
    return tuple(
        _reason(project.recipe.steps[row.number - 1], str(row.number), surely=row.surely)
        for row in rows
        if row.raised
    )


def _still_valid(project: Project, results: ProjectResults | None) -> int:
    """Return how many steps from the first on are as they were when the results were computed."""
    if results is None:
        return 0
    then = results.project
    # Hierarchies count where steps use them.
    same_steps = then.model_copy(update={"recipe": project.recipe, "hierarchies": project.hierarchies})
    if same_steps != project or then.recipe.seed != project.recipe.seed:
        return 0
    same = 0
    for now, before in zip(project.recipe.steps, then.recipe.steps, strict=False):
        if now != before:
            break
        same += 1
    return same


def _computed_row(
    number: int,
    summary: str,
    stage: Stage,
    points: tuple[PathPoint | None, PathPoint | None],
    displayed: tuple[Project, Scenario | None],
    locale: Locale,
    called: Mapping[str, str],
) -> StepRow:
    """Return an applied step, from the points before and after it, as a project shows it in a scenario."""
    (last, point), (project, scenario) = points, displayed
    if stage.error is not None:
        why = text_with_display_names(stage.error.message, called)
        return StepRow(number, summary, on=True, error=localised(why, locale))
    if stage.masked is None:
        return StepRow(number, summary, on=True, risk="not applied")
    if last is None or point is None:
        return StepRow(number, summary, on=True, risk="not assessed")
    loss, notes = (
        _loss_change(project, last.loss, point.loss, locale),
        tuple(localised(text_with_display_names(note, called), locale) for note in stage.masked.notes),
    )
    if scenario is None:
        return StepRow(number, summary, on=True, loss=capital(loss or "loss unchanged"), notes=notes)
    address, axis = risk_address(project, scenario), project.risk_axis(scenario)
    before, after = last.figures.get(address), point.figures.get(address)
    limit, figure = find_limit(scenario, axis)
    name = "Risk" if axis == leading_figure(Concern.RISK) else figure
    if _same(before, after) and not loss:
        return StepRow(
            number, summary, on=True, risk=sentence("{name} and loss unchanged", name=name), notes=notes
        )
    risk, raised = figure_change(name, before, after, limit, locale), _raised(before, after, limit)
    surely = after is None or after.bound is not Bound.AT_MOST
    return StepRow(number, summary, True, risk, loss or "loss unchanged", raised, surely, notes=notes)


def _with_changes(
    row: StepRow, point: PathPoint | None, called: Mapping[str, str], locale: Locale
) -> StepRow:
    """Return the row with what the step did to values and records, as far as it is known."""
    if point is None or point.changes is None or row.error:
        return row
    changes = point.changes.calling(called)
    details = tuple(localised(line, locale) for line in changes.details)
    return replace(row, changes=localised(changes.beside(row.summary), locale), details=details)


def _same(before: Quantity | None, after: Quantity | None) -> bool:
    return before is not None and after is not None and before.defined and before.value == after.value


def _raised(before: Quantity | None, after: Quantity | None, limit: Limit | None) -> bool:
    """Return whether a figure came nearer to its limit, or went further beyond it."""
    if before is None or after is None or before.value is None or after.value is None:
        return False
    least = limit is not None and limit.side == "at least"
    return after.value < before.value if least else after.value > before.value


def figure_change(
    name: str,
    before: Quantity | None,
    after: Quantity | None,
    limit: Limit | None,
    locale: Locale = NEUTRAL,
) -> str:
    """Return how a figure changed, with the digits and the bounds that it has wherever else it stands.

    Parameters
    ----------
    name
        What it is called.
    before, after
        Its numbers; None where it was not assessed.
    limit
        The limit on it; None: there is none.
    locale
        How numbers are written.

    Returns
    -------
    str
        "Risk 44.0 → 6.3 %".
    """
    if before is None or after is None or before.value is None or after.value is None:
        return sentence("{name} not assessed", name=name)
    if before.value == after.value:
        return sentence("{name} unchanged", name=name)
    noun = before.unit != SHARE and before.unit.name not in name.lower()
    limits = () if limit is None else (limit.value,)
    was, now = (quantity_text(one, locale, limits, noun=noun).text for one in (before, after))
    if was == now:
        limits = (*limits, (before.value + after.value) / 2)
        was, now = (quantity_text(one, locale, limits, noun=noun).text for one in (before, after))
    return f"{name} {was.removesuffix(locale.percent)} → {now}"


def _loss_change(project: Project, before: Quantity, after: Quantity, locale: Locale) -> str:
    """Return how the loss changed; empty where it did not."""
    axis = project.loss_axis
    if before.value is None or after.value is None or before.unit != SCORE:
        if _same(before, after):
            return ""
        limits = (limit for scenario in project.scenarios for limit in scenario.limits)
        limit = next((one for one in limits if one.address == axis), None)
        return figure_change(loss_name(axis), before, after, limit, locale)
    change = after.value - before.value
    if change == 0:
        return ""
    digits = 1 if abs(change) >= 0.05 else 2
    size = tick_text(abs(change), digits, locale)
    return sentence("loss +{size}" if change > 0 else "loss −{size}", size=size)


def _reason(step: Step, number: str, *, surely: bool) -> Sentence:
    """Return why the risk rose with a step, or may have risen."""
    if step.method.purpose in (Purpose.SAMPLE, Purpose.LEAVE_OUT):
        words = (
            "Step {number} may have raised the risk, of which only an upper bound is known: it leaves some "
            "people alone, or almost alone, in their group again."
        )
        if surely:
            words = (
                "Step {number} raised the risk: it leaves some people alone, or almost alone, in their group "
                "again."
            )
        return sentence(words, number=number)
    if step.method.purpose is Purpose.CHANGE_VALUES:
        words = (
            "Step {number} may have raised the risk, of which only an upper bound is known: it puts some "
            "people into smaller groups."
        )
        if surely:
            words = "Step {number} raised the risk: it puts some people into smaller groups."
        return sentence(words, number=number)
    words = (
        "Step {number} may have raised the risk, of which only an upper bound is known: more people stand "
        "out after it."
    )
    if surely:
        words = "Step {number} raised the risk: more people stand out after it."
    return sentence(words, number=number)

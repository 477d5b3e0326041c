"""Steps of a recipe in words: what each does and reports, and risk and loss before and after it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings import Figure, Findings
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document.limits import figure_name, limited_figure
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.pipeline import Stage
from sdcdesk.release.release_check import Release
from sdcdesk.release.risk_loss_path import Address, PathPoint, addresses
from sdcdesk.report.board import side_and_value


@dataclass(frozen=True, slots=True)
class Change:
    """A figure before and after a step, in words.

    Attributes
    ----------
    title, symbol
        Names of the figure.
    scenario
        Its name; empty where the figure is none of a scenario.
    before, after
        Its numbers, as many digits as tell them from their limits; "–" where there is none to show.
    limit
        Side and value of each limit; empty: none.
    """

    title: str
    symbol: str
    scenario: str
    before: str
    after: str
    limit: str = ""


@dataclass(frozen=True, slots=True)
class StepText:
    """A step of the recipe in words.

    Attributes
    ----------
    summary
        What it does, in a few words.
    on
        Whether it is applied.
    effects
        What it reports of itself, one figure each.
    notes
        What was remarked.
    changes
        Limited figures and the loss before and after it; empty where they were not followed.
    findings
        Tables and plots that it reports besides; a writer leaves out what its edition does not show.
    """

    summary: str
    on: bool
    effects: tuple[str, ...]
    notes: tuple[str, ...]
    changes: tuple[Change, ...] = ()
    findings: Findings = field(default_factory=Findings)


def steps(release: Release, edition: Edition) -> list[StepText]:
    """Return the steps of the recipe with what each reports of itself, and what it did to risk and loss.

    Parameters
    ----------
    release
        The release check of the masked file; one that was `followed` knows risk and loss after every step.
    edition
        Whom the texts are for.

    Returns
    -------
    list[StepText]
        Texts of all steps, those that are switched off too.
    """
    points = {point.step: point for point in release.path}
    last, found = points.get(0), []
    for number, stage in enumerate(release.run.stages, start=1):
        point = points.get(number)
        changes = _changes(release.project, last, point, edition) if last and point else ()
        found.append(step_text(stage, edition, tuple(changes)))
        last = point or last
    return found


def step_text(stage: Stage, edition: Edition, changes: tuple[Change, ...] = ()) -> StepText:
    """Return one step in words.

    Parameters
    ----------
    stage
        What became of the step.
    edition
        Whom the texts are for.
    changes
        Limited figures and the loss before and after it; empty where they were not followed.

    Returns
    -------
    StepText
        Without effects and notes where the step was not applied.
    """
    found = stage.findings(edition)
    figures = replace(
        found, sections=found.mapped(lambda block: block if isinstance(block, Figure) else None)
    )
    published = withheld(figures, edition)
    return StepText(
        printable(stage.step.summary(edition)),
        stage.step.on,
        tuple(_fact(figure) for figure in published.figures.values()),
        tuple(map(printable, (*stage.notes(edition), *published.notes))),
        changes,
        replace(found, sections=found.mapped(lambda block: None if isinstance(block, Figure) else block)),
    )


def _fact(figure: Figure) -> str:
    """Return what a method reports, with its unit unless the title says what is counted."""
    quantity = figure.quantity
    noun = quantity.unit.name not in figure.title.lower()
    value = quantity_text(quantity, noun=noun).text if quantity.reason is None else quantity.reason.text
    return f"{printable(figure.title)}: {printable(value)}"


def _changes(project: Project, last: PathPoint, point: PathPoint, edition: Edition) -> Iterator[Change]:
    for scenario in project.scenarios:
        for address in addresses(project, scenario):
            was, now = (each.for_edition(edition).get(address) for each in (last, point))
            yield _change(scenario, address, was, now)
    before, after = (each.loss_for_edition(edition) for each in (last, point))
    # Why a loss is withheld is said once, at the loss of the whole recipe.
    if before.defined or after.defined:
        yield Change(_loss_title(project), "", "", *_beside(before, after, []))


def _loss_title(project: Project) -> str:
    """Return the title of the measure on the loss axis where it is about that figure, else of the figure."""
    kind, figure = MEASURES[project.loss_axis.measure], project.loss_axis.figure
    declared = kind.declared(figure)
    alone = declared is None or (kind.lead is not None and kind.lead.figure == figure)
    return kind.title if declared is None or alone else declared.title


def _change(scenario: Scenario, address: Address, before: Quantity | None, after: Quantity | None) -> Change:
    limits = [limit for limit in scenario.limits if (limit.measure, limit.figure) == address[1:]]
    one = next(iter(limits), Limit(measure=address.measure, figure=address.figure, value=0.0))
    declared = limited_figure(one)
    was, now = _beside(before, after, [limit.value for limit in limits])
    known = [quantity for quantity in (before, after) if quantity is not None]
    return Change(
        title=printable(declared.title if declared else figure_name(one)),
        symbol=declared.symbol if declared else "",
        scenario=printable(scenario.name),
        before=was,
        after=now,
        limit=", ".join(
            side_and_value(limit, declared.unit if declared else None, after, known) for limit in limits
        ),
    )


def _beside(before: Quantity | None, after: Quantity | None, limits: list[float]) -> tuple[str, str]:
    """Return both numbers with one number of digits."""
    known = [quantity for quantity in (before, after) if quantity is not None]
    texts = iter([quantity_text(quantity, limits=limits, beside=known).text for quantity in known])
    was, now = (UNDEFINED if quantity is None else next(texts) for quantity in (before, after))
    return was, now

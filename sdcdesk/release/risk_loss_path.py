"""Risk–loss path of a recipe: every limited figure, and the loss, after every step."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SCORE, Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.table import Secrecy
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.limits import figure_name
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.loss import HeadlineLoss
from sdcdesk.records.step_changes import StepChanges, step_changes
from sdcdesk.release.measure_check import Entry, check_measure
from sdcdesk.release.pipeline import Run
from sdcdesk.release.scenario_check import Checked, check_scenario
from sdcdesk.risk import DisclosureRisk

RISK = "dr_weighted"
"""The figure that every path holds, limited or not."""


class Address(NamedTuple):
    """Which figure of which measure, as a scenario has it.

    Attributes
    ----------
    scenario
        Its name.
    measure, figure
        Their names; DR_W where not given.
    """

    scenario: str
    measure: str = DisclosureRisk.name
    figure: str = RISK


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Where the file stands after a step.

    Attributes
    ----------
    step
        Number of the step, from 1; 0 is the original.
    found
        Every limited figure and DR_W, by scenario, measure and figure; None where it cannot be assessed
        there.
    loss
        Headline loss, 0…100; all parts alike where the project weighs one that the file lacks.
    checked
        The scenarios as they were assessed there.
    parts
        The headline loss with its parts.
    changes
        What the step did to values and records; None for the original.
    released
        Whether the file after the step is the one that is released; anybody can count in that one only.
    """

    step: int
    found: Mapping[Address, Quantity | None]
    loss: float
    checked: tuple[Checked, ...] = field(default=(), repr=False, compare=False)
    parts: Assessment | None = field(default=None, repr=False, compare=False)
    changes: StepChanges | None = field(default=None, repr=False, compare=False)
    released: bool = True

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """All that was assessed."""
        entries = (entry for checked in self.checked for entry in (*checked.entries, *checked.shared))
        return tuple(found for entry in entries for found in entry.assessments)

    def judged_by(self, project: Project, names: Mapping[str, str]) -> "PathPoint":
        """Return the point with the limits and names of a changed project; nothing is computed.

        Parameters
        ----------
        project
            The changed project.
        names
            Which scenario of the project before answers each of its scenarios.

        Returns
        -------
        PathPoint
            A new point with the same findings.
        """
        known = {checked.scenario.name: checked for checked in self.checked}
        checked = tuple(known[names[scenario.name]].judged_by(scenario) for scenario in project.scenarios)
        return replace(self, found=_found(checked), checked=checked)

    def to_json(self, edition: Edition) -> dict[str, Any]:
        """Return step, loss and figures as plain JSON values, as far as an edition tells them.

        Parameters
        ----------
        edition
            Whom the file is for.

        Returns
        -------
        dict[str, Any]
            "step", "loss", and "figures" with their scenarios; "found" is null where it cannot be assessed,
            or is withheld.
        """
        told = self.for_edition(edition)
        figures = [
            {**address._asdict(), "found": told[address].to_json() if address in told else None}
            for address in self.found
        ]
        return {"step": self.step, "loss": self.loss_for_edition(edition).to_json(), "figures": figures}

    def for_edition(self, edition: Edition) -> dict[Address, Quantity]:
        """Return the figures that an edition shows, as it shows them among the findings.

        Parameters
        ----------
        edition
            Whom they are for.

        Returns
        -------
        dict[Address, Quantity]
            Without those that cannot be assessed here, or are withheld; one that one value dominates carries
            the reason.
        """
        return {
            address: edition.released(
                self._told(address, found), self._limits(address.measure, address.figure, address.scenario)
            )
            for address, found in self.found.items()
            if found and not edition.leaves_out(found, _secrecy(address))
        }

    def loss_for_edition(self, edition: Edition) -> Quantity:
        """Return the headline loss as an edition tells it.

        Parameters
        ----------
        edition
            Whom it is for.

        Returns
        -------
        Quantity
            0…100.
        """
        if self.parts is None:
            return Quantity(self.loss, SCORE)
        return edition.released(self.parts.figure("loss").quantity, self._limits(HeadlineLoss.name, "loss"))

    def _told(self, address: Address, found: Quantity) -> Quantity:
        """Return a figure with what it gives away of a file that is not released."""
        if self.released:
            return found
        entries = (entry for checked in self.checked for entry in (*checked.entries, *checked.shared))
        return next(
            entry.measure.of_unreleased(found, entry.after.original)
            for entry in entries
            if entry.measure.name == address.measure and entry.after is not None
        )

    def _limits(self, measure: str, figure: str, scenario: str = "") -> list[Limit]:
        """Return the limits on a figure, of one scenario or of all."""
        return [
            limit
            for checked in self.checked
            if checked.scenario.name == scenario or not scenario
            for limit in checked.scenario.limits
            if (limit.measure, limit.figure) == (measure, figure)
        ]

    def value(self, address: Address) -> float | int | None:
        """Return a figure; None where it is not known or not defined.

        Parameters
        ----------
        address
            Scenario, measure and figure.

        Returns
        -------
        float or int or None
            At full precision, in the unit of the figure.
        """
        quantity = self.found.get(address)
        return None if quantity is None else quantity.value

    def risk(self, scenario: str) -> float | int | None:
        """Return DR_W in a scenario, 0…1; None where it cannot be assessed there.

        Parameters
        ----------
        scenario
            Its name.

        Returns
        -------
        float or int or None
            At full precision.
        """
        return self.value(Address(scenario))


def addresses(scenario: Scenario) -> tuple[Address, ...]:
    """Return the figures of a scenario that a path holds: the limited ones, DR_W first.

    Parameters
    ----------
    scenario
        What the intruder knows, with its measures and limits.

    Returns
    -------
    tuple[Address, ...]
        Each once.
    """
    limited = (Address(scenario.name, limit.measure, limit.figure) for limit in scenario.limits)
    return tuple(dict.fromkeys((Address(scenario.name), *limited)))


def shown_address(scenario: Scenario) -> Address:
    """Return the figure that a map shows first: DR_W where it has a limit, else the first limited one.

    That is a figure of a risk: the loss has an axis of its own. Without limits it is DR_W.

    Parameters
    ----------
    scenario
        What the intruder knows, with its measures and limits.

    Returns
    -------
    Address
        Scenario, measure and figure.
    """
    risks = [
        Address(scenario.name, limit.measure, limit.figure)
        for limit in scenario.limits
        if limit.measure in MEASURES and MEASURES[limit.measure].concern is Concern.RISK
    ]
    usual = Address(scenario.name)
    return usual if usual in risks or not risks else risks[0]


def limit_of(scenario: Scenario, address: Address) -> tuple[Limit | None, str]:
    """Return the first limit on a figure of a path, None without one, and the name of the figure.

    Parameters
    ----------
    scenario
        What the intruder knows, with its measures and limits.
    address
        Scenario, measure and figure.

    Returns
    -------
    tuple[Limit or None, str]
        The limit, and the name for an axis.
    """
    limits = (limit for limit in scenario.limits if (limit.measure, limit.figure) == address[1:])
    unset = Limit(measure=address.measure, figure=address.figure, value=0.0)
    limit = next(limits, None)
    return limit, figure_name(limit or unset)


def risk_loss_path(
    project: Project, run: Run, done: Collection[Assessment] = (), progress: Progress = SILENT
) -> tuple[PathPoint, ...]:
    """Return the points of the original and of every step that was applied, in order.

    Parameters
    ----------
    project, run
        What was applied, and what became of it.
    done
        What was assessed of these files already, as the release check has assessed the first and the last
        one; it is not assessed again.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[PathPoint, ...]
        The original first; a step that failed, or whose loss cannot be computed, ends the path. None where
        the original is not known.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    if run.original.is_released:
        return ()  # nothing is lost against what is not known
    files = [(0, run.original)]
    files += [
        (number, stage.masked.data)
        for number, stage in enumerate(run.stages, start=1)
        if stage.masked is not None
    ]
    last = None if run.failed else run.masked
    points, before = [], run.original
    for (number, data), share in progress.over(files, "Following the steps"):
        known = [found for found in done if found.original is run.original and found.masked is data]
        point = path_point(project, run.original, number, data, known, share)
        if point is None:
            break
        changes = step_changes(before, data) if number else None
        points.append(replace(point, changes=changes, released=data is last))
        before = data
    return tuple(points)


def path_point(
    project: Project,
    original: Microdata,
    step: int,
    data: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
) -> PathPoint | None:
    """Return where a file stands after a step: every limited figure, and the loss.

    Parameters
    ----------
    project
        Its scenarios, limits and measures.
    original, data
        The initial file, and the file after the step.
    step
        Its number, from 1; 0 for none.
    known
        What was assessed of these files already.
    progress
        Receives how far the work is.

    Returns
    -------
    PathPoint or None
        None where the loss cannot be computed.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    known = tuple(known)
    shared = tuple(
        check_measure(measure, original, data, known, with_before=False)
        for measure in project.limited_measures()
    )
    checked = tuple(
        check_scenario(project, scenario, original, data, shared, known, share, brief=True)
        for scenario, share in progress.over(project.scenarios)
    )
    parts = _parts(project, original, data, known, shared)
    if parts is None:
        return None
    value = parts.value("loss")
    # What nobody can compare with the original has not lost nothing: it is not known.
    return (
        PathPoint(step, _found(checked), float(value), checked, parts)
        if isinstance(value, float | int)
        else None
    )


def _found(scenarios: Iterable[Checked]) -> dict[Address, Quantity | None]:
    return {
        address: _quantity(checked, address)
        for checked in scenarios
        for address in addresses(checked.scenario)
    }


def _secrecy(address: Address) -> Secrecy | None:
    declared = MEASURES[address.measure].declared(address.figure)
    return None if declared is None else declared.secrecy


def _quantity(checked: Checked, address: Address) -> Quantity | None:
    found = checked.findings_of(address.measure)
    figure = found.figures.get(address.figure) if found else None
    return figure.quantity if figure else None


def _parts(
    project: Project,
    original: Microdata,
    data: Microdata,
    known: Iterable[Assessment],
    shared: Iterable[Entry],
) -> Assessment | None:
    """Return the headline loss with its parts; None where the measure has a defect."""
    loss = next((m for m in project.measures if isinstance(m, HeadlineLoss)), HeadlineLoss())
    done = [entry.after for entry in shared if entry.after is not None]
    entry = check_measure(loss, original, data, [*known, *done], with_before=False)
    if isinstance(entry.error, ParameterError):
        # Its weights name parts that the file lacks, as the release check says; all parts count alike then.
        entry = check_measure(HeadlineLoss(), original, data, with_before=False)
    return entry.after

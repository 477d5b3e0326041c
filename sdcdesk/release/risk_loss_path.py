"""Risk–loss path of a recipe: figures of risk and a figure of loss, after every step."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import MEASURES, with_defaults
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.masking import METHODS
from sdcdesk.records.step_changes import StepChanges, step_changes
from sdcdesk.release.measure_check import check_measure
from sdcdesk.release.pipeline import Run, Stage
from sdcdesk.release.scenario_check import Checked, check_scenario


class Address(NamedTuple):
    """Which figure of which measure, as a scenario has it.

    Attributes
    ----------
    scenario
        Its name.
    measure, figure
        Their names.
    """

    scenario: str
    measure: str
    figure: str


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Where the file stands after a step.

    Attributes
    ----------
    step
        Number of the step, from 1; 0 is the original.
    figures
        Every limited figure and the risk axis of each scenario; None where it cannot be assessed there.
    loss
        The figure on the loss axis of the project. Where parameters of its measure do not fit the file, it
        is that of the defaults.
    checked
        The scenarios as they were assessed there, without series of single records.
    lost
        The measure of the loss axis with all that it found; likewise.
    axis
        The figure on the loss axis.
    changes
        What the step did to values and records; None for the original.
    released
        Whether the file after the step is the one that is released; anybody can count in that one only.
    altered
        See `Lineage.altered`, of the file that is released.
    """

    step: int
    figures: Mapping[Address, Quantity | None]
    loss: Quantity
    checked: tuple[Checked, ...] = field(default=(), repr=False, compare=False)
    lost: Assessment | None = field(default=None, repr=False, compare=False)
    axis: FigureAddress | None = field(default=None, compare=False)
    changes: StepChanges | None = field(default=None, repr=False, compare=False)
    released: bool = True
    altered: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """All that was assessed."""
        entries = (entry for checked in self.checked for entry in (*checked.entries, *checked.shared))
        return tuple(found for entry in entries for found in entry.assessments)

    def with_limits(self, project: Project, names: Mapping[str, str]) -> "PathPoint":
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
        checked = tuple(known[names[scenario.name]].with_limits(scenario) for scenario in project.scenarios)
        axis, lost = project.loss_axis, self.lost
        figure = lost.figures.get(axis.figure) if lost is not None and lost.measure == axis.measure else None
        loss = self.loss if figure is None else figure.quantity
        return replace(self, figures=_figures(project, checked), loss=loss, axis=axis, checked=checked)

    def to_json(self, edition: Edition) -> dict[str, Any]:
        """Return step, loss and figures as plain JSON values, as far as an edition tells them.

        Parameters
        ----------
        edition
            Whom the file is for.

        Returns
        -------
        dict[str, Any]
            "step", "loss", which is the figure on the loss axis of the project, and "figures" with their
            scenarios; "found" is null where it cannot be assessed, or is withheld.
        """
        published = self.for_edition(edition)
        figures = [
            {**address._asdict(), "found": published[address].to_json() if address in published else None}
            for address in self.figures
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
                self._publishable(address, found),
                self._limits(address.measure, address.figure, address.scenario),
            )
            for address, found in self.figures.items()
            if found and not edition.leaves_out(found, _secrecy(address))
        }

    def loss_for_edition(self, edition: Edition) -> Quantity:
        """Return the loss as an edition tells it.

        Parameters
        ----------
        edition
            Whom it is for.

        Returns
        -------
        Quantity
            In the unit of the figure on the loss axis.
        """
        return edition.released(self.loss, self._limits(*self.axis) if self.axis else [])

    def _publishable(self, address: Address, quantity: Quantity) -> Quantity:
        """Return a figure with what it gives away of a file that is not released."""
        if self.released:
            return quantity
        entries = (entry for checked in self.checked for entry in (*checked.entries, *checked.shared))
        return next(
            entry.measure.unreleased_quantity(quantity, entry.after.original, self.altered)
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
        quantity = self.figures.get(address)
        return None if quantity is None else quantity.value


def risk_address(project: Project, scenario: Scenario) -> Address:
    """Return the figure on the risk axis in a scenario.

    Parameters
    ----------
    project, scenario
        The project, and one of its scenarios.

    Returns
    -------
    Address
        Scenario, measure and figure.
    """
    return Address(scenario.name, *project.risk_axis(scenario))


def addresses(project: Project, scenario: Scenario) -> tuple[Address, ...]:
    """Return the figures of a scenario that a path holds: that of the risk axis, then the limited ones.

    Parameters
    ----------
    project, scenario
        The project, and one of its scenarios.

    Returns
    -------
    tuple[Address, ...]
        Each once.
    """
    # What a method reports belongs to its step alone, and has no course along the steps.
    limited = (
        Address(scenario.name, *limit.address) for limit in scenario.limits if limit.measure not in METHODS
    )
    return tuple(dict.fromkeys((risk_address(project, scenario), *limited)))


def find_limit(scenario: Scenario, address: FigureAddress) -> tuple[Limit | None, str]:
    """Return the first limit on a figure, None without one, and the name of the figure.

    Parameters
    ----------
    scenario
        What the intruder knows, with its measures and limits.
    address
        Measure and figure.

    Returns
    -------
    tuple[Limit or None, str]
        The limit, and the name for an axis.
    """
    return next((limit for limit in scenario.limits if limit.address == address), None), axis_name(address)


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
        The original first; a step that failed, or after which nobody knows what was lost, ends the path. None
        where the original is not known.

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
    last, altered = None if run.failed else run.masked, files[-1][1].lineage.altered
    points, before = [], run.original
    known = [found for found in done if any(found.masked is data for _, data in files)]
    for (number, data), share in progress.over(files, "Following the steps"):
        stages = run.stages[:number]
        point = path_point(project, run.original, number, data, known, share, stages)
        if point is None:
            break
        changes = step_changes(before, data) if number else None
        points.append(replace(point, changes=changes, released=data is last, altered=altered))
        known += point.assessments
        before = data
    return tuple(points)


def path_point(
    project: Project,
    original: Microdata,
    step: int,
    data: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    stages: Sequence[Stage] = (),
) -> PathPoint | None:
    """Return where a file stands after a step: every limited figure, and both axes.

    Parameters
    ----------
    project
        Its scenarios, limits and measures.
    original, data
        The initial file, and the file after the step.
    step
        Its number, from 1; 0 for none.
    known
        What was assessed already, of these files or of others after steps.
    progress
        Receives how far the work is.
    stages
        What became of the steps until then.

    Returns
    -------
    PathPoint or None
        None where the measure of the loss has a defect, or nobody knows who is who.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    known = tuple(known)
    shared = tuple(
        check_measure(measure, original, data, known, with_before=False, with_records=False)
        for measure in project.followed_measures()
    )
    # Of every step nobody asks for single records, and all their series would be several times the file.
    checked = tuple(
        check_scenario(
            project,
            scenario,
            original,
            data,
            shared,
            known,
            share,
            stages=stages,
            limited=True,
            with_records=False,
        )
        for scenario, share in progress.over(project.scenarios)
    )
    done = [entry.after for entry in shared if entry.after is not None]
    lost = lost_by(project, original, data, (*known, *done))
    # What nobody can compare with the original has not lost nothing: it is not known.
    if lost is None or not lost.pairing.is_known:
        return None
    loss = lost.figure(project.loss_axis.figure).quantity
    return PathPoint(step, _figures(project, checked), loss, checked, lost, project.loss_axis)


def _figures(project: Project, scenarios: Iterable[Checked]) -> dict[Address, Quantity | None]:
    return {
        address: _quantity(checked, address)
        for checked in scenarios
        for address in addresses(project, checked.scenario)
    }


def _secrecy(address: Address) -> Secrecy | None:
    declared = MEASURES[address.measure].declared(address.figure)
    return None if declared is None else declared.secrecy


def _quantity(checked: Checked, address: Address) -> Quantity | None:
    found = checked.find_assessment(address.measure)
    figure = found.figures.get(address.figure) if found else None
    return figure.quantity if figure else None


def lost_by(
    project: Project,
    original: Microdata,
    data: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
) -> Assessment | None:
    """Return what the measure of the loss axis finds.

    Parameters
    ----------
    project
        Its measures, and its loss axis.
    original, data
        The initial file, and the file after a step.
    known
        What was assessed of these files already.
    progress
        Receives how far the work is.

    Returns
    -------
    Assessment or None
        None where the measure has a defect.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    known, kind = tuple(known), MEASURES[project.loss_axis.measure]
    own = next((one for one in project.measures if one.name == kind.name), None)
    for measure in filter(None, (own, with_defaults(kind))):
        entry = check_measure(measure, original, data, known, progress, with_before=False, with_records=False)
        if not isinstance(entry.error, ParameterError):
            return entry.after
        # Its parameters name what the file lacks, as the release check says; the defaults count then.
    return None

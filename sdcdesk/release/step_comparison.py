"""Look at a step: what it would do to the values of a variable, and to the figures of the release."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import count_text, tick_text
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import counted, joined, sentence
from sdcdesk.core.text.symbols import symbol_text
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import MEASURES, lead, leading_figure, leading_measure
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.records.step_changes import NOTHING
from sdcdesk.records.value_changes import ValueChange, alone, value_change
from sdcdesk.release.pipeline import Run
from sdcdesk.release.step_preview import FileStanding, Preview, preview

UNKNOWN = "–"
"""What stands where a figure is not known."""

COMING = "…"
"""What stands where a figure is being computed."""

RECORDS_BELOW_K = "records_below_k"
"""Figure whose title names the wanted group size."""

USUAL_K = 3
"""Wanted group size where there is no scenario."""


@dataclass(frozen=True, slots=True, eq=False)
class StepComparison:
    """What is shown of a step.

    Attributes
    ----------
    preview
        What it would do; None while it cannot be computed, and only the file as it is now is shown.
    variable, values, different, missing
        A variable, its values now and with the change, how many different ones there are, and how many are
        missing.
    now
        Where the whole file stands now, as far as it is known.
    seconds
        Time that everything took.
    unfinished
        Whether all records are looked at next ("coming"), only if asked ("long"), or were ("").
    """

    preview: Preview | None
    variable: str
    values: ValueChange | None
    different: tuple[int, int | None]
    missing: tuple[int, int | None]
    now: FileStanding | None
    seconds: float
    unfinished: str = ""

    @property
    def then(self) -> FileStanding | None:
        """Where the file would stand with the change, as far as it is known."""
        return self.preview.then if self.preview else None

    @property
    def deciding(self) -> str:
        """Name of the scenario that decides: with the change, or now; empty: none."""
        standings = (standing for standing in (self.then, self.now) if standing is not None)
        return next((name for standing in standings if (name := standing.deciding)), "")

    @property
    def leaves_file(self) -> bool:
        """Whether the step takes the variable out of the file, or puts others in its place."""
        found = self.preview
        return (
            found is not None
            and self.variable in found.before.names
            and self.variable not in found.after.names
        )

    def note(self, locale: Locale = NEUTRAL) -> str:
        """Return what was looked at, in a few words.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            "exact, all 5,000 records, 0.12 s".
        """
        found = self.preview
        if found is None:
            return "as the recipe is now"
        left = self.leaves_file
        if found.exact:
            words = "exact, all {records}, {seconds} s"
            if left:
                words = "exact, all {records}, {seconds} s; the variable leaves the file"
        else:
            words = (
                "on {some} of {records}; the variable leaves the file" if left else "on {some} of {records}"
            )
        return sentence(
            words,
            some=found.records,
            records=counted(found.initial_records, "record"),
            seconds=tick_text(self.seconds, 2, locale),
        ).written(locale)

    def changes(self, locale: Locale = NEUTRAL) -> str:
        """Return what the step does to the values of each variable, and to the records.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            "This step: zip: 11,901 of 20,000 blanked"; empty without a preview.
        """
        if self.preview is None:
            return ""
        details = joined(self.preview.changes.details or (NOTHING,), "; ")
        return sentence("This step: {changes}", changes=details).written(locale)

    @property
    def fails(self) -> bool:
        """Whether the step, or one after it, would fail."""
        return self.preview is not None and bool(self.preview.notes) and self.then is None

    @property
    def warning(self) -> str:
        """What the step reports, which later one would fail, or why the risk is not known; may be empty."""
        notes = self.preview.notes if self.preview else ()
        if self.fails:
            return notes[-1]
        checked = self.then.scenario(self.deciding) if self.then else None
        why = (checked.error.message,) if checked and checked.error else ()
        return joined((*notes, *why), " ")

    def risks(self, scenario: str, measure: str) -> tuple[Assessment | None, Assessment | None]:
        """Return what a measure of risk finds in a scenario now and with the change.

        Parameters
        ----------
        scenario
            Name of the scenario.
        measure
            Name of the measure.

        Returns
        -------
        tuple
            None where it is not known.
        """
        both = (self.now, self.then)
        now, then = (standing.risk(scenario, measure) if standing else None for standing in both)
        return now, then


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure now and with the change.

    Attributes
    ----------
    name
        What it is called; symbols have subscripts as HTML.
    now, then
        Its values as text.
    explained
        The figure that is explained; None: it explains itself.
    """

    name: str
    now: str
    then: str
    explained: FigureAddress | None = None

    @property
    def is_loss(self) -> bool:
        """Whether it is a loss."""
        return self.explained is not None and MEASURES[self.explained.measure].concern is Concern.LOSS


def compare_step(
    project: Project,
    run: Run,
    position: int | None,
    method: Method | None,
    variable: str,
    limit: int | None = None,
    known: Preview | None = None,
    progress: Progress = SILENT,
) -> StepComparison:
    """Return what a step does to a variable and to the release.

    Parameters
    ----------
    project, run, position, limit
        As `preview` takes them.
    method
        The step; None: the file is looked at as it is.
    variable
        Whose values are compared.
    known
        What the step does, where another variable is looked at.
    progress
        Told how far the work is.

    Returns
    -------
    StepComparison
        Where the file stands now is left open: it may be known better.

    Raises
    ------
    SdcError
        The step, or one before it, fails.
    """
    begun = time.monotonic()
    progress.at(0.0)  # of a large file the values alone take a while
    if method is None:
        data = next((stage.masked.data for stage in reversed(run.stages) if stage.masked), run.original)
        values = _values(data, data, variable)
        now = _different(data, variable), _missing(data, variable)
        shown = alone(values) if values else None
        return StepComparison(None, variable, shown, (now[0], None), (now[1], None), None, 0.0)
    found = known or preview(project, run, position, method, limit, progress.part(0.0, 0.9))
    progress.at(0.9)
    values = _values(found.before, found.after, variable)
    both = _different(found.before, variable), _different(found.after, variable)
    missing = _missing(found.before, variable), _missing(found.after, variable)
    return StepComparison(found, variable, values, both, missing, None, time.monotonic() - begun)


def data_before_step(recipe: Recipe, run: Run, position: int | None) -> Microdata:
    """Return the data that a step begins with, as far as the steps before it were computed.

    Parameters
    ----------
    recipe, run
        The recipe as it is, and what is known of its results.
    position
        The step, from 0; None: a new one at the end.

    Returns
    -------
    Microdata
        The original where nothing is known.
    """
    data = run.original
    for step, stage in zip(recipe.steps[:position], run.stages, strict=False):
        if step != stage.step or (step.on and stage.masked is None):
            break
        data = stage.masked.data if stage.masked else data
    return data


def figure_changes(
    seen: StepComparison, project: Project, scenario: Scenario | None, locale: Locale = NEUTRAL
) -> tuple[FigureChange, ...]:
    """Return how the figures change: risk and its companions, values and missing ones, loss.

    Parameters
    ----------
    seen
        What was computed.
    project
        Its axes say which figures of risk and of loss.
    scenario
        The scenario whose risk is shown; None: there is none.
    locale
        How numbers are written.

    Returns
    -------
    tuple of FigureChange
        Always as many: the risk first, the loss last.
    """
    axis = project.risk_axis(scenario) if scenario else leading_figure(Concern.RISK)
    k = count_text(scenario.k if scenario else USUAL_K, locale)
    pending = COMING if seen.unfinished == "coming" else UNKNOWN
    # The loss compares with that of the change only on the same records.
    standing = seen.preview.now if seen.preview else seen.now

    def change(address: FigureAddress) -> FigureChange:
        both = seen.risks(scenario.name if scenario else "", address.measure)
        limits = [one.value for one in scenario.limits if one.address == address] if scenario else []
        now, then = (_figure(one, address.figure, limits, locale) for one in both)
        title = _row_title(address, leads=address == axis, k=k)
        return FigureChange(title, now or UNKNOWN, then or pending, address)

    def counts(both: tuple[int, int | None]) -> tuple[str, str]:
        before, after = both
        return count_text(before, locale), UNKNOWN if after is None else count_text(after, locale)

    return (
        *(change(address) for address in (axis, *_companions(axis))),
        FigureChange("Different values", *counts(seen.different)),
        FigureChange("Missing values", *counts(seen.missing)),
        FigureChange(
            axis_name(project.loss_axis), _loss(standing, locale), _loss(seen.then, locale), project.loss_axis
        ),
    )


def _companions(axis: FigureAddress) -> tuple[FigureAddress, ...]:
    """Return the figures of the leading measure that stand below the first one."""
    name, leads = leading_measure(Concern.RISK).name, lead(Concern.RISK)
    possible = (FigureAddress(name, figure) for figure in (*leads.companions, leads.figure))
    return tuple(address for address in possible if address != axis)[: len(leads.companions)]


def _row_title(address: FigureAddress, *, leads: bool, k: str) -> str:
    """Return the name of a figure as HTML; "k" in it is the wanted group size."""
    declared = MEASURES[address.measure].declared(address.figure)
    if declared is None:
        return escape(str(address))
    if declared.short and leads:
        return sentence("{short} risk {symbol}", short=declared.short, symbol=symbol_text(declared.symbol))
    if declared.short:
        return f"{declared.short} {symbol_text(declared.symbol)}"
    if declared.name == RECORDS_BELOW_K:
        return sentence("Records in groups below {k}", k=k)
    return symbol_text(declared.symbol) if declared.symbol else escape(declared.title)


def _values(before: Microdata, after: Microdata, variable: str) -> ValueChange | None:
    if variable not in before or variable not in after:
        return None
    try:
        return value_change(before, after, variable)
    except SdcError:
        return None


def _different(data: Microdata, variable: str) -> int:
    return data.coding(variable).occurring if variable in data else 0


def _missing(data: Microdata, variable: str) -> int:
    return int(np.count_nonzero(data.missing(variable))) if variable in data else 0


def _figure(assessment: Assessment | None, name: str, limits: Sequence[float], locale: Locale) -> str:
    if assessment is None or name not in assessment.figures:
        return ""
    quantity = assessment.figure(name).quantity
    return quantity_text(quantity, locale, limits, noun=False).text


def _loss(standing: FileStanding | None, locale: Locale) -> str:
    return (
        quantity_text(standing.loss.quantity, locale, noun=False).text
        if standing and standing.loss
        else UNKNOWN
    )

"""Scenario rows: a scenario with its risks, limit and verdict, in the words of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names, sentence_with_display_names
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.results.without_pairing import NOT_PAIRED
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.quantity_text import limit_number_text, quantity_text
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import lead, leading_figure, leading_measure
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.release_check import Release
from sdcdesk.release.scenario_check import Checked

WAITING = "…"
"""What stands where a risk is on its way."""


class Column(IntEnum):
    """What stands where; in a column of figures, the figure of the assessment."""

    KNOWN = 0
    WEIGHTS = 1
    MINIMAL = 2
    WEIGHTED = 3
    MAXIMAL = 4
    LIMIT = 5
    K = 6
    VERDICT = 7

    @property
    def title(self) -> str:
        """Its title, with symbols as they are written in plain text."""
        declared = leading_measure(Concern.RISK).declared(self.figure)
        if declared is not None:
            return f"{declared.short}, {declared.symbol}" if declared.short else declared.symbol
        if self is Column.LIMIT:
            return sentence("Limit on {figure}", figure=axis_name(leading_figure(Concern.RISK)))
        return _TITLES[self]

    @property
    def figure(self) -> str:
        """Name of its figure; empty: it has none."""
        return FIGURES.get(self, "")

    @property
    def is_risk(self) -> bool:
        """Whether its figure is a risk, which there is of the released records too."""
        return self.figure.startswith("dr_")

    @property
    def is_number(self) -> bool:
        """Whether it holds numbers, which stand at the right."""
        return bool(self.figure) or self is Column.LIMIT


_TITLES = {Column.KNOWN: "Scenario", Column.WEIGHTS: "Weights", Column.VERDICT: "Verdict"}

FIGURES = dict(
    zip((Column.MINIMAL, Column.WEIGHTED, Column.MAXIMAL, Column.K), lead(Concern.RISK).overview, strict=True)
)
"""The columns are the overview of the measure that every scenario assesses."""


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """One scenario.

    Attributes
    ----------
    scenario
        As it is now.
    keys
        The variables that the intruder knows, as they are called.
    checked
        What was found; None: not computed yet.
    verdict
        Under the limits as they are now.
    waits
        Whether what is not computed yet is on its way.
    locale
        How numbers are written.
    called
        What variables are called, by their names.
    """

    scenario: Scenario
    keys: tuple[str, ...]
    checked: Checked | None
    verdict: Verdict
    waits: bool = False
    locale: Locale = NEUTRAL
    called: Mapping[str, str] = field(default_factory=dict)

    @property
    def after(self) -> Assessment | None:
        """What was found in the masked file."""
        return self.checked.after if self.checked else None

    @property
    def is_unpaired(self) -> bool:
        """Whether nothing says which original and masked records belong together."""
        return self.after is not None and self.after.value("exactness") == NOT_PAIRED

    @property
    def exactness(self) -> str:
        """How its figures are to be read; empty where there are none."""
        if self.after is None:
            return ""
        read = self.after.states["exactness"].meaning
        if isinstance(read, Sentence):
            read = sentence_with_display_names(read, self.called)
        words = "{scenario}: {meaning}"
        if isinstance(self.after.value("dr_link"), float):
            words = (
                "{scenario}: {meaning} For somebody who knows how the file was recoded, the risk of a right "
                "link, over all original records, is {risk}."
            )
        return sentence(words, scenario=self.scenario.name, meaning=read, risk=self._figure("dr_link"))

    def has_figure(self, column: Column) -> bool:
        """Return whether a cell holds a figure that was computed.

        Parameters
        ----------
        column
            One of the columns.

        Returns
        -------
        bool
            False also in columns without figures.
        """
        value = self.after.value(column.figure) if self.after and column.figure else None
        return isinstance(value, float | int)

    def text(self, column: Column) -> str:
        """Return what a cell says.

        Parameters
        ----------
        column
            One of the columns.

        Returns
        -------
        str
            Numbers with their units; "not estimable" where a risk cannot be assessed.
        """
        limit = self.scenario.limit(lead(Concern.RISK).figure)
        match column:
            case Column.KNOWN:
                return self.scenario.name
            case Column.WEIGHTS:
                return self.scenario.weights
            case Column.VERDICT:
                return self.verdict.capitalize()
            case Column.LIMIT:
                judged = self.after.figure(lead(Concern.RISK).figure).quantity if self.after else None
                return (
                    "none" if limit is None else limit_number_text(limit, SHARE, self.locale, quantity=judged)
                )
        if self.after is not None:
            return self._figure(column.figure, limit if column is Column.WEIGHTED else None)
        if self.checked is None and self.waits:
            return WAITING
        fails = self.checked is not None and self.checked.error and column is Column.WEIGHTED
        return "not estimable" if fails else UNDEFINED

    def beside(self, column: Column) -> str:
        """Return what a cell says in its second line: keys, risk of released records, small groups.

        Parameters
        ----------
        column
            One of the columns.

        Returns
        -------
        str
            Empty where there is none.
        """
        if column is Column.KNOWN:
            return ", ".join(self.keys)
        if self.after is not None and column.is_risk:
            released = f"{column.figure}_released"
            known = self.after.figure(released).quantity.defined
            return sentence("{figure} of released", figure=self._figure(released)) if known else ""
        below = self.after.value("records_below_k") if self.after and column is Column.K else None
        if not isinstance(below, int):
            return ""
        return sentence("{n} below {k}", n=below, k=self.scenario.k).written(self.locale)

    def accessible_text(self, column: Column) -> str:
        """Return what a cell says in full.

        Parameters
        ----------
        column
            One of the columns.

        Returns
        -------
        str
            For a tooltip and a screen reader.
        """
        if column is Column.KNOWN:
            known = ", ".join(self.keys) or "no key variables"
            return f"{self.scenario.name}: {self.scenario.knows or known}"
        if not column.figure:
            title = "Limit on the weighted risk" if column is Column.LIMIT else column.title
            return f"{title}: {self.locale.read_aloud(self.text(column))}"
        if self.after is None:
            return self.checked.error.message if self.checked and self.checked.error else "Not computed yet"
        named = {
            "title": self.after.figure(column.figure).title,
            "value": self.locale.read_aloud(self.text(column)),
        }
        if column is Column.K:
            below = self.after.value("records_below_k")
            one, many = (
                "{title}: {value}; {n} record in groups below {k}",
                "{title}: {value}; {n} records in groups below {k}",
            )
            counts = {"n": below if isinstance(below, int) else 0, "k": self.scenario.k}
            return sentence(one, many, "n", **named, **counts).written(self.locale)
        if not self.after.figure(column.figure).quantity.defined:
            words = "{title}: {value}. {meaning}"
            return sentence(words, **named, meaning=self.after.states["exactness"].meaning)
        words = "{title}: {value} of the original records, {released}; an upper bound"
        if self.after.value("exactness") == "exact":
            words = "{title}: {value} of the original records, {released}; exact"
        if column is Column.MINIMAL:  # of records that are alone, a bound says nothing: they are counted
            words = "{title}: {value} of the original records, {released}; counted"
        return sentence(words, **named, released=self.locale.read_aloud(self.beside(column)))

    def _figure(self, name: str, limit: float | None = None) -> str:
        if self.after is None:
            return UNDEFINED
        limits = () if limit is None else (limit,)
        return quantity_text(self.after.figure(name).quantity, self.locale, limits, noun=False).text


def scenario_rows(
    project: Project, data: Microdata, release: Release | None, locale: Locale = NEUTRAL, *, waits: bool
) -> tuple[ScenarioRow, ...]:
    """Return one row for each scenario of a project.

    Parameters
    ----------
    project
        As it is now.
    data
        The initial microdata.
    release
        The release check as computed last; None: nothing was computed.
    locale
        How numbers are written.
    waits
        Whether what is not computed yet is on its way.

    Returns
    -------
    tuple[ScenarioRow, ...]
        In the order of the project.
    """
    called = display_names(project.variables)
    found = {checked.scenario.name: checked for checked in (release.scenarios if release else ())}
    return tuple(
        ScenarioRow(
            scenario,
            tuple(called.get(key, key) for key in scenario.known_keys(data)),
            checked := found.get(scenario.name),
            checked.with_limits(scenario).verdict if checked else Verdict.NOT_ASSESSED,
            waits,
            locale,
            called,
        )
        for scenario in project.scenarios
    )

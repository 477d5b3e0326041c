"""Scenarios of a project with what was found in each, one a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from PySide6.QtCore import Qt

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.limit import Verdict
from sdcdesk.core.quantity import SHARE
from sdcdesk.core.shown import limit_shown
from sdcdesk.core.variable import Role
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.scenario_check import Checked
from ui.look.locale import user_locale
from ui.models.rows import RowColumn, RowTable
from ui.results.text import figure_text
from ui.session.session import Session
from ui.widgets.numbers import UNKNOWN, count, spoken

ROW = Qt.ItemDataRole.UserRole

WAITING = "…"


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
        return TITLES[self]

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


RISKS = ("Surely, DR_min", "Weighted, DR_W", "Guessing, DR_max")
TITLES = ("Scenario", "Weights", *RISKS, "Limit on DR_W", "k", "Verdict")
FIGURES = {Column.MINIMAL: "dr_min", Column.WEIGHTED: "dr_weighted", Column.MAXIMAL: "dr_max", Column.K: "k"}


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario.

    Attributes
    ----------
    scenario
        As it is now.
    keys
        The variables that the intruder knows.
    checked
        What was found; None: not computed yet.
    verdict
        Under the limits as they are now.
    waits
        Whether what is not computed yet is on its way.
    """

    scenario: Scenario
    keys: tuple[str, ...]
    checked: Checked | None
    verdict: Verdict
    waits: bool = False

    @property
    def after(self) -> Assessment | None:
        """What was found in the masked file."""
        return self.checked.after if self.checked else None

    def has_figure(self, column: Column) -> bool:
        """Return whether a cell holds a figure that was computed."""
        value = self.after.value(column.figure) if self.after and column.figure else None
        return isinstance(value, float | int)

    def text(self, column: Column) -> str:
        """Return what a cell says."""
        limit = self.scenario.limit("dr_weighted")
        match column:
            case Column.KNOWN:
                return self.scenario.name
            case Column.WEIGHTS:
                return self.scenario.weights
            case Column.VERDICT:
                return self.verdict.capitalize()
            case Column.LIMIT:
                return "none" if limit is None else limit_shown(limit, SHARE, user_locale())
        if self.after is not None:
            return figure_text(self.after, column.figure, limit if column is Column.WEIGHTED else None)
        if self.checked is None and self.waits:
            return WAITING
        fails = self.checked is not None and self.checked.error and column is Column.WEIGHTED
        return "not estimable" if fails else UNKNOWN

    def beside(self, column: Column) -> str:
        """Return what a cell says in its second line: keys, risk of released records, small groups."""
        if column is Column.KNOWN:
            return ", ".join(self.keys)
        if self.after is not None and column.is_risk:
            released = f"{column.figure}_released"
            known = self.after.figure(released).quantity.defined
            return f"{figure_text(self.after, released)} of released" if known else ""
        below = self.after.value("records_below_k") if self.after and column is Column.K else None
        return f"{count(below)} below {count(self.scenario.k)}" if isinstance(below, int) else ""

    def words(self, column: Column) -> str:
        """Return what a cell says in full."""
        if column is Column.KNOWN:
            known = ", ".join(self.keys) or "no key variables"
            return f"{self.scenario.name}: {self.scenario.knows or known}"
        if not column.figure:
            title = "Limit on the weighted risk" if column is Column.LIMIT else column.title
            return f"{title}: {spoken(self.text(column))}"
        if self.after is None:
            return self.checked.error.message if self.checked and self.checked.error else "Not computed yet"
        said = f"{self.after.figure(column.figure).title}: {spoken(self.text(column))}"
        beside = spoken(self.beside(column))
        if column is Column.K:
            return f"{said}; records in groups {beside}"
        exact = "exact" if self.after.value("exactness") == "exact" else "an upper bound"
        # Of records that are alone, a bound says nothing: they are counted.
        return f"{said} of the original records, {beside}; {'counted' if column is Column.MINIMAL else exact}"


def rows_of(session: Session) -> tuple[Row, ...]:
    """Return one row for each scenario of the project."""
    project, data = session.project, session.data
    if project is None or data is None:
        return ()
    release = session.results.release if session.results else None
    found = {checked.scenario.name: checked for checked in (release.scenarios if release else ())}
    return tuple(
        Row(
            scenario,
            scenario.keys or data.named(Role.KEY),
            checked := found.get(scenario.name),
            checked.under(scenario).verdict if checked else Verdict.NOT_ASSESSED,
            session.is_stale,
        )
        for scenario in project.scenarios
    )


class ScenarioModel(RowTable[Row]):
    """The rows as Qt's views read them."""

    declares = tuple(
        RowColumn(
            column.title,
            partial(Row.text, column=column),
            column.is_number,
            partial(Row.words, column=column),
            partial(Row.words, column=column),
        )
        for column in Column
    )

    def same(self, rows: Sequence[Row]) -> bool:
        """Return whether only figures have changed."""
        return len(rows) == len(self.rows)

"""Scenarios of a project with what was found in each, one a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import Qt

from sdcdesk.core.limit import Verdict
from sdcdesk.core.quantity import SHARE
from sdcdesk.core.shown import limit_shown
from sdcdesk.core.variable import Role
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.scenario_check import Checked
from ui.look.locale import user_locale
from ui.models.rows import Index, RowTable
from ui.results.text import figure_text
from ui.session.session import Session
from ui.widgets.numbers import UNKNOWN, count, spoken

ROW = Qt.ItemDataRole.UserRole

WAITING = "…"


class Column(IntEnum):
    """What stands where."""

    KNOWN = 0
    WEIGHTS = 1
    MINIMAL = 2
    WEIGHTED = 3
    MAXIMAL = 4
    LIMIT = 5
    K = 6
    VERDICT = 7


FIGURES = {
    Column.MINIMAL: "dr_min",
    Column.WEIGHTED: "dr_weighted",
    Column.MAXIMAL: "dr_max",
    Column.K: "k",
}
"""Columns that hold a figure of the assessment."""

RELEASED = {
    Column.MINIMAL: "dr_min_released",
    Column.WEIGHTED: "dr_weighted_released",
    Column.MAXIMAL: "dr_max_released",
}
"""The same risk, divided by the released records."""

TITLES = {
    Column.KNOWN: ("Scenario", ""),
    Column.WEIGHTS: ("Weights", ""),
    Column.MINIMAL: ("Surely, DR", "min"),
    Column.WEIGHTED: ("Weighted, DR", "W"),
    Column.MAXIMAL: ("Guessing, DR", "max"),
    Column.LIMIT: ("Limit on DR", "W"),
    Column.K: ("k", ""),
    Column.VERDICT: ("Verdict", ""),
}
"""Titles of the columns, and the subscript behind them."""


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

    def value(self, column: Column) -> float | int | None:
        """Return a figure; None where there is none."""
        if self.checked is None or self.checked.after is None:
            return None
        value = self.checked.after.value(FIGURES[column])
        return value if isinstance(value, float | int) else None

    def text(self, column: Column) -> str:
        """Return what a cell says."""
        scenario, limit = self.scenario, self.scenario.limit("dr_weighted")
        if column is Column.KNOWN:
            return scenario.name
        if column is Column.WEIGHTS:
            return scenario.weights
        if column is Column.VERDICT:
            return self.verdict.capitalize()
        if column is Column.LIMIT:
            return "none" if limit is None else limit_shown(limit, SHARE, user_locale())
        return self._figure(column, limit)

    def beside(self, column: Column) -> str:
        """Return what a cell says in its second line: keys, risk of released records, small groups."""
        after = self.checked.after if self.checked else None
        if column is Column.KNOWN:
            return ", ".join(self.keys)
        if after is None:
            return ""
        if column in RELEASED:
            known = after.figure(RELEASED[column]).quantity.defined
            return f"{figure_text(after, RELEASED[column])} of released" if known else ""
        below = after.value("records_below_k")
        if column is Column.K and isinstance(below, int):
            return f"{count(below)} below {count(self.scenario.k)}"
        return ""

    def exactness(self) -> str:
        """Return whether the figures are exact, in a few words; empty where there are none."""
        if self.checked is None or self.checked.after is None:
            return ""
        exact = self.checked.after.value("exactness") == "exact"
        return "exact" if exact else "an upper bound"

    def words(self, column: Column) -> str:
        """Return what a cell says in full."""
        if column is Column.KNOWN:
            known = ", ".join(self.keys) or "no key variables"
            return f"{self.scenario.name}: {self.scenario.knows or known}"
        if column not in FIGURES:
            title = "".join(TITLES[column]) if column is not Column.LIMIT else "Limit on the weighted risk"
            return f"{title}: {spoken(self.text(column))}"
        if self.checked is None or self.checked.after is None:
            return self.checked.error.message if self.checked and self.checked.error else "Not computed yet"
        figure = self.checked.after.figure(FIGURES[column])
        message = f"{figure.title}: {spoken(self.text(column))}"
        if column is Column.K:
            return f"{message}; records in groups {spoken(self.beside(column))}"
        return f"{message} of the original records, {spoken(self.beside(column))}; {self._kind(column)}"

    def _kind(self, column: Column) -> str:
        # Of records that are alone, a bound says nothing: they are counted.
        return "counted" if column is Column.MINIMAL else self.exactness()

    def _figure(self, column: Column, limit: float | None) -> str:
        if self.checked is None:
            return WAITING if self.waits else UNKNOWN
        if self.checked.after is None:
            return "not estimable" if self.checked.error and column is Column.WEIGHTED else UNKNOWN
        against = limit if column is Column.WEIGHTED else None
        return figure_text(self.checked.after, FIGURES[column], against)


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

    titles = tuple(f"{title}_{subscript}" if subscript else title for title, subscript in TITLES.values())

    def same(self, rows: Sequence[Row]) -> bool:
        """Return whether only figures have changed."""
        return len(rows) == len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, words or the row."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text(column)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words(column)
        return row if role == ROW else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column in plain text; the header draws it, subscript and all."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return None
        return super().headerData(section, orientation, role)

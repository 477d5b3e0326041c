"""Scenarios of a project with what was found in each, one a row."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt

from sdcdesk.release.scenario_row import Column, ScenarioRow, scenario_rows
from ui.look.locale import user_locale
from ui.models.rows import RowColumn, RowTable
from ui.session.session import Session

ROW = Qt.ItemDataRole.UserRole


def session_rows(session: Session) -> tuple[ScenarioRow, ...]:
    """Return one row for each scenario of the project."""
    project, data = session.project, session.data
    if project is None or data is None:
        return ()
    release = session.results.release if session.results else None
    return scenario_rows(project, data, release, user_locale(), waits=session.is_stale)


class ScenarioModel(RowTable[ScenarioRow]):
    """The rows as Qt's views read them."""

    declares = tuple(
        RowColumn(
            column.title,
            partial(ScenarioRow.text, column=column),
            column.is_number,
            partial(ScenarioRow.accessible_text, column=column),
            partial(ScenarioRow.accessible_text, column=column),
        )
        for column in Column
    )

    def same(self, rows: Sequence[ScenarioRow]) -> bool:
        """Return whether only figures have changed."""
        return len(rows) == len(self.rows)

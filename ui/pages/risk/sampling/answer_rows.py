"""Answers to the inverse question as Qt's views read them: one row for each key set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui.models.rows import LEFT, RIGHT, Index, RowTable

CELL = Qt.ItemDataRole.UserRole
"""Role of an `AnswerRow` in the first column, and of an `Answer` in the others."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One cell.

    Attributes
    ----------
    words
        "4.5 %", or why there is no number.
    quiet
        "227 records".
    known
        Whether it is a number.
    tip
        The whole in words.
    """

    words: str
    quiet: str = ""
    known: bool = True
    tip: str = ""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One key set: its label, its mark in the chart (−1: not drawn), whether it can be removed, answers."""

    label: str
    style: int
    removable: bool
    answers: tuple[Answer, ...]


class AnswersModel(RowTable[AnswerRow]):
    """Key sets with one answer for each limit."""

    def __init__(self, titles: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.titles = ("Key variables", *titles)

    def same(self, rows: Sequence[AnswerRow]) -> bool:
        """Return whether these are the same key sets."""
        return [row.label for row in rows] == [row.label for row in self.rows]

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Return where the words of a column stand: answers at the right."""
        return RIGHT if column else LEFT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of a cell, or the cell."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if index.column() == 0:
            texts = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            return row if role == CELL else row.label if role in texts else None
        answer = row.answers[index.column() - 1]
        return {
            Qt.ItemDataRole.DisplayRole: f"{answer.words} {answer.quiet}".strip(),
            Qt.ItemDataRole.ToolTipRole: answer.tip or None,
            Qt.ItemDataRole.AccessibleTextRole: f"{row.label}: {answer.words} {answer.quiet}".strip(),
            CELL: answer,
        }.get(Qt.ItemDataRole(role))

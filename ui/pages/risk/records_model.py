"""The records that add most to the risk, as Qt's views read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.coding import MISSING
from sdcdesk.core.microdata import Microdata
from sdcdesk.risk.breakdown import at_risk
from ui.models.rows import Index, RowTable
from ui.widgets.numbers import count, percent

MOST = 200
"""Records that are listed."""

TITLES = ("Record", "Original", "Masked", "Share its key before", "now", "Adds to DR_W")

TEXTS = (1, 2)
"""Columns of words; the others hold numbers."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One record: its place in the original, its key values in both files, its groups, what it adds."""

    original: int
    was: str
    shows: str
    before: int
    now: int
    adds: float

    def texts(self) -> tuple[str, ...]:
        """Return what the columns say."""
        adds = percent(self.adds, 3)
        return count(self.original + 1), self.was, self.shows, count(self.before), count(self.now), adds


def listed(after: Assessment, keys: Sequence[str]) -> tuple[Listed, ...]:
    """Return the records that add most to DR_W."""
    table = at_risk(after, MOST)
    shows = _values(after.masked, keys, table["masked"].to_numpy())
    was = _values(after.original, keys, table["original"].to_numpy())
    columns = (table["original"], was, shows, table["before"], table["now"], table["contribution"])
    return tuple(Listed(*row) for row in zip(*(list(column) for column in columns), strict=True))


def _values(data: Microdata, keys: Sequence[str], positions: np.ndarray) -> list[str]:
    """Return the key values of some records, in words; a key that was dropped is not there."""
    texts = []
    for name in keys:
        if name in data.names:
            coding = data.coding(name)
            codes = coding.codes[positions].tolist()
            texts.append([str(coding.categories[code]) if code != MISSING else "missing" for code in codes])
        else:
            texts.append(["left out"] * len(positions))
    return [", ".join(row) for row in zip(*texts, strict=True)]


class RecordsModel(RowTable[Listed]):
    """The listed records as Qt's views read them."""

    titles = TITLES
    numbers = frozenset(range(len(TITLES))) - {1, 2}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text and its side."""
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.rows[index.row()].texts()[index.column()]
        return self.side(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

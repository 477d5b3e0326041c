"""What a measure found: figures, tables, per-record values, and what they were computed from."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.errors import ParameterError
from sdcdesk.core.microdata import Microdata

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that a board would quote.

    Attributes
    ----------
    label
        Its name in words.
    value
        Full precision; None where it is not defined.
    meaning
        What it is, and what it is divided by, in one or two sentences; why it is not defined where it
        is not.
    unit
        "share" (0…1), "records", "groups", or the unit of a variable.
    """

    label: str
    value: float | int | str | None
    meaning: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What a measure found.

    Attributes
    ----------
    figures
        Headline numbers by name.
    tables
        Data frames by name; missing entries are not defined.
    records
        Series with one entry for each masked record, by name; they stay in memory and are not exported.
    notes
        Sentences that belong to the numbers ("upper bound", "3 cells left out").
    """

    figures: Mapping[str, Figure] = field(default_factory=dict)
    tables: Mapping[str, pd.DataFrame] = field(default_factory=dict, repr=False)
    records: Mapping[str, np.ndarray] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Assessment(Findings):
    """What a measure found, with what it was and what it was computed from.

    Attributes
    ----------
    measure, title, source, parameters
        The measure that was used, and how.
    original, masked
        What it was computed from.
    """

    measure: str
    title: str
    source: str
    parameters: Mapping[str, Any]
    original: Microdata = field(repr=False)
    masked: Microdata = field(repr=False)

    def figure(self, name: str) -> Figure:
        """Return a headline figure with its meaning."""
        return _named(self.figures, name, self.title)

    def value(self, name: str) -> float | int | str | None:
        """Return the value of a headline figure; None where it is not defined."""
        return self.figure(name).value

    def table(self, name: str) -> pd.DataFrame:
        """Return a table."""
        return _named(self.tables, name, self.title)

    def record(self, name: str) -> np.ndarray:
        """Return a per-record series, in the order of the masked file."""
        return _named(self.records, name, self.title)

    def to_json(self) -> dict[str, Any]:
        """Return the assessment as plain JSON values at full precision; per-record series stay here."""
        return {
            "measure": self.measure,
            "title": self.title,
            "source": self.source,
            "parameters": dict(self.parameters),
            "computed_from": {
                "original": {"records": len(self.original), "sha256": self.original.fingerprint()},
                "masked": {"records": len(self.masked), "sha256": self.masked.fingerprint()},
            },
            "figures": {
                name: {"label": f.label, "value": plain(f.value), "unit": f.unit, "meaning": f.meaning}
                for name, f in self.figures.items()
            },
            "tables": {name: table_to_json(table) for name, table in self.tables.items()},
            "notes": list(self.notes),
        }


def table_to_json(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table as a list of rows, its index left out."""
    columns = [str(name) for name in table.columns]
    rows = zip(*(table[name].tolist() for name in table.columns), strict=True)
    return [{name: plain(value) for name, value in zip(columns, row, strict=True)} for row in rows]


def plain(value: Any) -> Any:
    """Return a number as JSON can hold it: not defined, and not finite, become null."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or value is pd.NA or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value


def _named(entries: Mapping[str, T], name: str, title: str) -> T:
    if name not in entries:
        raise ParameterError(f"{title} has no {name}; it has {', '.join(entries) or 'none'}.", name)
    return entries[name]

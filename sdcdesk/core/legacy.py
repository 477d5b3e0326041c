"""Findings of measures that do not declare their figures yet: one section, made from names and values."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.findings import Block, Findings, Note, Section, State
from sdcdesk.core.findings import Figure as Found
from sdcdesk.core.quantity import GROUPS, NUMBER, RECORDS, SCORE, SHARE, Quantity, Why, undefined
from sdcdesk.core.sentence import plain
from sdcdesk.core.table import Column, Table

UNITS = {"share": SHARE, "records": RECORDS, "groups": GROUPS, "of 100": SCORE, "": NUMBER}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a measure that does not declare its figures.

    Attributes
    ----------
    label
        Its title.
    value
        Number, code of a state, or None where it is not defined.
    meaning
        What it is, in a sentence.
    unit
        Name of its unit; empty: a plain number.
    """

    label: str
    value: float | int | str | None
    meaning: str
    unit: str = ""


def findings(
    figures: Mapping[str, Figure],
    tables: Mapping[str, pd.DataFrame],
    records: Mapping[str, np.ndarray] | None = None,
    notes: tuple[str, ...] = (),
) -> Findings:
    """Return findings of one section.

    Parameters
    ----------
    figures
        By name.
    tables
        By name.
    records
        Per-record series by name, bool, int64 or float64 (n,).
    notes
        Sentences below the section.

    Returns
    -------
    Findings
        Findings whose tables and figures take their titles from their names.
    """
    blocks: list[Block] = [_block(name, figure) for name, figure in figures.items()]
    blocks += [_table(name, frame) for name, frame in tables.items()]
    remarks = tuple(Note(plain(note)) for note in notes)
    return Findings(
        sections=(Section(name="all", blocks=tuple(blocks), notes=remarks),), records=records or {}
    )


def _block(name: str, figure: Figure) -> Block:
    if isinstance(figure.value, str):
        return State(name, figure.label, figure.value, figure.meaning)
    unit = UNITS[figure.unit]
    if figure.value is None:
        quantity = undefined(unit, Why.NOT_APPLICABLE, figure.meaning)
    else:
        fits = unit is not SHARE or 0 <= figure.value <= 1
        quantity = Quantity(figure.value, unit if fits else NUMBER)
    return Found(name=name, title=figure.label, quantity=quantity, meaning=figure.meaning)


def _table(name: str, frame: pd.DataFrame) -> Table:
    columns = tuple(
        Column(column, column.replace("_", " "), NUMBER if frame[column].dtype.kind in "iuf" else None)
        for column in map(str, frame.columns)
    )
    return Table(name=name, title=name.replace("_", " "), columns=columns, frame=frame)

"""Findings with every kind of block, column and reason."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Reason,
    Why,
    share,
    undefined,
)
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.findings import Block, Declared, Note, Section, State
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import plain, sentence

MARKED = 8675309.25
"""A value of the data that no document may show."""

RISK = Declared(
    "risk", "Risk of a <link>", SHARE, "Right links, divided by all records.", symbol="DR_W", better="less"
)
NONE = Declared("largest", "Largest sample", RECORDS, "The largest sample that keeps the limit.")


def sizes(rows: int = 3, capped: int = 200) -> Table:
    frame = pd.DataFrame(
        {
            "size": range(1, rows + 1),
            "before": np.linspace(0.1, 0.9, rows),
            "after": [np.nan, *np.linspace(0.2, 0.3, rows - 1)],
            "median": [MARKED] * rows,
        }
    )
    columns = (
        Column("size", "Size of the group", RECORDS, role="key"),
        Column("before", "Original", SHARE, role="before", over="Right"),
        Column(
            "after",
            "Masked",
            SHARE,
            "Share after masking.",
            role="after",
            over="Right",
            undefined=Reason(Why.NO_RECORDS, "No group of this size is left."),
        ),
        Column("median", "Median income", NUMBER, secrecy=Secrecy.RECORD),
    )
    return Table(
        name="group_sizes",
        title="Right links",
        columns=columns,
        frame=frame,
        capped=capped,
    )


def plot(kind: str = "curves", **changes: object) -> Plot:
    drawn = Plot(
        name="drawn",
        title="Right links by size",
        kind="curves",
        table="group_sizes",
        x=Axis("Size of the group", column="size", unit=RECORDS),
        y=Axis("Right", unit=SHARE),
        series=(Series("before", "original", "before"), Series("after", "masked", "after")),
        figure="risk",
    )
    return replace(drawn, kind=kind, **changes)


def assessment(*blocks: Block) -> Assessment:
    data = Microdata(pd.DataFrame({"income": [MARKED, 2.0]}))
    risk = RISK.figure(
        share(61, 3049, Bound.AT_MOST, empty="Nothing is released."),
        computation=(("Right links", Quantity(61, RECORDS)),),
        note="bound",
    )
    figures = (
        replace(risk, before=share(1000, 3049, empty="")),
        NONE.figure(undefined(RECORDS, Why.NOT_APPLICABLE, "No limit is set.")),
        State("exactness", "Exactness", "upper_bound", "Some left-out records look like released ones."),
    )
    notes = (
        Note(plain("Upper bound: left-out records count."), name="bound"),
        Note(sentence("{n} record is alone.", "{n} records are alone.", "n", n=2), "warning"),
    )
    first = Section(name="risk", about=plain("How often a link is right."), blocks=figures, notes=notes)
    second = Section(name="sizes", title="By size", blocks=blocks or (sizes(), plot()))
    return Assessment(
        measure="links",
        title="Right links",
        source="A book",
        version=1,
        parameters={},
        original=data,
        masked=data,
        sections=(first, second),
    )


@pytest.fixture
def found() -> Assessment:
    return assessment()

"""Findings that hold every kind of block, for what shows them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, VALUES, Bound, Quantity, Reason, Why, count_unit
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import plain

STAND_OUT = Declared("stand_out", "Records that stand out", RECORDS, "Unique by few values.", "n", "less")
CHANCE = Declared("chance", "Chance a match is right", SHARE, "Of a match on a unique record.", "DIS", "less")
CORRECT = Declared("correct", "Correct matches", RECORDS, "Of all matches.", "m_c", "less")


def records(rows: int = 40) -> Table:
    """Rows of records: a key, a score, and a share that is not always defined."""
    frame = pd.DataFrame(
        {
            "age": [None if row % 7 == 0 else f"{row % 5}0 to {row % 5}9" for row in range(rows)],
            "score": [(row * 7) % 11 for row in range(rows)],
            "right": [np.nan if row % 4 == 0 else row / rows for row in range(rows)],
        }
    )
    columns = (
        Column("age", "Age", role="key"),
        Column("score", "Score", VALUES, "Sum over its sets."),
        Column(
            "right",
            "Right",
            SHARE,
            "Chance of a right match.",
            undefined=Reason(Why.NOT_APPLICABLE, "Every set contains a missing value."),
        ),
    )
    return Table(
        name="records",
        title="Records that stand out",
        columns=columns,
        frame=frame,
        rows=lambda row: np.array([row], dtype=np.int64),
        row_title=lambda _row: "standing out",
        capped=20,
    )


def curve(points: int = 31) -> Table:
    """Two curves over shares."""
    share = np.linspace(0, 0.3, points)
    frame = pd.DataFrame({"share": share, "before": 2 * share, "after": share})
    columns = (
        Column("share", "In the file", SHARE, role="key"),
        Column("before", "Original", SHARE),
        Column("after", "Masked", SHARE),
    )
    return Table(name="curve", title="Chance by share", columns=columns, frame=frame)


BOTH = (Series("before", "original", "before"), Series("after", "masked", "after"))

CURVES = Plot(
    name="chances",
    title="Chance a match is right",
    kind="curves",
    table="curve",
    x=Axis("share of all people", "share", SHARE),
    y=Axis("of a match", unit=SHARE),
    series=BOTH,
    figure="chance",
)


def figures() -> tuple[Figure, ...]:
    """A count that is kept, a share just above its limit, a bound that straddles it."""
    found = (
        STAND_OUT.figure(
            Quantity(417, RECORDS, part=417, whole=4000),
            computation=(("Sets looked at", Quantity(1200, count_unit("set"))),),
            rows=lambda: np.array([3, 5], dtype=np.int64),
            row_title="standing out",
        ),
        CHANCE.figure(Quantity(0.25004, SHARE, Bound.ESTIMATE), note="estimate"),
        CORRECT.figure(Quantity(83, RECORDS, Bound.AT_MOST)),
    )
    before = (Quantity(3060, RECORDS), Quantity(0.391, SHARE, Bound.ESTIMATE), Quantity(1196, RECORDS))
    return tuple(replace(one, before=was) for one, was in zip(found, before, strict=True))


LIMITS = {
    "stand_out": [Limit(measure="standing", figure="stand_out", value=420)],
    "chance": [Limit(measure="standing", figure="chance", value=0.25)],
    "correct": [Limit(measure="standing", figure="correct", value=50)],
}


@pytest.fixture
def found() -> Findings:
    """Findings of three sections."""
    estimate = Note(plain("For a simple random sample."), name="estimate")
    head = Section(name="head", blocks=figures(), notes=(estimate,))
    notes = (Note(plain("Of all sets."), name="score"), Note(plain("Left out: 3 records.")))
    how = Section(
        name="how",
        title="How records stand out",
        about=plain("The fewer values it takes, the easier."),
        blocks=(CURVES, curve(), records()),
        notes=notes,
    )
    return Findings(sections=(head, how))

"""Data whose descriptions hold all that codebooks tell."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.io.codebook.codebook_form import ReleasedFile, released_file


def labels(**by_value: str) -> tuple[ValueLabel, ...]:
    return tuple(ValueLabel(value=int(value[1:]), label=label) for value, label in by_value.items())


VARIABLES = (
    Variable(name="id", role=Role.IDENTIFIER, label="Number of the person"),
    Variable(
        name="sex",
        label='Sex of the "person"',
        role=Role.KEY,
        value_labels=labels(_2="Woman; <Frau> & 'dame'", _1="Man", _9="Not known", _7="Nobody has it"),
        missing=(9,),
        display=DisplayFormat(kind="number", width=1, decimals=0),
    ),
    Variable(
        name="größe & co",
        label="Income a month\nbefore tax",
        role=Role.CONFIDENTIAL,
        scale=Scale.CONTINUOUS,
        unit="€",
        missing=(-8.5,),
        missing_ranges=(MissingRange(low=-9.0, high=-7.0), MissingRange(low=None, high=-100.0)),
        display=DisplayFormat(width=10, decimals=2, program="spss", spelling="F10.2"),
    ),
    Variable(
        name="why",
        scale=Scale.CONTINUOUS,
        missing=(-101, -103),
        lettered_missing=(LetteredMissing(code=-101, letter="a"), LetteredMissing(code=-103, letter="c")),
        display=DisplayFormat(program="stata", spelling="%9.0g"),
    ),
    Variable(
        name="school",
        label="=Highest school",
        scale=Scale.ORDINAL,
        categories=("low", "middle", "=high", "none at all"),
    ),
    Variable(name="zip", value_labels=(ValueLabel(value="012", label="The city"),), missing=("NA",)),
    Variable(name="born", display=DisplayFormat(kind="date")),
    Variable(name="called", display=DisplayFormat(kind="datetime")),
    Variable(name="at", display=DisplayFormat(kind="time")),
)
"""What is known of the people."""


def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "id": ["p1", "p2", "p3", "p4"],
            "sex": [1, 2, 9, 1],
            "größe & co": [1200.5, -8.5, None, 3000.25],
            "why": [1, -101, 2, -103],
            "school": ["low", "=high", "middle", None],
            "zip": ["012", "NA", "013", "1"],
            "born": ["2001-05-09", None, "1950-12-31", "1999-01-01"],
            "called": ["2024-02-29T13:45:00", "2024-02-29T00:00:01", None, "2023-01-01T10:00:00"],
            "at": ["13:45:00", None, "00:00:01", "23:59:59"],
        }
    )
    return Microdata(frame, VARIABLES)


def file_of(data: Microdata, name: str = "people.csv", **how: Any) -> ReleasedFile:
    options = how.pop("options", {})
    return released_file(data, Path(name), None, options, **how)


@pytest.fixture
def described() -> Microdata:
    return people()

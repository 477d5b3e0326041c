"""Values of the data in tables of findings are written with the reader's sign."""

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.text.sentence import Sentence
from sdcdesk.document.measures import MEASURES

GIVEN: dict[str, dict[str, Any]] = {"l_diversity": {"l": 3}, "population_uniques": {"population_size": 900}}
NEED_MORE = {"k_map", "delta_presence"}
"""They need a population file; what they list are records as other measures list them."""


@pytest.fixture(scope="module")
def decimals() -> Microdata:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({name: rng.choice([1.25, 2.75, 3.5, 8.5], 300) for name in "abcs"})
    frame["weight"] = 2.0
    frame["wage"] = np.round(rng.normal(10, 1, 300), 1)
    keys = [Variable(name=name, role=Role.KEY) for name in "abc"]
    wage = Variable(name="wage", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    weight = Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    return Microdata(frame, [*keys, Variable(name="s", role=Role.CONFIDENTIAL), wage, weight])


@pytest.mark.parametrize("name", [kind.name for kind in MEASURES if kind.name not in NEED_MORE])
def test_text_with_decimals_knows_the_sign_of_its_reader(name: str, decimals: Microdata) -> None:
    released = decimals.take(np.arange(0, 300, 2))
    found = MEASURES[name](**GIVEN.get(name, {})).assess(decimals, released)
    for table in found.tables.values():
        for column in table.columns:
            texts = table.texts(column) if column.unit is None else []
            plain = [text for text in texts if not isinstance(text, Sentence)]
            assert not [text for text in plain if re.search(r"\d\.\d", text)], (table.name, column.name)

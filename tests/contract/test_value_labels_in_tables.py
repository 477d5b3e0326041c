"""Codes in tables of findings are shown with their value labels, and stay codes for programs."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.text.sentence import localised
from sdcdesk.document.measures import MEASURES

GIVEN: dict[str, dict[str, Any]] = {"l_diversity": {"l": 3}, "population_uniques": {"population_size": 900}}
NEED_MORE = {"k_map", "delta_presence"}
"""They need a population file; what they list are records as other measures list them."""

CODES = (8101, 8102, 8103, 8104)
MEASURES_WITH_VALUES = 11
"""Measures in whose tables codes stand; fewer: the test looks at nothing."""


@pytest.fixture(scope="module")
def labelled() -> Microdata:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({name: rng.choice(CODES, 300) for name in "abcs"})
    frame["weight"] = 2.0
    frame["wage"] = np.round(rng.normal(10, 1, 300), 1)
    labels = tuple(ValueLabel(value=code, label=f"Label of {code}") for code in CODES)
    keys = [Variable(name=name, role=Role.KEY, value_labels=labels) for name in "abc"]
    secret = Variable(name="s", role=Role.CONFIDENTIAL, value_labels=labels)
    wage = Variable(name="wage", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    weight = Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    return Microdata(frame, [*keys, secret, wage, weight])


def _released(labelled: Microdata) -> Microdata:
    return labelled.take(np.arange(0, 300, 2))


@pytest.mark.parametrize("name", [kind.name for kind in MEASURES if kind.name not in NEED_MORE])
def test_codes_stand_with_their_labels(name: str, labelled: Microdata) -> None:
    found = MEASURES[name](**GIVEN.get(name, {})).assess(labelled, _released(labelled))
    for table in found.tables.values():
        for column in table.columns:
            texts = table.texts(column) if column.unit is None else []
            bare = [
                text
                for text in map(localised, texts)
                if any(text.endswith(str(code)) and "Label" not in text for code in CODES)
            ]
            assert not bare, (table.name, column.name, bare[:3])


def test_some_tables_hold_codes_and_programs_read_them_bare(labelled: Microdata) -> None:
    measures = 0
    for kind in MEASURES:
        if kind.name in NEED_MORE:
            continue
        found = kind(**GIVEN.get(kind.name, {})).assess(labelled, _released(labelled))
        assert "Label of" not in str(findings_json(found)), kind.name
        public = withheld(found, Edition())
        shown = {
            text
            for table in found.tables.values()
            for column in table.columns
            if column.unit is None
            for text in map(localised, table.texts(column))
        }
        measures += any("Label of" in text for text in shown)
        told = [
            localised(text)
            for table in public.tables.values()
            for column in table.columns
            if column.unit is None
            for text in table.texts(column)
        ]
        assert not [text for text in told if "Label of" in text], kind.name
    assert measures >= MEASURES_WITH_VALUES

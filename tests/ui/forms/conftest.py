"""Microdata, and parameters of every method and measure, for forms."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.operation import Operation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from ui.forms.form import OperationForm

BESIDE: dict[str, list[dict[str, Any]]] = {
    "recoding": [
        {"variable": "age", "how": "breaks", "breaks": [0, 18, 65, 1000.5], "closed": "right"},
        {"variable": "zip", "how": "mapping", "mapping": {"0012": "city", "gone": "7"}, "others": "refuse"},
        {"variable": "school", "how": "mapping", "mapping": {"none": "low", "primary": "low"}},
        {
            "variable": "zip",
            "how": "level",
            "level": 2,
            "hierarchy": {"0012": "00 > city", "0013": "00 > city", "4801": "48 > >50 km"},
        },
        {"variable": "area", "how": "mapping", "mapping": {"1": 10, "2": 10}},
        {"variable": "area", "how": "mapping", "mapping": {"1": "10", "2": "town"}},
    ],
    "value_suppression": [
        {
            "variables": ["bonus", "school"],
            "where": {
                "hold": "any",
                "comparisons": [
                    {"variable": "school", "relation": "at least", "values": ["primary"]},
                    {"variable": "age", "relation": "is not", "values": [1, 2.5]},
                    {"variable": "zip", "relation": "is missing"},
                    {"variable": "age", "relation": "less than", "other": "bonus"},
                ],
            },
        },
    ],
    "matrix_masking": [{"variables": ["bonus"], "records": "1,0\n0,1", "edit_rules": "keep"}],
    "pram": [
        {"variable": "area", "how": "matrix", "transitions": {"1": {"1": 0.1, "9": 0.9}, "2": {"2": 1.0}}}
    ],
    "finished_file": [{"file": {"path": "/data/safe.csv", "sha256": "0" * 64}, "same_order": True}],
    "k_map": [{"population": {"path": "/data/people.csv", "sha256": "a" * 64}, "holds": "margins"}],
}
"""Parameters that ask more of editors than the examples: other kinds of values, lines and files, and a
matrix of as many lines as the file has records."""

EXAMPLES: dict[str, list[Mapping[str, Any]]] = {
    kind.name: [*kind.examples, *BESIDE.get(kind.name, [])] for kind in (*METHODS, *MEASURES)
}


@pytest.fixture(scope="session")
def data() -> Microdata:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "id": [f"P{number}" for number in range(60)],
            "income": rng.lognormal(10, 1, 60).round(2),
            "bonus": rng.integers(0, 4, 60) * 1000.0,
            "age": rng.integers(0, 100, 60),
            "zip": rng.choice(["0012", "0013", "4801"], 60),
            "area": rng.integers(1, 3, 60),
            "school": rng.choice(["none", "primary", "higher"], 60),
            "home": [f"H{number // 3}" for number in range(60)],
            "weight": 20.0,
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="id", role=Role.IDENTIFIER),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, unit="euros"),
            Variable(name="bonus", scale=Scale.CONTINUOUS, unit="euros"),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years"),
            Variable(name="zip", role=Role.KEY),
            Variable(name="area", role=Role.KEY),
            Variable(name="school", scale=Scale.ORDINAL, categories=("none", "primary", "higher")),
            Variable(name="home", role=Role.HOUSEHOLD),
            Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
        ],
    )


@pytest.fixture
def shown(qtbot: QtBot, data: Microdata):
    def show(kind: type[Operation], operation: Operation | None = None) -> OperationForm:
        form = OperationForm(kind, data, operation)
        qtbot.addWidget(form)
        with qtbot.waitExposed(form):
            form.show()
        return form

    return show

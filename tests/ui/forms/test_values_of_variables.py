"""Tests of the editor that asks for several values of each variable."""

import pandas as pd
from pytestqt.qtbot import QtBot

import sdcdesk as sdc
from sdcdesk.tables import TablePlan
from ui.forms.form import ModelForm


def test_values_with_semicolons_that_are_left_alone_stay_as_they_are(qtbot: QtBot) -> None:
    data = sdc.Microdata(pd.DataFrame({"region": ["N; W", "S"], "size": ["a", "b"]}))
    plan = TablePlan(rows=("size",), where={"region": ("N; W",)})
    form = ModelForm(TablePlan, data, plan)
    qtbot.addWidget(form)
    assert form.model().where == {"region": ("N; W",)}
    form.editors["where"].grid.cells.write({(0, 1): "S"})
    assert form.model().where == {"region": ("S",)}
    form.editors["where"].grid.cells.write({(0, 1): ""})
    assert form.model().where == {}

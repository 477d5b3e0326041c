"""The form of an operation on a table of cells: its dimensions are offered, and it is checked against it."""

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import SdcError
from tests.core.operations.cells import MergedCategories, SmallCells, cells
from ui.forms.form import OperationForm


def test_what_is_entered_fits_the_table(qtbot: QtBot) -> None:
    form: OperationForm[SmallCells] = OperationForm(SmallCells, cells())
    qtbot.addWidget(form)
    form.fill({"count": "people", "least": 5})
    assert form.model() == SmallCells(count="people", least=5)
    form.fill({"count": "people", "least": 0})
    with pytest.raises(SdcError, match="At least 1"):
        form.model()


def test_the_categories_of_a_dimension_are_offered(qtbot: QtBot) -> None:
    form: OperationForm[MergedCategories] = OperationForm(MergedCategories, cells())
    qtbot.addWidget(form)
    form.fill({"dimension": "sex"})
    assert form.editors["merged"].categories == ["f", "m"]
    form.fill({"merged": {"f": "all"}})
    assert form.model() == MergedCategories(dimension="sex", merged={"f": "all"})

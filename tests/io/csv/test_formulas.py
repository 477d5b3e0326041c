import gc
import weakref

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io.csv import formulas as formulas_module
from sdcdesk.io.csv.formulas import formulas


def test_cells_of_text_that_a_spreadsheet_computes_are_counted_by_variable():
    data = Microdata(
        pd.DataFrame({"a": ["=1", "x", "+49 1", "-5", None], "b": ["x"] * 5, "c": [-1, 2, 3, 4, 5]})
    )
    assert formulas(data) == {"a": 2}


def test_data_are_counted_once_as_long_as_they_live(monkeypatch):
    data, seen = Microdata(pd.DataFrame({"a": ["=1", "x"]})), []
    counted = formulas_module._are_formulas
    monkeypatch.setattr(formulas_module, "_are_formulas", lambda text: seen.append(1) or counted(text))
    first = formulas(data)
    first.clear()
    assert formulas(data) == {"a": 1}
    assert len(seen) == 1
    assert formulas(data.assign({"a": pd.Series(["x", "x"])})) == {}
    left = weakref.ref(data)
    del data
    gc.collect()
    assert left() is None, "the count keeps nothing alive"


def test_a_count_that_was_cancelled_is_made_again():
    data = Microdata(pd.DataFrame({"a": ["=1", "x"]}))
    with pytest.raises(Cancelled):
        formulas(data, Progress(cancelled=lambda: True))
    assert formulas(data) == {"a": 1}

"""Values that are tried: series of numbers, and an editor for those of each parameter of each method."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.operation import Operation
from sdcdesk.masking import METHODS
from tests.ui.forms.conftest import EXAMPLES
from ui.forms.number_series import read_series, written_series
from ui.forms.numbers import read_whole
from ui.forms.tried_values_form import TriedValuesForm


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2; 5; 10", [2.0, 5.0, 10.0]),
        ("1 to 4", [1.0, 2.0, 3.0, 4.0]),
        ("0.1 to 0.5 by 0.1; 3", [0.1, 0.2, 0.3, 0.4, 0.5, 3.0]),
        ("-2 to 2 by 2", [-2.0, 0.0, 2.0]),
        ("10–30 by 10; 20", [10.0, 20.0, 30.0]),
        ("", []),
    ],
)
def test_series_are_read(text: str, numbers: list[float]) -> None:
    assert read_series(text) == numbers


@pytest.mark.parametrize("text", ["a", "5 to 1", "1 to 5 by 0", "1 to", "1 to 100000"])
def test_what_is_no_series_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        read_series(text)


@given(st.lists(st.one_of(st.integers(-50, 50), st.floats(-1e6, 1e6)), max_size=12, unique=True))
def test_what_is_written_is_read_again(numbers: list[float]) -> None:
    for language in (QLocale.Language.English, QLocale.Language.German):
        QLocale.setDefault(QLocale(language))
        assert read_series(written_series(numbers)) == pytest.approx(numbers, rel=1e-9)
    whole = [number for number in numbers if isinstance(number, int)]
    assert read_series(written_series(whole), read_whole) == whole


@pytest.mark.parametrize("kind", [*METHODS], ids=lambda kind: kind.name)
def test_values_that_are_shown_are_read_back(kind: type[Operation], data: Microdata, qtbot: QtBot) -> None:
    for parameters in EXAMPLES[kind.name]:
        wanted = kind(**parameters)
        shown = {name: (getattr(wanted, name),) for name in parameters}
        form = TriedValuesForm(kind, data, shown)
        qtbot.addWidget(form)
        read = form.values()
        assert all(len(tried) == 1 for tried in read.values())
        assert kind(**{name: tried[0] for name, tried in read.items()}) == wanted

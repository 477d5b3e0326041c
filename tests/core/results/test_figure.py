import pytest

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.results.figure import Declared


def test_a_figure_in_another_unit_than_declared_is_refused() -> None:
    declared = Declared("lonely", "Lonely records", SHARE, "Alone, of those released.")
    assert declared.figure(Quantity(0.5, SHARE)).value == 0.5
    with pytest.raises(ValueError, match="declared in share, and found in records"):
        declared.figure(Quantity(5, RECORDS))

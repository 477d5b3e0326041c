import pytest

from sdcdesk.core.figure import Declared
from sdcdesk.core.quantity import RECORDS, SHARE, Quantity


def test_a_figure_in_another_unit_than_declared_is_refused() -> None:
    declared = Declared("lonely", "Lonely records", SHARE, "Alone, of those released.")
    assert declared.found(Quantity(0.5, SHARE)).value == 0.5
    with pytest.raises(ValueError, match="declared in share, and found in records"):
        declared.found(Quantity(5, RECORDS))

"""Words for values that a hierarchy lacks."""

import pytest

from sdcdesk.hierarchies.absent_values import absent_values_text


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ((48211,), "48211 is in the data but not in the hierarchy of Zip."),
        (("a", "b"), "a and b are in the data but not in the hierarchy of Zip."),
        (tuple("abcd"), "a and 3 other values are in the data but not in the hierarchy of Zip."),
    ],
)
def test_one_or_two_values_are_named_and_more_are_counted(values: tuple[object, ...], told: str) -> None:
    assert absent_values_text(values, "Zip") == told

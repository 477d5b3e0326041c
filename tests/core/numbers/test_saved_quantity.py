"""Quantities that are saved are read again as they were, the sentence of their reason included."""

import json
from dataclasses import replace

import pytest

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Why, share, undefined
from sdcdesk.core.numbers.saved_quantity import read_quantity, saved_quantity


@pytest.mark.parametrize(
    "quantity",
    [
        Quantity(0.1 + 0.2, NUMBER, Bound.ESTIMATE, (0.25, 0.5)),
        share(3, 7, empty="There is none."),
        replace(Quantity(70, RECORDS), rounded_to=10),
        undefined(SHARE, Why.NO_RECORDS, "No record is released."),
    ],
)
def test_a_quantity_is_read_as_it_was_saved(quantity: Quantity) -> None:
    assert read_quantity(json.loads(json.dumps(saved_quantity(quantity))), quantity.unit) == quantity


def test_what_is_no_quantity_is_refused() -> None:
    with pytest.raises(ValueError, match="either a value or a reason"):
        read_quantity({"value": None, "bound": "exact"}, NUMBER)
    with pytest.raises(ValueError, match="wide"):
        read_quantity({"value": 1.0, "bound": "wide"}, NUMBER)

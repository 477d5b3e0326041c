"""Labels of keys that were recoded locally: what their codes mean, in whatever order and kind these are."""

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.masking import LocalRecoding

LABELS: dict[Value, str] = {"d": "daily", "w": "weekly", "m": "monthly", "n": "never"}


def recoded(values: list[object], labels: dict[Value, str] = LABELS, **described: object) -> Microdata:
    """Return what two records each have in common."""
    named = tuple(ValueLabel(value=value, label=label) for value, label in labels.items())
    variable = Variable(name="smokes", scale=Scale.ORDINAL, value_labels=named, **described)  # type: ignore[arg-type]
    return LocalRecoding(keys=["smokes"], k=2).apply(Microdata(pd.DataFrame({"smokes": values}), [variable]))


def test_a_range_of_texts_is_called_by_the_labels_of_its_ends() -> None:
    masked = recoded(["d", "d", "w", "n"], categories=("d", "w", "m", "n"))
    assert masked.column("smokes").tolist() == ["d", "d", "w to n", "w to n"]
    assert masked.variable("smokes").label_by_value() == {"d": "daily", "w to n": "weekly to never"}


def test_a_range_of_which_an_end_has_no_label_has_none() -> None:
    labels: dict[Value, str] = {"d": "daily", "w": "weekly"}
    masked = recoded(["d", "d", "w", "n"], labels, categories=("d", "w", "n"))
    assert masked.variable("smokes").label_by_value() == {"d": "daily"}


def test_numbers_are_called_by_all_labels_in_the_range_whatever_the_order_of_labels() -> None:
    labels: dict[Value, str] = {4: "never", 3: "monthly", 1: "daily", 2: "weekly", 9: "refused"}
    masked = recoded([1, 1, 2, 4, 9, 9], labels, missing=(9,))
    assert masked.column("smokes").dropna().tolist() == ["1", "1", "2 and over", "2 and over"]
    told = masked.variable("smokes").label_by_value()
    assert told == {"1": "daily", "2 and over": "weekly, monthly, never"}, "a missing value is an empty cell"


def test_without_labels_there_are_none() -> None:
    assert recoded([1, 1, 2, 4], {}).variable("smokes").value_labels == ()

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.loss import ContinuousLoss, HeadlineLoss
from sdcdesk.loss.changed_records import changed_records, unreleased_records

ORIGINAL = Microdata(
    pd.DataFrame({"town": ["a", "b", None, None, "c"], "income": [1.0, -9.0, 3.0, np.nan, 5.0]}),
    [Variable(name="income", scale=Scale.CONTINUOUS, missing=(-9,))],
)


def test_values_that_changed_went_or_came() -> None:
    masked = ORIGINAL.assign({"town": pd.Series(["a", None, None, "x", "d"], dtype="str")})
    assert changed_records(ORIGINAL, masked, "town").tolist() == [1, 3, 4]
    turned = masked.take(np.array([4, 0, 3]))
    assert changed_records(ORIGINAL, turned, "town").tolist() == [4, 3]
    assert unreleased_records(ORIGINAL, turned).tolist() == [1, 2]


def test_codes_of_missing_values_are_no_values() -> None:
    masked = ORIGINAL.assign({"income": pd.Series([1.0, np.nan, 3.5, -9.0, -9.0])})
    assert changed_records(ORIGINAL, masked, "income").tolist() == [2, 4]


def test_recoded_and_dropped_variables_changed_in_all_records() -> None:
    banded = ORIGINAL.recode("income", lambda values: values.map("{:.0f} or so".format))
    assert changed_records(ORIGINAL, banded, "income").tolist() == [0, 2, 4]
    assert changed_records(ORIGINAL, ORIGINAL.drop(["town"]), "town").tolist() == [0, 1, 2, 3, 4]


def test_rows_of_the_losses_lead_to_their_records() -> None:
    masked = ORIGINAL.assign({"income": pd.Series([1.0, -9.0, 3.5, np.nan, 5.0])}).take(np.array([0, 2, 3]))
    parts = HeadlineLoss().assess(ORIGINAL, masked).tables["parts"]
    assert parts.frame["part"].tolist() == ["records left out", "town", "income"]
    assert [parts.rows(row).tolist() for row in range(3)] == [[1, 4], [], [2]]
    assert [parts.row_title(row) for row in range(3)] == [
        "left out",
        "with another town",
        "with another income",
    ]
    variables = ContinuousLoss().assess(ORIGINAL, masked).tables["variables"]
    assert variables.rows(0).tolist() == [2]

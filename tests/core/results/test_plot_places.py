"""Plots draw columns of numbers, and of quantities that have a bound or digits of their own."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.plot_places import numbers
from sdcdesk.core.results.table import Table


def test_quantities_are_drawn_at_their_values() -> None:
    own = Quantity(0.25, SHARE, bound=Bound.AT_MOST)
    none = Quantity(None, SHARE, reason=Reason(Why.NOT_APPLICABLE, "Not defined here."))
    frame = pd.DataFrame({"plain": [0.5, None, 1.0], "own": pd.Series([own, none, 0.5], dtype=object)})
    columns = (Column("plain", "Plain", SHARE), Column("own", "Own", SHARE))
    table = Table(name="found", title="Found", columns=columns, frame=frame)
    assert np.allclose(numbers(table, "plain"), [0.5, np.nan, 1.0], equal_nan=True)
    assert np.allclose(numbers(table, "own"), [0.25, np.nan, 0.5], equal_nan=True)

"""Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss: the 18 cells of Table 5.

Two variables with correlation r have eigenvalues 1 + r and 1 − r with eigenvectors (1, 1)/√2 and (1, −1)/√2,
so that all cells of the table are known in closed form.
"""

from math import sqrt

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.loss import ContinuousLoss

BEFORE = {"a": [1.0, 2.0, 3.0, 4.0, 5.0], "b": [2.0, 1.0, 4.0, 3.0, 5.0]}
AFTER = {"a": [1.0, 2.0, 3.0, 5.0, 4.0], "b": [1.0, 2.0, 3.0, 4.0, 10.0]}

OLD, NEW = {"a": 2.5, "ab": 2.0, "b": 2.5}, {"a": 2.5, "ab": 3.5, "b": 12.5}
"""Variances and covariances; the correlations are 2/2.5 = 0.8 and 3.5/√(2.5·12.5)."""

R, S = 0.8, 3.5 / sqrt(31.25)
WEIGHTS = (1 + R) / 2, (1 - R) / 2
"""Shares of the two components in the variance of the original."""


def errors(before: list[float], after: list[float], weights: list[float]) -> tuple[float, float, float]:
    """The three columns of the table, as its formulas add them up."""
    cells = list(zip(weights, before, after, strict=True))
    return (
        sum(w * (m - n) ** 2 for w, m, n in cells) / len(cells),
        sum(w * abs(m - n) for w, m, n in cells) / len(cells),
        sum(w * abs(m - n) / abs(m) for w, m, n in cells) / len(cells),
    )


def by_component(r: float, power: float) -> list[float]:
    """Entries of both eigenvectors times a power of their eigenvalues: first component, then second."""
    first, second = (1 + r) ** power / sqrt(2), (1 - r) ** power / sqrt(2)
    return [first, first, second, -second]


def test_all_18_cells() -> None:
    weights = [WEIGHTS[0], WEIGHTS[0], WEIGHTS[1], WEIGHTS[1]]
    printed = {
        "X": errors([*BEFORE["a"], *BEFORE["b"]], [*AFTER["a"], *AFTER["b"]], [1.0] * 10),
        "V": errors([*OLD.values()], [*NEW.values()], [1.0] * 3),
        "R": errors([R], [S], [1.0]),
        "RF": errors(by_component(R, 0.5), by_component(S, 0.5), weights),
        "C": errors([(1 + R) / 2] * 2, [(1 + S) / 2] * 2, [1.0] * 2),
        "F": errors(by_component(R, -0.5), by_component(S, -0.5), weights),
    }
    files = (Microdata(pd.DataFrame(columns)) for columns in (BEFORE, AFTER))
    found = ContinuousLoss().assess(*files, same_order=True).table("matrices").set_index("matrix")
    for matrix, cells in printed.items():
        row = found.loc[matrix, ["mean_square_error", "mean_absolute_error", "mean_variation"]].tolist()
        assert row == pytest.approx(cells, rel=1e-12), matrix
        assert found.loc[matrix, "utility"] == pytest.approx(1 / cells[0], rel=1e-12), matrix
    assert printed["X"] == pytest.approx((3.1, 1.1, (0.45 + 37 / 12) / 10), rel=1e-12), "by hand"
    assert found.loc[list(printed), "cells"].tolist() == [10, 3, 1, 4, 2, 4]

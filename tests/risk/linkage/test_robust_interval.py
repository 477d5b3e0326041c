"""Intervals by robust distance, against intervals and neighbours written down record by record."""

import math

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.kernels.robust_scatter import robust_scatter
from sdcdesk.masking import Recoding
from sdcdesk.risk import RobustIntervalDisclosure

NAMES = ("pay", "rent")


def people(records: int = 90) -> Microdata:
    rng = np.random.default_rng(11)
    pay = rng.lognormal(7, 1, records)
    frame = pd.DataFrame({"pay": pay, "rent": pay * 0.3 + rng.normal(0, 90, records)})
    frame.loc[::17, "rent"] = np.nan
    return Microdata(
        frame, [Variable(name=name, role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS) for name in NAMES]
    )


def noisy(data: Microdata) -> Microdata:
    rng = np.random.default_rng(2)
    columns = {
        name: data.column(name) * rng.normal(1, 0.08, len(data)) + rng.normal(0, 40, len(data))
        for name in NAMES
    }
    return data.assign(columns).take(np.arange(len(data))[::-1][:70])


@pytest.mark.parametrize(("width", "near", "others"), [(5.0, 5.0, 1), (20.0, 15.0, 3), (60.0, 0.0, 1)])
def test_every_interval_is_written_down(width: float, near: float, others: int) -> None:
    data = people()
    masked = noisy(data)
    found = RobustIntervalDisclosure(width=width, near=near, others=others).assess(data, masked)
    whole = [row for row in data.frame[[*NAMES]].to_numpy() if not np.isnan(row).any()]
    scatter = robust_scatter([np.array(column) for column in zip(*whole, strict=True)])
    assert scatter is not None
    inverse = np.linalg.inv(scatter.covariances)
    deviations = [
        1.4826022 * float(np.median(np.abs(column - np.median(column)))) for column in np.array(whole).T
    ]
    some, every, alone, weight, total = [], [], [], 0.0, 0.0
    released = masked.frame[[*NAMES]].to_numpy()
    for place, row in enumerate(masked.rows.tolist()):
        before, after = data.frame[[*NAMES]].to_numpy()[row], released[place]
        if np.isnan([*before, *after]).any():
            continue
        gap = before - scatter.location
        distance = math.sqrt(gap @ inverse @ gap)
        reach = width / 100 * distance / math.sqrt(2)
        inside = [abs(a - b) <= reach * s for a, b, s in zip(before, after, deviations, strict=True)]
        total += distance
        if any(inside):
            some.append(row)
            weight += distance
            beside = [
                other
                for other, values in enumerate(released)
                if other != place
                and not np.isnan(values).any()
                and math.sqrt(np.mean(((values - after) / deviations) ** 2)) <= near / 100
            ]
            if len(beside) < others:
                alone.append(row)
        if all(inside):
            every.append(row)
    assert some, "else nothing is tried"
    for name, rows in (
        ("records_some_inside", some),
        ("records_every_inside", every),
        ("records_inside_alone", alone),
    ):
        assert found.figure(name).rows().tolist() == rows
        assert found.value(name) == len(rows)
    assert found.value("weighted_share_inside") == pytest.approx(weight / total)


def test_an_outlier_counts_where_it_moves_no_more_than_the_others() -> None:
    """The same change of all values: the intervals of the standard deviation would hold all or none."""
    values = np.append(np.random.default_rng(1).normal(100, 10, 200), 1000.0)
    data = Microdata(pd.DataFrame({"pay": values}))
    masked = data.assign({"pay": pd.Series(values + 12)})
    found = RobustIntervalDisclosure(variables=["pay"], width=20.0).assess(data, masked)
    assert found.figure("records_some_inside").rows().tolist() == [200]
    assert found.value("records_inside_alone") == 1
    assert found.value("weighted_share_inside") > 10 * found.value("share_some_inside")


def test_what_has_no_robust_distance_says_so() -> None:
    values = np.random.default_rng(1).normal(100, 10, 40)
    data = Microdata(pd.DataFrame({"pay": values, "twice": 2 * values, "zero": [0.0] * 30 + [1.0] * 10}))
    tied = RobustIntervalDisclosure(variables=["pay", "twice"]).assess(data, data)
    assert "one plane" in tied.figure("records_some_inside").quantity.reason.text
    flat = RobustIntervalDisclosure(variables=["zero"]).assess(data, data)
    assert any("median absolute deviation" in str(note.text) for note in flat.sections[0].notes)
    assert flat.value("records_some_inside") is None
    coded = Recoding(variable="pay", how="width", width=10.0).apply(data)
    with pytest.raises(DataError, match="pay is not continuous in both files"):
        RobustIntervalDisclosure(variables=["pay"]).assess(data, coded)
    nobody = RobustIntervalDisclosure(variables=["pay"]).assess(data, data.take(np.empty(0, dtype=np.int64)))
    assert nobody.value("records_some_inside") is None

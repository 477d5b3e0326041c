"""t-closeness, β-likeness and δ-disclosure privacy against pairs of records, and published examples."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import log, log2

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import TCloseness
from tests.risk.diversity.small_files import (
    CONFIDENTIAL,
    MISSING,
    Row,
    people,
    rows_of_people,
    values_around,
)


def share(counter: Counter, value: object) -> Fraction:
    return Fraction(counter[value], counter.total())


def distance(group: Counter, everyone: Counter, *, ordered: bool) -> Fraction:
    values = sorted(everyone)
    differences = [share(group, value) - share(everyone, value) for value in values]
    if not ordered:
        return sum(map(abs, differences), Fraction(0)) / 2
    cumulative = [abs(sum(differences[: end + 1])) for end in range(len(values))]
    return sum(cumulative, Fraction(0)) / max(len(values) - 1, 1)


@given(
    rows_of_people,
    st.sampled_from(MISSING),
    st.sampled_from([0.0, 0.25, 0.5]),
    st.sampled_from([0.5, 1.0, 2.0]),
    st.sampled_from(["basic", "enhanced"]),
    st.sampled_from([0.5, 1.0]),
)
def test_the_records_that_break_each_criterion(
    rows: list[Row], missing: str, t: float, beta: float, likeness: str, delta: float
) -> None:
    data = people(rows)
    measure = TCloseness(missing=missing, t=t, beta=beta, likeness=likeness, delta=delta)
    found = measure.assess(data, data)
    broken: dict[str, set[int]] = {"close": set(), "alike": set(), "private": set()}
    worst: dict[str, list[float]] = {"distance": [], "gain": [], "learnt": []}
    for (name, column), at in product(CONFIDENTIAL.items(), range(len(rows))):
        if rows[at][column] is None:
            continue
        group = values_around(rows, at, column, missing)
        everyone = Counter(row[column] for row in rows if row[column] is not None)
        far = float(distance(group, everyone, ordered=name == "income"))
        ratios = {value: share(group, value) / share(everyone, value) for value in group}
        bits = max(abs(log2(ratio)) for ratio in ratios.values())
        broken["close"] |= {at} if far > t else set()
        broken["private"] |= {at} if bits >= delta else set()
        for value, ratio in ratios.items():
            enhanced = likeness == "enhanced" and ratio - 1 > -log(share(everyone, value))
            broken["alike"] |= {at} if ratio - 1 > beta or enhanced else set()
        worst["distance"].append(far)
        worst["gain"].append(float(max(ratios.values()) - 1))
        worst["learnt"].append(bits)
    for place, (name, breaking) in enumerate(broken.items()):
        assert found.tables["criteria"].rows(place).tolist() == sorted(breaking)
        figure = found.figure(f"share_not_{name}")
        if worst["distance"]:
            assert figure.quantity.part == len(breaking)
            assert figure.rows().tolist() == sorted(breaking)
    for name, values in worst.items():
        if not values:
            assert found.value(name) is None
        else:
            assert found.value(name) == pytest.approx(max(values), abs=1e-15, rel=1e-15)
    for at, row in enumerate(rows):
        assert np.isnan(found.record("distance")[at]) == (row[2] is row[3] is None)


def incomes(groups: str, values: list[float]) -> Microdata:
    frame = pd.DataFrame({"zip": list(groups), "income": values})
    income = Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    return Microdata(frame, [Variable(name="zip", role=Role.KEY), income])


def test_incomes_of_li() -> None:
    """Section 4: groups {3 4 5}, {6 8 11}, {7 9 10} of nine incomes; another grouping is 0.167-close."""
    data = incomes("aaabbbccc", [3.0, 4.0, 5.0, 6.0, 11.0, 8.0, 7.0, 9.0, 10.0])
    distances = TCloseness().assess(data, data).record("distance")
    assert distances[[0, 3]].tolist() == [0.375, 1 / 6]
    data = incomes("acabbbcac", [3.0, 4.0, 5.0, 6.0, 11.0, 8.0, 7.0, 9.0, 10.0])
    assert TCloseness().assess(data, data).value("distance") == 1 / 6


HIERARCHY = {
    "flu": "respiratory infection > respiratory",
    "pneumonia": "respiratory infection > respiratory",
    "bronchitis": "respiratory infection > respiratory",
    "pulmonary edema": "vascular lung > respiratory",
    "gastric ulcer": "stomach > digestive",
    "stomach cancer": "stomach > digestive",
    "gastritis": "stomach > digestive",
    "colitis": "colon > digestive",
}
"""Of Li, Figure 1; the label of all, and values that do not occur, count for its height."""


def ill(groups: str, illness: list[str]) -> Microdata:
    frame = pd.DataFrame({"zip": list(groups), "illness": illness})
    roles = {"zip": Role.KEY, "illness": Role.CONFIDENTIAL}
    return Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("flu", "bronchitis", 1), ("flu", "pulmonary edema", 2), ("flu", "stomach cancer", 3)],
)
def test_values_are_as_far_apart_as_the_label_of_both_is_high(one: str, other: str, apart: int) -> None:
    data = ill("ab", [one, other])
    for hierarchy in (HIERARCHY, {value: f"{labels} > any" for value, labels in HIERARCHY.items()}):
        found = TCloseness(ground="hierarchy", hierarchy=hierarchy).assess(data, data)
        # Half of the group has to become the other value.
        assert found.value("distance") == pytest.approx(apart / 3 / 2)
        assert found.table("variables")["ground"].tolist() == ["hierarchy"]
    assert TCloseness().assess(data, data).value("distance") == 0.5


def test_the_height_is_that_of_the_whole_hierarchy() -> None:
    data = ill("ab", ["flu", "pneumonia"])
    for flu, pneumonia, apart in (
        ("x > any", "x > any", 1 / 2),
        ("x > any", "y > all", 1),
        ("any", "any", 1),
    ):
        hierarchy = {"flu": flu, "pneumonia": pneumonia}
        found = TCloseness(ground="hierarchy", hierarchy=hierarchy).assess(data, data)
        assert found.value("distance") == pytest.approx(apart / 2)
    found = TCloseness(ground="hierarchy", hierarchy=HIERARCHY).assess(data, data)
    assert found.value("distance") == pytest.approx(1 / 6)


def test_a_hierarchy_must_know_all_values_and_be_one() -> None:
    data = ill("ab", ["flu", "measles"])
    with pytest.raises(DataError, match="1 value of illness is not in the hierarchy"):
        TCloseness(ground="hierarchy", hierarchy=HIERARCHY).assess(data, data)
    for hierarchy in ({}, {"a": "b", "c": "d > e"}, {"a": "x > y", "b": "x > z"}, {"a": "x > "}):
        with pytest.raises(ParameterError, match="hierarchy"):
            TCloseness(ground="hierarchy", hierarchy=hierarchy)
    # What has no effect is refused.
    with pytest.raises(ParameterError, match="no effect"):
        TCloseness(hierarchy=HIERARCHY)


def test_the_order_is_that_of_the_variable() -> None:
    order = ("none", "primary", "higher")
    frame = pd.DataFrame({"zip": list("aab"), "school": ["none", "higher", "higher"]})
    for scale, expected in ((Scale.ORDINAL, "order"), (Scale.NOMINAL, "equality")):
        school = Variable(name="school", role=Role.CONFIDENTIAL, scale=scale, categories=order)
        data = Microdata(frame, [Variable(name="zip", role=Role.KEY), school])
        found = TCloseness().assess(data, data)
        assert found.table("variables")["ground"].tolist() == [expected]
        # Two values occur, so that neighbours are 1 apart by both.
        assert found.value("distance") == pytest.approx(1 / 3)
        equal = TCloseness(ground="equality").assess(data, data)
        assert equal.table("variables")["ground"].tolist() == ["equality"]


def test_a_limit_is_not_missed_by_rounding() -> None:
    """A tenth of the file has x, and 11 of 100 in the first group: it gains exactly β."""
    data = ill("a" * 100 + "b" * 100, ["x"] * 11 + ["y"] * 89 + ["x"] * 9 + ["y"] * 91)
    found = TCloseness(beta=0.1, t=0.01).assess(data, data)
    assert found.value("gain") == 0.1
    assert found.value("distance") == 0.01
    assert found.value("share_not_alike") == found.value("share_not_close") == 0


def test_bits_that_equal_delta_are_too_many() -> None:
    data = ill("aabb", ["x", "x", "x", "y"])
    assert TCloseness(delta=1.0).assess(data, data).value("share_not_private") == 0.5
    assert TCloseness(delta=1.0001).assess(data, data).value("share_not_private") == 0


def test_a_constant_is_no_news() -> None:
    data = ill("aab", ["x", "x", "x"])
    found = TCloseness(t=0.0, likeness="enhanced").assess(data, data)
    assert [found.value(name) for name in ("distance", "gain", "learnt")] == [0, 0, 0]
    assert found.table("criteria")["records"].tolist() == [0, 0, 0]

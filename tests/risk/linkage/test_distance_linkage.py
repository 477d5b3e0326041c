"""Record linkage by distance: the example of the paper, and comparing all pairs in exact fractions."""

from fractions import Fraction
from itertools import product
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import Recoding
from sdcdesk.risk import DistanceLinkage
from sdcdesk.risk.linkage.links import Ties
from tests.worked.domingo_ferrer_torra_2004 import table_1


@pytest.mark.parametrize(("ties", "links"), [("expected", 6.5), ("strict", 6.0), ("generous", 7.0)])
def test_table_1_of_the_paper(ties: Ties, links: float) -> None:
    found = DistanceLinkage(ties=ties).assess(*table_1())
    assert found.value("linked") == links / 8
    assert found.record("chance").tolist() == [1, 1, 1, 1, 0.5, 0, 1, 1]
    assert found.record("nearest").tolist() == [1, 1, 1, 1, 2, 1, 1, 1]
    assert (found.value("surely_linked"), found.value("possibly_linked"), found.value("tied")) == (6, 7, 1)


def test_table_1_by_fewer_variables() -> None:
    assert DistanceLinkage(keys=["name", "surname"]).assess(*table_1()).value("linked") == pytest.approx(
        5.7 / 8, rel=1e-14
    )
    swept = DistanceLinkage(subsets=2).assess(*table_1()).table("combinations").set_index("variables")
    assert len(swept) == 6
    assert swept.loc["name, surname", "linked"] == pytest.approx(5.7 / 8, rel=1e-14)


VALUE = {
    "number": st.sampled_from([None, -1, 0, 1, 2, 5]),
    "other": st.sampled_from([0, 1, 3]),
    "grade": st.sampled_from([None, "A", "B", "C", "D"]),
    "zip": st.sampled_from([None, "1", "2", "3"]),
    "sex": st.sampled_from(["f", "m"]),
}
Person = dict[str, Any]
PEOPLE = st.lists(st.fixed_dictionaries(VALUE), min_size=1, max_size=8)


def microdata(people: list[Person]) -> Microdata:
    frame = pd.DataFrame({name: pd.Series([one[name] for one in people], dtype=object) for name in VALUE})
    frame = frame.astype({"number": "Int64", "other": "int64"})
    grade = Variable(name="grade", scale=Scale.ORDINAL, categories=("A", "B", "C", "D"))
    return Microdata(frame, [grade, *(Variable(name=name) for name in ("zip", "sex"))])


def variance(people: list[Person], name: str) -> Fraction:
    """Of n − 1; 0 where there is none."""
    values = [Fraction(one[name]) for one in people if one[name] is not None]
    if len(values) < 2:
        return Fraction(0)
    mean = sum(values) / len(values)
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def squared(
    one: Person, other: Person, names: list[str], people: list[Person], ends: int, weights: dict[str, float]
) -> Fraction:
    total = Fraction(0)
    for name in names:
        weight = Fraction(weights.get(name, 1.0))
        x, y = one[name], other[name]
        spread = variance(people, name) if name in ("number", "other") else None
        if spread == 0:
            continue
        if x is None or y is None:
            total += weight * (x is not y)
        elif spread is not None:
            total += weight * Fraction(x - y) ** 2 / spread
        elif name == "grade":
            total += weight * Fraction(abs(ord(x) - ord(y)) + ends, 4) ** 2
        else:
            total += weight * (x != y)
    return total


def nearest(
    one: Person, people: list[Person], names: list[str], ends: int, weights: dict[str, float]
) -> set[int]:
    distances = [squared(one, other, names, people, ends, weights) for other in people]
    return {place for place, distance in enumerate(distances) if distance == min(distances)}


@given(
    people=PEOPLE,
    data=st.data(),
    keys=st.sets(st.sampled_from(list(VALUE)), min_size=1).map(sorted),
    ordinal=st.sampled_from(["metric", "printed"]),
    right=st.sampled_from(["identity", "nearest"]),
    weights=st.dictionaries(st.sampled_from(list(VALUE)), st.sampled_from([0.0, 0.5, 1.0, 2.0, 4.0])),
)
def test_all_is_as_comparing_every_pair_says(
    people: list[Person],
    data: st.DataObject,
    keys: list[str],
    ordinal: Literal["metric", "printed"],
    right: Literal["identity", "nearest"],
    weights: dict[str, float],
) -> None:
    weights = {name: weight for name, weight in weights.items() if name in keys}
    if all(weights.get(name) == 0 for name in keys):
        weights[keys[0]] = 3.0
    changed = [data.draw(st.fixed_dictionaries(VALUE)) for _ in people]
    changed = [
        {name: (old if data.draw(st.booleans()) else new)[name] for name in VALUE}
        for old, new in zip(people, changed, strict=True)
    ]
    kept = sorted(data.draw(st.sets(st.integers(0, len(people) - 1))))
    original = microdata(people)
    masked = original.assign(dict(microdata(changed).frame.items())).take(np.array(kept, dtype=np.int64))
    found = DistanceLinkage(keys=keys, ordinal=ordinal, right=right, weights=weights).assess(original, masked)
    ends = int(ordinal == "printed")
    near = [nearest(changed[place], people, keys, ends, weights) for place in kept]
    true = [
        {place} if right == "identity" else nearest(changed[place], people, list(VALUE), ends, {})
        for place in kept
    ]
    chances = [Fraction(len(a & b), len(a) * len(b)) for a, b in zip(near, true, strict=True)]
    assert found.record("nearest").tolist() == [len(one) for one in near]
    assert found.record("chance").tolist() == pytest.approx([float(one) for one in chances], rel=1e-14)
    assert found.value("surely_linked") == sum(one == 1 for one in chances)
    assert found.value("possibly_linked") == sum(one > 0 for one in chances)
    if kept:
        assert found.value("linked") == pytest.approx(float(sum(chances) / len(kept)), rel=1e-14)


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ({"sex": -1.0}, "not between"),
        ({"sex": float("inf")}, "weights"),
        ({"sex": float("nan")}, "weights"),
        ({"zip": 2.0}, "none of the key variables"),
        ({"sex": 0.0}, "weight 0"),
    ],
)
def test_weights_that_mean_nothing_are_refused(weights: dict[str, float], why: str) -> None:
    data = microdata([{"number": 1, "other": 0, "grade": "A", "zip": "1", "sex": "f"}] * 2)
    with pytest.raises((DataError, ParameterError), match=why):
        DistanceLinkage(keys=["sex"], weights=weights).assess(data, data)


def test_a_variable_without_spread_is_left_out_and_named() -> None:
    people = Microdata(pd.DataFrame({"age": [20, 30, 40], "height": [170, 170, 170]}))
    found = DistanceLinkage(keys=["age", "height"]).assess(
        people, people.assign({"height": pd.Series([1, 2, 3])})
    )
    assert found.value("linked") == 1
    assert any("no two different values" in note and "height" in note for note in found.notes)
    assert found.table("variables")["variable"].tolist() == ["age"]


def test_a_recoded_variable_is_compared_at_its_level() -> None:
    people = Microdata(pd.DataFrame({"age": [21, 24, 38, 55]}))
    masked = Recoding(variable="age", how="width", width=10.0).apply(people)
    found = DistanceLinkage(keys=["age"]).assess(people, masked)
    assert found.table("variables")["level"].tolist() == ["recoded"]
    assert found.record("nearest").tolist() == [2, 2, 1, 1]
    assert found.value("linked") == 0.75


def test_a_value_outside_the_order_is_refused_if_the_variable_was_named() -> None:
    people = Microdata(pd.DataFrame({"age": [21, 24], "sex": ["f", "m"]})).describe(
        Variable(name="sex", role=Role.KEY), Variable(name="age", scale=Scale.CONTINUOUS, role=Role.KEY)
    )
    bands = people.assign({"age": pd.Series(["20s", "20s"])})
    with pytest.raises(DataError, match="age: 2 masked records"):
        DistanceLinkage(keys=["age"]).assess(people, bands)
    found = DistanceLinkage().assess(people, bands)
    assert found.value("linked") == 1
    assert any(note.startswith("Left out: age") for note in found.notes)


def test_a_key_that_was_dropped_links_nothing() -> None:
    people = Microdata(pd.DataFrame({"age": [21, 24, 38, 55], "sex": list("fmfm")}))
    found = DistanceLinkage(keys=["age"]).assess(people, people.drop(["age"]))
    assert found.value("linked") == 0.25
    assert found.record("nearest").tolist() == [4, 4, 4, 4]


def test_a_number_beyond_all_bounds_is_equally_far_from_all() -> None:
    people = Microdata(pd.DataFrame({"age": [1.0, 2.0, 4.0, 8.0]}))
    masked = people.assign({"age": pd.Series([1.0, 1e308, -1e308, 8.0])})
    assert DistanceLinkage(keys=["age"]).assess(people, masked).record("nearest").tolist() == [1, 4, 4, 1]


def test_units_and_large_offsets_decide_no_tie() -> None:
    ages = np.array([10.1, 10.3, 17.2, 10.2])
    for factor, offset in product([1.0, 0.37, 1e6], [0.0, 1e3]):
        people = Microdata(pd.DataFrame({"age": ages * factor + offset}))
        found = DistanceLinkage(keys=["age"]).assess(people.take(np.arange(4)), people.take(np.array([3])))
        assert found.record("nearest").tolist() == [1]
        near = people.assign({"age": pd.Series(np.array([10.2, 10.2, 17.2, 10.25]) * factor + offset)})
        others = DistanceLinkage(keys=["age"]).assess(people, near)
        assert others.record("nearest").tolist() == [1, 1, 1, 2]

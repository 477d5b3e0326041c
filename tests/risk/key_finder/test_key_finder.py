"""The key finder against its definition: all sets of variables, counted one by one."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import KeyFinder

Row = tuple[str | None, ...]
Some = tuple[int, ...]

NAMES = ("a", "b", "c", "d", "e")
VALUES = st.sampled_from(["x", "y", "z", None])
ROWS = st.integers(1, 5).flatmap(
    lambda columns: st.lists(st.tuples(*[VALUES] * columns), min_size=1, max_size=12)
)


def microdata(rows: list[Row], keys: tuple[str, ...] = ()) -> Microdata:
    names = NAMES[: len(rows[0])]
    frame = pd.DataFrame(rows, columns=list(names)).astype(object)
    roles = {name: Role.KEY if name in keys else Role.OTHER for name in names}
    return Microdata(frame, [Variable(name=name, role=roles[name]) for name in names])


def unique(rows: list[Row], some: Some) -> set[int]:
    """The records that share their values with nobody; without variables nobody stands alone."""
    values = [tuple(row[at] for at in some) for row in rows]
    return {at for at, value in enumerate(values) if some and values.count(value) == 1}


def sets_of(columns: int, largest: int) -> list[Some]:
    return [some for size in range(1, largest + 1) for some in combinations(range(columns), size)]


@given(rows=ROWS, largest=st.integers(1, 3))
def test_it_is_what_the_definition_says(rows: list[Row], largest: int) -> None:
    data = microdata(rows)
    found = KeyFinder(largest=largest).assess(data, data)
    columns = len(rows[0])
    every, sets = tuple(range(columns)), sets_of(columns, min(largest, columns))
    assert found.value("unique_records") == len(unique(rows, every))
    by_few = set().union(*(unique(rows, some) for some in sets))
    assert found.value("unique_by_few") == len(by_few)
    assert found.record("sets").tolist() == [
        sum(at in unique(rows, some) for some in sets) for at in range(len(rows))
    ]
    table = found.tables["variables"]
    assert table.rows is not None
    for place, row in enumerate(table.frame.to_dict("records")):
        at = NAMES.index(row["variable"])
        lost = unique(rows, every) - unique(rows, tuple(other for other in every if other != at))
        added = [
            len(unique(rows, some)) - len(unique(rows, tuple(each for each in some if each != at)))
            for some in sets
            if at in some
        ]
        assert row["alone"] == len(unique(rows, (at,)))
        assert row["marginal"] == len(lost)
        assert set(table.rows(place).tolist()) == lost
        assert row["mean"] == pytest.approx(sum(added) / len(added))
        assert row["reason"].endswith(".")
    assert table.frame["mean"].round(9).is_monotonic_decreasing
    assert table.column("mean").bound is Bound.EXACT


@given(rows=ROWS, largest=st.integers(1, 3))
def test_every_record_has_one_smallest_size(rows: list[Row], largest: int) -> None:
    data = microdata(rows)
    table = KeyFinder(largest=largest).assess(data, data).tables["sizes"]
    assert table.rows is not None
    columns = len(rows[0])
    counted = min(largest, columns)
    expected: dict[str, list[int]] = {name: [] for name in table.frame["size"]}
    for at in range(len(rows)):
        sizes = [len(some) for some in sets_of(columns, columns) if at in unique(rows, some)]
        name = "none" if not sizes else str(min(sizes)) if min(sizes) <= counted else f"{counted + 1}+"
        expected[name].append(at)
    found = {name: table.rows(place).tolist() for place, name in enumerate(table.frame["size"])}
    assert found == expected
    assert table.frame["records"].tolist() == [len(found[name]) for name in table.frame["size"]]


@given(rows=ROWS)
def test_the_smallest_sets_reach_their_target(rows: list[Row]) -> None:
    data = microdata(rows)
    found = KeyFinder().assess(data, data)
    listed = found.tables["key_sets"].frame
    columns = len(rows[0])
    for percent in (1, 5, 20):
        reaching = [
            some for some in sets_of(columns, columns) if 100 * len(unique(rows, some)) >= percent * len(rows)
        ]
        quantity = found.figure(f"variables_for_{percent}_percent").quantity
        least = min((len(some) for some in reaching), default=None)
        here = listed[np.isclose(listed["target"], percent / 100)]
        if least is None:
            assert quantity.value is None
            assert not len(here)
        elif least > 3:
            assert (quantity.value, quantity.bound) == (4, Bound.AT_LEAST)
            assert not len(here)
        else:
            assert (quantity.value, quantity.bound) == (least, Bound.EXACT)
            smallest = {
                ", ".join(NAMES[at] for at in some): len(unique(rows, some))
                for some in reaching
                if len(some) == least
            }
            assert dict(zip(here["variables"], here["unique"], strict=True)).items() <= smallest.items()
            assert len(here) == min(len(smallest), 10)
            assert here["unique"].tolist() == sorted(here["unique"], reverse=True)
            assert here["unique"].max() == max(smallest.values())


def test_larger_sets_are_drawn_and_all_of_them_are_no_estimate() -> None:
    rng = np.random.default_rng(3)
    rows: list[Row] = [tuple(map(str, row)) for row in rng.integers(0, 3, (60, 5)).tolist()]
    data = microdata(rows)

    def means(**parameters: int) -> dict[str, float]:
        frame = KeyFinder(**parameters).assess(data, data).tables["variables"].frame
        return dict(zip(frame["variable"], frame["mean"], strict=True))

    def mean(at: int, largest: int) -> float:
        holding = [some for some in sets_of(5, largest) if at in some]
        parts = [tuple(each for each in some if each != at) for some in holding]
        added = [
            len(unique(rows, some)) - len(unique(rows, part))
            for some, part in zip(holding, parts, strict=True)
        ]
        return sum(added) / len(added)

    drawn = means(largest=4, sets=400)
    for at, name in enumerate(NAMES):
        assert drawn[name] == pytest.approx(mean(at, 4), rel=0.1)
    assert drawn == means(largest=4, sets=400)
    assert drawn != means(largest=4, sets=400, seed=1)
    table = KeyFinder(largest=4).assess(data, data).tables["variables"]
    assert table.column("mean").bound is Bound.ESTIMATE
    # Four of four variables: the only set of this size is counted.
    of_four = KeyFinder(variables=list(NAMES[:4]), largest=9).assess(data, data)
    assert of_four.tables["variables"].column("mean").bound is Bound.EXACT


def test_sets_of_keys_suggest_themselves() -> None:
    data = microdata([("x", "x", "y"), ("x", "y", "y"), ("y", "x", "y"), ("y", "y", "y")], keys=("a", "b"))
    listed = KeyFinder().assess(data, data).tables["key_sets"].frame
    assert listed["variables"].tolist() == ["a, b"] * 3
    assert all("suggested scenario" in known for known in listed["known"])
    of_others = microdata([("x", "x"), ("y", "x")], keys=("b",))
    assert KeyFinder().assess(of_others, of_others).tables["key_sets"].frame["known"].tolist() == [""] * 3


def test_keys_suggest_a_scenario_where_another_variable_does_better() -> None:
    rows: list[Row] = [("x", "x", "1"), ("x", "y", "2"), ("y", "x", "3"), ("y", "y", "4")]
    data = microdata(rows, keys=("a", "b"))
    found = KeyFinder().assess(data, data)
    listed = found.tables["key_sets"].frame
    assert listed["variables"].tolist() == ["c", "a, b"] * 3
    assert listed["known"].astype(bool).tolist() == [False, True] * 3
    assert found.value("variables_for_5_percent") == 1


def test_names_suggest_keys_and_scenarios_where_no_role_is_given() -> None:
    frame = pd.DataFrame(
        {
            "age": [30, 30, 50, 50],
            "town": list("abab"),
            "income": [1.5, 2.5, 3.5, 4.5],
            "code": [7, 8, 9, 10],
        }
    )
    roles = {"town": Role.KEY, "income": Role.OTHER, "age": Role.OTHER, "code": Role.OTHER}
    data = Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])
    found = KeyFinder().assess(data, data)
    listed = found.tables["key_sets"].frame.drop_duplicates("variables")
    known = dict(zip(listed["variables"], listed["known"], strict=True))
    assert known == {
        "income": "",
        "code": "",
        "age, town": "suggested scenario: others know them, by role or by name",
    }
    reasons = found.tables["variables"].frame.set_index("variable")["reason"]
    assert "suggests itself as a key" in reasons["age"]
    assert not any("suggests itself" in reasons[name] for name in ("town", "income", "code"))
    confidential = data.describe(data.variable("age").changed(role=Role.CONFIDENTIAL))
    listed = KeyFinder().assess(confidential, confidential).tables["key_sets"].frame
    assert not listed["known"].astype(bool).any(), "what is said of a variable comes before its name"


def test_identifiers_weights_and_households_are_no_candidates() -> None:
    frame = pd.DataFrame({"id": ["p", "q"], "w": [1.0, 2.0], "home": [1, 2], "sex": ["f", "f"]})
    data = Microdata(
        frame,
        [
            Variable(name="id", role=Role.IDENTIFIER),
            Variable(name="w", role=Role.WEIGHT),
            Variable(name="home", role=Role.HOUSEHOLD),
            Variable(name="sex"),
        ],
    )
    found = KeyFinder().assess(data, data)
    assert found.tables["variables"].frame["variable"].tolist() == ["sex"]
    assert found.value("unique_records") == 0
    assert KeyFinder(variables=["home"]).assess(data, data).value("unique_records") == 2
    with pytest.raises(DataError, match="No variable of the masked file could be a key"):
        KeyFinder().assess(data, data.drop(["sex"]))
    with pytest.raises(ParameterError, match="named twice"):
        KeyFinder(variables=["sex", "sex"])


def test_too_many_sets_are_refused() -> None:
    frame = pd.DataFrame(np.zeros((2, 120), dtype=int), columns=[f"v{at}" for at in range(120)])
    data = Microdata(frame)
    with pytest.raises(DataError, match="120 variables have 288,100 sets of up to 3"):
        KeyFinder().assess(data, data)
    assert KeyFinder(largest=1).assess(data, data).value("unique_by_few") == 0


def test_only_the_masked_file_counts() -> None:
    data = microdata([("x", "x"), ("x", "y"), ("y", "x")])
    found = KeyFinder().assess(data, data.take(np.array([2, 1])).drop(["b"]))
    assert found.value("unique_records") == 2
    figure = found.figure("unique_records")
    assert figure.rows is not None
    assert sorted(figure.rows().tolist()) == [1, 2]
    assert any("not looked at: b" in note for note in found.notes)

"""SUDA against its definition: all subsets of all records, counted one by one."""

from itertools import combinations
from math import factorial, prod
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound, Why
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import DataError
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.io import read
from sdcdesk.risk import Suda
from sdcdesk.risk.suda.scores import Scaling

Row = tuple[str | None, ...]
Sets = list[list[tuple[int, ...]]]

SCALINGS: tuple[Scaling, ...] = ("factorial", "product")
NAMES = ("a", "b", "c", "d")
VALUES = st.sampled_from(["x", "y", "z", None])
ROWS = st.lists(st.tuples(VALUES, VALUES, VALUES, VALUES), min_size=1, max_size=12)


def microdata(rows: list[Row], weights: list[float] | None = None) -> Microdata:
    names = NAMES[: len(rows[0])]
    variables = [Variable(name=name, role=Role.KEY) for name in names]
    frame = pd.DataFrame(rows, columns=list(names)).astype(object)
    if weights is not None:
        frame["w"] = weights
        variables.append(Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS))
    return Microdata(frame, variables)


def unique(rows: list[Row], at: int, keys: tuple[int, ...], missing: Missing) -> bool:
    """Whether no other record fits a record in some keys, all of which it has where missing matches all."""
    mine = rows[at]
    wild = missing == "wildcard"
    if wild and any(mine[key] is None for key in keys):
        return False
    return not any(
        all(mine[key] == row[key] or (wild and row[key] is None) for key in keys)
        for other, row in enumerate(rows)
        if other != at
    )


def slowly(rows: list[Row], missing: Missing, largest: int) -> Sets:
    """The minimal unique sets of each record."""
    found = []
    for at in range(len(rows)):
        sets = [
            keys
            for size in range(1, largest + 1)
            for keys in combinations(range(len(rows[0])), size)
            if unique(rows, at, keys, missing)
        ]
        found.append([keys for keys in sets if not any(set(part) < set(keys) for part in sets)])
    return found


@pytest.mark.parametrize("missing", ["category", "wildcard"])
@given(rows=ROWS, largest=st.integers(1, 5), scaling=st.sampled_from(SCALINGS))
def test_it_is_what_the_definition_says(
    rows: list[Row], missing: Missing, largest: int, scaling: Scaling
) -> None:
    data = microdata(rows)
    found = Suda(missing=missing, largest=largest, scaling=scaling, threshold=2.0).assess(data, data)
    most, sets = min(largest, 4), slowly(rows, missing, min(largest, 4))
    points = [
        factorial(4 - size) if scaling == "factorial" else prod(4 - i for i in range(size, most))
        for size in range(1, most + 1)
    ]
    scores = [sum(points[len(keys) - 1] for keys in each) for each in sets]
    assert found.record("score").tolist() == scores
    assert found.record("sets").tolist() == [len(each) for each in sets]
    assert found.value("minimal_sets") == sum(len(each) for each in sets)
    assert found.value("records_with_sets") == sum(1 for each in sets if each)
    smallest = min((len(keys) for each in sets for keys in each), default=None)
    quantity = found.figure("smallest_set").quantity
    if smallest is None and most < 4:
        assert (quantity.value, quantity.bound) == (most + 1, Bound.AT_LEAST)
    else:
        assert (quantity.value, quantity.bound) == (smallest, Bound.EXACT)
        assert smallest is not None or quantity.reason.code is Why.NONE_SUFFICES
    assert found.value("largest_score") == max(scores)
    assert found.value("mean_score") == pytest.approx(sum(scores) / len(rows), rel=1e-12)
    assert found.value("records_above") == sum(score > 2 for score in scores)
    check_sizes(found.tables["sizes"], sets, most)
    check_variables(found.tables["variables"], sets, scores, points)
    check_values(found.tables["values"], rows, sets, points)


def check_sizes(table: Table, sets: Sets, most: int) -> None:
    assert table.rows is not None
    for size in range(1, most + 1):
        row = table.frame.iloc[size - 1]
        having = [at for at, each in enumerate(sets) if any(len(keys) == size for keys in each)]
        assert row["sets"] == sum(len(keys) == size for each in sets for keys in each)
        assert row["records"] == len(having)
        assert row["first"] == sum(min(map(len, each), default=0) == size for each in sets)
        assert table.rows(size - 1).tolist() == having


def check_variables(table: Table, sets: Sets, scores: list[int], points: list[int]) -> None:
    assert table.rows is not None
    for at, row in enumerate(table.frame.to_dict("records")):
        key = NAMES.index(row["variable"])
        held = [keys for each in sets for keys in each if key in keys]
        assert row["sets"] == len(held)
        assert table.rows(at).tolist() == [
            at for at, each in enumerate(sets) if any(key in keys for keys in each)
        ]
        if sum(scores):
            assert row["share"] == pytest.approx(sum(points[len(keys) - 1] for keys in held) / sum(scores))
        else:
            assert np.isnan(row["share"])


def check_values(table: Table, rows: list[Row], sets: Sets, points: list[int]) -> None:
    assert table.rows is not None
    expected: dict[tuple[str, str], float] = {}
    for row, each in zip(rows, sets, strict=True):
        for keys in each:
            for key in keys:
                name = NAMES[key], "missing" if row[key] is None else str(row[key])
                expected[name] = expected.get(name, 0) + points[len(keys) - 1]
    total = sum(points[len(keys) - 1] for each in sets for keys in each)
    listed = {(row["variable"], row["value"]): row["share"] for row in table.frame.to_dict("records")}
    assert listed == pytest.approx({name: score / total for name, score in expected.items()})
    assert table.frame["records"].tolist() == [len(table.rows(at)) for at in range(len(table))]


def test_both_scalings_agree_where_all_sets_are_found() -> None:
    rows: list[Row] = [("x", "y", "z"), ("x", "x", "z"), ("y", "y", "z"), ("y", "x", "x"), ("x", "y", "x")]
    data = microdata(rows)
    one, other = (
        Suda(largest=9, scaling=scaling).assess(data, data).record("score").tolist() for scaling in SCALINGS
    )
    assert one == other


def test_a_lone_record_is_told_apart_by_every_present_value() -> None:
    data = microdata([("x", None, "z")])
    assert Suda().assess(data, data).record("sets").tolist() == [3]
    assert Suda(missing="wildcard").assess(data, data).record("sets").tolist() == [2]


PAIRED: list[Row] = [("x", "y"), ("x", "y"), ("x", "z"), ("y", "x"), ("z", "z"), ("z", "z"), ("z", "x")]


def test_the_data_intrusion_factor_is_its_formula() -> None:
    data = microdata(PAIRED)
    found = Suda(sampling_fraction=0.1).assess(data, data)
    factor = 0.1 * 3 / (0.1 * 3 + 2 * 0.9 * 2)
    assert found.value("intrusion") == pytest.approx(factor)
    assert found.figure("intrusion").quantity.bound is Bound.ESTIMATE
    dis = found.record("dis_suda")
    scored = found.record("score") > 0
    assert scored.tolist() == [False, False, True, True, False, False, True]
    assert dis[~scored].tolist() == [0.0] * 4
    assert len(dis[scored]) / (1 / dis[scored]).sum() == pytest.approx(factor)
    odds, score = 1 / dis[scored] - 1, found.record("score")[scored]
    assert odds / odds[0] == pytest.approx((score / score[0]) ** -(1 + (8 - 2) / 20))
    assert found.value("largest_dis_suda") == pytest.approx(dis.max())


def test_the_sampling_fraction_follows_from_the_weights() -> None:
    data = microdata(PAIRED, weights=[10.0] * 7)
    given_, by_weights = Suda(sampling_fraction=0.1).assess(data, data), Suda().assess(data, data)
    assert by_weights.value("intrusion") == pytest.approx(given_.value("intrusion"))
    for wrong in (0.0, -3.0, np.nan, 0.5):
        refused = microdata(PAIRED, weights=[wrong] * 7)
        assert Suda().assess(refused, refused).value("intrusion") is None


def test_what_a_missing_value_matches_switches_nothing_off_where_none_is_missing() -> None:
    data = microdata(PAIRED)
    category, wildcard = (
        Suda(sampling_fraction=0.1, missing=missing).assess(data, data)
        for missing in ("category", "wildcard")
    )
    assert wildcard.value("intrusion") == category.value("intrusion") is not None
    assert wildcard.record("dis_suda").tolist() == category.record("dis_suda").tolist()
    assert any("no released one is missing" in note for note in wildcard.notes)


@pytest.mark.parametrize(
    ("rows", "parameters", "why"),
    [
        ([("x", "y"), ("x", "z")], {"sampling_fraction": 0.1}, "Not estimable"),
        ([("x", "y"), ("x", "z")], {"sampling_fraction": 1.0}, "Not estimable"),
        ([("x", "y"), ("x", "y")], {"sampling_fraction": 0.1}, "unique by all keys"),
        (PAIRED, {}, "Nothing says which share"),
        ([*PAIRED, (None, "z")], {"sampling_fraction": 0.1, "missing": "wildcard"}, "do not form groups"),
    ],
)
def test_without_what_it_rests_on_the_factor_is_not_defined(
    rows: list[Row], parameters: dict[str, object], why: str
) -> None:
    data = microdata(rows)
    found = Suda(**parameters).assess(data, data)
    for name in ("intrusion", "largest_dis_suda"):
        quantity = found.figure(name).quantity
        assert quantity.value is None
        assert quantity.reason is not None
        assert why in quantity.reason.text
    assert "dis_suda" not in found.records


def test_many_keys_spread_no_factor_and_too_many_sets_are_refused() -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.integers(0, 2, (6, 120)), columns=[f"v{at}" for at in range(120)])
    frame = pd.concat([frame, frame.iloc[:1]], ignore_index=True)
    data = Microdata(frame)
    few = list(frame)[:28]
    found = Suda(keys=few, largest=2, sampling_fraction=0.1).assess(data, data)
    assert found.value("intrusion") is not None
    assert "fewer than 28 keys" in str(found.figure("largest_dis_suda").quantity.reason)
    with pytest.raises(DataError, match=r"120 key variables have 288,100 sets of up to 3"):
        Suda(keys=list(frame)).assess(data, data)
    with pytest.raises(DataError, match="too large with 120 key variables"):
        Suda(keys=list(frame), largest=1).assess(data, data)
    found = Suda(keys=list(frame), largest=1, scaling="product").assess(data, data)
    assert found.value("mean_score") == pytest.approx((found.value("minimal_sets") or 0) / 7)


def test_only_the_masked_file_counts_and_a_key_left_out_tells_nobody_apart() -> None:
    rows: list[Row] = [("x", "y"), ("x", "z"), ("y", "y")]
    data = microdata(rows)
    masked = data.take(np.array([2, 0])).drop(["b"])
    found = Suda().assess(data, masked)
    assert found.record("score").tolist() == [1.0, 1.0]
    assert found.value("smallest_set") == 1
    assert found.tables["records_at_risk"].frame["b after"].tolist() == ["left out", "left out"]


def test_all_sets_of_a_real_file_are_those_of_the_first_program(shared_data: Path) -> None:
    adult = read(shared_data / "adult" / "adult.csv")
    found = Suda(keys=list(adult.names), largest=9).assess(adult, adult)
    # The number that the Java program of SUDA2 finds.
    assert found.value("minimal_sets") == 62_809

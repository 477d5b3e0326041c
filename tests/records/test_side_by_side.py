import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.masking import Microaggregation, Recoding, TailCoding
from sdcdesk.records.compared_cells import ComparedCells
from sdcdesk.records.side_by_side import LEFT_OUT, SideBySide, side_by_side

NAMES = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"]


@pytest.fixture
def data() -> Microdata:
    frame = pd.DataFrame(
        {
            "name": NAMES,
            "age": [44, 31, 47, 38, 62, 31],
            "sex": ["f", "m", "f", None, "m", "m"],
            "income": [10.0, np.nan, 30.0, -9.0, 50.0, 60.0],
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="name", role=Role.IDENTIFIER),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="sex", role=Role.KEY),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, missing=(-9.0,)),
        ],
    )


@pytest.fixture
def banded(data: Microdata) -> Microdata:
    return Recoding(variable="age", how="width", width=10.0).apply(data)


def people(found: SideBySide) -> list[str]:
    return [NAMES[position] for position in found.order]


def test_groups_stand_together_in_the_order_of_the_keys(data: Microdata, banded: Microdata) -> None:
    found = side_by_side(data, banded, ["age", "sex"])
    assert people(found) == ["Bob", "Flo", "Di", "Ann", "Cy", "Ed"]
    assert found.band.tolist() == [False, False, True, False, False, True]
    assert found.sizes.tolist() == [2, 2, 2, 1, 1, 2]
    assert found.names == ("age", "sex", "income")


def test_without_keys_the_file_keeps_its_order(data: Microdata, banded: Microdata) -> None:
    found = side_by_side(data, banded)
    assert people(found) == NAMES
    assert found.sizes is None
    assert not found.band.any()


def test_a_missing_key_that_matches_every_value_counts_with_all(data: Microdata, banded: Microdata) -> None:
    found = side_by_side(data, banded, ["age", "sex"], "wildcard")
    assert found.sizes.tolist() == [2, 3, 2, 3, 1, 3]


def test_a_record_left_out_stands_where_recoding_would_have_put_it(
    data: Microdata, banded: Microdata
) -> None:
    masked = banded.take(np.array([0, 1, 3, 4]))
    found = side_by_side(data, masked, ["age", "sex"])
    assert people(found) == ["Bob", "Flo", "Di", "Ann", "Cy", "Ed"]
    assert found.position.tolist() == [0, 1, LEFT_OUT, 2, 3, LEFT_OUT]
    assert found.sizes.tolist() == [1, 1, 1, 1]


def test_a_record_left_out_whose_group_nobody_knows_comes_last(data: Microdata) -> None:
    masked = Microaggregation(variables=["age"], k=3).apply(data).take(np.array([1, 3, 4, 5]))
    found = side_by_side(data, masked, ["age"])
    assert people(found)[-2:] == ["Ann", "Cy"]
    assert set(people(found)[:4]) == {"Bob", "Di", "Ed", "Flo"}


def test_only_what_reads_differently_has_changed(data: Microdata) -> None:
    coded = TailCoding(variable="age", top=60.0, replace_by="label").apply(data)
    found = side_by_side(data, coded, ["age"])
    assert found.changed["age"].tolist() == [False, False, False, False, True, False]
    assert set(found.changed) == {"age"}


def test_a_changed_number_is_told_from_a_missing_one(data: Microdata) -> None:
    masked = data.assign({"income": pd.Series([10.0, np.nan, 31.0, np.nan, np.nan, 60.0])})
    found = side_by_side(data, masked)
    # The fourth was missing before, as the code −9.
    assert found.changed["income"].tolist() == [False, False, True, False, True, False]


def test_a_blanked_category_has_changed(data: Microdata) -> None:
    masked = data.assign({"sex": pd.Series(["f", None, "f", None, "x", "m"], dtype="str")})
    assert side_by_side(data, masked).changed["sex"].tolist() == [False, True, False, False, True, False]


def test_records_that_changed_or_were_left_out_are_found(data: Microdata) -> None:
    masked = data.assign({"income": pd.Series([10.0, np.nan, 31.0, -9.0, 50.0, 60.0])})
    found = side_by_side(data, masked.take(np.array([0, 1, 2, 3, 5])))
    assert [NAMES[found.order[place]] for place in found.different()] == ["Cy", "Ed"]
    assert side_by_side(data, data).different().tolist() == []


def test_edges(data: Microdata) -> None:
    nothing = data.take(np.array([], dtype=np.int64))
    found = side_by_side(data, nothing, ["age", "sex"])
    assert sorted(people(found)) == NAMES
    assert len(found.different()) == 6
    empty = Microdata(data.frame.iloc[:0], data.variables)
    assert len(side_by_side(empty, empty, ["age"]).order) == 0
    dropped = side_by_side(data, data.drop(["sex"]), ["age", "sex"])
    assert dropped.sizes.tolist() == [1, 2, 1, 1, 1, 2]


def test_it_can_be_cancelled(data: Microdata) -> None:
    with pytest.raises(Cancelled):
        side_by_side(data, data, ["age"], progress=Progress(cancelled=lambda: True))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.booleans()), min_size=1, max_size=40))
def test_order_sizes_and_changes_against_a_loop(records: list[tuple[int, int, bool]]) -> None:
    frame = pd.DataFrame({"a": [r[0] for r in records], "b": [r[1] for r in records]})
    data = Microdata(frame, [Variable(name="a", scale=Scale.CONTINUOUS), Variable(name="b")])
    new = pd.Series([a + 1 if change else a for a, _, change in records])
    masked = data.assign({"a": new})
    found = side_by_side(data, masked, ["a", "b"])
    keys = list(zip(new.tolist(), frame["b"].tolist(), strict=True))
    assert found.order.tolist() == sorted(range(len(keys)), key=lambda row: (keys[row], row))
    assert found.sizes.tolist() == [keys.count(key) for key in keys]
    assert found.changed["a"].tolist() == [change for _, _, change in records]


def test_a_value_that_nothing_changed_is_written_alike_in_both_files() -> None:
    frame = pd.DataFrame(
        {"key": ["a", "b", "c"], "weight": [100 / 3, 25.0, 100 / 7], "cents": [1.5, 2.25, 3.0]}
    )
    names = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("weight", "cents")]
    file = Microdata(frame, names)
    cells = ComparedCells(side_by_side(file, file, ["key"]), 3)
    for name in ("weight", "cents"):
        column = cells.both.names.index(name)
        before, after = cells.prepared(column), cells.prepared(column + len(cells.both.names))
        assert before is not None
        assert after is not None
        assert [before.text(row) for row in range(3)] == [after.text(row) for row in range(3)]
    weights = cells.prepared(cells.both.names.index("weight"))
    assert weights is not None
    assert [weights.text(row) for row in range(3)] == ["33.3333", "25.0000", "14.2857"]

from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.risk.keys.key_uniqueness import MOST, key_uniqueness, unique_records

PEOPLE = pd.DataFrame(
    {
        "age": [31, 31, 40, 40, 52],
        "sex": ["F", "F", "M", "F", None],
        "zip": ["0012", "0013", "0012", "0012", "0012"],
    }
)


def by_keys(table: pd.DataFrame) -> dict[tuple[str, ...], int]:
    return dict(zip(table["keys"], table["alone"].tolist(), strict=True))


def test_records_alone_are_counted_for_every_combination() -> None:
    table = key_uniqueness(Microdata(PEOPLE), ["age", "sex", "zip"])
    assert by_keys(table) == {
        ("age", "sex", "zip"): 5,
        ("age", "zip"): 3,
        ("age", "sex"): 3,
        ("sex", "zip"): 3,
        ("sex",): 2,
        ("age",): 1,
        ("zip",): 1,
    }
    assert table["alone"].tolist() == [5, 3, 3, 3, 2, 1, 1]
    assert table["size"].tolist() == [3, 2, 2, 2, 1, 1, 1]
    assert table["share"].tolist() == [1.0, 0.6, 0.6, 0.6, 0.4, 0.2, 0.2]


def test_all_keys_together_are_counted_beyond_the_largest_size() -> None:
    table = key_uniqueness(Microdata(PEOPLE), ["age", "sex", "zip"], largest=1)
    assert set(by_keys(table)) == {("age",), ("sex",), ("zip",), ("age", "sex", "zip")}


def test_a_missing_value_equals_only_another_one() -> None:
    frame = pd.DataFrame({"sex": ["F", None, "F", "x"]})
    assert by_keys(key_uniqueness(Microdata(frame), ["sex"])) == {("sex",): 2}
    coded = Microdata(frame, [Variable(name="sex", missing=("x",))])
    assert by_keys(key_uniqueness(coded, ["sex"])) == {("sex",): 0}


def test_the_records_that_stand_alone_are_located() -> None:
    data = Microdata(PEOPLE)
    assert unique_records(data, ["sex"]).tolist() == [2, 4]
    assert unique_records(data, []).tolist() == []


def test_a_key_named_twice_counts_once() -> None:
    assert by_keys(key_uniqueness(Microdata(PEOPLE), ["sex", "sex"])) == {("sex",): 2}


def test_many_keys_leave_out_the_larger_combinations() -> None:
    frame = pd.DataFrame({f"k{number}": [1, 2] for number in range(70)})
    sizes = key_uniqueness(Microdata(frame), list(frame.columns))["size"]
    assert len(sizes) <= MOST
    assert set(sizes) == {1, 70}, "the pairs alone would be 2,415"


def test_without_keys_and_without_records_nothing_is_invented() -> None:
    assert key_uniqueness(Microdata(PEOPLE), []).empty
    table = key_uniqueness(Microdata(PEOPLE.head(0)), ["age", "sex"])
    assert table["alone"].tolist() == [0, 0, 0]
    assert table["share"].isna().all()


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(DataError, match="no variable agee in the data; did you mean age"):
        key_uniqueness(Microdata(PEOPLE), ["agee"])
    with pytest.raises(ParameterError, match="at least 1 variable"):
        key_uniqueness(Microdata(PEOPLE), ["age"], largest=0)


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        key_uniqueness(Microdata(PEOPLE), ["age"], progress=Progress(cancelled=lambda: True))


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.tuples(*[st.sampled_from([None, 0.0, 1.0, 2.0])] * width), min_size=1, max_size=12
        )
    )
)
def test_it_agrees_with_counting_tuples(records: list[tuple[float | None, ...]]) -> None:
    names = [f"k{number}" for number in range(len(records[0]))]
    data = Microdata(pd.DataFrame(records, columns=names, dtype="float64"))
    counted = by_keys(key_uniqueness(data, names))
    for size in range(1, len(names) + 1):
        for chosen in combinations(range(len(names)), size):
            tuples = [tuple(record[place] for place in chosen) for record in records]
            often = Counter(tuples)
            some = tuple(names[place] for place in chosen)
            if some in counted:
                assert counted[some] == sum(often[one] == 1 for one in tuples)
                expected = np.flatnonzero([often[one] == 1 for one in tuples])
                assert unique_records(data, some).tolist() == expected.tolist()

from collections import Counter
from itertools import chain, combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError
from sdcdesk.loss import Ctbil
from sdcdesk.masking import LocalSuppression, Recoding, SimpleRandomSampling

VALUES = st.sampled_from(["a", "b", "c", None])
RECORDS = st.lists(st.tuples(VALUES, VALUES, VALUES), min_size=1, max_size=6)
NAMES = ("x", "y", "z")


def file(records: list[tuple[str | None, ...]]) -> Microdata:
    columns = zip(*records, strict=True) if records else [[]] * len(NAMES)
    return Microdata(
        pd.DataFrame(
            {name: pd.Series(values, dtype="str") for name, values in zip(NAMES, columns, strict=True)}
        )
    )


def slow_ctbil(
    before: list[tuple[str | None, ...]], after: list[tuple[str | None, ...]], largest: int, scale: float
) -> tuple[float, int]:
    """Go through every cell of every table, empty ones too; return the sum and the number of cells."""
    total, cells = 0.0, 0
    subsets = chain.from_iterable(combinations(range(len(NAMES)), size) for size in range(1, largest + 1))
    for subset in subsets:
        grid: list[tuple[object, ...]] = [()]
        for one in subset:
            categories = {record[one] for record in (*before, *after)}
            grid = [(*cell, category) for cell in grid for category in categories]
        was, now = (
            Counter(tuple(record[one] for one in subset) for record in file) for file in (before, after)
        )
        total += sum(abs(was[cell] - scale * now[cell]) for cell in grid)
        cells += len(grid)
    return total, cells


@given(RECORDS, RECORDS, st.integers(1, 3), st.booleans())
def test_tables_equal_those_of_going_cell_by_cell(
    before: list[tuple[str | None, ...]], after: list[tuple[str | None, ...]], largest: int, scaled: bool
) -> None:
    original = file(before)
    rows = [record for record, _ in zip(after, before, strict=False)]
    masked = original.take(np.arange(len(rows)))
    masked = masked.assign(dict(file(rows).frame.items()))
    found = Ctbil(largest=largest, scaled=scaled).assess(original, masked)
    total, cells = slow_ctbil(before, rows, largest, len(before) / len(rows) if scaled else 1.0)
    assert found.value("ctbil") == pytest.approx(total, abs=1e-9)
    assert found.value("ctbil_normalised") == pytest.approx(total / cells, abs=1e-9)
    assert found.table("dimensions")["cells"].sum() == cells
    assert found.table("tables")["ctbil"].sum() == pytest.approx(total, abs=1e-9)


def subset(found: Assessment, name: str) -> pd.Series:
    return found.table("tables").set_index("variables").loc[name]


def test_suppressing_one_value_gives_2_in_dimension_one() -> None:
    original = file([("a", "b", "c"), ("a", "a", "c"), ("b", "a", "c"), ("b", "b", "c")])
    masked = original.assign({"x": pd.Series(["a", "a", None, "b"], dtype="str")})
    found = Ctbil(largest=1).assess(original, masked)
    assert found.value("ctbil") == 2
    assert subset(found, "x")["ctbil"] == 2
    assert subset(found, "x")["cells"] == 3
    cells = found.table("cells")
    assert cells[["categories", "before", "after", "difference"]].values.tolist() == [
        ["missing", 0, 1, 1],
        ["b", 2, 1, -1],
    ]
    assert found.tables["cells"].rows is not None
    assert found.tables["cells"].rows(1).tolist() == [2, 3]
    assert found.tables["tables"].rows is not None
    assert found.tables["tables"].rows(0).tolist() == [2]


def test_suppressions_are_counted_twice_as_in_the_paper() -> None:
    original = file([("a", "b", "c"), ("a", "a", "c"), ("b", "a", "c"), ("b", "b", "a")])
    original = original.describe(*(Variable(name=name, role=Role.KEY) for name in NAMES))
    masked = LocalSuppression(k=2).apply(original)
    blanked = sum(int(masked.missing(name).sum()) for name in NAMES)
    assert blanked
    assert Ctbil(largest=1).assess(original, masked).value("ctbil") == 2 * blanked


def test_files_that_have_nothing_in_common_lose_all() -> None:
    original = file([("a", "a", "a"), ("a", "a", "b")])
    masked = original.assign({name: pd.Series(["c", "c"], dtype="str") for name in NAMES})
    assert Ctbil().assess(original, masked).value("ctbil_share") == 1
    assert Ctbil().assess(original, original).value("ctbil_share") == 0


def test_a_sample_is_compared_with_what_it_stands_for() -> None:
    original = file([("a", "a", "a"), ("b", "a", "a")] * 10)
    half = original.take(np.arange(10))
    assert Ctbil().assess(original, half).value("ctbil") == 0
    unscaled = Ctbil(scaled=False, largest=1).assess(original, half)
    assert unscaled.value("ctbil") == 3 * 10
    none = Ctbil().assess(original, half.take(np.arange(0))).figures["ctbil"].quantity
    assert none.reason is not None
    assert none.reason.code is Why.NO_RECORDS


def test_recoded_variables_are_compared_as_they_are_recoded() -> None:
    ages = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    original = Microdata(pd.DataFrame({"age": [1, 2, 11, 12, 25], "sex": list("fmfmf")}), [ages])
    recoded = Recoding(variable="age", how="width", width=10.0).apply(original)
    found = Ctbil().assess(original, recoded)
    assert found.table("tables")["variables"].tolist() == ["age", "sex", "age, sex"]
    assert found.value("ctbil") == 0
    gone = recoded.assign({"age": recoded.column("age").where(recoded.rows != 4, None)})
    assert subset(Ctbil().assess(original, gone), "age")["ctbil"] == 2
    named = Ctbil(variables=["age"]).assess(original, original)
    assert named.table("tables")["cells"].tolist() == [5]


def test_values_that_a_recoding_made_missing_are_lost() -> None:
    original = file([("a", "a", "a"), ("b", "a", "a"), (None, "a", "a")])
    masked = original.recode("x", lambda values: values.map({"a": "A"}))
    found = Ctbil(variables=["x"]).assess(original, masked)
    assert found.value("ctbil") == 2
    assert found.table("cells")["categories"].tolist() == ["missing", "made missing"]


def test_a_finished_file_needs_no_pairing() -> None:
    original = file([("a", "b", "c"), ("a", "a", "c"), ("b", "a", "c")])
    shorter = Microdata(file([("b", "a", "c"), ("a", "d", "c"), ("a", "b", "c")]).frame)
    found = Ctbil(largest=1).assess(original, shorter)
    assert found.value("ctbil") == 2


def test_too_many_tables_are_refused_and_the_dimension_may_be_beyond_the_variables() -> None:
    frame = pd.DataFrame({f"v{number}": ["a", "b"] for number in range(40)})
    with pytest.raises(DataError, match="102,090 tables") as caught:
        Ctbil(largest=4).assess(Microdata(frame), Microdata(frame))
    assert caught.value.field == "largest"
    data = file([("a", "b", "c")])
    assert len(Ctbil(largest=9).assess(data, data).table("tables")) == 7


def test_many_cells_are_never_a_dense_table() -> None:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({f"v{j}": rng.integers(0, 5000, 6000).astype(str) for j in range(6)})
    original = Microdata(frame)
    masked = SimpleRandomSampling(percentage=50.0).apply(original, seed=1)
    found = Ctbil(largest=6).assess(original, masked)
    assert found.table("tables")["cells"].iloc[-1] > 10**20
    assert len(found.table("tables")) == 63

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

import sdcdesk as sdc
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables import audit
from sdcdesk.tables.cells.cell_status import CellStatus
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.files.finished import from_cells
from sdcdesk.tables.files.finished_columns import FinishedColumns
from sdcdesk.tables.files.writing import write_table

CSV = """region,size,value
Total,Total,10
Total,a,6
Total,b,4
N,Total,7
N,a,5
N,b,2
S,Total,3
S,a,1
S,b,2
"""


def finished(text, **options):
    return from_cells(sdc.Microdata(pd.read_csv(io.StringIO(text), keep_default_na=True)), **options)


def test_a_table_of_another_program():
    table = finished(CSV)
    assert [one.codes for one in table.dimensions] == [("Total", "N", "S"), ("Total", "a", "b")]
    assert table.values[table.place_of(["N", "Total"])] == 7
    assert table.kind == "counts"
    assert set(table.status) == {CellStatus.PUBLISHED}
    assert finished(CSV, kind="sums").kind == "sums"


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("N,Total,7", "N,Total,8", "Total, Total: the parts add up to 11, not to 10"),
        ("S,b,2\n", "", "S, b is missing"),
        ("S,b,2\n", "S,b,2\nS,b,2\n", "S, b stands twice"),
        ("S,b,2\n", ",b,2\n", "region: row 9 has no code"),
        ("value", "amount", "no column value"),
        ("Total,", "All,", "region has no code Total"),
        ("S,b,2", "Q,b,2", "S, b is missing"),
        ("N,Total,7\n", "", "N, Total is missing"),
        ("Total,Total,10\nTotal,a,6\nTotal,b,4\n", "", "region has no code Total"),
        ("N,a,5", "N,a,five", "value: row 5 is neither a number nor one of the marks"),
        ("N,a,5", "N,a,5%", "value: row 5 is neither a number nor one of the marks"),
        ("N,a,5", 'N,a,"5,5"', "value: row 5 has a decimal comma"),
        ("N,a,5", 'N,a,"1,005"', "value: row 5 has a decimal comma or signs between thousands"),
        ("N,a,5", "N,a,1 005", "value: row 5 has a decimal comma or signs between thousands"),
        ("N,a,5", "N,a,1'005", "value: row 5 has a decimal comma or signs between thousands"),
        ("N,a,5", "N,a,1\u00a0005.5", "value: row 5 has a decimal comma or signs between thousands"),
        ("N,a,5", "N,a,inf", "N, a: the value is infinite"),
        ("N,a,5", "N,a,-5", "Total, a: the parts add up to −4, not to 6"),
        (CSV, "", "is empty"),
        (CSV, "region,size,value\n", "holds only a header line"),
        ("value\n", "value,value\n", "two columns called value"),
        (CSV, CSV.replace("\n", ",1\n").replace("value,1", "value,sales"), "sales has no code Total"),
        (
            CSV,
            CSV.replace("\n", ",no\n").replace("value,no", "value,status"),
            "row 1 has a status that is none",
        ),
        ("N,a,5", "N,a", "line 6: 2 fields where the first line has 3"),
        ("N,a,5", "N,a,5,9", "line 6: 4 fields where the first line has 3"),
        ("N,a,5", 'N,"a,5', "line 6: a quotation mark opens"),
        ("N,a,5", "N\0,a,5", "line 6: a zero byte"),
        (CSV, "value\n3\n", "no column for a dimension"),
    ],
)
def test_what_is_wrong_is_named(before, after, named, tmp_path):
    path = tmp_path / "table.csv"
    text = CSV.replace(before, after)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SdcError, match=named) as told:
        sdc.tables.read_finished(path)
    assert told.value.message.count(". ") == 0, "one sentence"


@pytest.mark.parametrize(
    "text", [CSV, "\ufeff" + CSV, CSV.replace(",", ";").replace("0\n", "0,0\n"), CSV.replace("\n", "\r\n")]
)
def test_what_is_only_written_in_another_way_is_read(text, tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode())
    assert sdc.tables.read_finished(path).values.tolist() == finished(CSV).values.tolist()


def test_rounded_tables_may_hide_cells():
    text = """a,b,value
Total,Total,101
Total,x,61
Total,y,41
N,Total,51
N,x,.
N,y,.
S,Total,51
S,x,.
S,y,.
"""
    data = sdc.Microdata(pd.read_csv(io.StringIO(text), dtype=str))
    table = from_cells(data, tolerance=1.0)
    assert table.is_hidden.sum() == 4
    assert (np.abs(table.relations.differences(table.values)) <= 1 + 1e-6).all()
    frame = audit(table)
    assert (frame["highest"] - frame["lowest"] >= 40).all()
    assert not np.signbit(frame["lowest"]).any(), "0, not −0"
    with pytest.raises(DataError, match="No values of the hidden cells agree"):
        from_cells(data, tolerance=0.2)


def test_totals_and_columns_have_the_names_that_the_file_gives_them():
    text = CSV.replace("Total,Total", "T_R,T_S").replace("Total,", "T_R,", 2).replace(",Total", ",T_S")
    text = text.replace("value", "turnover")
    columns = FinishedColumns(value="turnover")
    table = finished(text, total={"region": "T_R", "size": "T_S"}, columns=columns)
    assert [one.codes[0] for one in table.dimensions] == ["T_R", "T_S"]
    assert table.values.tolist() == finished(CSV).values.tolist()


def test_the_largest_contributions_of_a_finished_table_are_judged():
    text = "r,turnover,n,x1,x2\nTotal,203,6,61,59\nA,100,3,59,40\nB,103,3,61,20\n"
    columns = FinishedColumns("turnover", "n", largest=("x1", "x2"))
    table = finished(text, columns=columns)
    assert table.frequency.tolist() == [6, 3, 3]
    assert table.sensitive(sdc.tables.PPercent(10)).is_sensitive.tolist() == [False, True, False]
    assert table.sensitive(sdc.tables.Dominance(1, 59.2)).is_sensitive.tolist() == [False, False, True]
    with pytest.raises(DataError, match="fewer of the largest contributions than the 3"):
        table.sensitive(sdc.tables.Dominance(3, 60))


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("A,100,3,59,40", "A,100,3,40,59", "A: the contributions must be in falling order"),
        ("A,100,3,59,40", "A,100,3,61,40", "A: the largest contributions add up to more"),
        ("6,61,59\nA,100,3,59", "4,61,59\nA,100,1,59", "A: there are more contributions than contributors"),
        ("A,100,3,59,40", "A,100,2.5,59,40", "A: the frequency must be a whole number"),
        ("A,100,3,59,40", "A,100,3,59,-1", "A: a contribution is negative"),
        ("A,100,3,59,40", "A,100,3,59,", "A: one of its largest contributions is missing"),
        ("A,100,3,59,40", "A,100,0,,", "A: nobody contributes to a value that is not 0"),
        ("Total,203,6,61,59", "Total,203,2,61,59", "Total: it cannot have fewer contributors"),
        ("Total,203,6,61,59", "Total,203,7,61,59", "Total: it cannot have fewer contributors"),
        ("Total,203,6,61,59", "Total,203,6,60,59", "Total: its largest contribution is smaller"),
    ],
)
def test_contributions_that_contradict_the_cell_are_named(before, after, named):
    text = "r,value,frequency,largest_1,largest_2\nTotal,203,6,61,59\nA,100,3,59,40\nB,103,3,61,20\n"
    assert finished(text).contributions is not None
    with pytest.raises(DataError, match=named):
        finished(text.replace(before, after))


def test_a_contribution_that_is_missing_is_named_without_frequencies_too():
    text = "r,value,largest_1,largest_2\nTotal,203,61,59\nA,100,59,41\nB,103,61,20\n"
    assert finished(text).frequency is None
    assert finished(text.replace("A,100,59,41", "A,100,100,").replace("l,203,61", "l,203,100")).contributions
    with pytest.raises(DataError, match="A: one of its largest contributions is missing"):
        finished(text.replace("A,100,59,41", "A,100,59,"))


def test_hidden_cells_have_values_that_are_possible_and_are_known_as_hidden():
    text = (
        CSV.replace("N,a,5", "N,a,")
        .replace("N,b,2", "N,b,")
        .replace("S,a,1", "S,a,")
        .replace("S,b,2", "S,b,")
    )
    table = finished(text)
    assert table.is_hidden.sum() == 4 == table.unknown.sum()
    assert not len(table.relations.broken(table.values, 1e-6))
    with pytest.raises(DataError, match="No values of the hidden cells agree"):
        finished(text.replace("S,Total,3", "S,Total,4"))


def test_marks_stand_for_hidden_values():
    text = (
        CSV.replace("N,a,5", "N,a,x")
        .replace("N,b,2", "N,b,..")
        .replace("S,a,1", "S,a,")
        .replace("S,b,2", "S,b,c")
    )
    table = finished(text)
    assert table.is_hidden.tolist() == [False] * 4 + [True] * 2 + [False] + [True] * 2
    with pytest.raises(DataError, match="value: row 5 is neither a number nor one of the marks"):
        finished(CSV.replace("N,a,5", "N,a,low"))
    columns = FinishedColumns(marks=("low",))
    assert finished(CSV.replace("N,a,5", "N,a,low"), columns=columns).is_hidden.sum() == 1


def test_counts_of_a_finished_table_are_their_own_frequency():
    table = finished(CSV).sensitive(sdc.tables.MinimumFrequency(3))
    assert [table.cell_text(cell) for cell in np.flatnonzero(table.is_sensitive)] == ["N, b", "S, a", "S, b"]


def test_cells_whose_value_is_not_known_are_not_judged_and_keep_what_the_file_says():
    frame = pd.read_csv(io.StringIO(CSV)).assign(frequency=2, status="published", required_upper=0)
    inner = frame.index[[4, 5, 7, 8]]
    frame.loc[inner, "value"] = np.nan
    frame.loc[inner, "status"] = ["sensitive", "secondary", "secondary", "secondary"]
    frame.loc[4, "required_upper"] = 2
    table = from_cells(sdc.Microdata(frame)).sensitive(sdc.tables.MinimumFrequency(3))
    assert table.is_sensitive.tolist() == [True] * 5 + [False, True, False, False]
    assert table.sensitivity.upper[4] == 2
    assert set(table.sensitivity.reasons) == {0, 1, 2, 3, 6}


def test_labels_above_a_single_code_are_cells_of_a_finished_table():
    towns = Hierarchy.from_rows({"Kiel": ["North"], "Bremen": ["North"], "Ulm": ["South"]})
    text = "town,value\nTotal,6\nNorth,3\nKiel,1\nBremen,2\nSouth,3\nUlm,3\n"
    [town] = finished(text, hierarchies={"town": towns}).dimensions
    assert town.codes == ("Total", "North", "Kiel", "Bremen", "South", "Ulm")
    assert town.parents == (-1, 0, 1, 1, 0, 4)
    with pytest.raises(DataError, match="North is missing"):
        finished(text.replace("North,3\n", ""), hierarchies={"town": towns})
    with pytest.raises(DataError, match="town: Bonn is in the table and not in the hierarchy"):
        finished(text.replace("Ulm", "Bonn"), hierarchies={"town": towns})
    with pytest.raises(DataError, match="town: South has none of its parts in the table"):
        finished(text.replace("Ulm,3\n", ""), hierarchies={"town": towns})


codes = st.lists(
    st.text(st.sampled_from("aZ0159.,;=+-@'\"\n \t/éß"), min_size=1, max_size=4).filter(
        lambda code: code.strip() != ""
    ),
    min_size=1,
    max_size=4,
    unique=True,
)


@given(codes, codes, st.randoms(use_true_random=False), st.booleans())
def test_what_was_written_is_read_back(tmp_path_factory, first, second, random, internal):
    """Any codes and statuses; of the internal edition original values, of the other what is published."""
    dimensions = [Dimension.flat("=r", first, "Sum"), Dimension.flat("c", second, "Sum")]
    leaves = np.array([[random.randint(0, 99) / 4 for _ in second] for _ in first])
    rows = np.c_[leaves.sum(axis=1), leaves]
    table = CellTable(dimensions, np.vstack([rows.sum(axis=0), rows]).ravel())
    table = table.with_hand([0, len(table) - 1]).with_secondary(np.arange(len(table)) == 1)
    path = tmp_path_factory.mktemp("tables") / "table.csv"
    write_table(table, path, internal=internal)
    again = sdc.tables.read_finished(path, total="Sum", kind="sums")
    assert again.dimensions == tuple(one.changed(title="") for one in table.dimensions)
    np.testing.assert_array_equal(again.is_hidden, table.is_hidden)
    np.testing.assert_array_equal(again.released, table.released)
    if internal:
        np.testing.assert_array_equal(again.values, table.values)
        assert again.status == table.status
    write_table(again, path, internal=internal, overwrite=True)
    assert sdc.tables.read_finished(path, total="Sum", kind="sums").status == again.status


@given(st.integers(0, 2**32), st.booleans())
def test_finished_tables_linked_in_a_margin_are_audited_together(seed, whole):
    """Each hides other cells, also of the margin that both have; against scipy, table by table."""
    rng = np.random.default_rng(seed)
    cube = rng.integers(0, 9, (2, 2, 3)) / (1 if whole else 4)
    tables, rows, sums = [], [], []
    for name, axis in (("b", 2), ("c", 1)):
        inner = cube.sum(axis=axis)
        values = np.vstack([inner.sum(axis=0), inner])
        values = np.column_stack([values.sum(axis=1), values])
        codes = [("Total", "a0", "a1"), ("Total", *(f"{name}{at}" for at in range(inner.shape[1])))]
        hidden = rng.random(values.shape) < 0.4
        hidden[0, 0] = False
        lines = ["a," + name + ",value"]
        for row, column in np.ndindex(*values.shape):
            shown = "x" if hidden[row, column] else values[row, column]
            lines.append(f"{codes[0][row]},{codes[1][column]},{shown}")
            if not hidden[row, column]:
                picked = np.zeros(cube.shape)
                chosen = [slice(None)] * 3
                chosen[0] = slice(None) if row == 0 else slice(row - 1, row)
                chosen[3 - axis] = slice(None) if column == 0 else slice(column - 1, column)
                picked[tuple(chosen)] = 1
                rows.append(picked.ravel())
                sums.append(values[row, column])
        data = sdc.Microdata(pd.read_csv(io.StringIO("\n".join(lines)), dtype=str))
        tables.append(from_cells(data, kind="counts" if whole else "sums"))
    frame = audit(*tables)
    for _, cell in frame.iterrows():
        picked = np.zeros(cube.shape)
        chosen = [slice(None)] * 3
        for axis, name in enumerate("abc"):
            code = cell[name]
            if code not in ("", "Total"):
                chosen[axis] = int(code[1:])
        picked[tuple(chosen)] = 1
        ends = []
        for sign in (1, -1):
            found = linprog(sign * picked.ravel(), A_eq=np.array(rows), b_eq=sums, method="highs")
            ends.append(sign * found.fun)
        low, high = (np.ceil(ends[0] - 1e-6), np.floor(ends[1] + 1e-6)) if whole else ends
        assert (cell["lowest"], cell["highest"]) == pytest.approx((low, high), abs=1e-6)


def test_rules_say_of_a_table_that_was_written_what_they_say_of_the_records(tmp_path):
    frame = pd.DataFrame(
        {"r": list("aaabbc"), "v": [10, 1, 0, 100, 2, 8], "w": [2, 1, 1, 2, 1, 3.5]}, dtype=object
    ).astype({"v": float, "w": float})
    built = sdc.tables.build(sdc.Microdata(frame), rows=["r"], value="v", weight="w")
    write_table(built.sensitive(sdc.tables.MinimumFrequency(1)), tmp_path / "own.csv", internal=True)
    again = sdc.tables.read_finished(tmp_path / "own.csv")
    for rule in (sdc.tables.PPercent(10), sdc.tables.PriorPosterior(20, 50), sdc.tables.Dominance(2, 75)):
        one, other = built.sensitive(rule).sensitivity, again.sensitive(rule).sensitivity
        assert one.sensitive.tolist() == other.sensitive.tolist()
        assert one.upper == pytest.approx(other.upper)


def test_a_public_file_of_sums_beyond_twelve_digits_is_read_again(tmp_path):
    """Its numbers are rounded to twelve digits, so that published sums miss one another by their last."""
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {"a": np.repeat(list("uvwxyz"), 60), "b": ["m", "n"] * 180, "x": rng.gamma(2.0, 3e9, 360) / 7.0}
    )
    frame = frame[~frame["a"].isin(["y", "z"]) | (frame["b"] == "n")]
    few = frame[frame["a"].isin(["y", "z"])].groupby("a").head(2)
    data = sdc.Microdata(pd.concat([frame[~frame["a"].isin(["y", "z"])], few], ignore_index=True))
    built = sdc.tables.build(data, rows=["a"], columns=["b"], value="x")
    safe = sdc.tables.CellSuppression().protect(built.sensitive(sdc.tables.MinimumFrequency(3)))
    assert safe.is_hidden.any()
    write_table(safe, tmp_path / "t.csv")
    found = sdc.tables.read_finished(tmp_path / "t.csv")
    assert found.is_hidden.tolist() == safe.is_hidden.tolist()
    shown = ~found.is_hidden
    np.testing.assert_allclose(found.values[shown], safe.values[shown], rtol=1e-11)

import csv
import io
import zipfile

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.running.errors import WriteError
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.files.writing import table_bytes, write_table

RECORDS = pd.DataFrame(
    {"region": list("NNNSS"), "size": list("aabab"), "turnover": [812.25, 3.5, 77.125, 10.75, 641.5]}
)


@pytest.fixture
def table():
    built = sdc.tables.build(sdc.Microdata(RECORDS), rows=["region"], columns=["size"], value="turnover")
    return built.sensitive(sdc.tables.PPercent(10)).with_secondary(np.zeros(len(built), dtype=bool))


def test_readers_get_one_flag_and_no_reason(table, tmp_path):
    write_table(table, tmp_path / "t.csv")
    written = pd.read_csv(tmp_path / "t.csv", dtype=str, keep_default_na=False)
    assert list(written) == ["region", "size", "value", "flag"]
    hidden = table.is_hidden
    assert hidden.any()
    assert written.flag.tolist() == ["x" if one else "" for one in hidden]
    assert (written.value[hidden] == "").all()
    assert written.value[~hidden].astype(float).tolist() == table.values[~hidden].tolist()


def test_the_owner_keeps_values_reasons_and_contributions(table, tmp_path):
    write_table(table, tmp_path / "t.csv", internal=True)
    again = sdc.tables.read_finished(tmp_path / "t.csv")
    np.testing.assert_array_equal(again.values, table.values)
    assert again.status == table.status
    for name in ("lower", "upper"):
        np.testing.assert_array_equal(getattr(again.sensitivity, name), getattr(table.sensitivity, name))
    rule = sdc.tables.PPercent(10)
    np.testing.assert_array_equal(again.sensitive(rule).is_sensitive, table.is_sensitive)


def test_counts_are_whole_and_decimals_keep_all_their_digits(tmp_path):
    counts = sdc.tables.build(sdc.Microdata(RECORDS), rows=["region"])
    assert table_bytes(counts, tmp_path / "t.csv").decode() == "region,value,flag\nTotal,5,\nN,3,\nS,2,\n"
    whole = CellTable([Dimension.flat("r", ["a"])], np.array([1841.0, 1841.0]))
    assert table_bytes(whole, tmp_path / "t.csv").decode() == "r,value,flag\nTotal,1841,\na,1841,\n"
    values = np.array([1234567890124.75, 1234567890123.5, 1.25])
    sums = CellTable([Dimension.flat("r", ["a", "b"])], values)
    assert "1234567890124.75" in table_bytes(sums, tmp_path / "t.csv").decode()


def test_a_workbook_is_the_same_for_the_same_table(table, tmp_path):
    first, second = (table_bytes(table, tmp_path / "t.xlsx") for _ in range(2))
    assert first == second


def test_codes_are_no_formulas_in_either_file(tmp_path):
    codes = ['=HYPERLINK("http://x")', "+1+1", "@SUM(A1)", "-1", "http://x", "'=x"]
    table = CellTable([Dimension.flat("=name", codes)], np.array([6.0, 1, 1, 1, 1, 1, 1]))
    text = table_bytes(table, tmp_path / "t.csv").decode()
    for line in text.splitlines():
        assert not line.lstrip('"').startswith(("=", "+", "@"))
    write_table(table, tmp_path / "t.xlsx")
    with zipfile.ZipFile(tmp_path / "t.xlsx") as book:
        sheets = b"".join(book.read(name) for name in book.namelist() if "worksheets/" in name)
    assert b"<f>" not in sheets
    assert b"<hyperlink" not in sheets


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_codes_are_no_formulas_for_who_splits_lines_elsewhere(delimiter, tmp_path):
    codes = ["a;=cmd", "a\t=cmd", "a,=cmd", 'a";=cmd', "a\n=cmd", "a;b"]
    table = CellTable([Dimension.flat("r;=name", codes)], np.array([6.0, 1, 1, 1, 1, 1, 1]))
    text = table_bytes(table, tmp_path / "t.csv").decode()
    for line in csv.reader(io.StringIO(text), delimiter=delimiter):
        assert not [field for field in line if field.startswith("=")]
    write_table(table, tmp_path / "t.csv")
    [again] = sdc.tables.read_finished(tmp_path / "t.csv").dimensions
    assert (again.name, again.codes) == ("r;=name", ("Total", *codes))


@pytest.mark.parametrize("name", ["flag", "status", "published", "largest_1"])
def test_a_dimension_called_as_another_column_is_refused(name, tmp_path):
    table = CellTable([Dimension.flat(name, ["a"])], np.array([1.0, 1.0]))
    with pytest.raises(WriteError, match=f"The variable {name} is called as a column"):
        write_table(table, tmp_path / "t.csv")


def test_another_ending_is_refused(table, tmp_path):
    with pytest.raises(WriteError, match=r"\.csv or \.xlsx"):
        write_table(table, tmp_path / "t.ods")
    assert not list(tmp_path.iterdir())

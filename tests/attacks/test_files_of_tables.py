"""What a file of a protected table holds beside what is to be read: nothing of a hidden cell."""

import io
import re
import zipfile

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.tables.files.columns import public_columns
from sdcdesk.tables.files.writing import table_bytes

REGIONS, SIZES = ["N", "S", "W"], ["a", "b", "c"]


def protected(change=0.0):
    """Return a table with four hidden cells; `change` moves their values so that all published ones stay."""
    leaves = np.array([[512.5, 77.25, 3.0], [61.75, 918.5, 9.0], [8.0, 2.0, 41.0]])
    leaves[:2, :2] += change * np.array([[1, -1], [-1, 1]])
    frame = pd.DataFrame(
        {
            "region": np.repeat(REGIONS, len(SIZES)),
            "size": SIZES * len(REGIONS),
            "turnover": leaves.ravel(),
        }
    )
    table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["size"], value="turnover")
    hidden = [table.place_of([region, size]) for region in "NS" for size in "ab"]
    return table.with_hand(hidden[:1]).with_secondary(np.isin(np.arange(len(table)), hidden))


def contents(table, path, *, internal=False):
    """Return all that a file holds, unpacked."""
    content = table_bytes(table, path, internal=internal)
    if path.suffix == ".csv":
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return b"\n".join(name.encode() + book.read(name) for name in sorted(book.namelist()))


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_public_file_holds_nothing_of_hidden_cells(ending, tmp_path):
    path = tmp_path / f"table{ending}"
    table, other = protected(), protected(change=0.125)
    assert table.is_hidden.sum() == 4
    assert not np.array_equal(table.values, other.values)
    # Whatever the hidden values are, the file is the same, byte for byte: it holds nothing of them.
    assert contents(table, path) == contents(other, path)
    numbers = {float(text) for text in re.findall(rb"\d+\.\d+", contents(table, path))}
    assert not numbers & set(table.values[table.is_hidden].tolist())
    # The attack finds them in the edition that only the owner gets.
    assert contents(table, path, internal=True) != contents(other, path, internal=True)


def test_a_public_file_tells_not_which_hidden_cells_are_sensitive(tmp_path):
    """Who hides the same cells for other reasons publishes the same file."""
    path = tmp_path / "table.xlsx"
    table = protected()
    hidden = np.flatnonzero(table.is_hidden)
    others = table.with_hand(hidden[1:].tolist()).with_secondary(np.arange(len(table)) == hidden[0])
    assert table.status != others.status
    assert contents(table, path) == contents(others, path)


def test_columns_of_readers_have_no_contributors():
    assert list(public_columns(protected())) == ["region", "size", "value", "flag"]

"""Random files for counting: cells that look alike, and may or may not be the same value."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import sdcdesk as sdc

CELLS = (
    ["1", "1.0", "2", "007", "7", ""],
    ["1", "2", "-9", "3"],
    ["1.5", "2.50", "2.5", "-0", "0"],
    ["10", "20", " 20", "20 ", "30", "30.0"],
    ["a", "b", '"b"', '" "', '""', "NA", " a"],
    ["NA", "4", "5", ".", ""],
    ['"x,y"', '"two\nlines"', "x", '"say ""hi"""'],
    ["1e5", "100000", "3", "1e+05"],
    ["9007199254740993", "9007199254740992", "1"],
    ["0.10", "0.1", "0.20"],
    ["", '""'],
    [str(number) for number in range(40)],
)
"""Cells of a CSV file as they are written."""

ROLES = {"a": "key", "b": "key", "c": "key", "s": "confidential", "u": "confidential"}


def written_csv(path: Path, seed: int) -> Path:
    """Write a CSV file with random columns of such cells."""
    rng = np.random.default_rng(seed)
    records = int(rng.integers(1, 60))
    kinds = [CELLS[place] for place in rng.integers(0, len(CELLS), len(ROLES))]
    columns = [rng.choice(np.array(cells, dtype=object), records) for cells in kinds]
    # One column more, so that no line is empty.
    lines = [",".join([*row, "0"]) for row in zip(*columns, strict=True)]
    path.write_text("\n".join([",".join([*ROLES, "z"]), *lines]) + "\n", encoding="utf-8", newline="")
    return path


def written_parquet(path: Path, seed: int) -> Path:
    """Write a Parquet file with columns of random types, in several groups of records."""
    rng = np.random.default_rng(seed)
    records = int(rng.integers(1, 60))
    columns = {name: _typed(rng, records) for name in ROLES}
    pq.write_table(pa.table(columns), path, row_group_size=int(rng.integers(5, 40)))
    return path


def _typed(rng: np.random.Generator, records: int) -> pa.ChunkedArray | pa.Array:
    numbers = rng.integers(0, 4, records)
    empty = rng.random(records) < rng.choice([0.0, 0.2])
    made: list[Any] = [
        pa.array(numbers, pa.int8(), mask=empty),
        pa.array(numbers.astype(np.uint64) + np.uint64(2**63), mask=empty),
        pa.array(np.where(empty, np.nan, numbers / 2 * rng.choice([-1, 1], records))),
        pa.array(numbers.astype(np.float32) / 3, mask=empty),
        pa.array(np.array(["a", "", "b", " a"], dtype=object)[numbers], pa.string(), mask=empty),
        pa.array(numbers % 2 == 0, mask=empty),
        pa.array(numbers, pa.int32(), mask=empty).cast(pa.date32()),
        pa.array(np.array(["x", "y", "z", "w"], dtype=object)[numbers], mask=empty).dictionary_encode(),
        pa.array([None] * records),
        pa.array(numbers, pa.int32(), mask=empty).cast(pa.decimal128(12, 2)),
    ]
    return made[int(rng.integers(0, len(made)))]


def options(path: Path) -> sdc.FileOptions | None:
    """Return how such a file is read: with codes for missing, where it is text."""
    return sdc.ReadOptions(missing=(-9, "NA", ".")) if path.suffix == ".csv" else None

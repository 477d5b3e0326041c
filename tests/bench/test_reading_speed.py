"""A million records of 20 columns: reading and writing, beside pandas in the same run.

Run with `pytest tests/bench/test_reading_speed.py --benchmark-only`.
"""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.inspection import inspect
from sdcdesk.io import read, write

RECORDS = 1_000_000
ROUNDS = {"rounds": 3, "warmup_rounds": 1}


@pytest.fixture(scope="module")
def frame():
    """Eight columns of whole numbers, six of decimals, six of text."""
    rng = np.random.default_rng(1)
    columns: dict[str, np.ndarray] = {}
    for place, size in enumerate((2, 10, 100, 5_000, 10**6, 10**9, 120, 50)):
        columns[f"whole{place}"] = rng.integers(0, size, RECORDS)
    for place, digits in enumerate((2, 2, 2, 4, 15, 15)):
        columns[f"decimal{place}"] = rng.lognormal(8 if digits < 15 else 0, 1, RECORDS).round(digits)
    words = ["Male", "Female"], ["a, b", "c", "d e"], [f"Region {n}" for n in range(50)]
    names = [f"0{n:04}" for n in range(1_000)], [f"Person number {n}" for n in range(100_000)], ["x", "yes"]
    for place, values in enumerate((*words, *names)):
        columns[f"text{place}"] = np.array(values, dtype=object)[rng.integers(0, len(values), RECORDS)]
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def file(frame, tmp_path_factory):
    path = tmp_path_factory.mktemp("bench") / "million.csv"
    write(Microdata(frame), path)
    return path


def test_read_csv(benchmark, file):
    data = benchmark.pedantic(read, (file,), **ROUNDS)
    assert len(data) == RECORDS


def test_read_csv_as_lossless_text_by_pandas(benchmark, file):
    found = benchmark.pedantic(pd.read_csv, (file,), {"dtype": "str", "keep_default_na": False}, **ROUNDS)
    assert len(found) == RECORDS


def test_read_csv_by_pandas(benchmark, file):
    found = benchmark.pedantic(pd.read_csv, (file,), **ROUNDS)
    assert len(found) == RECORDS


def test_write_csv(benchmark, frame, tmp_path):
    data, path = Microdata(frame), tmp_path / "out.csv"
    benchmark.pedantic(write, (data, path), {"overwrite": True}, **ROUNDS)
    assert path.stat().st_size > RECORDS


def test_write_csv_by_pandas(benchmark, frame, tmp_path):
    path = tmp_path / "out.csv"
    benchmark.pedantic(frame.to_csv, (path,), {"index": False}, rounds=1)
    assert path.stat().st_size > RECORDS


def test_parquet_there_and_back(benchmark, frame, tmp_path):
    data, path = Microdata(frame), tmp_path / "out.parquet"

    def there_and_back():
        write(data, path, overwrite=True)
        return read(path)

    assert len(benchmark.pedantic(there_and_back, **ROUNDS)) == RECORDS


def test_inspect(benchmark, file):
    data = read(file)
    assert len(benchmark.pedantic(inspect, (data,), rounds=1)) == 20

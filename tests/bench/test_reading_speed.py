"""A CSV file of a million records of 15 variables, read and written beside pandas and pyarrow.

We keep how each cell was written, which the others do not. To compare processor time instead of the clock,
add `--benchmark-timer=time.process_time`.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import sdcdesk as sdc

RECORDS, VARIABLES = 1_000_000, 15
KINDS = (
    "whole numbers",
    "whole numbers, 5 % missing",
    "cents",
    "doubles",
    "words",
    "names",
    "codes",
    "dates",
)
MIXED = (0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7)


def column(kind: str, draws: np.random.Generator) -> pd.Series | pd.arrays.ArrowStringArray | np.ndarray:
    whole = draws.integers(0, 5_000, RECORDS)
    text = pd.Series(whole).astype(str)
    made: dict[str, Callable[[], pd.Series | np.ndarray]] = {
        "whole numbers": lambda: whole,
        "whole numbers, 5 % missing": lambda: pd.Series(whole, dtype="Int64").mask(
            draws.random(RECORDS) < 0.05
        ),
        "cents": lambda: draws.lognormal(10, 1, RECORDS).round(2),
        "doubles": lambda: draws.normal(0, 1, RECORDS),
        "words": lambda: pd.Series([f"region {place}" for place in range(40)])[whole % 40].to_numpy(),
        "names": lambda: "id" + pd.Series(draws.integers(0, 10_000_000, RECORDS)).astype(str),
        "codes": lambda: text.str.zfill(4),
        "dates": lambda: (np.datetime64("1990-01-01") + whole).astype(str),
    }
    return made[kind]()


@pytest.fixture(scope="module", params=[*KINDS, "mixed"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    draws, mixed = np.random.default_rng(1), request.param == "mixed"
    kinds = [KINDS[place] for place in MIXED] if mixed else [request.param] * VARIABLES
    found = tmp_path_factory.mktemp("reading") / "records.csv"
    frame = pd.DataFrame({f"v{place}": column(kind, draws) for place, kind in enumerate(kinds)})
    frame.to_csv(found, index=False)
    return found


READERS: dict[str, Callable[[Path], object]] = {
    "ours": sdc.read,
    "pandas": pd.read_csv,
    "pyarrow": pa.csv.read_csv,
}


@pytest.mark.benchmark(group="read a CSV file, 1M x 15")
@pytest.mark.parametrize("reader", READERS)
def test_reading(benchmark: BenchmarkFixture, path: Path, reader: str) -> None:
    benchmark.pedantic(READERS[reader], (path,), rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="write a CSV file, 1M x 15")
@pytest.mark.parametrize("writer", ["ours", "pyarrow"])
def test_writing(benchmark: BenchmarkFixture, path: Path, tmp_path: Path, writer: str) -> None:
    end = tmp_path / "written.csv"
    if writer == "ours":
        data = sdc.read(path)
        benchmark.pedantic(lambda: sdc.write(data, end, overwrite=True), rounds=3, warmup_rounds=1)
    else:
        table = pa.csv.read_csv(path)
        benchmark.pedantic(lambda: pa.csv.write_csv(table, end), rounds=3, warmup_rounds=1)

"""Files: 15 columns read and written, beside the libraries that are known for it."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import csv, parquet

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.io import read, write
from tests.bench.people import census
from tests.bench.work import Way, Work


def _file(records: int, name: str) -> Path:
    path = Path(f"{records}-{name}")
    if not path.exists():
        write(Microdata(census(records)), path)
    return path


def _data(records: int) -> Microdata:
    return Microdata(census(records))


def _arrow(records: int) -> pa.Table:
    return pa.Table.from_pandas(census(records), preserve_index=False)


def _polars(path: Path) -> object:
    import polars  # type: ignore[import-not-found]

    return polars.read_csv(path)


def _polars_frame(records: int) -> Any:
    import polars

    return polars.from_pandas(census(records))


def _reading(name: str, *peers: Way, sizes: tuple[int, ...] = (10_000, 100_000, 1_000_000)) -> Work:
    kind = name.rpartition(".")[2]
    return Work(
        f"reading {kind}, 15 columns", Way("SDCDesk", lambda n: _file(n, name), read), peers, sizes=sizes
    )


def _writing(name: str, *peers: Way, sizes: tuple[int, ...] = (10_000, 100_000, 1_000_000)) -> Work:
    kind = name.rpartition(".")[2]

    def put(data: Microdata) -> None:
        write(data, Path(f"ours.{kind}"), overwrite=True)

    return Work(f"writing {kind}, 15 columns", Way("SDCDesk", _data, put), peers, sizes=sizes)


FEW = (1_000, 10_000, 100_000)
"""Sizes of formats that nobody keeps a million records in."""

WORKS = (
    _reading(
        "census.csv",
        Way("pandas, read_csv", lambda n: _file(n, "census.csv"), pd.read_csv),
        Way(
            "pandas, read_csv, all as text",
            lambda n: _file(n, "census.csv"),
            lambda path: pd.read_csv(path, dtype="str", keep_default_na=False),
        ),
        Way("pyarrow, read_csv", lambda n: _file(n, "census.csv"), csv.read_csv),
        Way("polars, read_csv", lambda n: _file(n, "census.csv"), _polars, "polars"),
    ),
    _writing(
        "census.csv",
        Way("pandas, to_csv", census, lambda frame: frame.to_csv("peer.csv", index=False)),
        Way("pyarrow, write_csv", _arrow, lambda table: csv.write_csv(table, "peer.csv")),
        Way("polars, write_csv", _polars_frame, lambda frame: frame.write_csv("peer.csv"), "polars"),
    ),
    _reading(
        "census.parquet", Way("pyarrow, read_table", lambda n: _file(n, "census.parquet"), parquet.read_table)
    ),
    _writing(
        "census.parquet",
        Way("pyarrow, write_table", _arrow, lambda table: parquet.write_table(table, "peer.parquet")),
    ),
    _reading(
        "census.sav", Way("pandas, read_spss", lambda n: _file(n, "census.sav"), pd.read_spss), sizes=FEW
    ),
    _writing("census.sav", sizes=FEW),
    _reading(
        "census.dta", Way("pandas, read_stata", lambda n: _file(n, "census.dta"), pd.read_stata), sizes=FEW
    ),
    _writing(
        "census.dta",
        Way("pandas, to_stata", census, lambda frame: frame.to_stata("peer.dta", write_index=False)),
        sizes=FEW,
    ),
    _reading("census.xlsx", sizes=FEW[:2]),
    _writing("census.xlsx", sizes=FEW[:2]),
    Work("inspecting 15 columns", Way("SDCDesk", _data, sdc.inspect)),
)

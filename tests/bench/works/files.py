"""Files: 15 columns read and written, beside the libraries that are known for it."""

from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import csv, parquet

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.io import read, write
from tests.bench.people import census
from tests.bench.work import SIZES, Way, Work
from tests.bench.works.agreement import columns


def _file(records: int, name: str) -> Path:
    path = Path(f"{records}-{name}")
    if not path.exists():
        write(Microdata(census(records)), path)
    return path


def _data(records: int) -> Microdata:
    return Microdata(census(records))


def _arrow(records: int) -> pa.Table:
    return pa.Table.from_pandas(census(records), preserve_index=False)


READ = columns(lambda data: data.frame, pd.DataFrame)
"""Others lose leading zeros of a CSV file: values are compared as numbers where they are some."""

READ_BY_ARROW = columns(lambda data: data.frame, lambda table: table.to_pandas())

WRITTEN = columns(lambda _: pd.read_csv("ours.csv"), lambda _: pd.read_csv("peer.csv"))


def _polars(path: Path) -> object:
    import polars  # type: ignore[import-not-found]

    return polars.read_csv(path)


def _polars_frame(records: int) -> Any:
    import polars

    return polars.from_pandas(census(records))


def _reading(name: str, *peers: Way, sizes: tuple[int, ...] = SIZES) -> Work:
    kind = name.rpartition(".")[2]
    return Work(
        f"reading {kind}, 15 columns", Way("SDCDesk", lambda n: _file(n, name), read), peers, sizes=sizes
    )


def _writing(name: str, *peers: Way, sizes: tuple[int, ...] = SIZES) -> Work:
    kind = name.rpartition(".")[2]

    def put(data: Microdata) -> None:
        write(data, Path(f"ours.{kind}"), overwrite=True)

    return Work(f"writing {kind}, 15 columns", Way("SDCDesk", _data, put), peers, sizes=sizes)


FEW = (1_000, 10_000, 100_000)
"""Sizes of formats that nobody keeps a million records in."""

CSV, SAV, DTA = (partial(_file, name=f"census.{kind}") for kind in ("csv", "sav", "dta"))

WORKS = (
    _reading(
        "census.csv",
        Way("pandas, read_csv", CSV, pd.read_csv, agrees=READ),
        Way(
            "pandas, read_csv, all as text",
            CSV,
            lambda path: pd.read_csv(path, dtype="str", keep_default_na=False),
            agrees=READ,
        ),
        Way("pyarrow, read_csv", CSV, csv.read_csv, agrees=READ_BY_ARROW),
        Way("polars, read_csv", CSV, _polars, "polars", READ_BY_ARROW),
    ),
    _writing(
        "census.csv",
        Way("pandas, to_csv", census, lambda frame: frame.to_csv("peer.csv", index=False), agrees=WRITTEN),
        Way("pyarrow, write_csv", _arrow, lambda table: csv.write_csv(table, "peer.csv"), agrees=WRITTEN),
        Way("polars, write_csv", _polars_frame, lambda frame: frame.write_csv("peer.csv"), "polars", WRITTEN),
    ),
    _reading(
        "census.parquet",
        Way(
            "pyarrow, read_table",
            lambda n: _file(n, "census.parquet"),
            parquet.read_table,
            agrees=READ_BY_ARROW,
        ),
    ),
    _writing(
        "census.parquet",
        Way(
            "pyarrow, write_table",
            _arrow,
            lambda table: parquet.write_table(table, "peer.parquet"),
            agrees=columns(
                lambda _: pd.read_parquet("ours.parquet"), lambda _: pd.read_parquet("peer.parquet")
            ),
        ),
    ),
    _reading("census.sav", Way("pandas, read_spss", SAV, pd.read_spss, agrees=READ), sizes=FEW),
    _writing("census.sav", sizes=FEW),
    _reading("census.dta", Way("pandas, read_stata", DTA, pd.read_stata, agrees=READ), sizes=FEW),
    _writing(
        "census.dta",
        Way(
            "pandas, to_stata",
            census,
            lambda frame: frame.to_stata("peer.dta", write_index=False),
            agrees=columns(lambda _: pd.read_stata("ours.dta"), lambda _: pd.read_stata("peer.dta")),
        ),
        sizes=FEW,
    ),
    _reading("census.xpt", sizes=FEW),
    _writing("census.xpt", sizes=FEW),
    _reading("census.rds", sizes=FEW),
    _writing("census.rds", sizes=FEW),
    _reading("census.xlsx", sizes=FEW[:2]),
    _writing("census.xlsx", sizes=FEW[:2]),
    Work("inspecting 15 columns", Way("SDCDesk", _data, sdc.inspect)),
)

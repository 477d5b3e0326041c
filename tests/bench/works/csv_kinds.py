"""CSV files of 15 columns of one kind each: what keeping every spelling costs, by what the cells hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from pyarrow import csv

from sdcdesk.io import read
from tests.bench.work import Way, Work
from tests.bench.works.files import READ, READ_BY_ARROW

VARIABLES = 15

Draws = np.random.Generator

KINDS: dict[str, Callable[[Draws, int], Any]] = {
    "whole numbers": lambda draws, n: draws.integers(0, 5_000, n),
    "whole numbers, 5 % missing": lambda draws, n: pd.Series(draws.integers(0, 5_000, n), dtype="Int64").mask(
        draws.random(n) < 0.05
    ),
    "cents": lambda draws, n: draws.lognormal(10, 1, n).round(2),
    "doubles": lambda draws, n: draws.normal(0, 1, n),
    "words": lambda draws, n: draws.choice([f"region {place}" for place in range(40)], n),
    "names": lambda draws, n: "id" + pd.Series(draws.integers(0, 10_000_000, n)).astype(str),
    "codes": lambda draws, n: pd.Series(draws.integers(0, 5_000, n)).astype(str).str.zfill(4),
    "dates": lambda draws, n: (np.datetime64("1990-01-01") + draws.integers(0, 5_000, n)).astype(str),
}


def _work(kind: str) -> Work:
    def given(records: int) -> Path:
        path = Path(f"{records}-{kind}.csv")
        if not path.exists():
            draws = np.random.default_rng(1)
            columns = {f"v{place}": KINDS[kind](draws, records) for place in range(VARIABLES)}
            pd.DataFrame(columns).to_csv(path, index=False)
        return path

    peers = (
        Way("pandas, read_csv", given, pd.read_csv, agrees=READ),
        Way("pyarrow, read_csv", given, csv.read_csv, agrees=READ_BY_ARROW),
    )
    return Work(f"reading csv, {VARIABLES} columns of {kind}", Way("SDCDesk", given, read), peers)


WORKS = tuple(map(_work, KINDS))

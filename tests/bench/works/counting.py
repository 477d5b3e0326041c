"""Counting: columns as codes, groups of records that are equal in their keys, and what is blank in some."""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.risk import DisclosureRisk, KAnonymity, LDiversity, TCloseness
from tests.bench.people import KEYS, census
from tests.bench.work import Way, Work
from tests.bench.works.agreement import figure
from tests.bench.works.pycanon_peer import of_pycanon

FIVE = list(KEYS[:5])


@cache
def _gaps(records: int) -> pd.DataFrame:
    rng = np.random.default_rng(5)
    frame = census(records)[[*FIVE, "tenure"]]
    return frame.assign(**{name: frame[name].where(rng.random(records) >= 0.05) for name in FIVE})


def described(frame: pd.DataFrame) -> Microdata:
    """Return a file whose keys and confidential variable are named; no code is made yet."""
    roles = dict.fromkeys(KEYS, Role.KEY)
    kept = [name for name in (*KEYS, "income") if name in frame]
    return Microdata(frame[kept]).describe(
        *(
            Variable(
                name=name,
                role=roles.get(name, Role.CONFIDENTIAL),
                scale=Scale.NOMINAL if name in KEYS else Scale.CONTINUOUS,
            )
            for name in kept
        )
    )


def _coded(frame: pd.DataFrame) -> Microdata:
    data = described(frame)
    for name in data.names:
        data.coding(name)
    return data


def _polars(records: int) -> Any:
    import polars  # type: ignore[import-not-found]

    return polars.from_pandas(census(records)[list(KEYS)])


def _duckdb(frame: pd.DataFrame) -> object:
    import duckdb

    return duckdb.from_df(frame).aggregate(", ".join((*KEYS, "count(*) AS len"))).arrow()


def _least(table: Any) -> int:
    return int(min(table.read_all()["len"].to_pylist()))


def _same_codes(ours: Any, theirs: Any) -> bool:
    """Whether the codes differ by how they are numbered, and by nothing else."""
    return all(
        len(set(zip(coding.codes.tolist(), codes.tolist(), strict=True)))
        == len(coding.categories)
        == len(values)
        for coding, (codes, values) in zip(ours, theirs, strict=True)
    )


WORKS = (
    Work(
        "codes of 8 keys",
        Way("SDCDesk", lambda n: described(census(n)), lambda data: [data.coding(name) for name in KEYS]),
        (
            Way(
                "pandas, factorize",
                census,
                lambda frame: [pd.factorize(frame[name]) for name in KEYS],
                agrees=_same_codes,
            ),
        ),
    ),
    Work(
        "k-anonymity, 8 keys",
        Way("SDCDesk", lambda n: _coded(census(n)), lambda data: KAnonymity().assess(data, data)),
        (
            Way(
                "pandas, groupby and transform",
                census,
                lambda frame: frame.groupby(list(KEYS))["income"].transform("size"),
                agrees=figure("k", min),
            ),
            Way(
                "polars, group_by",
                _polars,
                lambda frame: frame.group_by(list(KEYS)).len(),
                "polars",
                figure("k", lambda groups: groups["len"].min()),
            ),
            Way("DuckDB, group by", census, _duckdb, "duckdb", figure("k", _least)),
            Way(
                "pycanon, k_anonymity",
                census,
                of_pycanon("k_anonymity", list(KEYS)),
                "pycanon",
                figure("k"),
            ),
        ),
    ),
    Work(
        "k-anonymity, 5 keys, 5 % missing that match every value",
        Way(
            "SDCDesk",
            lambda n: _coded(_gaps(n)),
            lambda data: KAnonymity(keys=FIVE, missing="wildcard").assess(data, data),
        ),
        sizes=(10_000, 100_000),
    ),
    Work(
        "disclosure risk by a weight matrix, 8 keys",
        Way("SDCDesk", lambda n: _coded(census(n)), lambda data: DisclosureRisk().assess(data, data)),
    ),
    Work(
        "l-diversity, 8 keys",
        Way("SDCDesk", lambda n: _coded(census(n)), lambda data: LDiversity().assess(data, data)),
    ),
    Work(
        "t-closeness, 8 keys",
        Way("SDCDesk", lambda n: _coded(census(n)), lambda data: TCloseness().assess(data, data)),
    ),
)

"""Search: codings of keys with hierarchies, all and the best of them, and alternatives side by side."""

import warnings
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

import sdcdesk as sdc
from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.hierarchies.hierarchy import Hierarchy
from tests.bench.work import Way, Work

KEYS = {
    "age": (100, (5, 10, 20)),
    "region": (400, (10, 50)),
    "occupation": (60, (5, 20)),
    "birthplace": (50, (5, 25)),
    "education": (16, (4,)),
    "sex": (2, ()),
}
"""Number of values of each key, and widths of the levels above; at the top it is dropped: 1,920 codings."""

NINE = {
    "age": (100, (5, 10, 20)),
    "country": (41, (10,)),
    "education": (16, (4, 8)),
    "occupation": (14, (5,)),
    "marital": (7, (3,)),
    "work": (7, (2,)),
    "race": (5, ()),
    "sex": (2, ()),
    "salary": (2, ()),
}
"""The same of as many codings as the file Adult has with the hierarchies of other programs: 12,960."""

NUMBERS = ("age", "income", "bonus")

Asked = tuple[Microdata, dict[str, Hierarchy]]


def stepped(size: int, widths: tuple[int, ...]) -> Hierarchy:
    """Return a hierarchy of bands of whole numbers."""
    values = np.arange(size)
    levels = [tuple(f"{width}: {band}" for band in values // width) for width in widths]
    return Hierarchy(values=tuple(map(str, values)), levels=(*levels, ("*",) * size))


@cache
def _people(records: int) -> pd.DataFrame:
    """Return people as in a census, most of them born in one place."""
    draws = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "age": np.clip(draws.normal(42, 22, records), 0, 99).astype(np.int64),
            "region": np.minimum(draws.pareto(1, records) * 15, 399).astype(np.int64),
            "occupation": draws.gamma(1.2, 10, records).astype(np.int64) % 60,
            "birthplace": np.where(draws.random(records) < 0.8, 0, draws.integers(0, 50, records)),
            "education": np.clip(draws.normal(7, 3, records), 0, 15).astype(np.int64),
            "sex": draws.integers(0, 2, records),
        }
    )


def _coded(columns: dict[str, np.ndarray], keys: dict[str, tuple[int, tuple[int, ...]]]) -> Asked:
    """Return records whose values have their codes, and the hierarchies of their keys."""
    data = Microdata(pd.DataFrame(columns))
    for name in columns:
        data.coding(name)
    return data, {name: stepped(*keys[name]) for name in columns}


def _asked(records: int) -> Asked:
    frame = _people(records)
    return _coded({str(name): frame[name].to_numpy() for name in frame}, KEYS)


def _alternatives(records: int) -> tuple[Microdata, sdc.Grid]:
    """Return people with keys, amounts and three numbers to mask, and 60 ways to do so."""
    draws = np.random.default_rng(1)
    frame = {
        "age": draws.integers(18, 90, records),
        "sex": draws.choice(["f", "m"], records),
        "zip": draws.choice([str(48_000 + place) for place in range(60)], records),
        "job": draws.choice(list("abcdefghij"), records),
        "income": draws.gamma(2, 900, records).round(2),
        "bonus": draws.gamma(2, 90, records).round(2),
    }
    described = [
        Variable(
            name=name,
            role=Role.CONFIDENTIAL if name in ("income", "bonus") else Role.KEY,
            scale=Scale.CONTINUOUS if name in NUMBERS else Scale.NOMINAL,
        )
        for name in frame
    ]
    return Microdata(pd.DataFrame(frame)).describe(*described), GRID


def _line(method: str, **values: list[object]) -> dict[str, object]:
    return {"method": method, "parameters": {"variables": [list(NUMBERS)], **values}}


GRID = sdc.Grid(
    lines=[
        _line("microaggregation", k=list(range(3, 11))),
        _line("microaggregation", k=[3, 5, 7, 10], grouping=["together"]),
        _line("rank_swapping", window=[float(p) for p in range(1, 21)]),
        _line("additive_noise", variance_share=[1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0]),
        _line("resampling", samples=list(range(1, 11))),
        _line("lossy_compression", quality=list(range(10, 101, 10))),
    ]
)


def _even(records: int) -> Asked:
    """Return records of which hardly two agree, as all values are equally frequent."""
    draws = np.random.default_rng(5)
    return _coded({name: draws.integers(0, size, records) for name, (size, _) in KEYS.items()}, KEYS)


def _nine(records: int) -> Asked:
    """Return records of nine keys, few values of each being frequent."""
    draws = np.random.default_rng(1)
    frame = {
        name: np.minimum(draws.gamma(2, size / 6, records).astype(np.int64), size - 1)
        for name, (size, _) in NINE.items()
    }
    return _coded(frame, NINE)


def _alike(records: int, keys: int, values: int, widths: tuple[int, ...]) -> Asked:
    """Return keys that are all alike, most values of each being rare."""
    draws = np.random.default_rng(1)
    names = [f"key{key}" for key in range(keys)]
    frame = {name: np.minimum(draws.gamma(2, values / 6, records).astype(int), values - 1) for name in names}
    return _coded(frame, dict.fromkeys(names, (values, widths)))


def _anjana(records: int) -> Any:
    """Return people as texts, and hierarchies as anjana wants them."""
    levels = {}
    for name, (size, widths) in KEYS.items():
        hierarchy = (np.arange(size).astype(str), *map(np.array, stepped(size, widths).levels))
        levels[name] = dict(enumerate(hierarchy))
    return _people(records).astype(str), levels


def _coded_by_anjana(asked: Any) -> pd.DataFrame:
    from anjana.anonymity import k_anonymity  # type: ignore[import-not-found]

    frame, levels = asked
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pd.option_context("future.infer_string", False):  # it takes no texts of today's pandas
            return k_anonymity(frame.astype(object), [], list(KEYS), 5, 5, levels)


def _is_safe(_: object, coded: pd.DataFrame) -> bool:
    return bool(coded.groupby(list(KEYS)).size().min() >= 5)


WORKS = (
    Work(
        "all 1,920 codings of 6 keys, k = 5",
        Way("SDCDesk", _asked, lambda asked: search.lattice(*asked, k=5, suppress=0.05, whole=True)),
    ),
    Work(
        "the best coding of 6 keys, k = 5, 5 % suppressed",
        Way("SDCDesk", _asked, lambda asked: search.lattice(*asked, k=5, suppress=0.05, whole=False)),
        (Way("anjana, some coding, not the best", _anjana, _coded_by_anjana, "anjana", _is_safe),),
    ),
    Work(
        "all 1,920 codings of 6 keys that hardly any two records share",
        Way("SDCDesk", _even, lambda asked: search.lattice(*asked, k=5, suppress=0.05, whole=True)),
    ),
    Work(
        "all 12,960 codings of 9 keys, k = 5",
        Way("SDCDesk", _nine, lambda asked: search.lattice(*asked, k=5, whole=True)),
        sizes=(1_000, 10_000, 100_000),
    ),
    Work(
        "the best coding of 9 keys, k = 5, 5 % suppressed",
        Way("SDCDesk", _nine, lambda asked: search.lattice(*asked, k=5, suppress=0.05, whole=False)),
        sizes=(1_000, 10_000, 100_000),
    ),
    Work(
        "all 7,776 codings of 5 keys of six levels",
        Way(
            "SDCDesk",
            lambda n: _alike(n, 5, 32, (2, 4, 8, 16)),
            lambda asked: search.lattice(*asked, k=5, whole=True),
        ),
        sizes=(1_000, 10_000, 100_000),
    ),
    Work(
        "500 of a million millions of codings of 12 keys",
        Way(
            "SDCDesk",
            lambda n: _alike(n, 12, 512, tuple(2**level for level in range(1, 9))),
            lambda asked: search.lattice(*asked, k=3, suppress=0.1, visits=500),
        ),
        sizes=(1_000, 5_000),
    ),
    Work(
        "60 alternatives side by side, 6 variables",
        Way("SDCDesk", _alternatives, lambda asked: sdc.compare(*asked, seed=7, workers=1)),
        sizes=(1_000, 10_000),
    ),
)

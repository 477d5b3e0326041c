"""Recoding and suppression that make keys safe, with hierarchies and without."""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking import LocalRecoding, LocalSuppression
from tests.bench.work import Way, Work

WIDTHS = {"age": (5, 10, 20), "zip": (10, 100), "occupation": (10,), "marital": (3,), "sex": ()}
"""By key how many values the labels of each level hold; above them is one for all."""

SIZES = {"age": 100, "zip": 2_000, "occupation": 60, "marital": 6, "sex": 2}


def _hierarchy(name: str) -> dict[str, list[str]]:
    return {
        str(value): [*(f"{width}s from {value // width * width}" for width in WIDTHS[name]), "any"]
        for value in range(SIZES[name])
    }


@cache
def _people(records: int) -> pd.DataFrame:
    """Return even ages, skewed codes, and incomes that hardly any two people share."""
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"income": rng.lognormal(10, 1, records).round(2)})
    for name, size in SIZES.items():
        likely = np.ones(size) if name in ("age", "sex") else 1 / np.arange(1, size + 1)
        frame[name] = rng.choice(size, records, p=likely / likely.sum())
    return frame


def _coded(records: int) -> Microdata:
    data = Microdata(_people(records))
    for name in data.names:
        data.coding(name)
    return data


def _recoding(way: Any) -> Work:
    hierarchies = {name: _hierarchy(name) for name in SIZES}
    method = LocalRecoding(keys=["income", *SIZES], k=5, way=way, hierarchies=hierarchies)
    ours = Way("SDCDesk", _coded, lambda data: method.mask(data, 7))
    return Work(f"local recoding of 6 keys, {way}", ours, sizes=(10_000, 100_000))


def _suppression(mode: Any, keys: list[str]) -> Work:
    method = LocalSuppression(keys=keys, k=3, mode=mode)
    ours = Way("SDCDesk", _coded, lambda data: method.mask(data, 7))
    return Work(f"local suppression of {len(keys)} keys, {mode}", ours)


WORKS = (
    *map(_recoding, ("cells", "relaxed", "strict")),
    *(_suppression(mode, [*SIZES]) for mode in ("strict", "wildcard")),
    *(_suppression(mode, ["age", "marital", "sex"]) for mode in ("strict", "wildcard")),
)

"""Tables: made of records, and protected, to the end or as good as can be."""

import math

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables import CellSuppression, CellTable, PPercent, audited, build
from tests.bench.people import census
from tests.bench.work import Way, Work
from tests.bench.works.whole import described

CODES = 16

DEEP = {str(code): [f"{code % 16 // 4}{code % 4}", f"{code % 4}"] for code in range(CODES)}
"""Codes below codes, and these below others."""


def _table(data: Microdata) -> CellTable:
    return build(data, rows=["region"], columns=["occupation"], value="income")


def _same_cells(ours: CellTable, theirs: pd.DataFrame) -> bool:
    """Whether the largest sum of a cell inside, and the total, are the same."""
    return math.isclose(float(ours.values.max()), float(np.nansum(theirs["sum"].to_numpy())), rel_tol=1e-9)


def _firms(codes: int, firms: int, hierarchies: dict[str, Hierarchy] | None = None) -> CellTable:
    """Return a table of the sales of firms by region and branch, judged by the p-percent rule."""
    draws = np.random.default_rng(1)
    frame = pd.DataFrame({name: draws.integers(0, codes, firms).astype(str) for name in ("region", "branch")})
    frame["sales"] = np.rint(np.exp(draws.normal(4, 1.5, firms)))
    data = Microdata(frame)
    table = build(data, rows=["region"], columns=["branch"], value="sales", hierarchies=hierarchies or {})
    return table.sensitive(PPercent(15))


def _deep(firms: int) -> CellTable:
    named = {"region": "regions", "branch": "branches"}
    return _firms(CODES, firms, {name: Hierarchy.from_rows(DEEP, title) for name, title in named.items()})


WORKS = (
    Work(
        "a table of 40 × 90 cells, sums and counts",
        Way("SDCDesk", lambda n: described(census(n)), _table),
        (
            Way(
                "pandas, pivot_table",
                census,
                lambda frame: frame.pivot_table("income", "region", "occupation", ["sum", "count"]),
                agrees=_same_cells,
            ),
        ),
    ),
    Work(
        "cells suppressed in a table of 40 × 5",
        Way(
            "SDCDesk",
            lambda n: build(
                described(census(n)), rows=["region"], columns=["marital"], value="income"
            ).sensitive(PPercent(1.5)),
            lambda table: CellSuppression(approach="hypercube").protect(table),
        ),
    ),
    Work(
        "the cheapest pattern in a table of 20 × 20, by firms",
        Way(
            "SDCDesk",
            lambda firms: _firms(20, firms),
            lambda table: CellSuppression(approach="optimal").protect(table),
        ),
        sizes=(2_500,),
    ),
    Work(
        "a table of 37 × 37 with hierarchies, by firms",
        Way("SDCDesk", _deep, lambda table: CellSuppression(approach="hierarchical").protect(table)),
        sizes=(1_500,),
    ),
    Work(
        "audit of a table of 20 × 20, by firms",
        Way(
            "SDCDesk",
            lambda firms: CellSuppression(approach="hypercube").protect(_firms(20, firms)),
            audited,
        ),
        sizes=(2_500,),
    ),
)

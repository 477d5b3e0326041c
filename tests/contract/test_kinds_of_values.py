"""Columns of objects of Python: of one kind they go through everything, of several they are refused."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.io import FORMATS

UTC = datetime.UTC
ONE, TWO = datetime.datetime(2020, 1, 1), datetime.datetime(2021, 5, 2)  # noqa: DTZ001 - without a zone

KINDS: dict[str, list[Any]] = {
    "text": ["a", "1"],
    "whole numbers": [1, np.int64(2)],
    "decimal numbers": [1.5, np.float64(2)],
    "truth values": [True, False],
    "decimals": [Decimal("1.5"), Decimal(2)],
    "days": [ONE.date(), TWO.date()],
    "moments": [ONE, pd.Timestamp(TWO)],
    "moments of a zone": [ONE.replace(tzinfo=UTC), TWO.replace(tzinfo=UTC)],
    "times": [datetime.time(1), datetime.time(2)],
    "nothing": [None, pd.NA],
}
REFUSED: dict[str, list[Any]] = {
    "bytes": [b"a", b"1"],
    "tuples": [(1, 2), (1, 3)],
    "lists": [[1], [2]],
    "mappings": [{1: 2}, {1: 3}],
    "fractions": [Fraction(1, 2), Fraction(1, 3)],
    "complex numbers": [1j, 2j],
    "paths": [Path("a"), Path("b")],
    "objects": [object(), object()],
    "intervals": [pd.Interval(0, 1), pd.Interval(1, 2)],
    "moments of numpy": [np.datetime64("2020-01-01"), np.datetime64("2021-01-01")],
    "large whole numbers": [2**63, 1],
    "infinite decimals": [Decimal("Infinity"), Decimal(1)],
}
TYPED: dict[str, Callable[[], pd.Series]] = {
    "complex numbers": lambda: pd.Series([1j, 2j]),
    "intervals": lambda: pd.Series(pd.interval_range(0, 2)),
    "sparse numbers": lambda: pd.Series(pd.arrays.SparseArray([0, 1])),
    "lists of Arrow": lambda: pd.Series([[1], [2]], dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
    "bytes of Arrow": lambda: pd.Series([b"a", b"b"], dtype=pd.ArrowDtype(pa.binary())),
    "categories of several kinds": lambda: pd.Series(pd.Categorical([1, "1"])),
    "days as categories": lambda: pd.Series(pd.Categorical([ONE.date(), TWO.date()])),
}
MEET = {frozenset(pair) for pair in [("whole numbers", "decimal numbers")]}
"""Kinds that are one: they compare with each other and look alike in a file."""


HOLDS = r"^x holds .*; make them"


def objects(*values: Any) -> pd.Series:
    return pd.Series([*values, *values], dtype=object)


def through_everything(column: pd.Series, folder: Path) -> None:
    variables = [Variable(name="x", role=Role.KEY)]
    data = sdc.Microdata(pd.DataFrame({"x": column, "y": range(len(column))}), variables)
    assert len(data.coding("x").categories) == column.nunique()
    assert len(data.fingerprint()) == 64
    sdc.inspect(data)
    sdc.risk.DisclosureRisk().assess(data, data)
    sdc.loss.CategoricalComparison().assess(data, data)
    for step in (
        sdc.masking.RecordSuppression(k=2),
        sdc.masking.LocalSuppression(k=2),
        sdc.masking.Pram(variable="x"),
    ):
        masked = step.apply(data, seed=1)
        for form in FORMATS.writable:
            sdc.write(masked, folder / f"masked{form.extensions[0]}", overwrite=True)


@pytest.mark.parametrize("kind", KINDS)
def test_values_of_one_kind_go_through_everything(kind: str, tmp_path: Path) -> None:
    through_everything(objects(*KINDS[kind]), tmp_path)
    through_everything(objects(*KINDS[kind], None), tmp_path)


@pytest.mark.parametrize("pair", [*combinations({**KINDS, **REFUSED}, 2)], ids=" and ".join)
def test_values_of_several_kinds_are_refused_unless_they_are_one(
    pair: tuple[str, str], tmp_path: Path
) -> None:
    known = {**KINDS, **REFUSED}
    column = objects(*known[pair[0]], *known[pair[1]])
    if ("nothing" in pair and not set(pair) & set(REFUSED)) or frozenset(pair) in MEET:
        through_everything(column, tmp_path)
    else:
        with pytest.raises(DataError, match=HOLDS) as refused:
            sdc.Microdata(pd.DataFrame({"x": column}))
        assert refused.value.field == "x"


def test_one_and_its_text_are_not_the_same_and_not_different() -> None:
    with pytest.raises(DataError, match="x holds values of several kinds; make them all text or all numbers"):
        sdc.Microdata(pd.DataFrame({"x": pd.Series([1, "1"], dtype=object)}))


@pytest.mark.parametrize("kind", REFUSED)
def test_what_no_file_holds_is_refused(kind: str) -> None:
    with pytest.raises(DataError, match=HOLDS):
        sdc.Microdata(pd.DataFrame({"x": objects(*REFUSED[kind])}))


@pytest.mark.parametrize("kind", TYPED)
def test_types_that_no_file_holds_are_refused(kind: str) -> None:
    with pytest.raises(DataError, match=HOLDS):
        sdc.Microdata(pd.DataFrame({"x": TYPED[kind]()}))


def test_new_values_are_of_one_kind_too() -> None:
    data = sdc.Microdata(pd.DataFrame({"x": [1, 2]}))
    with pytest.raises(DataError, match="x holds values of several kinds"):
        data.assign({"x": pd.Series([1, "1"], dtype=object)})


def test_a_category_that_is_none_of_the_numbers_is_not_put_in() -> None:
    data = sdc.Microdata(
        pd.DataFrame({"x": [1, 2, 3] * 9}), [Variable(name="x", categories=("none", 1, 2, 3))]
    )
    some = sdc.masking.ProbabilityDistortion(variables=["x"]).apply(data, seed=1)
    assert set(some.frame["x"]) <= {1, 2, 3}
    with pytest.raises(DataError, match="x holds numbers, and a declared category"):
        sdc.masking.Pram(variable="x", diagonal=1.0).apply(data, seed=1)


def test_halves_of_characters_cannot_be_written(tmp_path: Path) -> None:
    data = sdc.Microdata(pd.DataFrame({"x": pd.Series(["\ud800", "a"], dtype=object)}))
    with pytest.raises(SdcError, match="x holds halves of characters"):
        sdc.write(data, tmp_path / "out.csv")

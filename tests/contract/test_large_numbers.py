"""Whole numbers beyond 2^53, which float64 does not tell apart, in all methods and measures."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.measures import MEASURES
from sdcdesk.inspection import inspect
from sdcdesk.loss.changed_records import changed_records
from sdcdesk.masking import METHODS
from sdcdesk.masking.finished_file.record_matching import match
from sdcdesk.records.side_by_side import side_by_side
from sdcdesk.risk.population_file.population_measure import PopulationMeasure
from tests.contract.test_methods import BLANKING

FIRST = 2**53 + 1
"""As float64 it is 2^53."""

RECORDS = 60

REFUSED = (
    *("2^53", "needs a variable", "has the role key", "no label in the hierarchy"),
    *("compares it with text", "is blanked itself"),
)
"""Why a method takes no such variable."""

OF_NUMBERS = ("continuous_loss", "distributions", "factors", "probabilistic_loss", "variance_ratios")
"""Measures that compare continuous variables only."""

VARIABLE = {"age": "code", "income": "code", "zip": "code", "bonus": "other"}
"""Which variables stand for those of the examples."""

SUMS = {"none": 500.0, "primary": 700.0}
"""Sums of weights of the strata of the file."""


def numbers(dtype: str, scale: Scale = Scale.CONTINUOUS, missing: tuple[int, ...] = ()) -> Microdata:
    """Neighbouring whole numbers of 16 digits, and some of another column that could change."""
    code = pd.Series(FIRST + np.arange(RECORDS), dtype=dtype)
    frame = pd.DataFrame({"code": code, "other": np.linspace(1.0, 9.0, RECORDS), "weight": 2.0})
    frame["school"] = ["none", "primary"] * (RECORDS // 2)
    frame["id"] = frame["home"] = [f"P{number}" for number in range(RECORDS)]
    return Microdata(
        frame,
        [
            Variable(name="code", role=Role.KEY, scale=scale, missing=missing),
            Variable(name="other", scale=Scale.CONTINUOUS),
            Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
            Variable(
                name="school", scale=Scale.ORDINAL, categories=("none", "primary", "secondary", "higher")
            ),
            Variable(name="home", role=Role.HOUSEHOLD),
        ],
    )


def renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return {VARIABLE.get(name, name): renamed(inside) for name, inside in value.items()}
    if isinstance(value, list):
        new = [renamed(inside) for inside in value]
        return [inside for place, inside in enumerate(new) if inside not in new[:place]]
    return VARIABLE.get(value, value) if isinstance(value, str) else value


def examples(kind: type[Method]) -> Iterator[Method]:
    for parameters in kind.examples:
        if parameters.get("allocation") != "given":  # its strata are named by values of another file
            parameters = {**parameters, **({"sums": SUMS} if "sums" in parameters else {})}
            with suppress(ParameterError):  # two variables that differ are one here
                yield kind(**{name: renamed(value) for name, value in parameters.items()})


KINDS = [
    kind for kind in METHODS if kind.purpose is not Purpose.ELSEWHERE
]  # whose values are those of a file


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_method_keeps_all_digits_or_refuses(kind: type[Method]) -> None:
    assert list(examples(kind))
    for method, dtype, scale in product(examples(kind), ["int64", "Int64", "uint64"], Scale):
        keeps_all_digits_or_refuses(method, numbers(dtype, scale), scale)


def keeps_all_digits_or_refuses(method: Method, data: Microdata, scale: Scale) -> None:
    try:
        masked = method.apply(data, seed=1)
    except DataError as error:
        assert error.message.endswith(".")
        assert scale is not Scale.CONTINUOUS or any(words in error.message for words in REFUSED)
        return
    before = [str(value) for value in data.column("code").tolist()]
    shown = [str(value) for value in masked.column("code").tolist()]
    # What is still a number of so many digits is one of the file, or two are the ends of a range; a prefix is
    # the beginning of its own.
    for row, text in zip(masked.rows.tolist(), shown, strict=True):
        prefix, whole = text.rstrip("*"), {*text.split(" to ")} <= {*before}
        assert before[row].startswith(prefix) or whole or len(text) < len(str(FIRST))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_missing_code_of_so_many_digits_stays_missing(kind: type[Method]) -> None:
    for method, dtype in product(examples(kind), ["int64", "Int64"]):
        missing_code_stays_missing(method, dtype)


def missing_code_stays_missing(method: Method, dtype: str) -> None:
    code = 999_999_999_999_999_999
    data = numbers(dtype, missing=(code,))
    values = pd.Series(np.arange(RECORDS) + 20, dtype=dtype).mask(np.arange(RECORDS) % 7 == 0, code)
    data = Microdata(data.frame.assign(code=values), data.variables)
    try:
        masked = method.apply(data, seed=1)
    except DataError as error:
        assert any(words in error.message for words in REFUSED)
        return
    before, after = data.missing("code")[masked.rows], masked.missing("code")
    assert after[before].all()
    assert method.name in BLANKING or not after[~before].any()


TYPES = ("int64", "Int64", "uint64", "float64 in the masked file")


@pytest.fixture(params=TYPES)
def one_changed(request: pytest.FixtureRequest) -> tuple[Microdata, Microdata]:
    return changed_by_one(request.param)


@cache
def changed_by_one(kind: str) -> tuple[Microdata, Microdata]:
    """A file, and the same with a single value that is another one by 1."""
    dtype = kind.split()[0]
    original = numbers("int64" if dtype == "float64" else dtype)
    values = original.column("code").copy()
    values[8] += 1
    if dtype == "float64":
        values = values.astype(dtype)
    return original, Microdata(original.frame.assign(code=values), original.variables)


def test_a_change_of_one_is_a_change(one_changed: tuple[Microdata, Microdata]) -> None:
    original, elsewhere = one_changed
    expected = [
        row
        for row, (one, other) in enumerate(
            zip(original.column("code").tolist(), elsewhere.column("code").tolist(), strict=True)
        )
        if one != other
    ]
    assert 8 in expected
    for masked in (
        elsewhere,
        match(original, elsewhere, same_order=True),
        original.assign({"code": elsewhere.column("code")}),
    ):
        assert changed_records(original, masked, "code").tolist() == expected
        if masked.provenance("code") is not None:
            assert np.flatnonzero(side_by_side(original, masked).changed["code"]).tolist() == expected


@pytest.fixture(scope="module")
def population(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Many people of most codes, and more of the others."""
    file = tmp_path_factory.mktemp("population") / "people.csv"
    codes = FIRST + np.repeat(np.arange(RECORDS + 1), np.where(np.arange(RECORDS + 1) == 8, 3, 5))
    pd.DataFrame({"code": codes}).to_csv(file, index=False)
    return file.as_posix()


# Each measure is tried with each type and with each scale, and each type with each scale by some measures.
TRIED = [
    (measure, kind, list(Scale)[(number + place) % len(Scale)])
    for number, measure in enumerate(MEASURES)
    for place, kind in enumerate(TYPES)
]


@pytest.mark.parametrize(("measure", "kind", "scale"), TRIED, ids=lambda one: getattr(one, "name", str(one)))
def test_a_measure_sees_a_change_of_one_or_leaves_the_variable_out(
    measure: type[Measure], kind: str, scale: Scale, population: str
) -> None:
    about_order = measure.name in ("interval_disclosure", "robust_interval_disclosure")
    role = Role.CONFIDENTIAL if about_order else Role.KEY
    # Two sources of nothing but one variable cannot be joined.
    others = Role.KEY if measure.name == "linkability" else Role.CONFIDENTIAL
    original, masked = (
        file.describe(
            file.variable("code").changed(scale=scale, role=role),
            file.variable("other").changed(scale=scale, role=others),
        )
        for file in changed_by_one(kind)
    )
    robust = measure.name == "robust_interval_disclosure" and scale is Scale.ORDINAL
    if (about_order or measure.name == "combined_risk") and (robust or scale is Scale.NOMINAL):
        with pytest.raises(DataError, match=r"(needs|only) .*continuous"):
            measure().assess(original, masked, same_order=True)
        return
    asked: dict[str, Any] = {"population": population} if issubclass(measure, PopulationMeasure) else {}
    if "probabilities" in measure.model_fields:
        asked["probabilities"] = "known"  # which cannot be estimated from one variable
    asked |= {name: 0.0 for name in measure.model_fields if name.endswith("_tolerance")}
    same = measure(**asked).assess(original, original)
    try:
        changed = measure(**asked).assess(original, match(original, masked, same_order=True))
    except DataError as error:
        assert "holds everyone who was released" in error.message, "nobody has the value that changed"
        return
    figures = [
        {name: (figure.value, figure.quantity.bound) for name, figure in found.figures.items()}
        for found in (same, changed)
    ]
    left_out = any("2^53" in note or note.startswith("Left out: ") for note in changed.notes)
    of_categories = {"categorical_comparison", "ctbil", "ebil", "pril"}
    about_categories = measure.name in of_categories and scale is Scale.CONTINUOUS
    about_rules = measure.name in {"edit_rules", "regression"}  # the file has none, and no model is named
    about_numbers = measure.name in OF_NUMBERS and scale is not Scale.CONTINUOUS
    of_records = any(
        len(series) != len(changed.records[name])
        or not np.array_equal(series, changed.records[name], equal_nan=series.dtype.kind == "f")
        for name, series in same.records.items()
    )
    elsewhere = about_categories or about_numbers or about_rules
    assert figures[0] != figures[1] or of_records or left_out or elsewhere


def test_a_variable_that_is_named_is_refused(one_changed: tuple[Microdata, Microdata]) -> None:
    original, masked = one_changed
    with pytest.raises(DataError, match=r"beyond 2\^53"):
        MEASURES["continuous_loss"](variables=["code"]).assess(original, masked)


def test_such_numbers_are_inspected() -> None:
    [code, *_] = inspect(numbers("int64"))
    assert (code.smallest, code.largest) == (FIRST, FIRST + RECORDS - 1)

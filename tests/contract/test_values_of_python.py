"""What Python can hold and JSON cannot, given for each parameter: taken as JSON would have it, or refused."""

import datetime
import json
import math
import uuid
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.running.errors import DataError, ParameterError, SdcError
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import detect, read, read_file
from sdcdesk.masking import METHODS, Microaggregation, Recoding
from sdcdesk.risk import DisclosureRisk, KMap
from sdcdesk.risk.weights.matrix import WeightMatrix


class Unequal:
    """Can be compared with nothing."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")


def _endless(kind: str) -> object:
    listed: list[object] = []
    named: dict[str, object] = {"a": 1}
    listed.append(listed)
    named["b"] = named
    return listed if kind == "list" else named


VALUES: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "not a number": lambda: math.nan,
    "a complex number": lambda: 1j,
    "a decimal": lambda: Decimal("1.5"),
    "a fraction": lambda: Fraction(1, 2),
    "bytes": lambda: b"age",
    "a path": lambda: Path("people.csv"),
    "a day": lambda: datetime.date(2020, 1, 1),
    "an identity": lambda: uuid.UUID(int=1),
    "an ellipsis": lambda: ...,
    "an object": object,
    "a class": lambda: int,
    "a function": lambda: len,
    "what cannot be compared": Unequal,
    "a list of it": lambda: [Unequal()],
    "a set": lambda: {"age"},
    "a frozen set": lambda: frozenset({"age"}),
    "a tuple": lambda: ("age",),
    "an empty tuple": lambda: (),
    "a generator": lambda: (name for name in ["age"]),
    "a range": lambda: range(3),
    "a queue": lambda: deque(["age"]),
    "keys": lambda: {"age": 1}.keys(),
    "a list of None": lambda: [None],
    "a list of sets": lambda: [{"age"}],
    "a list of arrays": lambda: [np.array([1, 2])],
    "a list of numpy's numbers": lambda: [np.int64(1), np.float64(2)],
    "an endless list": lambda: _endless("list"),
    "an endless mapping": lambda: _endless("mapping"),
    "a whole number of numpy": lambda: np.int64(3),
    "a number of numpy": lambda: np.float32(2.5),
    "no number of numpy": lambda: np.float64("nan"),
    "a truth value of numpy": lambda: np.bool_(True),
    "a text of numpy": lambda: np.str_("age"),
    "a moment of numpy": lambda: np.datetime64("2020-01-01"),
    "an array": lambda: np.array([1.0, 2.0]),
    "an array of texts": lambda: np.array(["age"], dtype=object),
    "an array of no dimension": lambda: np.array(3),
    "a series": lambda: pd.Series([1, 2]),
    "a named series": lambda: pd.Series({"age": 1}),
    "a frame": lambda: pd.DataFrame({"age": [1]}),
    "an index": lambda: pd.Index(["age"]),
    "a categorical": lambda: pd.Categorical(["age"]),
    "a moment": lambda: pd.Timestamp("2020-01-01"),
    "NA": lambda: pd.NA,
    "NaT": lambda: pd.NaT,
    "an ordered mapping": lambda: OrderedDict(a=1),
    "a mapping with a default": lambda: defaultdict(list),
    "a mapping that stays": lambda: MappingProxyType({"a": 1}),
    "numbers by number": lambda: {0: 1},
    "numbers by None": lambda: {None: 1},
    "numbers by no number": lambda: {math.nan: 1},
    "numbers by tuple": lambda: {("a", 1): 1},
    "numbers by a number of numpy": lambda: {np.int64(3): 1},
    "mappings by text": lambda: {"a": {0: 1}},
    "sets by text": lambda: {"a": {1}},
    "arrays by text": lambda: {"a": np.array([1.0, 2.0])},
    "objects by text": lambda: {"a": object()},
    "numpy's numbers by text": lambda: {"a": np.float64(1)},
    "a list of mappings by number": lambda: [{0: 1}],
    "comparisons by number": lambda: {"comparisons": [{0: 1}]},
}


def examples(operation: type[Operation]) -> Mapping[str, Any]:
    return operation.examples[0]


@pytest.mark.parametrize("operation", [*METHODS, *MEASURES], ids=lambda operation: operation.name)
def test_each_parameter_takes_or_refuses_them(operation: type[Operation]) -> None:
    catalogue = METHODS if operation.name in METHODS else MEASURES
    for name in operation.model_fields:
        for kind, value in VALUES.items():
            try:
                made = operation(**{**examples(operation), name: value()})
            except ParameterError as error:
                assert error.message.endswith("."), (name, kind, error.message)
                assert "object at" not in error.message, (name, kind, error.message)
                continue
            written = json.dumps(catalogue.write(made), allow_nan=False)
            assert catalogue.read(json.loads(written)) == made, (name, kind)


@pytest.mark.parametrize("operation", [*METHODS, *MEASURES], ids=lambda operation: operation.name)
def test_a_number_of_numpy_is_taken_as_the_same_number_of_python(operation: type[Operation]) -> None:
    for name, value in examples(operation).items():
        if isinstance(value, int | float):
            theirs = np.array(value)[()]
            assert isinstance(theirs, np.generic)
            assert operation(**{**examples(operation), name: theirs}) == operation(**examples(operation))


def test_a_truth_value_of_numpy_is_no_number() -> None:
    with pytest.raises(ParameterError, match="must be a whole number"):
        Microaggregation(variables=["income"], k=np.bool_(True))


@pytest.mark.parametrize("written", [{0: 1}, {"path": "people.csv", 0: 1}, {None: 1}])
def test_names_that_are_no_text_are_refused_in_a_model_within(written: Any) -> None:
    with pytest.raises(ParameterError, match="must be written as names and values"):
        KMap(population=written)


@pytest.mark.parametrize(
    "written",
    [{"name": "pram", "parameters": {0: 1}}, {"name": "pram", 0: 1}, {0: 1, "name": "pram", "a": 2}, {0: 1}],
)
def test_names_that_are_no_text_are_refused_in_a_catalogue_and_a_recipe(written: Any) -> None:
    with pytest.raises(ParameterError, match="name"):
        METHODS.read(written)
    with pytest.raises(SdcError, match="Step 1 of the recipe"):
        Recipe(seed=1, steps=(written,))


@pytest.mark.parametrize("mapping", [{None: 1}, {math.nan: 1}, {pd.NA: 1}, {("a", 1): 1}])
def test_a_new_value_is_given_for_a_text_or_a_number(mapping: Any) -> None:
    with pytest.raises(ParameterError, match="neither text nor a number"):
        Recoding(variable="age", how="mapping", mapping=mapping)


def test_of_two_new_values_for_one_value_none_is_chosen_silently() -> None:
    with pytest.raises(ParameterError, match="given twice"):
        Recoding(variable="age", how="mapping", mapping={1: 2, "1": 3})  # type: ignore[dict-item]
    data = Microdata(pd.DataFrame({"age": [34, 35]}))
    with pytest.raises(DataError, match="Old value 2 of those given is the same number"):
        Recoding(variable="age", how="mapping", mapping={"34.0": 30, "34": 31}).apply(data)
    twice = Recoding(variable="age", how="mapping", mapping={"34.0": 30, "34": 30}).apply(data)
    assert twice.frame["age"].tolist() == [30, 35]


@pytest.mark.parametrize("number", [None, "3", 2.5, True, [3], {0: 1}, math.nan, np.bool_(True)])
@pytest.mark.parametrize("make", [WeightMatrix.k_anonymity, WeightMatrix.unsafe_up_to])
def test_sizes_of_weights_are_whole_numbers(make: Callable[[Any], WeightMatrix], number: Any) -> None:
    with pytest.raises(ParameterError, match="must be a whole number"):
        make(number)


@pytest.mark.parametrize("share", [None, "3", 2.5, [3], {0: 1}, math.nan])
def test_a_share_of_weights_is_a_number_from_zero_to_one(share: Any) -> None:
    with pytest.raises(ParameterError):
        WeightMatrix.geometric(share)


def test_weights_are_made_by_numbers_of_numpy() -> None:
    assert WeightMatrix.k_anonymity(np.int64(3)) == WeightMatrix.k_anonymity(3)  # type: ignore[arg-type]
    assert WeightMatrix.unsafe_up_to(np.int8(2)) == WeightMatrix.unsafe_up_to(2)  # type: ignore[arg-type]
    assert WeightMatrix.geometric(np.float64(0.5)) == WeightMatrix.geometric(0.5)


@pytest.mark.parametrize("kind", ["roles", "scales"])
@pytest.mark.parametrize("given", [{"age": 0}, {"age": None}, {"age": ["key"]}, {0: 0}])
def test_roles_and_scales_are_named_by_text(kind: str, given: Any, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age\n34\n35\n")
    with pytest.raises(ParameterError, match="There is no"):
        read(tmp_path / "people.csv", **{kind: given})


@pytest.mark.parametrize("data", [pd.DataFrame({"age": [34]}), None, "people.csv", [1, 2]])
def test_what_is_no_microdata_is_refused_with_how_they_are_made(data: Any) -> None:
    sound = Microdata(pd.DataFrame({"age": [34]}))
    with pytest.raises(DataError, match=r"sdcdesk\.Microdata\(frame\)"):
        Microaggregation(variables=["age"], k=3).apply(data)
    with pytest.raises(DataError, match=r"sdcdesk\.Microdata\(frame\)"):
        DisclosureRisk(keys=["age"]).assess(sound, data)
    for use in (
        sdc.inspect,
        sdc.Pipeline,
        sdc.Recipe(seed=1).apply,
        partial(sdc.match, sound),
        lambda other: sdc.match(other, sound),
        lambda other: sdc.match(other, sound, "age"),
        lambda other: sdc.write(other, "masked.csv"),
    ):
        with pytest.raises(DataError, match=r"sdcdesk\.Microdata\(frame\)"):
            use(data)


@pytest.mark.parametrize("frame", [None, 3, "people.csv", [1, 2], {"age": [34]}, pd.Series([34])])
def test_microdata_are_made_of_a_frame(frame: Any) -> None:
    with pytest.raises(
        DataError, match=r"are made of a pandas DataFrame, and this is of the type \w+; make one by"
    ):
        Microdata(frame)


@pytest.mark.parametrize("path", [None, 3, True, ["people.csv"], b"people.csv", pd.DataFrame({"age": [34]})])
def test_a_file_is_named_by_text_or_by_a_path(path: Any) -> None:
    data = Microdata(pd.DataFrame({"age": [34]}))
    for use in (sdc.read, read_file, detect, lambda other: sdc.write(data, other)):
        with pytest.raises(
            ParameterError, match=r"is given as text or as a path, and this is of the type "
        ) as error:
            use(path)
        assert error.value.field == "path"


@pytest.mark.parametrize(
    ("named", "values"),
    [
        ("options", (0, "", "csv", {}, {"delimiter": ";"}, pd.DataFrame())),
        ("roles", (0, "", "key", [], ["age"], pd.DataFrame())),
        ("scales", (0, "", "ordinal", [], ["age"], pd.DataFrame())),
        ("variables", (None, 0, "age", ["age"], {"age": "key"}, pd.DataFrame({"age": [34]}))),
    ],
)
def test_what_is_said_of_a_file_is_of_the_right_kind(named: str, values: Any, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age\n34\n35\n")
    for value in values:
        with pytest.raises(ParameterError, match=r"given .* and this is of the type ") as error:
            sdc.read(tmp_path / "people.csv", **{named: value})
        assert error.value.field == named


@pytest.mark.parametrize("given", [0, 3, ["age"], b"age", pd.DataFrame({"age": [34]})])
def test_a_variable_and_a_format_are_named_by_text(given: Any, tmp_path: Path) -> None:
    data = Microdata(pd.DataFrame({"age": [34]}))
    with pytest.raises(ParameterError, match="A variable is named by text, and this is of the type "):
        sdc.match(data, data, given)
    with pytest.raises(ParameterError, match="A file format is named by text, and this is of the type "):
        sdc.write(data, tmp_path / "out.csv", format=given)

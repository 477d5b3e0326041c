import itertools
from typing import Annotated

import pytest
from pydantic import Field, StringConstraints

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model


class Example(Model):
    """One field of each kind."""

    text: str = ""
    name: Annotated[str, StringConstraints(min_length=1)] = "a"
    whole: int = Field(default=1, ge=0)
    number: float = 1.0
    value: str | int | float = 1
    numbers: tuple[tuple[float, ...], ...] = ()
    names: dict[str, tuple[str, ...]] = Field(default_factory=dict)


ODD = (10**20, 10**400, 10**5000, -(10**20), float("nan"), float("inf"), "\ud800", b"x", {1})


@pytest.mark.parametrize("field", Example.model_fields)
def test_what_no_file_could_hold_is_refused_in_every_field(field: str) -> None:
    for value in ODD:
        refused(field, value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("numbers", ((10**5000,),)),
        ("numbers", [[1.0], 3]),
        ("names", {"a": ["\udcff"]}),
        ("names", {"\udcff": ["a"]}),
        ("names", {3: ["a"]}),
        ("self", 1),
        ("cls", 1),
        ("model_config", {}),
        ("", 1),
        ("\ud800", 1),
        ("Q" * 500, 1),
        ("Q " * 500, 1),
    ],
    ids=itertools.count(),
)
def test_odd_names_and_odd_values_within_others_are_refused(field: str, value: object) -> None:
    refused(field, value)


def refused(field: str, value: object) -> None:
    with pytest.raises(ParameterError) as caught:
        Example(**{field: value})
    assert caught.value.field == field
    assert caught.value.message.endswith(".")
    assert len(caught.value.message) < 250
    assert "999" not in caught.value.message


def test_lists_within_each_other_end_somewhere() -> None:
    value: list[object] = []
    for _ in range(600):
        value = [value]
    with pytest.raises(ParameterError, match="nested too deeply"):
        Example(numbers=value)


def test_the_largest_and_smallest_whole_numbers_are_taken() -> None:
    assert Example(value=2**63 - 1, whole=2**63 - 1).value == 2**63 - 1
    assert Example(value=-(2**63)).value == -(2**63)
    assert Example(number=10**18, numbers=[[1, 2.5]]).numbers == ((1.0, 2.5),)


def test_what_was_not_given_is_not_given_by_a_change_of_something_else() -> None:
    changed = Example(whole=2).changed(number=3.0)
    assert changed == Example(whole=2, number=3.0)
    assert changed.model_fields_set == {"whole", "number"}


def test_what_a_change_gives_is_checked_as_what_is_given_first() -> None:
    first = Example(text="x", numbers=[[1, 2.5]])
    for value in ODD:
        with pytest.raises(ParameterError, match="value"):
            first.changed(value=value)
    with pytest.raises(ParameterError, match="no such parameter"):
        first.changed(unknown=1)
    with pytest.raises(ParameterError, match="must be at least 0"):
        first.changed(whole=-1)
    assert first.changed(numbers=[[3, 4]]) == Example(text="x", numbers=((3.0, 4.0),))
    assert first.numbers == ((1.0, 2.5),)


def test_many_texts_are_looked_at_together_and_none_is_missed() -> None:
    class Texts(Model):
        texts: tuple[str, ...] = ()
        named: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    many = [f"text {place}" for place in range(1000)]
    assert Texts(texts=many, named={"all": many}).texts == tuple(many)
    for wrong in (
        {"texts": [*many, "a\udcff"]},
        {"named": {"all": [*many, "\ud83d"]}},
        {"named": {"\ud83d": many}},
    ):
        with pytest.raises(ParameterError, match="a sign that is none"):
            Texts(**wrong)
    with pytest.raises(ParameterError, match="a sign that is none"):
        Texts(texts=["\ud83d", "\ude00"])  # together they would be one

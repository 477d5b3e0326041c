"""Variables are shown by their labels, wherever people read them."""

import pandas as pd

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.operations.display_names import (
    display_names,
    operation_with_display_names,
    with_display_names,
)
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.table import Table
from sdcdesk.masking import Microaggregation

BILLED, AGE = Variable(name="q17", label="Amount billed"), Variable(name="age")
CALLED = display_names([BILLED, AGE])


def test_a_label_stands_for_the_name() -> None:
    assert CALLED == {"q17": "Amount billed", "age": "age"}


def test_what_a_label_does_not_tell_apart_has_the_name_beside_it() -> None:
    described = [BILLED, BILLED.changed(name="q18"), AGE.changed(label="q17")]
    assert display_names(described) == {
        "q17": "Amount billed (q17)",
        "q18": "Amount billed (q18)",
        "age": "q17 (age)",
    }
    assert display_names([AGE.changed(label="age")]) == {"age": "age"}


def test_variables_that_are_asked_for_again_are_called_the_same_and_others_otherwise() -> None:
    one, other = (BILLED, AGE), (BILLED, AGE.changed(label="Years"))
    display_names(one)["age"] = "changed by its taker"
    assert [display_names(one)["age"], display_names(other)["age"]] == ["age", "Years"]
    assert display_names(one)["age"] == "age"


def test_signs_that_hide_are_spelt_out() -> None:
    assert display_names([AGE.changed(label="a\u202eb")]) == {"age": "a\\u202eb"}


def test_findings_call_variables_what_people_call_them() -> None:
    columns = (
        Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC),
        Column("variables", "Variables", role="key", secrecy=Secrecy.PUBLIC),
        Column("value", "Value"),
    )
    frame = pd.DataFrame(
        {"variable": ["q17", "age"], "variables": ["age, q17", "rest"], "value": ["q17", ""]}
    )
    table = Table(name="found", title="Found", columns=columns, frame=frame)
    named = with_display_names(table, CALLED)
    assert named.frame["variable"].tolist() == ["Amount billed", "age"]
    assert named.frame["variables"].tolist() == ["age, Amount billed", "rest"]
    assert named.frame["value"].tolist() == ["q17", ""], "values of the data stay"
    assert table.frame["variable"].tolist() == ["q17", "age"]
    assert with_display_names(table, {"age": "age"}) is table


def test_a_summary_calls_variables_what_people_call_them() -> None:
    method = Microaggregation(variables=["q17"], k=3)
    assert "Amount billed" in str(operation_with_display_names(method, CALLED).summary())
    assert "q17" in str(method.summary())

"""What is said of wrong parameters: the name that recipes and commands know, beside the label of the form."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS

TOGETHER: list[tuple[str, dict[str, Any], str]] = [
    ("recoding", {"variable": "a", "how": "width"}, "width"),
    ("recoding", {"variable": "a", "how": "width", "width": 1.0, "top": 1.0, "bottom": 2.0}, "bottom"),
    ("recoding", {"variable": "a", "how": "breaks", "breaks": [1, 2], "labels": list("abcd")}, "labels"),
    ("recoding", {"variable": "a", "how": "quantiles", "bands": 4, "labels": ["a"]}, "labels"),
    (
        "recoding",
        {"variable": "a", "how": "breaks", "breaks": [1, 2], "labels": ["x"], "style": "brackets"},
        "labels",
    ),
    ("recoding", {"variable": "a", "how": "prefix", "keep": 1, "width": 2.0}, "width"),
    ("tail_coding", {"variable": "a"}, "top"),
    ("tail_coding", {"variable": "a", "by": "quantile"}, "top_quantile"),
    ("tail_coding", {"variable": "a", "top": 1.0, "bottom": 2.0}, "bottom"),
    (
        "tail_coding",
        {"variable": "a", "top": 1.0, "replace_by": "label", "bottom_label": "x"},
        "bottom_label",
    ),
    ("rounding", {"variables": ["a"]}, "base"),
    ("rounding", {"variables": ["a"], "rounding_set": "own", "points": [1.0]}, "points"),
    ("random_rounding", {"variables": ["a"], "rounding_set": "own", "points": [2.0, 1.0]}, "points"),
    ("microaggregation", {"variables": ["a"], "within": ["a"], "k": 3}, "within"),
    ("simple_random_sampling", {}, "percentage"),
    ("simple_random_sampling", {"by": "size"}, "size"),
    ("multiple_imputation", {"variables": ["a", "a"]}, "variables"),
    ("multiple_imputation", {"variables": ["a"], "predictors": ["a"]}, "predictors"),
    ("camouflage", {"variables": ["a"], "below": 0.0, "above": 0.0}, "below"),
    ("camouflage", {"variables": ["a"], "size": "value"}, "value_below"),
    ("additive_noise", {"variables": ["a", "a"]}, "variables"),
    ("multiplicative_noise", {"variables": ["a", "a"]}, "variables"),
    ("multiplicative_noise", {"variables": ["a"], "factors": "split", "least": 20.0}, "least"),
    ("orthogonal_masking", {"variables": ["a"], "within": ["a"]}, "within"),
    ("shuffling", {"variables": ["a"], "predictors": ["b", "b"]}, "predictors"),
    ("shuffling", {"variables": ["a"], "within": ["a"]}, "within"),
    ("disclosure_risk", {"keys": ["a", "a"]}, "keys"),
    ("l_diversity", {"variables": ["a", "a"]}, "variables"),
    ("t_closeness", {"ground": "hierarchy"}, "hierarchy"),
    ("t_closeness", {"ground": "hierarchy", "hierarchy": {"a": "b", "c": "d > e"}}, "hierarchy"),
    ("t_closeness", {"ground": "hierarchy", "hierarchy": {"a": "b > c", "d": "b > e"}}, "hierarchy"),
    ("sampling_risk", {"factors": [2.0, 1.0]}, "factors"),
    ("headline_loss", {"weights": {"a": -1.0}}, "weights"),
]
"""Parameters that are wrong only beside others."""

OPERATIONS = {operation.name: operation for operation in (*METHODS, *MEASURES)}

ALONE = [
    pytest.param(operation, name, id=f"{operation.name}-{name}")
    for operation in OPERATIONS.values()
    for name in operation.model_fields
]


def check(operation: type[Operation], parameters: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError) as error:
        operation(**parameters)
    label = operation.model_fields[name].title
    assert error.value.field == name
    assert error.value.message.startswith(f"{label} ({name})"), error.value.message
    assert error.value.message.endswith(".")


@pytest.mark.parametrize(("operation", "name"), ALONE)
def test_a_wrong_value_names_its_parameter(operation: type[Operation], name: str) -> None:
    check(operation, {**operation.examples[0], name: BaseModel}, name)


@pytest.mark.parametrize(("operation", "parameters", "name"), TOGETHER)
def test_values_that_do_not_fit_each_other_name_one(
    operation: str, parameters: dict[str, Any], name: str
) -> None:
    check(OPERATIONS[operation], parameters, name)


def test_no_text_that_the_window_may_show_names_an_option_of_the_command_line() -> None:
    root = Path(__file__).resolve().parents[2]
    files = [*(root / "sdcdesk").rglob("*.py"), *(root / "ui").rglob("*.py")]
    option = re.compile(r"(?<![\w-])--[a-z]{2}")
    named = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in files
        if path.parent.name != "cli" and option.search(source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if option.search(node.value) and not re.search(r"\n|`", node.value)
    ]
    assert len(files) > 300
    assert not named

"""Nested faults: each place within a parameter that holds others, and numbers at and beyond their limits."""

import math
from collections.abc import Iterator
from typing import Any

from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import form_parameters
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.faults.fault import Fault
from tests.faults.mutation import mutated_trees
from tests.faults.parameter_faults import operation_fault, reaching, sound

WHOLE: dict[str, dict[str, Any]] = {
    "recoding": {
        "breaks": [20, 40, 60],
        "labels": ["young", "not so", "older", "old"],
        "mapping": {"34": 30, "35": "30", "61": 60.5},
        "hierarchy": {"34": "30 > young", "35": "30 > young", "61": "60 > old"},
    },
    "rounding": {"points": [0, 5e3, 1e7]},
    "random_rounding": {"points": [0, 5e3, 1e7]},
    "multivariate_rounding": {"points": [[0, 0], [1000, 50]]},
    "local_suppression": {
        "linked": {"age": ["school", "income"]},
        "importance": {"age": 2.5, "zip": 1},
        "within": ["sex", "school"],
    },
    "value_suppression": {
        "where": {
            "hold": "any",
            "comparisons": [
                {"variable": "income", "relation": "at least", "values": [1000]},
                {"variable": "age", "relation": "is not", "values": [1, 2.5]},
                {"variable": "school", "relation": "is missing"},
            ],
        },
        "linked": {"age": ["school"]},
    },
    "pram": {
        "groups": {"F": "one", "M": "one"},
        "transitions": {"F": {"F": 0.5, "M": 0.5}, "M": {"M": 1}},
        "within": ["school"],
    },
    "stratified_sampling": {"numbers": {"F": 2, "M": 1}, "within": ["sex", "school"]},
    "weight_calibration": {"sums": {"F": 20.0, "M": 10.0}, "within": ["sex"]},
    "finished_file": {"file": {"path": "people.csv", "sha256": ""}},
    "attacker_risks": {"population_file": {"path": "population.csv", "sha256": ""}},
    "k_map": {"population": {"path": "population.csv", "sha256": "0" * 64}},
    "delta_presence": {"population": {"path": "population.csv", "sha256": ""}},
    "disclosure_risk": {"weights": {"structure": "general", "block": [[6.0, 2.0], [2.0, 2.0]], "tail": 0.5}},
    "k_anonymity": {"weights": {"structure": "diagonal", "block": [[3, 0], [0, 2]], "tail": 0}},
    "sampling_risk": {
        "factors": [0, 12.5, 99],
        "weights": {"structure": "general", "block": [[6.0, 2.0], [2.0, 2.0]], "tail": 0.5},
    },
    "t_closeness": {"hierarchy": {"none": "low > any", "primary": "low > any", "higher": "high > any"}},
    "population_uniques": {"interactions": ["age*sex", "zip × sex"]},
    "log_linear_risk": {"interactions": ["age*sex", "zip × sex"]},
    "headline_loss": {"weights": {"records left out": 0.0, "income": 2.5}},
}
"""Parameters that hold others, with as much as they can hold."""

BEYOND = (1e-300, 1e-9, -1e-9, 1 + 1e-15, 2, 3, 1000, 10**6, 10**9, 10**12, 2**31, 2**53 + 1, 1e300)
"""Numbers that hardly any example has, beside the limits themselves and their neighbours."""


def faults() -> Iterator[Fault]:
    """Return strange values within each parameter of WHOLE, and numbers at the limits of all parameters."""
    for operation in (*METHODS, *MEASURES):
        for name, value in WHOLE.get(operation.name, {}).items():
            reached = sound(operation, reaching(operation, name))
            for place, changed in mutated_trees(value):
                if not place.startswith("all"):  # the whole is tried where each parameter is
                    given = {**reached, name: changed}
                    yield operation_fault(f"{operation.name}, {name}: {place}", operation, given)
        for name in form_parameters(operation):
            reached = sound(operation, reaching(operation, name))
            for number in _numbers(operation, name):
                given = {**reached, name: number}
                yield operation_fault(f"{operation.name}, {name} = {number!r}", operation, given)


def _numbers(operation: type[Operation], name: str) -> list[float]:
    """Return numbers for a parameter: both sides of its limits, and others; none where it is no number."""
    field = operation.model_fields[name]
    if not {"int", "float"} & set(
        str(field.annotation).replace("<class '", "").replace("'>", "").split(" | ")
    ):
        return []
    limits = [
        getattr(one, kind)
        for one in field.metadata
        for kind in ("ge", "gt", "le", "lt")
        if hasattr(one, kind)
    ]
    near = [near for limit in limits for near in (limit, limit + 1, limit - 1, *_neighbours(limit))]
    return list(dict.fromkeys([*near, *BEYOND]))


def _neighbours(limit: float) -> tuple[float, float]:
    return math.nextafter(limit, -math.inf), math.nextafter(limit, math.inf)

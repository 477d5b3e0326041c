"""Record-risk faults: suppression by the risk of each record, by every measure that has one.

Measures with parameters that they should not have, limits at and beyond all risks, odd files, and files that
other steps made.
"""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import form_parameters
from sdcdesk.core.operations.record_risk import RECORD_RISKS
from sdcdesk.document.measures import MEASURES
from tests.faults.fault import Fault
from tests.faults.mutation import STRANGE_VALUES, mutated_trees
from tests.faults.parameter_faults import VARIABLES, reaching, sound
from tests.faults.release_faults import FILES

SOUND: dict[str, dict[str, Any]] = {
    "individual_risk": {"weight": "weight"},
    "log_linear_risk": {"weight": "weight"},
    "distance_linkage": {"keys": ["age", "sex", "income"]},
    "probabilistic_linkage": {"keys": ["age", "sex", "zip", "school"]},
}
"""What measures cannot do without where no variable has the role weight, and few keys tell records apart."""

WAYS: dict[str, dict[str, Any]] = {
    "records": {"what": "records"},
    "values": {"what": "values", "variables": ["zip", "age"]},
    "keys": {"what": "values"},
    "fewest": {"what": "values", "order": "fewest"},
    "linked": {"what": "values", "variables": ["age"], "linked": {"age": ["school", "income"]}},
    "confidential": {"what": "values", "variables": ["income"]},
    "identifier": {"what": "values", "variables": ["id", "name"]},
}

LIMITS = (
    0,
    5e-324,
    0.5,
    1,
    1.5,
    1e308,
    -1,
    -0.0,
    True,
    "0.5",
    None,
    float("nan"),
    float("inf"),
    [0.5],
    10**400,
)

STEPS = {
    "one record": 'simple_random_sampling:{"by": "size", "size": 1}',
    "bands": 'recoding:{"variable": "age", "how": "width", "width": 10}',
    "blanks": 'local_suppression:{"keys": ["age", "sex", "zip"], "k": 12}',
    "record suppression": 'record_suppression:{"keys": ["age", "sex", "zip"], "k": 3}',
    "other values": 'shuffling:{"variables": ["income"]}',
    "itself": 'risk_suppression:{"measure": {"name": "suda", "parameters": {}}, "largest": 0.1}',
}


def faults() -> Iterator[Fault]:
    """Return each measure in each way, with odd files, limits, parameters, and behind other steps."""
    for measure in RECORD_RISKS:
        written = _measure(measure.name, SOUND.get(measure.name))
        yield from _in_files(measure.name, written)
        yield from _beside_others(measure.name, written)
        yield from _with_parameters(measure)
    for place, changed in mutated_trees(_measure("suda", {"keys": ["age", "sex"]})):
        yield _fault(f"measure: {place}", {"measure": changed, "largest": 0.0})
    for other in MEASURES:
        if other not in tuple(RECORD_RISKS):
            given = {"measure": _measure(other.name, sound(other)), "largest": 0.2}
            yield _fault(f"{other.name} has none", given, codes=(2,))


def _in_files(name: str, written: dict[str, Any]) -> Iterator[Fault]:
    for (way, parameters), (file, content), largest in product(WAYS.items(), FILES.items(), (0, 0.3)):
        given = {"measure": written, "largest": largest, **parameters}
        yield _fault(f"{name} above {largest} in {file}, {way}", given, {"people.csv": content})


def _beside_others(name: str, written: dict[str, Any]) -> Iterator[Fault]:
    for (number, largest), way in product(enumerate(LIMITS), ("records", "fewest")):
        given = {"measure": written, "largest": largest, **WAYS[way]}
        yield _fault(f"{name}, limit {number}, {way}", given)
    for (step, before), way in product(STEPS.items(), WAYS):
        given = {"measure": written, "largest": 0.2, **WAYS[way]}
        yield _fault(f"{name} after {step}, {way}", given, before=("--method", before))


def _with_parameters(measure: type[Measure]) -> Iterator[Fault]:
    for name in form_parameters(measure):
        reached = {**SOUND.get(measure.name, {}), **sound(measure, reaching(measure, name))}
        for number, value in enumerate((*STRANGE_VALUES, *VARIABLES)):
            given = {"measure": _measure(measure.name, {**reached, name: value}), "largest": 0.2}
            yield _fault(f"{measure.name}, {name} {number}", given)


def _measure(name: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"name": name, "parameters": parameters or {}}


def _fault(
    name: str,
    parameters: dict[str, Any],
    files: dict[str, bytes] | None = None,
    before: tuple[str, ...] = (),
    codes: tuple[int, ...] = (0, 1, 2),
) -> Fault:
    roles = ("--keys", "age,sex,zip", "--confidential", "income,school", "--text", "zip,sex,school")
    method = f"risk_suppression:{json.dumps(parameters)}"
    words = ("mask", "people.csv", *roles, *before, "--method", method, "--seed", "1", "--out", "safe.csv")
    return Fault(name, words, files or {}, codes=codes)

"""Parameter faults: each parameter of every method and measure with values that it should not have."""

import json
from collections.abc import Iterator

from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import asked
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.faults.fault import Fault
from tests.faults.mutation import STRANGE_NAMES, STRANGE_VALUES

SOUND: dict[str, dict[str, object]] = {
    "recoding": {"variable": "age", "how": "width", "width": 10.0},
    "tail_coding": {"variable": "age", "top": 60.0},
    "rounding": {"variables": ["income"], "base": 100.0},
    "random_rounding": {"variables": ["income"], "base": 100.0},
    "local_suppression": {"keys": ["age", "zip"], "k": 2},
    "value_suppression": {
        "variables": ["age"],
        "where": {"comparisons": [{"variable": "sex", "relation": "is", "values": ["f"]}]},
    },
    "record_suppression": {"k": 2, "keys": ["age"]},
    "microaggregation": {"variables": ["income"], "k": 3},
    "multiple_imputation": {"variables": ["income"], "predictors": ["sex"]},
    "camouflage": {"variables": ["income"]},
    "additive_noise": {"variables": ["income"], "variance_share": 10.0},
    "multiplicative_noise": {"variables": ["income"]},
    "orthogonal_masking": {"variables": ["income"]},
    "rank_swapping": {"variables": ["income"], "window": 10.0},
    "shuffling": {"variables": ["income"]},
    "data_swapping": {"variables": ["zip"], "k": 2, "keys": ["age"]},
    "record_swapping": {"areas": ["zip"], "household": "id", "keys": ["age"]},
    "pram": {"variable": "sex", "how": "keep", "diagonal": 80.0},
    "simple_random_sampling": {"percentage": 50.0},
    "stratified_sampling": {"percentage": 50.0, "within": ["sex"]},
}
"""What each method cannot do without; measures can do without anything."""

VARIABLES = ("id", "name", "age", "sex", "zip", "school", "weight", "gone", "self", "")

TEXTS = ("", ":", "magic", "pram:{", "pram:[]", "pram:1", 'pram:{"a":1,}', "pram:" + "[" * 10_000, "pram:nan")


def faults() -> Iterator[Fault]:
    """Return strange values for each parameter, strange parameters, and text that is none."""
    for operation in (*METHODS, *MEASURES):
        sound = SOUND.get(operation.name, {})
        for name in asked(operation):
            for number, value in enumerate((*STRANGE_VALUES, *VARIABLES, [*VARIABLES], ["age", "age"])):
                yield _fault(f"{operation.name}, {name} {number}", operation, {**sound, name: value})
        for number, name in enumerate(STRANGE_NAMES):
            yield _fault(f"{operation.name} named {number}", operation, {**sound, name: 1})
        for name in sound:
            rest = {other: value for other, value in sound.items() if other != name}
            yield _fault(f"{operation.name} without {name}", operation, rest)
    for text in TEXTS:
        yield Fault(f"method {text[:20]!r}", _mask(text))
        yield Fault(f"measure {text[:20]!r}", _assess(text))


def _fault(name: str, operation: type[Operation], parameters: dict[str, object]) -> Fault:
    text = f"{operation.name}:{json.dumps(parameters)}"
    return Fault(name, _mask(text) if operation.name in METHODS else _assess(text))


def _mask(text: str) -> tuple[str, ...]:
    confidential = ("--confidential", "income", "--keys", "sex,zip", "--text", "zip")
    return ("mask", "people.csv", "--method", text, "--seed", "1", "--out", "safe.csv", *confidential)


def _assess(text: str) -> tuple[str, ...]:
    return ("assess", "people.csv", "--keys", "age,sex", "--confidential", "income", "--measure", text)

"""Parameter faults: each parameter of every method and measure with values that it should not have.

Each is tried where it has an effect: a parameter that applies only beside others is given beside these.
"""

import json
from collections.abc import Iterator, Mapping

from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import applies, field_display, form_parameters
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.faults.example import PEOPLE
from tests.faults.fault import Fault
from tests.faults.mutation import STRANGE_NAMES, STRANGE_VALUES

SOUND: dict[str, dict[str, object]] = {
    "recoding": {
        "variable": "age",
        "how": "width",
        "width": 10.0,
        "breaks": [20, 40, 60],
        "keep": 1,
        "mapping": {"34": 30, "35": 30},
        "rest": 0,
    },
    "tail_coding": {"variable": "age", "top": 60.0, "top_quantile": 90.0, "top_label": "many"},
    "rounding": {"variables": ["income"], "base": 100.0, "points": [0, 5e3, 1e7]},
    "multivariate_rounding": {"variables": ["income", "age"], "points": [[0, 0], [1000, 50]]},
    "probability_distortion": {"variables": ["income"], "replicates": 19},
    "lossy_compression": {"variables": ["income", "age"]},
    "matrix_masking": {"variables": ["income", "age"], "mixture": "1,0\n0,2", "displacement": "5,0"},
    "random_rounding": {"variables": ["income"], "base": 100.0, "points": [0, 5e3, 1e7]},
    "local_suppression": {"keys": ["age", "zip"], "k": 2, "weight": "weight"},
    "value_suppression": {
        "variables": ["age"],
        "where": {"comparisons": [{"variable": "sex", "relation": "is", "values": ["f"]}]},
    },
    "record_suppression": {"k": 2, "keys": ["age"], "weight": "weight"},
    "risk_suppression": {
        "measure": {"name": "suda", "parameters": {"keys": ["age"]}},
        "largest": 0.0,
        "variables": ["age"],
    },
    "multiple_imputation": {"variables": ["income"], "predictors": ["sex"]},
    "camouflage": {"variables": ["income"]},
    "additive_noise": {"variables": ["income"], "variance_share": 10.0},
    "multiplicative_noise": {"variables": ["income"]},
    "orthogonal_masking": {"variables": ["income"]},
    "rank_swapping": {"variables": ["income"], "window": 10.0},
    "shuffling": {"variables": ["income"]},
    "data_swapping": {"variables": ["zip"], "k": 2, "keys": ["age"]},
    "record_swapping": {"areas": ["zip"], "household": "id", "keys": ["age"]},
    "pram": {
        "variable": "sex",
        "how": "keep",
        "diagonal": 80.0,
        "transitions": {"F": {"M": 1}, "M": {"M": 1}},
    },
    "simple_random_sampling": {"percentage": 50.0, "size": 6},
    "stratified_sampling": {"percentage": 50.0, "size": 6, "within": ["sex"]},
    "systematic_sampling": {"percentage": 50.0, "size": 6},
    "bernoulli_sampling": {"probability": 50.0},
    "household_sampling": {"household": "sex", "percentage": 50.0, "size": 1},
    "proportional_sampling": {"measure": "weight", "percentage": 50.0, "size": 6},
    "weight_calibration": {"weight": "weight", "within": ["sex"], "totals": "initial"},
    "random_order": {"units": "members", "household": "zip"},
    "new_numbers": {"variables": ["zip", "age"]},
    "finished_file": {"file": "people.csv", "identity": "id"},
    "attacker_risks": {"population_file": "population.csv", "holds": "counts"},
    "k_map": {"population": "population.csv", "holds": "counts"},
    "delta_presence": {"population": "population.csv", "holds": "counts"},
    "population_uniques": {"interactions": ["age*sex"]},
    "log_linear_risk": {"interactions": ["age*sex"]},
    "t_closeness": {
        "variables": ["school"],
        "hierarchy": dict.fromkeys(("none", "primary", "higher"), "any"),
    },
}
"""What each cannot do without, where it has an effect; of the others, what their first example says."""

POPULATION = b"".join(
    [
        b"age,sex,zip,count\n",
        *(
            b"%s,%s,%s,3\n" % key
            for key in sorted({tuple(line.split(b",")[2:5]) for line in PEOPLE.splitlines()[1:]})
        ),
    ]
)
"""Three people with each combination of key values that occurs; counts, and one published table."""

VARIABLES = ("id", "name", "age", "sex", "zip", "school", "weight", "gone", "self", "")

TEXTS = ("", ":", "magic", "pram:{", "pram:[]", "pram:1", 'pram:{"a":1,}', "pram:" + "[" * 10_000, "pram:nan")


def faults() -> Iterator[Fault]:
    """Return strange values for each parameter, strange parameters, and text that is none."""
    for operation in (*METHODS, *MEASURES):
        whole = sound(operation)
        for name in form_parameters(operation):
            reached = sound(operation, reaching(operation, name))
            for number, value in enumerate((*STRANGE_VALUES, *VARIABLES, [*VARIABLES], ["age", "age"])):
                yield operation_fault(
                    f"{operation.name}, {name} {number}", operation, {**reached, name: value}
                )
        for number, name in enumerate(STRANGE_NAMES):
            yield operation_fault(f"{operation.name} named {number}", operation, {**whole, name: 1})
        for name in whole:
            rest = {other: value for other, value in whole.items() if other != name}
            yield operation_fault(f"{operation.name} without {name}", operation, rest)
    for text in TEXTS:
        yield Fault(f"method {text[:20]!r}", _mask(text))
        yield Fault(f"measure {text[:20]!r}", _assess(text))


def reaching(operation: type[Operation], name: str) -> dict[str, object]:
    """Return values of other parameters beside which one has an effect."""
    found: dict[str, object] = {}
    for other, values in field_display(operation.model_fields[name]).when.items():
        if operation.model_fields[other].get_default() not in values:
            found |= {**reaching(operation, other), other: values[0]}
    return found


def sound(operation: type[Operation], given: Mapping[str, object] | None = None) -> dict[str, object]:
    """Return parameters that the operation cannot do without beside given ones, and these."""
    first = operation.examples[0]
    needed = {name: first[name] for name, info in operation.model_fields.items() if info.is_required()}
    chosen = {**SOUND.get(operation.name, needed), **(given or {})}

    def value(other: str) -> object:
        return chosen.get(other, operation.model_fields[other].get_default())

    return {name: found for name, found in chosen.items() if applies(operation, name, value)}


def operation_fault(name: str, operation: type[Operation], parameters: dict[str, object]) -> Fault:
    text = f"{operation.name}:{json.dumps(parameters)}"
    words = _mask(text) if operation.name in METHODS else _assess(text)
    return Fault(name, words, {"population.csv": POPULATION})


def _mask(text: str) -> tuple[str, ...]:
    confidential = ("--confidential", "income", "--keys", "sex,zip", "--text", "zip")
    return ("mask", "people.csv", "--method", text, "--seed", "1", "--out", "safe.csv", *confidential)


def _assess(text: str) -> tuple[str, ...]:
    roles = ("--keys", "age,sex,zip", "--confidential", "income", "--weight", "weight", "--text", "zip")
    return ("assess", "people.csv", *roles, "--measure", text)

"""Compared faults: conditions and edit rules that compare variables with each other, where they should not.

Every variable beside every other in every relation, in odd files, and after steps that changed everything.
"""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.faults.example import written
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, mutated_trees
from tests.faults.release_faults import FILES

VARIABLES = ("id", "name", "age", "sex", "zip", "school", "income", "weight")

STRANGE = ("gone", "", " ", "self", "Age", LONG, "\x1b[31m", "\u202e", "a\nb")

RELATIONS = ("is", "is not", "at least", "at most", "more than", "less than", "is missing", "like")

STEPS: dict[str, tuple[str, ...]] = {
    "bands": ('recoding:{"variable": "age", "how": "width", "width": 10}',),
    "blanks": ('local_suppression:{"keys": ["age", "weight", "sex"], "k": 2}',),
    "one value": ('recoding:{"variable": "weight", "how": "mapping", "mapping": {}, "rest": 1}',),
    "noise": ('additive_noise:{"variables": ["age", "weight"], "variance_share": 50, "edit_rules": "keep"}',),
    "fewer records": (
        'simple_random_sampling:{"by": "size", "size": 1}',
        'rounding:{"variables": ["age"], "base": 7}',
    ),
    "all of these": (
        'recoding:{"variable": "age", "how": "breaks", "breaks": [20, 40]}',
        'tail_coding:{"variable": "weight", "top": 2, "replace_by": "label"}',
        'pram:{"variable": "sex", "how": "keep", "diagonal": 50, "edit_rules": "keep"}',
    ),
}

SOUND: list[dict[str, Any]] = [
    {
        "name": "fewer years than weight",
        "when": {"comparisons": [{"variable": "id", "relation": "less than", "other": "age"}]},
        "then": {
            "hold": "any",
            "comparisons": [
                {"variable": "weight", "relation": "at most", "other": "age"},
                {"variable": "school", "relation": "is not", "other": "sex"},
            ],
        },
    }
]

ROLES = ("--keys", "age,sex,zip", "--confidential", "income", "--text", "zip")


def faults() -> Iterator[Fault]:
    """Return each pair and relation, strange names, odd files, steps, and each place of a rule changed."""
    for one, other in product(VARIABLES, repeat=2):
        for relation in RELATIONS:
            yield _of_rules(f"{one} {relation} {other}", _rule(one, relation, other))
    for (number, name), relation in product(enumerate(STRANGE), RELATIONS[::3]):
        yield _of_rules(f"strange {number} {relation} age", _rule(name, relation, "age"))
        yield _of_rules(f"age {relation} strange {number}", _rule("age", relation, name))
    for (file, content), relation, pair in product(
        FILES.items(),
        RELATIONS[:6:2],
        (("age", "weight"), ("zip", "id"), ("school", "sex"), ("income", "age")),
    ):
        name = f"{pair[0]} {relation} {pair[1]}"
        yield _of_rules(f"{name} in {file}", _rule(pair[0], relation, pair[1]), {"people.csv": content})
        condition = _rule(pair[0], relation, pair[1])[0]["then"]
        yield _blanked(f"{name} in {file}", condition, {"people.csv": content})
    for (steps, methods), relation, pair in product(
        STEPS.items(),
        RELATIONS[:6],
        (("age", "weight"), ("weight", "age"), ("sex", "school"), ("zip", "age")),
    ):
        name = f"{pair[0]} {relation} {pair[1]}"
        yield _after_steps(f"{name} after {steps}", methods, _rule(pair[0], relation, pair[1]))
    for place, rules in mutated_trees(SOUND):
        yield _of_rules(f"rules: {place}", rules)
    for place, condition in mutated_trees(SOUND[0]["then"]):
        yield _blanked(f"where: {place}", condition)


def _rule(one: str, relation: str, other: str) -> list[dict[str, Any]]:
    compared = {"variable": one, "relation": relation, "other": other}
    return [{"name": "rule", "then": {"comparisons": [compared]}}]


def _of_rules(name: str, rules: Any, files: dict[str, bytes] | None = None) -> Fault:
    words = ("assess", "people.csv", *ROLES, "--rules", "rules.json", "--measure", "edit_rules")
    return Fault(f"assess: {name}", words, {"rules.json": written(rules), **(files or {})})


def _after_steps(name: str, methods: tuple[str, ...], rules: Any) -> Fault:
    steps = tuple(word for method in methods for word in ("--method", method))
    words = (
        "mask",
        "people.csv",
        *ROLES,
        "--rules",
        "rules.json",
        *steps,
        "--seed",
        "1",
        "--out",
        "safe.csv",
    )
    return Fault(f"mask: {name}", words, {"rules.json": written(rules)})


def _blanked(name: str, condition: Any, files: dict[str, bytes] | None = None) -> Fault:
    method = f"value_suppression:{json.dumps({'variables': ['age'], 'where': condition})}"
    words = ("mask", "people.csv", *ROLES, "--method", method, "--seed", "1", "--out", "safe.csv")
    return Fault(f"blanked: {name}", words, files or {})

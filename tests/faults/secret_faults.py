"""Secret faults: parameters that hold values of the data and do not fit these, of which no message tells."""

import json
from collections.abc import Iterator
from typing import Any

from tests.faults.example import SECRETS
from tests.faults.fault import Fault

WORD, NUMBER = SECRETS

PEOPLE = "\n".join(
    [
        "id,age,sex,zip,school,income,weight,home",
        *(
            f"{row},{20 + row * 7 % 40},{'FM'[row % 2]},{row % 3},{('none', 'primary', 'higher')[row % 3]},"
            f"{100 + row * 37 % 800},2,{row // 3}"
            for row in range(40)
        ),
        f"90,{NUMBER},{WORD},{WORD},{WORD},{NUMBER},{NUMBER},{WORD}",
        "",
    ]
).encode()
"""People of whom one has a secret in every variable."""

FILES = {
    "people.csv": PEOPLE,
    "counts.csv": f"age,sex,zip,count\n{NUMBER},{WORD},{WORD},{WORD}\n34,F,1,3\n".encode(),
    "halves.csv": f"age,sex,zip,count\n{NUMBER},{WORD},{WORD},0.5\n".encode(),
    "mapping.csv": f"{WORD},{WORD}\n{WORD},x\n".encode(),
    "hierarchy.csv": f"{WORD},{WORD},any\nnone,low\n".encode(),
    "rules.json": json.dumps(
        [
            {
                "name": "rule",
                "when": {"comparisons": [{"variable": "school", "relation": "is", "values": [WORD]}]},
                "then": {"comparisons": [{"variable": "age", "relation": "at most", "values": [WORD]}]},
            }
        ]
    ).encode(),
}

LEVELS = {"none": "a > b", "primary": "a > c", "higher": "a > b", WORD: f"{WORD} > b"}

METHODS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(
        ("recoding", {"variable": variable, "how": "mapping", "mapping": mapping, "others": others})
        for variable in ("age", "school")
        for mapping in ({"none": "x"}, {WORD: "x"}, {NUMBER: WORD}, {NUMBER: 1e300}, "@mapping.csv")
        for others in ("keep", "refuse")
        if variable == "age" or NUMBER not in mapping  # that a value is not there may be said
    ),
    *(
        ("recoding", {"variable": variable, "how": "level", "hierarchy": levels, "level": 2})
        for variable in ("age", "school")
        for levels in ({"none": "a"}, {WORD: "a", "none": "a > b"}, LEVELS, "@hierarchy.csv")
    ),
    ("recoding", {"variable": "age", "how": "breaks", "breaks": [int(NUMBER), 5]}),
    ("recoding", {"variable": "age", "how": "breaks", "breaks": [20, 40], "labels": [WORD, WORD]}),
    ("recoding", {"variable": "zip", "how": "width", "width": 5}),
    ("tail_coding", {"variable": "school", "top": WORD}),
    ("tail_coding", {"variable": "age", "top": WORD}),
    ("tail_coding", {"variable": "age", "top": int(NUMBER), "bottom": int(NUMBER) + 5}),
    (
        "pram",
        {"variable": "school", "how": "matrix", "transitions": {WORD: {WORD: 0.5}, "none": {"none": 1}}},
    ),
    ("pram", {"variable": "school", "how": "matrix", "transitions": {"none": {WORD: 1}}}),
    ("pram", {"variable": "school", "how": "groups", "groups": {"none": WORD}}),
    ("pram", {"variable": "school", "how": "groups", "groups": {WORD: WORD, "none": "a"}}),
    ("stratified_sampling", {"within": ["school"], "allocation": "given", "numbers": {WORD: 50}}),
    ("stratified_sampling", {"within": ["school"], "allocation": "given", "numbers": {"none": 1}}),
    ("weight_calibration", {"within": ["school"], "totals": "given", "sums": {WORD: 50}}),
    ("stratified_sampling", {"within": ["school"], "by": "size", "size": 2, "allocation": "equal"}),
    *(
        (
            "value_suppression",
            {
                "variables": ["age"],
                "where": {"comparisons": [{"variable": variable, "relation": "at least", "values": [WORD]}]},
            },
        )
        for variable in ("age", "school")
    ),
    ("household_sampling", {"household": "home", "percentage": 50}),
    ("proportional_sampling", {"measure": "income", "by": "size", "size": 20}),
    ("proportional_sampling", {"measure": "school", "by": "size", "size": 20}),
    ("probability_distortion", {"variables": ["income"], "family": "binomial", "replicates": 19}),
    ("probability_distortion", {"variables": ["income"], "family": "beta", "replicates": 19}),
    ("matrix_masking", {"variables": ["income"], "mixture": NUMBER}),
    ("matrix_masking", {"variables": ["income"], "mixture": WORD}),
    ("finished_file", {"file": "mapping.csv", "identity": "id"}),
    ("finished_file", {"file": "counts.csv"}),
    ("rounding", {"variables": ["income"], "rounding_set": "own", "points": [int(NUMBER), int(NUMBER)]}),
    ("multivariate_rounding", {"variables": ["income"], "points": [[int(NUMBER)], [int(NUMBER)]]}),
    ("local_suppression", {"by": "risk", "weight": "weight", "largest_risk": 0.1}),
)

POPULATIONS = ("counts.csv", "halves.csv", "mapping.csv")

MEASURES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(
        (name, {"population": file, "holds": holds})
        for name in ("k_map", "delta_presence")
        for file in POPULATIONS
        for holds in ("people", "counts", "margins")
    ),
    *(("attacker_risks", {"population": "file", "population_file": file}) for file in POPULATIONS),
    ("t_closeness", {"variables": ["school"], "ground": "hierarchy", "hierarchy": {"none": "a"}}),
    (
        "t_closeness",
        {"variables": ["school"], "ground": "hierarchy", "hierarchy": {"none": "a", WORD: "b > c"}},
    ),
    ("individual_risk", {"household": "home"}),
    ("individual_risk", {"weight": "zip"}),
    ("individual_risk", {"weight": "income"}),
    ("census_uniqueness", {"area": "zip"}),
    ("population_uniques", {}),
    ("edit_rules", {}),
)

HIERARCHIES: tuple[tuple[str, ...], ...] = (
    *(
        ("hierarchy", "people.csv", variable, *way)
        for variable in ("age", "school", "zip", "income")
        for way in (
            (),
            ("--bands", "5,10"),
            ("--prefix",),
            ("--dates",),
            ("--dates", "week"),
            ("--cuts", f"none,{WORD}"),
            ("--cuts", NUMBER, "--cuts", "5"),
            ("--frequency",),
            ("--mapping", "hierarchy.csv"),
            ("--mapping", "counts.csv"),
            ("--check", "mapping.csv"),
        )
    ),
)

ROLES = ("--keys", "age,sex,zip", "--confidential", "income,school", "--text", "zip")


def faults() -> Iterator[Fault]:
    """Return each method and measure with its parameters, with edit rules that do not fit, and without."""
    for rules in ((), ("--rules", "rules.json")):
        for number, (name, parameters) in enumerate(METHODS):
            words = ("mask", "people.csv", "--seed", "1", "--out", "safe.csv", *ROLES, *rules)
            yield _fault(f"{name} {number} {rules}", (*words, "--method", _written(name, parameters)))
        for number, (name, parameters) in enumerate(MEASURES):
            words = ("assess", "people.csv", *ROLES, *rules, "--measure", _written(name, parameters))
            yield _fault(f"{name} {number} {rules}", words)

    for words in HIERARCHIES:
        yield _fault(" ".join(words), words)


def _fault(name: str, words: tuple[str, ...]) -> Fault:
    return Fault(name, words, FILES)


def _written(name: str, parameters: dict[str, Any]) -> str:
    return f"{name}:{json.dumps(parameters)}"

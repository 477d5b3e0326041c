"""Example that is sound: a few people with values that nobody may see, weights, and a project of them.

Every fault begins with it, so that what is refused is refused because of the fault.
"""

import hashlib
import json
from typing import Any

SECRETS = ("Zwiebelkuchen", "7391468")
"""Values of one person; no message may hold them."""

PEOPLE = f"""id,name,age,sex,zip,school,income,weight
1,Ada,34,F,0012,higher,2100.50,1.5
2,Bo,34,F,0012,none,1800.25,2.5
3,Cy,35,M,0013,primary,950.00,1.0
4,Di,61,F,0013,higher,4100.75,3.25
5,Ed,62,M,4801,primary,,2.0
6,Flo,17,F,4801,none,300.00,1.25
7,Gus,18,M,4802,,700.50,4.0
8,{SECRETS[0]},99,M,4899,higher,{SECRETS[1]},1.75
9,Ida,41,F,0012,primary,2300.00,2.25
10,Jo,44,M,0012,higher,2250.00,1.5
11,Kim,35,M,0013,primary,960.00,1.0
12,Lou,61,F,0013,higher,4000.75,3.25
""".encode()

WEIGHTS = b'structure,general\ntail,0\n"title","Two"\nreleased \\ original,1,2\n1,6,2\n2,2,2\n'

STEPS: list[dict[str, Any]] = [
    {"name": "recoding", "parameters": {"variable": "age", "how": "width", "width": 10.0, "top": 60.0}},
    {
        "name": "recoding",
        "parameters": {"variable": "school", "how": "mapping", "mapping": {"none": "low", SECRETS[0]: "low"}},
    },
    {"name": "tail_coding", "parameters": {"variable": "income", "top": 4000.0}},
    {"name": "simple_random_sampling", "parameters": {"by": "percentage", "percentage": 80.0}},
    {"name": "pram", "parameters": {"variable": "sex", "how": "keep", "diagonal": 80.0}},
    {"name": "microaggregation", "parameters": {"variables": ["income"], "k": 3}},
]


def project() -> dict[str, Any]:
    """Return the project as plain JSON values, new each time."""
    described: list[dict[str, Any]] = [
        {"name": "id", "role": "identifier", "scale": "nominal"},
        {"name": "name", "role": "identifier", "scale": "nominal", "label": "Name"},
        {"name": "age", "role": "key", "scale": "continuous", "unit": "years", "missing": [99]},
        {"name": "sex", "role": "key", "scale": "nominal"},
        {"name": "zip", "role": "key", "scale": "nominal", "missing": ["4899"]},
        {
            "name": "school",
            "role": "key",
            "scale": "ordinal",
            "categories": ["none", "primary", "higher"],
        },
        {"name": "income", "role": "confidential", "scale": "continuous"},
        {"name": "weight", "role": "weight", "scale": "continuous"},
    ]
    return {
        "format": 3,
        "title": "People",
        "data": {
            "path": "people.csv",
            "size": len(PEOPLE),
            "sha256": hashlib.sha256(PEOPLE).hexdigest(),
            "options": {"format": "csv", "text": ["zip"], "delimiter": ",", "missing_in": {"sex": ["?"]}},
        },
        "variables": described,
        "weights": {"Two": {"structure": "general", "block": [[6.0, 2.0], [2.0, 2.0]], "tail": 0.0}},
        "scenarios": [
            {
                "name": "Neighbour",
                "knows": "Somebody next door",
                "keys": ["age", "sex", "zip"],
                "missing": "category",
                "weights": "Two",
                "k": 3,
                "measures": [{"name": "sampling_risk", "parameters": {"replicates": 2}}],
                "limits": [
                    {"measure": "disclosure_risk", "figure": "dr_weighted", "side": "at most", "value": 0.02}
                ],
            }
        ],
        "recipe": {
            "seed": 2004,
            "steps": [
                {"method": step, "stream": number, "on": True} for number, step in enumerate(STEPS, start=1)
            ],
        },
        "measures": [{"name": "headline_loss", "parameters": {"weights": {}}}],
        "threshold": 0,
    }


def written(tree: object) -> bytes:
    """Return JSON as bytes; lone surrogates stand as their escapes, numbers that are none by name."""
    return json.dumps(tree).encode()


FILES = {"people.csv": PEOPLE, "weights.csv": WEIGHTS, "people.sdcdesk": written(project())}
"""What a folder of faults holds before a fault replaces some of it."""

INSPECT = ("inspect", "people.csv")
ASSESS = ("assess", "people.csv", "--keys", "age,sex", "--weights", "weights.csv", "--json", "-")
MASK = (
    *("mask", "people.csv", "--method", 'recoding:{"variable": "age", "how": "width", "width": 10}'),
    *("--seed", "1", "--out", "safe.csv"),
)
RUN = ("run", "people.sdcdesk", "--out", "safe.csv", "--report", "report.html", "--json", "figures.json")

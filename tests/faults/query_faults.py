"""Query faults: what may stand in the place of a query, a step, and a project that camouflages values."""

import json
from collections.abc import Iterator
from typing import Any

from tests.faults.example import SECRETS, project, written
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, STRANGE_NAMES, STRANGE_VALUES, mutated_trees, nested
from tests.faults.path_faults import NAMES

CAMOUFLAGE: dict[str, Any] = {"name": "camouflage", "parameters": {"variables": ["income"], "smallest": 2}}
"""A set of two is large enough here, so that what is refused is refused because of the fault."""

STATISTICS = (
    *("sum", "mean", "count", "at least", "max", "min", "quantile", "standard deviation", "variance"),
    *("", "SUM", "median", SECRETS[0], LONG),
)

WHERE: dict[str, Any] = {
    "hold": "all",
    "comparisons": [
        {"variable": "sex", "relation": "is", "values": ["F"]},
        {"variable": "age", "relation": "more than", "other": "weight"},
    ],
}

CONDITIONS: dict[str, Any] = {
    "nobody": [{"variable": "sex", "relation": "is", "values": ["X"]}],
    "one of all": [{"variable": "id", "relation": "is", "values": [8]}],
    "by a secret": [{"variable": "name", "relation": "is", "values": [SECRETS[0]]}],
    "of a secret": [{"variable": "income", "relation": "is", "values": [int(SECRETS[1])]}],
    "of what is hidden": [{"variable": "income", "relation": "at least", "values": [1]}],
    "beside what is hidden": [{"variable": "age", "relation": "less than", "other": "income"}],
    "beside itself": [{"variable": "age", "relation": "is", "other": "age"}],
    "beside nothing": [{"variable": "age", "relation": "is", "other": "gone"}],
    "beside text": [{"variable": "age", "relation": "is", "other": "name"}],
    "beside text by size": [{"variable": "age", "relation": "less than", "other": "school"}],
    "beside values too": [{"variable": "age", "relation": "is", "other": "weight", "values": [1]}],
    "beside a missing one": [{"variable": "age", "relation": "is missing", "other": "weight"}],
    "of two categories": [{"variable": "school", "relation": "at most", "other": "sex"}],
    "of many": [{"variable": "age", "relation": "is", "values": [*range(10_000)]}],
    "many times": [{"variable": "age", "relation": "is not missing"}] * 1000,
    "nothing compared": [],
}

TEXTS = (
    *("", " ", "{", "[]", "null", "1", '"sum"', "{}", '{"variable": "income"', '{"variable": NaN}', "\ud800"),
    *('{"variable": "income"} x', '{"variable": "income", "variable": "age"}', "[" * 100_000, '{"a":' * 9999),
    *('{"variable": "income", "threshold": ' + "1" * 5000 + "}", json.dumps(nested(500)), LONG, "\x1b[31m"),
    *('{"self": 1, "variable": "income"}', '{"variable": "income", "where": ' + "{" * 2000, "@people.csv"),
)

STEPS = ("", "0", "1", "2", "7", "8", "-1", "1.5", "x", "9" * 30, "1" * 5000, "nan", "\x1b[31m")

RECIPES: dict[str, list[dict[str, Any]]] = {
    "no step": [],
    "no camouflage": [{"method": {"name": "pram", "parameters": {"variable": "sex"}}, "stream": 1}],
    "camouflage that is off": [{"method": CAMOUFLAGE, "stream": 1, "on": False}],
    "two of them": [{"method": CAMOUFLAGE, "stream": 1}, {"method": CAMOUFLAGE, "stream": 2}],
    "nobody left": [
        {
            "method": {
                "name": "simple_random_sampling",
                "parameters": {"by": "size", "size": 1},
            },
            "stream": 1,
        },
        {"method": CAMOUFLAGE, "stream": 2},
    ],
    "a step before that fails": [
        {"method": {"name": "tail_coding", "parameters": {"variable": "gone", "top": 1}}, "stream": 1},
        {"method": CAMOUFLAGE, "stream": 2},
    ],
    "bands before": [
        {
            "method": {
                "name": "recoding",
                "parameters": {"variable": "income", "how": "width", "width": 1000},
            },
            "stream": 1,
        },
        {"method": CAMOUFLAGE, "stream": 2},
    ],
    "what it hides is left out": [
        {"method": {"name": "camouflage", "parameters": {"variables": ["gone"]}}, "stream": 1}
    ],
}

SUM = '{"variable": "income"}'

WHOLE: dict[str, Any] = {"statistic": "quantile", "variable": "income", "below": 25.0, "where": WHERE}


def faults() -> Iterator[Fault]:
    """Return strange queries, each place of a sound one changed, strange steps, recipes, data and outputs."""
    for number, text in enumerate(TEXTS):
        yield _fault(f"text {number}", text)
    for number, tree in enumerate(STRANGE_VALUES):
        yield _fault(f"value {number}", written(tree).decode())
    for number, name in enumerate(STRANGE_NAMES):
        yield _fault(f"named {number}", written({"variable": "income", name: 1}).decode())
    for place, tree in mutated_trees(WHOLE):
        yield _fault(f"of all: {place}", written(tree).decode())
    yield from _statistics()
    yield from _projects()
    yield Fault("nothing asked", ("query", "people.sdcdesk"))


def _statistics() -> Iterator[Fault]:
    for statistic in STATISTICS:
        for variable in ("income", "age", "weight", "name", "gone", ""):
            yield _asked(f"{statistic[:20]} of {variable}", statistic=statistic, variable=variable)
        for name, compared in CONDITIONS.items():
            where = {"hold": "any", "comparisons": compared}
            yield _asked(f"{statistic[:20]} {name}", statistic=statistic, where=where)


def _projects() -> Iterator[Fault]:
    for number, step in enumerate(STEPS):
        yield _fault(f"step {number}", SUM, (f"--step={step}",))
    for name, steps in RECIPES.items():
        for extra in ((), ("--step=1",), ("--step=2",)):
            yield _fault(f"{name} {extra}", SUM, extra, steps=steps)
    for number, name in enumerate(NAMES):
        yield _fault(f"data {number}", SUM, (f"--data={name}",))
        yield _fault(f"answer in {number}", SUM, ("--json", name))
        yield Fault(f"project {number}", ("query", name, "--ask", SUM))
    for file in ("people.csv", "people.sdcdesk", "./people.csv"):
        yield _fault(f"answer in {file}", SUM, ("--json", file, "--overwrite"))


def _asked(name: str, **query: object) -> Fault:
    return _fault(name, json.dumps({"variable": "income", **query}))


def _fault(
    name: str, text: str, extra: tuple[str, ...] = (), steps: list[dict[str, Any]] | None = None
) -> Fault:
    files = {"people.sdcdesk": camouflaged(steps)}
    return Fault(name, ("query", "people.sdcdesk", f"--ask={text}", *extra), files)


def camouflaged(steps: list[dict[str, Any]] | None = None) -> bytes:
    """Return the project of the example with other steps; None: with one that camouflages income."""
    chosen = [{"method": CAMOUFLAGE, "stream": 1}] if steps is None else steps
    return written({**project(), "recipe": {"seed": 1, "steps": chosen}})

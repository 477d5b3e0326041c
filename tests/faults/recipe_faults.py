"""Recipe faults: each place of a recipe holding what it should not, and steps that do not fit."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from tests.faults.example import RUN, STEPS, project, written
from tests.faults.fault import Fault
from tests.faults.mutation import mutated_trees


def faults() -> Iterator[Fault]:
    """Return changed recipes, and sound steps in every order, many of them and for strange variables."""
    for name, recipe in mutated_trees(project()["recipe"]):
        yield _fault(name, recipe)
    for number, steps in enumerate(permutations(STEPS, 3)):
        yield _fault(f"order {number}", _recipe(*steps))
    for place, step in enumerate(STEPS, start=1):
        yield _fault(f"step {place} thirty times", _recipe(*[step] * 30))
        for variable in ("id", "name", "sex", "zip", "weight", "gone", "self"):
            names = {"variable": variable, "variables": [variable]}
            given = {name: names.get(name, value) for name, value in step["parameters"].items()}
            yield _fault(f"step {place} of {variable}", _recipe({**step, "parameters": given}))


def _fault(name: str, recipe: Any) -> Fault:
    return Fault(name, RUN, {"people.sdcdesk": written({**project(), "recipe": recipe})})


def _recipe(*steps: dict[str, Any]) -> dict[str, Any]:
    return {
        "seed": 1,
        "steps": [
            {"method": step, "stream": number, "on": True} for number, step in enumerate(steps, start=1)
        ],
    }

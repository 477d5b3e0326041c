"""Project files of older formats, brought to the current one step by step.

Each step is one small function from a format to the next; old project files are kept as tests.
"""

from collections.abc import Callable
from typing import Any, Final

FORMAT: Final = 1
"""The format that this version writes."""

STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each older format the function that brings a project to the next one."""


def migrated(project: dict[str, Any], form: int) -> dict[str, Any]:
    """Return a project of an older format in the current one."""
    for older in range(form, FORMAT):
        project = STEPS[older](project)
    return {**project, "format": FORMAT}

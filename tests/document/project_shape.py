"""The shape of project files: every name that may stand in one, with what it may hold.

Run as a program, it writes the shape of today beside it; that is done only after `FORMAT` was raised.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sdcdesk.core.running.model import Model
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.migrations import FORMAT
from sdcdesk.document.project import Project
from sdcdesk.masking import METHODS
from sdcdesk.tables import PROTECTIONS, RULES

WRITTEN = Path(__file__).with_name("project_shape.txt")

WORDS = ("title", "description")
"""What a schema says for people; it may change at will."""


def shape() -> list[str]:
    """Return the format, and a line for each field of the project, of its parts and all operations."""
    found = dict(_fields("project", Project))
    kinds = {"method": METHODS, "measure": MEASURES, "rule": RULES, "protection": PROTECTIONS}
    for kind, catalogue in kinds.items():
        for operation in catalogue:
            found.update(_fields(f"{kind} {operation.name}", operation))
    return [f"format {FORMAT}", *(f"{name}: {found[name]}" for name in sorted(found))]


def _fields(name: str, model: type[Model]) -> Iterator[tuple[str, str]]:
    schema = model.model_json_schema(mode="serialization")
    parts = {f"part {part}": written for part, written in schema.get("$defs", {}).items()}
    for of, written in {name: schema, **parts}.items():
        for field, held in written.get("properties", {"": written}).items():
            yield f"{of}.{field}".rstrip("."), json.dumps(_without_words(held), sort_keys=True)


def _without_words(held: Any) -> Any:
    """Return a schema without texts for people; names of fields are kept, whatever they are."""
    if isinstance(held, list):
        return [_without_words(entry) for entry in held]
    if not isinstance(held, dict):
        return held
    return {name: _without_words(entry) for name, entry in held.items() if name not in WORDS}


if __name__ == "__main__":
    WRITTEN.write_text("\n".join(shape()) + "\n", encoding="utf-8")

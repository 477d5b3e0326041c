"""CSV files that say which weight matrix they hold."""

import re
from collections.abc import Sequence
from typing import cast, get_args

from sdcdesk.core.errors import ParameterError
from sdcdesk.risk.weights.admissibility import Structure
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.number_table import Line, Numbers, split

CORNER = "released \\ original"
"""The first field of the line of sizes: rows are sizes as released, columns sizes in the original."""

SAID = ("structure", "tail", "title", "note")
"""What the lines before it say, in any order; the first comes first."""

_BEGINNING = re.compile(r'"?structure"?[ ]*([,;\t])', re.IGNORECASE)


def described(text: str) -> WeightMatrix | None:
    """Return the weight matrix of a text that begins with its structure; None for any other text.

    Raises
    ------
    ParameterError
        Something of it is missing, doubled, out of order or not a number; the sentence names the line.
    """
    beginning = _BEGINNING.match(text)
    if beginning is None:
        return None
    lines, numbers = split(text, beginning[1]), Numbers(beginning[1])
    said, rest = _said(lines)
    absent = [name for name in ("structure", "tail") if name not in said or not said[name].fields[1].strip()]
    if absent or not rest:
        wanted = absent[0] if absent else CORNER
        raise ParameterError(f"There is no line that says “{wanted}”; add it above the weights.", "weights")
    tail = numbers.row(said["tail"], 1)[0]
    words = {name: said[name].fields[1] for name in ("title", "note") if name in said}
    return WeightMatrix(
        structure=_structure(said["structure"]), block=_weights(rest, numbers), tail=tail, **words
    )


def _structure(line: Line) -> Structure:
    given, known = line.fields[1].strip().casefold(), get_args(Structure)
    for structure in known:
        if structure == given:
            return cast(Structure, structure)
    raise ParameterError(f"Line {line.number}: the structure must be {', '.join(known)}.", "weights")


def _said(lines: Sequence[Line]) -> tuple[dict[str, Line], Sequence[Line]]:
    """Return the lines before the weights by what they say, and the lines of the weights."""
    said: dict[str, Line] = {}
    for at, line in enumerate(lines):
        name = line.fields[0].strip().casefold()
        if name == CORNER:
            return said, lines[at:]
        fields = _without_end(line.fields)
        if not fields:
            continue
        if name not in SAID or len(fields) > 2:
            raise ParameterError(
                f"Line {line.number} should say one of {', '.join(SAID)} in two fields, or begin the weights "
                f"with “{CORNER}”.",
                "weights",
            )
        if name in said:
            raise ParameterError(f"Line {line.number} says the {name} a second time; leave one.", "weights")
        said[name] = Line(line.number, [*fields, ""][:2])
    return said, ()


def _weights(lines: Sequence[Line], numbers: Numbers) -> tuple[tuple[float, ...], ...]:
    """Read the weights below the line of sizes, each row behind its size."""
    sizes, rows = _without_end(lines[0].fields)[1:], list(lines[1:])
    for column, size in enumerate(sizes, start=1):
        _require_size(lines[0].number, column + 1, size, column)
    while rows and not _without_end(rows[-1].fields):
        rows.pop()
    if len(rows) != len(sizes):
        raise ParameterError(
            f"There are {len(rows)} × {len(sizes)} weights, and a weight matrix is square.", "weights"
        )
    for number, row in enumerate(rows, start=1):
        _require_size(row.number, 1, row.fields[0], number)
        if len(row.fields) <= len(sizes) or _without_end(row.fields[len(sizes) + 1 :]):
            raise ParameterError(
                f"Line {row.number} has {len(row.fields) - 1} weights, and there are {len(sizes)} sizes.",
                "weights",
            )
    return tuple(numbers.row(Line(row.number, row.fields[: len(sizes) + 1]), 1) for row in rows)


def _require_size(line: int, column: int, given: str, size: int) -> None:
    if given.strip() != str(size):
        raise ParameterError(
            f"Line {line}, column {column}: the size {size} belongs here; sizes are 1, 2, … in this order.",
            "weights",
        )


def _without_end(fields: list[str]) -> list[str]:
    """Return the fields of a line without the empty ones that spreadsheets add at its end."""
    end = len(fields)
    while end and not fields[end - 1]:
        end -= 1
    return fields[:end]

"""JSON text of values, a row of a table on a line."""

import json
from collections.abc import Iterator, Mapping
from typing import Any


def json_text(value: Any) -> str:
    """Return a value as JSON, indented; what holds no list or names within stands on one line.

    A row of a table is one line then, and Python's fast encoder, which cannot indent, writes it.

    Parameters
    ----------
    value
        Plain values: names, lists, tuples, text, numbers, truth values, None.

    Returns
    -------
    str
        Any sign as it is, with a line break at the end.

    Raises
    ------
    ValueError
        A number is not finite.
    """
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

    def pieces(part: Any, margin: str) -> Iterator[str]:
        inner = margin + "  "
        if isinstance(part, Mapping) and any(map(_holds, part.values())):
            before = "{\n"
            for name, one in part.items():
                yield f"{before}{inner}{encode(str(name))}: "
                yield from pieces(one, inner)
                before = ",\n"
            yield f"\n{margin}}}"
        elif isinstance(part, list | tuple) and any(map(_holds, part)):
            before = "[\n"
            for one in part:
                yield before + inner
                yield from pieces(one, inner)
                before = ",\n"
            yield f"\n{margin}]"
        else:
            yield encode(part)

    return "".join(pieces(value, "")) + "\n"


def _holds(value: object) -> bool:
    return bool(value) and isinstance(value, Mapping | list | tuple)

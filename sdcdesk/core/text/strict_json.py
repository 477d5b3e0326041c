"""Strict JSON: text of others, of which nothing is lost or guessed when it is read."""

import json
from typing import Any

DEEPEST = 100
"""Levels of lists and names within each other; documents of ours have ten."""


def parsed(text: str) -> Any:
    """Return what a JSON text says.

    Parameters
    ----------
    text
        The whole text.

    Returns
    -------
    Any
        Plain values.

    Raises
    ------
    json.JSONDecodeError
        It is not JSON; the error knows the place.
    ValueError
        It is JSON that cannot be taken as it is: nested too deeply, a name given twice, a number that is not
        finite or too long, a half sign. The words are a clause: "it is nested too deeply".
    """
    try:
        read = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:  # Python reads whole numbers of some thousand digits only
        known = isinstance(error, _RefusedError)
        raise ValueError(str(error) if known else "it holds a number that is too long") from None
    _require_plain(read)
    return read


def parsed_object(text: str) -> dict[str, Any] | None:
    """Return the fields that a JSON text names.

    Parameters
    ----------
    text
        The whole text.

    Returns
    -------
    dict[str, Any] or None
        By name; None where it is something else, or cannot be taken as it is.
    """
    try:
        read = parsed(text)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


class _RefusedError(ValueError):
    """Why a text is not taken, as a clause."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        raise _RefusedError("it gives a name twice in one place")
    return read


def _refuse_constant(_word: str) -> None:
    raise _RefusedError("it holds a number that is not finite")


def _require_plain(read: Any) -> None:
    """Walk level by level, for a text can be deeper than calls within calls."""
    level = [read]
    for _ in range(DEEPEST):
        if not level:
            return
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.keys()
                below += value.values()
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str):
                _require_whole_signs(value)
            elif isinstance(value, float) and value in (float("inf"), float("-inf")):
                raise _RefusedError("it holds a number that is too large")
        level = below
    raise _RefusedError("it is nested too deeply")


def _require_whole_signs(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _RefusedError("it holds a half sign (\\ud800 to \\udfff)") from None

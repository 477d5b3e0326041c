"""Mutation of bytes and of JSON: small changes of what is sound, in a fixed order."""

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

LONG = "y" * 5000
"""More than a message may repeat."""

STRANGE_BYTES = (
    *(b"\0", b'"', b"'", b"\r", b"\n\n", b"\xff", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\x1a"),
    *(b"\x1b[31m", b",,,,", b";", b"\t", b"nan", b"1e999", b"-", b"=1+1", "\u202e\u2028".encode(), b'"""'),
)

STRANGE_VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 2**63, 10**20, 10**400, 0.5, 1e308, -1e308, 5e-324, float("nan"), float("inf")),
    *("", " ", "nothing of the kind", LONG, "\ud800", "\x1b[31m\u202e", "a\0b", "1e5", "../../.."),
    *([], {}, [[]], [None], ["", ""], [LONG], {"self": 1}, {"": ""}, {LONG: LONG}, [1e308] * 3),
)
"""What no place of a document should hold, and some that could."""

STRANGE_NAMES = ("self", "values", "model_config", "__class__", "keys", "changed", "", "\ud800", LONG)
"""Names that a document should not know."""


def nested(levels: int) -> Any:
    """Return a list of lists of lists."""
    tree: Any = 1
    for _ in range(levels):
        tree = [tree]
    return tree


def mutated_bytes(content: bytes, times: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Return truncations, flips, insertions, deletions and doublings of bytes, each with a name."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    for number in range(times):
        place, end = sorted(chance.choices(range(len(content) + 1), k=2))
        strange = chance.choice(STRANGE_BYTES)
        kind = ("truncated", "flipped", "inserted", "deleted", "doubled")[number % 5]
        changed = {
            "truncated": content[:place],
            "flipped": content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :],
            "inserted": content[:place] + strange + content[place:],
            "deleted": content[:place] + content[end:],
            "doubled": content[:end] + content[place:end] + content[end:],
        }[kind]
        yield f"{kind} {number}", changed


def mutated_trees(tree: Any, values: Sequence[Any] = STRANGE_VALUES) -> Iterator[tuple[str, Any]]:
    """Return a tree with each place replaced by each value, left out, doubled, or with a strange name."""
    for place in places(tree):
        name = "/".join(map(str, place)) or "all"
        for number, value in enumerate(values):
            yield f"{name} replaced {number}", _replaced(tree, place, value)
        if place:
            yield f"{name} left out", _left_out(tree, place)
        found = at(tree, place)
        if isinstance(found, list) and found:
            yield f"{name} doubled", _replaced(tree, place, [*found, found[-1]])
        if isinstance(found, dict):
            for number, strange in enumerate(STRANGE_NAMES):
                yield f"{name} named {number}", _replaced(tree, place, {**found, strange: 1})


def places(tree: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return every place of a tree, as the names and numbers that lead there."""
    yield place
    if isinstance(tree, dict):
        for name, part in tree.items():
            yield from places(part, (*place, name))
    if isinstance(tree, list):
        for number, part in enumerate(tree):
            yield from places(part, (*place, number))


def at(tree: Any, place: Sequence[Any]) -> Any:
    """Return what stands at a place."""
    for step in place:
        tree = tree[step]
    return tree


def _replaced(tree: Any, place: Sequence[Any], value: Any) -> Any:
    if not place:
        return value
    changed = copy.deepcopy(tree)
    at(changed, place[:-1])[place[-1]] = value
    return changed


def _left_out(tree: Any, place: Sequence[Any]) -> Any:
    changed = copy.deepcopy(tree)
    del at(changed, place[:-1])[place[-1]]
    return changed

"""Finished-file faults: pairs of files of which nobody may say which records belong together."""

from collections.abc import Iterator
from itertools import product

from tests.faults.example import PEOPLE, SECRETS
from tests.faults.fault import Fault
from tests.faults.mutation import LONG, mutated_bytes

KINDS: dict[str, tuple[str, ...]] = {
    "numbers": ("1", "2", "3", "4"),
    "zeros in front": ("001", "002", "003", "004"),
    "zeros in front of some": ("1", "01", "2", "02"),
    "decimals": ("1.0", "2.0", "3.0", "4.0"),
    "decimals of two kinds": ("1.0", "1.00", "2.0", "2.00"),
    "decimal commas": ('"1,0"', '"2,0"', '"3,0"', '"4,0"'),
    "exponents": ("1e0", "2e0", "3e0", "4e0"),
    "beyond doubles": ("9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995"),
    "beyond doubles, with decimals": ("9007199254740992.0", "9007199254740994.0", "0.5", "1.5"),
    "beyond integers": ("9223372036854775808", "9223372036854775809", "1", "2"),
    "words": ("a", "b", "c", "d"),
    "words and numbers": ("1", "2", "x", "y"),
    "blanks around": (" 1", "2 ", " 3 ", "4"),
    "plus signs": ("+1", "+2", "+3", "+4"),
    "both zeros": ("0", "-0", "1", "-1"),
    "accents in two ways": ("\u00e9", "e\u0301", "a", "b"),
    "other digits": ("\u0661", "\u0662", "1", "2"),
    "truth": ("true", "false", "TRUE", "FALSE"),
    "secrets": (SECRETS[0], SECRETS[1], "x", "y"),
    "long": (LONG, f"{LONG}x", "x", "y"),
    "missing": ("1", "", "3", "4"),
    "repeated": ("1", "1", "2", "3"),
}

SAME = {"missing", "repeated"}
"""Kinds that name no records even beside themselves."""


def faults() -> Iterator[Fault]:
    """Return each kind of identity beside each other one, whole and in part, and files changed at random."""
    for (first, before), (second, after) in product(KINDS.items(), repeat=2):
        for which, rows in (("all", after), ("two", after[2:0:-1])):
            files = {"whole.csv": _people(before), "safe.csv": _people(rows)}
            words = ("assess", "whole.csv", "--masked", "safe.csv", "--id", "id", "--keys", "age")
            codes = (2,) if first in SAME else (0, 1, 2)
            yield Fault(f"{first} beside {second}, {which}", words, files, codes=codes)
    for name, content in mutated_bytes(PEOPLE, 60, seed=9):
        words = ("assess", "people.csv", "--masked", "safe.csv", "--id", "id", "--keys", "age,sex")
        yield Fault(name, words, {"safe.csv": content})


def _people(names: tuple[str, ...]) -> bytes:
    rows = (f"{name},{30 + place}" for place, name in enumerate(names))
    return "\n".join(("id,age", *rows, "")).encode()

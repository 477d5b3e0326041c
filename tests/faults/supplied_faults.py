"""Supplied-file faults: files that parameters and options name, with what they should not hold, or be.

A population, a finished file, edit rules, and the tables of a recoding.
"""

import json
import os
from collections.abc import Iterator
from typing import Any

from tests.faults.example import PEOPLE, SECRETS, written
from tests.faults.fault import LARGE, Fault
from tests.faults.mutation import LONG, mutated_bytes, mutated_trees, nested
from tests.faults.parameter_faults import POPULATION
from tests.faults.path_faults import DEVICES, NAMES, STRANGE

SECRET = SECRETS[0]

RULES: list[dict[str, Any]] = [
    {
        "name": "children",
        "when": {"comparisons": [{"variable": "age", "relation": "less than", "values": [18]}]},
        "then": {
            "hold": "any",
            "comparisons": [
                {"variable": "school", "relation": "is", "values": ["none", "primary"]},
                {"variable": "income", "relation": "is missing"},
            ],
        },
    },
    {
        "name": "adults",
        "when": {"comparisons": []},
        "then": {"comparisons": [{"variable": "income", "relation": "at most", "values": [1e9]}]},
    },
]
"""Edit rules that are sound, and that some record breaks."""

MARGINS = b"age,sex,zip,count\n" + b"".join(
    [
        *(b"%d,,,3\n" % age for age in (17, 18, 34, 35, 41, 44, 61, 62, 99)),
        *(b",%s,0012,%d\n" % (sex, n) for sex, n in ((b"F", 15), (b"M", 12))),
    ]
)
"""Two published tables of the same 27 people."""

TABLE = b"34,30\n35,30\n61,60\n62,60\n"

HIERARCHY = b"".join(
    b"%d,%d,%s\n" % (age, age // 10 * 10, b"old" if age > 60 else b"young")
    for age in (17, 18, 34, 35, 41, 44, 61, 62, 99)
)

CELLS = (
    *("", " ", "nan", "inf", "-1", "0", "0.5", "1e18", "1e19", "1e308", "1e400", "9" * 400, "1" * 5000),
    *("-0", "1e-300", "9007199254740993", "1,5", "½", "=1+1", SECRET, LONG, "\x1b[31m", "\u202e", "true"),
)
"""What may stand in the place of a number of people."""

TEXTS = {
    "nothing": b"",
    "blanks": b" \n \n",
    "only a header": b"age,sex,zip,count\n",
    "one column": b"age\n34\n",
    "a column twice": b"age,age,sex,zip,count\n34,34,F,0012,1\n",
    "no names": b",,,\n34,F,0012,1\n",
    "ragged": b"age,sex,zip,count\n34,F\n35,M,0013,1,2\n",
    "an open quote": b'age,sex,zip,count\n34,"F,0012,3\n',
    "text that is not UTF-8": PEOPLE.replace(b"Bo", b"\xff\xfe\x80"),
    "UTF-16": POPULATION.decode().encode("utf-16"),
    "UTF-16 without a mark": POPULATION.decode().encode("utf-16-le"),
    "a byte order mark": b"\xef\xbb\xbf" + POPULATION,
    "zero bytes": b"\0" * 1000,
    "Parquet in name only": b"PAR1" + b"\0" * 100 + b"PAR1",
    "a program": b"\x7fELF" + bytes(range(256)),
    "a long line": b"age,sex,zip,count\n" + b"3" * 2_000_000,
    "many columns": b",".join(b"c%d" % number for number in range(5000)) + b"\n" + b"1," * 4999 + b"1\n",
    "JSON": written([1, 2, 3]),
    "the data": PEOPLE,
    "all keys missing": b"age,sex,zip,count\n,,,5\n",
    "other kinds": b"age,sex,zip,count\nyoung,1,a,3\nold,2,b,4\n",
    "huge keys": b"age,sex,zip,count\n1e308,F,0012,3\n-1e308,M,0013,2\n5e-324,F,0013,1\n",
}

JSON_TEXTS = {
    "deep": b"[" * 100_000,
    "deep and closed": json.dumps(nested(500)).encode(),
    "many digits": b'[{"name": ' + b"1" * 5000 + b"}]",
    "not finite": b'[{"name": "x", "when": NaN, "then": -Infinity}]',
    "a lone surrogate": b'[{"name": "\\ud800", "when": {"comparisons": []}, "then": {"comparisons": []}}]',
    "the key self": b'[{"self": 1, "name": "x"}]',
    "a key twice": b'[{"name": "x", "name": "y", "when": {"comparisons": []}, "then": {"comparisons": []}}]',
    "many rules": written([{**RULES[1], "name": f"{number}"} for number in range(2000)]),
    "many values": written(
        [
            {**RULES[0], "then": {"comparisons": [{**_one, "values": [*range(100_000)]}]}}
            for _one in [{"variable": "age", "relation": "is"}]
        ]
    ),
    "an object": b"{}",
    "a number": b"1",
    "null": b"null",
}

ROLES = ("--keys", "age,sex,zip", "--confidential", "income", "--text", "zip")


def _method(name: str, **parameters: object) -> tuple[str, ...]:
    text = f"{name}:{json.dumps(parameters)}"
    return ("mask", "people.csv", "--method", text, "--seed", "1", "--out", "safe.csv", *ROLES)


def _measure(name: str, **parameters: object) -> tuple[str, ...]:
    return ("assess", "people.csv", *ROLES, "--measure", f"{name}:{json.dumps(parameters)}")


Supplied = tuple[bytes, str, tuple[str, ...]]
"""Sound content, the ending of its name, and a command that reads it from the file `{}`."""

SUPPLIED: dict[str, Supplied] = {
    "people of k-map": (PEOPLE, ".csv", _measure("k_map", population="{}", holds="people")),
    "counts of k-map": (POPULATION, ".csv", _measure("k_map", population="{}", holds="counts")),
    "margins of k-map": (MARGINS, ".csv", _measure("k_map", population="{}", holds="margins")),
    "margins from the sample": (
        MARGINS,
        ".csv",
        _measure("delta_presence", population="{}", holds="margins", start="sample"),
    ),
    "counts of δ-presence": (
        POPULATION,
        ".csv",
        _measure("delta_presence", population="{}", holds="counts", missing="wildcard"),
    ),
    "counts of attackers": (
        POPULATION,
        ".csv",
        _measure("attacker_risks", population="file", population_file="{}", holds="counts"),
    ),
    "a finished file": (PEOPLE, ".csv", _method("finished_file", file="{}", identity="id")),
    "a finished file by order": (PEOPLE, ".csv", _method("finished_file", file="{}")),
    "a mapping": (TABLE, ".csv", _method("recoding", variable="age", how="mapping", mapping="@{}")),
    "a hierarchy": (HIERARCHY, ".csv", _method("recoding", variable="age", how="level", hierarchy="@{}")),
    "a hierarchy that is checked": (HIERARCHY, ".csv", ("hierarchy", "people.csv", "age", "--check", "{}")),
    "a hierarchy that is completed": (
        HIERARCHY,
        ".csv",
        ("hierarchy", "people.csv", "age", "--mapping", "{}"),
    ),
    "a hierarchy as JSON": (
        written({"name": "School", "levels": [{"none": "low"}, {"low": "any"}], "titles": ["a", "b"]}),
        ".json",
        ("hierarchy", "people.csv", "school", "--check", "{}"),
    ),
    "rules of inspect": (written(RULES), ".json", ("inspect", "people.csv", "--rules", "{}")),
    "rules of mask": (
        written(RULES),
        ".json",
        (*_method("additive_noise", variables=["income"], edit_rules="keep"), "--rules", "{}"),
    ),
    "rules of assess": (
        written(RULES),
        ".json",
        (*_measure("edit_rules"), "--rules", "{}"),
    ),
}


def faults() -> Iterator[Fault]:
    """Return each file with strange content, where strange things stand, and as a result of its command."""
    for kind, (content, ending, words) in SUPPLIED.items():
        name = f"supplied{ending}"
        for title, changed in _contents(content, ending):
            yield _fault(f"{kind}: {title}", words, name, changed)
        for number, path in enumerate((*NAMES, *DEVICES)):
            yield Fault(f"{kind}: name {number}", _naming(words, path))
        yield from _strange(kind, words, name)
        yield from _as_results(kind, words, name, content)
    for title, rules in mutated_trees(RULES):
        for kind in ("rules of mask", "rules of assess"):
            yield _fault(f"{kind}, {title}", SUPPLIED[kind][2], "supplied.json", written(rules))


def _contents(content: bytes, ending: str) -> Iterator[tuple[str, bytes]]:
    """Return what a file could hold in the place of sound content, each with a name."""
    yield from {**TEXTS, **(JSON_TEXTS if ending == ".json" else {})}.items()
    yield from mutated_bytes(content, 60, seed=11)
    if content in (POPULATION, MARGINS):
        for number, cell in enumerate(CELLS):
            people = f",{cell}\n".encode()
            yield f"{number} people", content.replace(b",3\n", people, 1)
            yield f"{number} people each", content.replace(b",3\n", people)
            yield f"age {number}", content.replace(b"34,", f"{cell},".encode())


def _strange(kind: str, words: tuple[str, ...], name: str) -> Iterator[Fault]:
    for title, make in STRANGE.items():
        yield Fault(
            f"{kind}: {title}",
            _naming(words, name),
            prepare=lambda folder, make=make: make(folder / name),  # type: ignore[misc]
            codes=(0, 1, 2, 71) if title == "a hole" else (0, 1, 2),
        )


def _as_results(kind: str, words: tuple[str, ...], name: str, content: bytes) -> Iterator[Fault]:
    """Return commands that would replace what they read."""
    place = words.index("safe.csv") if words[0] == "mask" else len(words)
    for target in (name, f"./{name}", "linked.csv"):
        output = (target,) if words[0] == "mask" else ("--json", target)
        yield Fault(
            f"{kind}: replaced as {target}",
            (*_naming(words[:place], name), *output, *_naming(words[place + 1 :], name), "--overwrite"),
            {name: content},
            prepare=lambda folder: os.link(folder / name, folder / "linked.csv"),
            codes=(2,),
        )


def _fault(name: str, words: tuple[str, ...], file: str, content: bytes) -> Fault:
    assert len(content) < LARGE
    return Fault(name, _naming(words, file), {file: content})


def _naming(words: tuple[str, ...], name: str) -> tuple[str, ...]:
    inside = json.dumps(name)[1:-1]
    return tuple(
        name if word == "{}" else word.replace('"{}"', f'"{inside}"').replace('"@{}"', f'"@{inside}"')
        for word in words
    )

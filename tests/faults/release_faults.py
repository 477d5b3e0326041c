"""Release faults: every measure on odd files and on odd releases of a sound one, and every method on them."""

import json
from collections.abc import Iterator

from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.faults.example import PEOPLE
from tests.faults.fault import Fault
from tests.faults.parameter_faults import POPULATION, sound

HEADER, *LINES = PEOPLE.decode().splitlines()

COLUMNS = HEADER.split(",")


def _people(**columns: str) -> bytes:
    """Return the people with the same value in each field of some columns."""
    rows = ([columns.get(name, field) for name, field in _fields(line)] for line in LINES)
    return _file(",".join(row) for row in rows)


def _fields(line: str) -> Iterator[tuple[str, str]]:
    return zip(COLUMNS, line.split(","), strict=True)


def _file(lines: Iterator[str] | list[str]) -> bytes:
    return "\n".join((HEADER, *lines, "")).encode()


FILES = {
    "one record": _file(LINES[:1]),
    "two alike": _file([LINES[0], LINES[0].replace("1,", "2,", 1)]),
    "no record": _file([]),
    "constant": _people(age="34", sex="F", zip="0012", school="none", income="100", weight="1"),
    "keys missing": _people(age="", sex="", zip=""),
    "confidential missing": _people(income="", school=""),
    "all missing": _people(name="", age="", sex="", zip="", school="", income="", weight=""),
    "huge": _people(age="1e308", income="-1.7e308"),
    "tiny": _people(age="5e-324", income="1e-310"),
    "beyond integers": _people(age="9223372036854775808", income="9007199254740993"),
    "not finite": _people(age="inf", income="nan", weight="inf"),
    "weights of zero": _people(weight="0"),
    "weights below one": _people(weight="0.001"),
    "negative weights": _people(weight="-2"),
    "huge weights": _people(weight="1e300"),
}
"""Original files."""

RELEASES = {
    "sample, in another order": _file([LINES[at] for at in (8, 2, 5, 0, 11)]),
    "one of them": _file(LINES[3:4]),
    "nobody": _file([]),
    "keys blanked": _people(age="", sex="", zip=""),
    "constant": _people(age="34", sex="F", zip="0012", school="none", income="100"),
    "huge": _people(age="1e308", income="-1.7e308"),
    "not finite": _people(income="inf", age="nan"),
    "other kinds": _people(age="young", income="much", sex="1", zip="1"),
    "twice": _file([*LINES, *LINES]),
}
"""Finished files beside the sound original."""


def faults() -> Iterator[Fault]:
    """Return each operation with each file, and each measure with each release by either missing values."""
    for measure in MEASURES:
        text = f"{measure.name}:{json.dumps(sound(measure))}"
        for name, content in FILES.items():
            yield _fault(f"{measure.name}, {name}", _assess(text), {"people.csv": content})
        for missing in ("category", "wildcard") if "missing" in measure.model_fields else ("",):
            chosen = {**sound(measure), **({"missing": missing} if missing else {})}
            words = (*_assess(f"{measure.name}:{json.dumps(chosen)}"), "--masked", "safe.csv", "--id", "id")
            for name, content in RELEASES.items():
                yield _fault(f"{measure.name}, release {name} {missing}", words, {"safe.csv": content})
    for method in METHODS:
        text = f"{method.name}:{json.dumps(sound(method))}"
        for name, content in FILES.items():
            yield _fault(f"{method.name}, {name}", _mask(text), {"people.csv": content})


def _fault(name: str, words: tuple[str, ...], files: dict[str, bytes]) -> Fault:
    return Fault(name, words, {"population.csv": POPULATION, **files})


def _assess(text: str) -> tuple[str, ...]:
    roles = ("--keys", "age,sex,zip", "--confidential", "income,school", "--weight", "weight")
    return ("assess", "people.csv", *roles, "--text", "zip,sex,school", "--measure", text)


def _mask(text: str) -> tuple[str, ...]:
    roles = ("--keys", "age,sex,zip", "--confidential", "income,school")
    return ("mask", "people.csv", *roles, "--method", text, "--seed", "1", "--out", "masked.csv")

"""The attacks once more, slow and obvious: every pair, every sample and every draw, in exact fractions."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from statistics import median
from typing import Any

import pandas as pd
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable

GRADES = ("A", "B", "C", "D")
VALUE = {
    "number": st.sampled_from([None, -1, 0, 1, 2, 5]),
    "other": st.sampled_from([0, 1, 3]),
    "grade": st.sampled_from([None, *GRADES]),
    "zip": st.sampled_from([None, "1", "2", "3"]),
}
KEYS = list(VALUE)
SECRET = {
    "amount": st.sampled_from([None, 0, 95, 100, 104, 105, 106]),
    "ill": st.sampled_from([None, "x", "y"]),
}
Person = dict[str, Any]
PERSON = st.fixed_dictionaries({**VALUE, **SECRET})
Predicate = list[tuple[str, Callable[[Any], bool]]]


@st.composite
def files(draw: st.DrawFn, most: int = 8) -> tuple[list[Person], list[Person], list[int]]:
    """People, their records after masking, and which of these are released."""
    people = draw(st.lists(PERSON, min_size=1, max_size=most))
    changed = [
        {name: (old if draw(st.booleans()) else new)[name] for name in old}
        for old, new in ((one, draw(PERSON)) for one in people)
    ]
    return people, changed, sorted(draw(st.sets(st.integers(0, len(people) - 1))))


def microdata(people: list[Person]) -> Microdata:
    names = [*VALUE, *SECRET]
    frame = pd.DataFrame({name: pd.Series([one[name] for one in people], dtype=object) for name in names})
    frame = frame.astype({"number": "Int64", "other": "int64", "amount": "Int64"})
    variables = [Variable(name="grade", scale=Scale.ORDINAL, categories=GRADES)]
    variables += [Variable(name=name) for name in ("zip", "ill")]
    data = Microdata(frame, variables)
    secret = [data.variable(name).changed(role=Role.CONFIDENTIAL) for name in SECRET]
    return data.describe(*(data.variable(name).changed(role=Role.KEY) for name in VALUE), *secret)


def squared(one: Person, other: Person, names: Iterable[str], people: list[Person]) -> Fraction:
    """Squared distance; `people` are all of the original."""
    total = Fraction(0)
    for name in names:
        x, y = one[name], other[name]
        spread = variance(people, name) if name in ("number", "other") else None
        if spread == 0:
            continue
        if x is None or y is None:
            total += x is not y
        elif spread is not None:
            total += Fraction(x - y) ** 2 / spread
        elif name == "grade":
            total += Fraction(abs(ord(x) - ord(y)), len(GRADES)) ** 2
        else:
            total += x != y
    return total


def variance(people: list[Person], name: str) -> Fraction:
    values = [Fraction(one[name]) for one in people if one[name] is not None]
    if len(values) < 2:
        return Fraction(0)
    mean = sum(values) / len(values)
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def nearest_sets(distances: Sequence[Fraction], number: int) -> list[set[int]]:
    """All sets that somebody who takes the nearest so many can end up with, each as likely."""
    last = sorted(distances)[min(number, len(distances)) - 1]
    sure = {place for place, distance in enumerate(distances) if distance < last}
    tied = [place for place, distance in enumerate(distances) if distance == last]
    return [sure | set(some) for some in combinations(tied, min(number, len(distances)) - len(sure))]


def joined(one: Sequence[Fraction], other: Sequence[Fraction], number: int) -> Fraction:
    """Chance that the nearest by both distances have a record in common."""
    pairs = [(a, b) for a in nearest_sets(one, number) for b in nearest_sets(other, number)]
    return Fraction(sum(bool(a & b) for a, b in pairs), len(pairs))


def ordered(name: str) -> bool:
    return name != "zip"


def condition(name: str, value: Any, released: list[Person]) -> tuple[str, Callable[[Any], bool]]:
    """What a statement of several variables says of one."""
    if not ordered(name):
        return name, lambda other: bool(other == value)
    if value >= middle([one[name] for one in released if one[name] is not None]):
        return name, lambda other: bool(other >= value)
    return name, lambda other: bool(other <= value)


def middle(values: list[Any]) -> Any:
    """Median; of grades half-way between two letters is after the first of them."""
    if isinstance(values[0], str):
        code = median([ord(value) for value in values])
        return chr(int(code)) if code == int(code) else chr(int(code)) + "+"
    return median(values)


def holds(predicate: Predicate, person: Person) -> bool:
    return all(person[name] is not None and test(person[name]) for name, test in predicate)


def statements(released: list[Person], names: Sequence[str]) -> list[tuple[int, Predicate]]:
    """All statements about these variables that are true of one released record only, with that record."""
    every: list[Predicate] = []
    if len(names) == 1:
        name = names[0]
        values = sorted({one[name] for one in released if one[name] is not None})
        every = [[(name, lambda other, value=value: other == value)] for value in values]
        if ordered(name) and values:
            every.append([(name, lambda other: other <= values[0])])
            every.append([(name, lambda other: other >= values[-1])])
    else:
        every = [
            [condition(name, one[name], released) for name in names]
            for one in released
            if all(one[name] is not None for name in names)
        ]
    found = [
        (predicate, [at for at, one in enumerate(released) if holds(predicate, one)]) for predicate in every
    ]
    return [(true_of[0], predicate) for predicate, true_of in found if len(true_of) == 1]


def alone(predicate: Predicate, people: list[Person], size: int, own: Person | None = None) -> Fraction:
    """Chance that a statement is true of exactly one in a sample of people; one may always be among them."""
    others = [one for one in people if one is not own]
    kept = [] if own is None else [own]
    samples = [[*kept, *some] for some in combinations(others, size - len(kept))]
    return Fraction(sum(sum(holds(predicate, one) for one in some) == 1 for some in samples), len(samples))

"""Extension of a hierarchy to values that it lacks: they go where the rule of its labels puts them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any

from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError
from sdcdesk.hierarchies.builders.assembled import Values, value_column
from sdcdesk.hierarchies.builders.dates import STEPS, Step, read_dates, step_label
from sdcdesk.hierarchies.builders.prefix import MARK, cut
from sdcdesk.hierarchies.hierarchy import Hierarchy, Labels
from sdcdesk.hierarchies.places import places

Exact = int | Fraction
"""A number with all its digits."""

LabelRule = Callable[[str], str]
"""Returns the label of a value at a level; empty: it does not say."""

LONGEST_CODE = 40
"""Characters of values up to which their beginnings are looked at."""

LONGEST_NUMBER = 400
"""Characters of a number that is looked at."""

_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]{1,3})?"
_ONE_NUMBER = re.compile(_NUMBER)
_BOTH_ENDS = re.compile(rf"({_NUMBER})( to | – |–| - |-)({_NUMBER})")
_LOWER_END = re.compile(rf"(\[)({_NUMBER}), ({_NUMBER})\)")
_BELOW = re.compile(rf"(?:under |< ?)({_NUMBER})")
_FROM = re.compile(rf"(?:>= ?|≥ ?)?({_NUMBER})(?: and over|\+)?")


@dataclass(frozen=True, slots=True)
class _Band:
    """What a label says of the numbers below it.

    Attributes
    ----------
    low, high
        Its ends, None where it is open; the low one belongs to it.
    whole
        Whether it is one of whole numbers, and names its highest one: `high` is the next one.
    """

    low: Exact | None
    high: Exact | None
    whole: bool = False

    def holds(self, number: Exact) -> bool:
        inside = (self.low is None or self.low <= number) and (self.high is None or number < self.high)
        return inside and (not self.whole or number.denominator == 1)


def extended(hierarchy: Hierarchy, values: Values) -> Hierarchy:
    """Return a hierarchy with more values, as far as its labels say where they belong.

    Parameters
    ----------
    hierarchy
        Its labels are bands of numbers, first characters of codes, or months, quarters, years and decades of
        dates, at each level or at the first.
    values
        Values of a variable, next year's, say. Those that it holds already stay where they are.

    Returns
    -------
    Hierarchy
        The same object where it holds all of them, or its labels say nothing of those that it lacks. Values
        that go beyond its bands or dates bring new labels of the same kind. Where the values ascended, they
        still do; elsewhere the new ones stand behind the others.

    Examples
    --------
    >>> ages = Hierarchy.from_rows({"31": "30 to 34 > 30 to 39", "36": "35 to 39 > 30 to 39"})
    >>> extended(ages, [33, 31, 47]).rows["47"]
    ('45 to 49', '40 to 49')
    """
    column = value_column(values)
    lacking = as_text(column[[place < 0 for place in places(column, hierarchy).tolist()]])
    rules = [_rule(hierarchy, level, lacking) for level in range(1, hierarchy.height + 1)] if lacking else []
    above = _above(hierarchy)
    bands = {label: band for label in hierarchy.labels(1) if (band := _band(label))}
    rows: dict[str, Labels] = {}
    for value in lacking:
        row = tuple(rule(value) if rule else "" for rule in rules)
        if not all(row):
            row = _row_of_band(value, bands, above)
        steps = [*zip(above, pairwise(row), strict=True)] if row else []
        if row and all(known.get(low, high) == high for known, (low, high) in steps):
            for known, (low, high) in steps:
                known[low] = high
            rows[value] = row
    if not rows:
        return hierarchy
    every = _in_order(hierarchy.values, hierarchy.rows | rows)
    return hierarchy.changed(values=tuple(every), levels=tuple(zip(*every.values(), strict=True)))


def _in_order(before: Labels, rows: dict[str, Labels]) -> dict[str, Labels]:
    """Return all rows, which ascend, as numbers or as texts, where those before did."""
    numbers = {value: _exact(value) for value in rows}
    key: Callable[[str], Any] = str if None in numbers.values() else numbers.__getitem__
    if any(key(first) > key(second) for first, second in pairwise(before)):
        return rows
    return {value: rows[value] for value in sorted(rows, key=key)}


def _above(hierarchy: Hierarchy) -> list[dict[str, str]]:
    """Return for each level but the last what stands above its labels."""
    return [dict(zip(*two, strict=True)) for two in pairwise(hierarchy.levels)]


def _row_of_band(value: str, bands: dict[str, _Band], above: Sequence[dict[str, str]]) -> Labels:
    """Return the labels of the one band that holds a number; none where none does, or several."""
    number = _exact(value)
    fitting = [label for label, band in bands.items() if number is not None and band.holds(number)]
    if len(fitting) != 1:
        return ()
    row = fitting
    for known in above:
        row.append(known[row[-1]])
    return tuple(row)


def _rule(hierarchy: Hierarchy, level: int, lacking: Sequence[str]) -> LabelRule | None:
    """Return the rule that all labels of a level follow; None: there is none that is known."""
    labels = hierarchy.levels[level - 1]
    for rule in _rules(hierarchy, level, lacking):
        if all(rule(value) == label for value, label in zip(hierarchy.values, labels, strict=True)):
            return rule
    return (lambda _: labels[0]) if len(hierarchy.labels(level)) == 1 else None


def _rules(hierarchy: Hierarchy, level: int, lacking: Sequence[str]) -> Iterator[LabelRule]:
    """Yield the rules that the labels of a level may follow."""
    if rule := _bands_rule(hierarchy.labels(level)):
        yield rule
    try:
        every = (*hierarchy.values, *lacking)
        days = dict(zip(every, read_dates(every).days, strict=True))
    except DataError:
        days = {}
    for step in STEPS if days else ():
        yield partial(_date_label, days, step)
    longest = max(map(len, hierarchy.values))
    lengths = range(1, longest) if longest <= LONGEST_CODE else ()
    for keep, mark in product(lengths, (MARK, "")):
        yield partial(_beginning, keep, mark)


def _date_label(days: dict[str, date], step: Step, value: str) -> str:
    return step_label(days[value], step)


def _beginning(keep: int, mark: str, value: str) -> str:
    return cut(value, keep, mark)


def _bands_rule(labels: Sequence[str]) -> LabelRule | None:
    """Return the rule of bands of one width, of which the outer ones may be open; None of other labels."""
    bands = {label: _band(label) for label in labels}
    if not all(bands.values()):
        return None
    closed = [
        (label, band.low, band.high, band.whole)
        for label, band in bands.items()
        if band and band.low is not None and band.high is not None
    ]
    ends = [(label, band) for label, band in bands.items() if band and None in (band.low, band.high)]
    if not closed:
        return None
    (first, low, high, whole), *_ = closed
    width = high - low
    known: dict[Exact, str] = {}

    def rule(value: str) -> str:
        number = _exact(value)
        if number is None or (whole and number.denominator > 1):
            return ""
        for label, band in ends:
            if band.holds(number):
                return label
        begin = low + (number - low) // width * width
        if begin not in known:
            known[begin] = _label(first, begin, begin + width, whole=whole)
        return known[begin]

    return rule


def _label(pattern: str, low: Exact, high: Exact, *, whole: bool) -> str:
    """Return the label of a band as another one is written."""
    form = _BOTH_ENDS if whole else _LOWER_END
    between = form.fullmatch(pattern)
    if whole and between:
        return f"{_text(low)}{between[2]}{_text(high - 1)}"
    return f"[{_text(low)}, {_text(high)})"


def _text(number: Exact) -> str:
    return str(number.numerator) if number.denominator == 1 else repr(float(number))


def _band(label: str) -> _Band | None:
    """Return what a label says of the numbers below it; None: it is no band."""
    if found := _BOTH_ENDS.fullmatch(label):
        low, high = _exact(found[1]), _exact(found[3])
        if isinstance(low, int) and isinstance(high, int) and low < high:
            return _Band(low, high + 1, whole=True)
    elif found := _LOWER_END.fullmatch(label):
        low, high = _exact(found[2]), _exact(found[3])
        if low is not None and high is not None and low < high:
            return _Band(low, high)
    elif (found := _BELOW.fullmatch(label)) and (end := _exact(found[1])) is not None:
        return _Band(None, end)
    elif (found := _FROM.fullmatch(label)) and found[0] != found[1] and (end := _exact(found[1])) is not None:
        return _Band(end, None)
    return None


def _exact(value: str) -> Exact | None:
    """Return the number that a text is, whole ones as such, which is quicker; None: it is none."""
    if len(value) > LONGEST_NUMBER or not _ONE_NUMBER.fullmatch(value):
        return None
    return int(value) if value.removeprefix("-").isdecimal() else Fraction(value)

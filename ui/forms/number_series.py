"""Series of numbers as people write them: single ones, and ranges such as "10 to 100 by 10"."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from sdcdesk.core.text.sentence import sentence
from ui.forms.numbers import read_number, write_field

MOST = 500
"""Numbers of one series: more were never meant."""

SHORTEST = 4
"""Numbers that are written as a range, at least."""

NEAR = 1e-9
"""Part of a step by which the distances of a range may differ."""

_RANGE = re.compile(r"^(?P<low>.+?)\s*(?:\bto\b|–|…|\.\.)\s*(?P<high>.+?)(?:\s+by\s+(?P<step>.+))?$")

TOO_MANY = "These are {n} numbers; give {most} at most."

NO_RANGE = "A range is written as 10 to 100 by 10, from the lower to the higher number."


def read_series(text: str, read: Callable[[str], float] = read_number) -> list[float]:
    """Return the numbers of a series, separated by semicolons, or raise ValueError with a sentence.

    Parameters
    ----------
    text
        "2; 5; 10 to 50 by 10".
    read
        Reads one number, whole or not.
    """
    found: list[float] = []
    for entry in filter(None, (part.strip() for part in text.split(";"))):
        matched = _RANGE.match(entry)
        found += _range(matched, read) if matched else [read(entry)]
    if len(found) > MOST:
        raise ValueError(sentence(TOO_MANY, n=len(found), most=MOST))
    return list(dict.fromkeys(found))


def written_series(numbers: Sequence[float]) -> str:
    """Return numbers as they stand in a field, those at equal distances as a range."""
    parts: list[str] = []
    rest = list(numbers)
    while rest:
        run = _run(rest)
        if run < SHORTEST:
            parts.append(write_field(rest.pop(0)))
            continue
        low, high, step = (write_field(one) for one in (rest[0], rest[run - 1], rest[1] - rest[0]))
        words = "{low} to {high}" if rest[1] - rest[0] == 1 else "{low} to {high} by {step}"
        parts.append(sentence(words, low=low, high=high, step=step))
        rest = rest[run:]
    return "; ".join(parts)


def _range(matched: re.Match[str], read: Callable[[str], float]) -> list[float]:
    """Return the numbers of a range; in decimals, as they were typed: 0.1 + 0.2 in binary is not 0.3."""
    low, high, by = matched.group("low"), matched.group("high"), matched.group("step") or "1"
    first, last, step = (Decimal(repr(read(text))) for text in (low, high, by))
    if last < first or step <= 0:
        raise ValueError(NO_RANGE)
    count = int((last - first) / step) + 1
    if count > MOST:
        raise ValueError(sentence(TOO_MANY, n=count, most=MOST))
    whole = isinstance(read(low), int)
    numbers = (first + place * step for place in range(count))
    return [int(number) if whole else float(number) for number in numbers]


def _run(numbers: Sequence[float]) -> int:
    """Return how many numbers from the first on ascend by equal steps."""
    if len(numbers) < 2 or numbers[1] <= numbers[0]:
        return 1
    step, run = numbers[1] - numbers[0], 2
    while run < len(numbers) and abs(numbers[run] - numbers[run - 1] - step) <= abs(step) * NEAR:
        run += 1
    return run

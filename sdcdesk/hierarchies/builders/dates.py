"""Hierarchy of dates: days in months, quarters, years and decades."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.hierarchies.builders.assembled import LevelLabels, Values, assembled, value_column
from sdcdesk.hierarchies.hierarchy import Hierarchy

Step = Literal["day", "month", "quarter", "year", "decade"]

STEPS: tuple[Step, ...] = get_args(Step)
"""What dates are put into, the narrowest first."""

TITLES: dict[Step, str] = {
    "day": "days",
    "month": "months",
    "quarter": "quarters",
    "year": "years",
    "decade": "decades",
}
"""What the levels are called."""

MONTHS = 12
"""Of a year."""

_TIME = r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|UTC|[-+]\d{2}:?\d{2})?)?"

_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}})({_TIME})", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}})({_TIME})", re.ASCII)
_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Dates:
    """Values read as dates.

    Attributes
    ----------
    days
        The day of each value, (m,); the first of its month where there are only months.
    finest
        The narrowest step that puts any values together: "day" where some have a time of day.
    """

    days: tuple[date, ...]
    finest: Step


def date_hierarchy(values: Values, steps: Sequence[Step] = (), *, day_first: bool | None = None) -> Hierarchy:
    """Return the hierarchy of dates.

    Parameters
    ----------
    values
        Dates, or texts such as "1985-03-12", "12.03.1985", "03/12/1985", "19850312" or "1985-03", all written
        alike; a time of day may follow.
    steps
        What they are put into at each level, of "day", "month", "quarter", "year" and "decade", the narrowest
        first; empty: all that are wider than the values.
    day_first
        Whether the day stands before the month where the year comes last; None: found out.

    Returns
    -------
    Hierarchy
        With "1985-03", "1985 Q1", "1985" and "1980 to 1989" as labels; the values in the order of their days.

    Raises
    ------
    ParameterError
        The steps do not ascend.
    DataError
        A value is no date, or nothing tells days from months; the sentence names the place of a value.

    Examples
    --------
    >>> date_hierarchy(["1985-03-12", "1991-11-02"]).rows["1985-03-12"]
    ('1985-03', '1985 Q1', '1985', '1980 to 1989', '*')
    """
    column = value_column(values)
    texts = as_text(column)
    dates = read_dates(texts, day_first=day_first)
    wider = STEPS[STEPS.index(dates.finest) :]
    chosen = tuple(steps) or wider
    if any(step not in STEPS for step in chosen) or list(chosen) != sorted(set(chosen), key=STEPS.index):
        wrong = "Dates are put into {steps}; name some of them, the narrowest first."
        raise ParameterError(sentence(wrong, steps=joined_by_or(STEPS)), "steps")
    order = sorted(range(len(texts)), key=dates.days.__getitem__)
    days = [dates.days[place] for place in order]
    levels = (LevelLabels(TITLES[step], _labels(days, step)) for step in chosen)
    return assembled([texts[place] for place in order], levels)


def read_dates(texts: Sequence[str], *, day_first: bool | None = None) -> Dates:
    """Return values as dates.

    Parameters
    ----------
    texts
        Values (m,), at least one.
    day_first
        See `date_hierarchy`.

    Returns
    -------
    Dates
        The days.

    Raises
    ------
    DataError
        A value is no date of the form of the first one, or nothing tells days from months.
    """
    pattern = next(
        (one for one in (_YEAR_FIRST, _YEAR_LAST, _DIGITS, _MONTH) if one.fullmatch(texts[0])), None
    )
    found = [pattern.fullmatch(text) if pattern else None for text in texts]
    parts = [match.groups() if match else () for match in found]
    if all(parts) and pattern is _YEAR_LAST and day_first is None:
        day_first = _is_day_first([(int(part[0]), int(part[2])) for part in parts], str(parts[0][1]))
    days = []
    for place, part in enumerate(parts, start=1):
        try:
            days.append(_day(part, pattern, day_first=bool(day_first)))
        except ValueError:
            wrong = (
                "Value {place} is no date, or written in another way than the first; write all dates alike, "
                "as 1985-03-12."
            )
            raise DataError(sentence(wrong, place=str(place)), "values") from None
    timed = any(part[-1] for part in parts) if pattern in (_YEAR_FIRST, _YEAR_LAST) else False
    finest: Step = "quarter" if pattern is _MONTH else "day" if timed else "month"
    return Dates(tuple(days), finest)


def step_label(day: date, step: Step) -> str:
    """Return the label of a day.

    Parameters
    ----------
    day
        The day.
    step
        What it is put into.

    Returns
    -------
    str
        In the form of ISO 8601 as far as there is one.
    """
    if step == "day":
        return day.isoformat()
    if step == "month":
        return f"{day.year:04}-{day.month:02}"
    if step == "quarter":
        return f"{day.year:04} Q{(day.month + 2) // 3}"
    if step == "year":
        return f"{day.year:04}"
    first = day.year - day.year % 10
    return sentence("{first} to {last}", first=f"{first:04}", last=f"{first + 9:04}")


def _labels(days: Sequence[date], step: Step) -> list[str]:
    """Return the label of each day, of which each month has one."""
    if step == "day":
        return [day.isoformat() for day in days]
    months = {(day.year, day.month): day for day in days}
    known = {month: step_label(day, step) for month, day in months.items()}
    return [known[day.year, day.month] for day in days]


def _day(part: Sequence[str], pattern: re.Pattern[str] | None, *, day_first: bool) -> date:
    """Return the day of the parts of a text; ValueError: there is none."""
    if not part:
        raise ValueError
    if pattern is _MONTH:
        return date(int(part[0]), int(part[1]), 1)
    if pattern is _DIGITS:
        return date(int(part[0]), int(part[1]), int(part[2]))
    if pattern is _YEAR_FIRST:
        return date(int(part[0]), int(part[2]), int(part[3]))
    day, month = (part[0], part[2]) if day_first else (part[2], part[0])
    return date(int(part[3]), int(month), int(day))


def _is_day_first(numbers: Sequence[tuple[int, int]], sign: str) -> bool:
    """Return whether the first of two numbers is the day; where both could be the month, a point tells."""
    first, second = (max(place) <= MONTHS for place in zip(*numbers, strict=True))
    if sign == "." or first != second:
        return sign == "." or second
    if not first:  # neither is the month of all values, which is told with the place of one
        return True
    raise DataError(
        "The first two numbers of the dates could both be the month; say whether the day comes first.",
        "day_first",
    )

"""Profile of one variable: its figures, in numbers and short words."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale as Measurement
from sdcdesk.core.numbers.digits import value_rounded
from sdcdesk.core.numbers.quantity import share
from sdcdesk.core.results.table import plain_value
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.inspection.profile.bins import Scale
from sdcdesk.inspection.profile.remarks import Remark, remarks
from sdcdesk.inspection.value_counts import ValueCounts, value_counts

Kind = Literal["whole number", "decimal number", "text"]

_SKEWED = 100.0
"""Largest number over smallest from which bins of equal ratio may show more than bins of equal width."""

_SHORT = 28
"""Characters that fit below a column's name."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What a variable holds. All figures are of the records in which it is not missing.

    Attributes
    ----------
    name
        The variable.
    kind
        Numbers are whole if all that occur are, however the column keeps them.
    records, missing
        Records of the file, and those in which the variable is missing.
    different
        Different values.
    alone
        Values that occur in one record only.
    mean, median
        Figures of a continuous variable; the median of an even number of values is halfway between the two
        in the middle. None where not defined.
    smallest, largest
        Ends of the range of numbers; None of text, and where there are none.
    most_frequent, its_records
        The value that occurs most often, as text, and in how many records; of equals the first.
    suggested_scale
        Bins that show most: "logarithmic" for positive numbers most of which lie close to the smallest.
    words
        The most telling figures, short: "0 to 97", "F 55.0 %, M 45.0 %", "14 missing", "400 different".
    remarks
        What is worth a look.
    """

    name: str
    kind: Kind
    records: int
    missing: int
    different: int
    alone: int
    mean: float | None
    median: float | None
    smallest: float | None
    largest: float | None
    most_frequent: str
    its_records: int
    suggested_scale: Scale
    words: str
    remarks: tuple[Remark, ...]


def profile(data: Microdata, name: str, progress: Progress = SILENT) -> Profile:
    """Describe one variable: figures, short words, and what is worth a look.

    Parameters
    ----------
    data
        The records.
    name
        The variable.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Example
    -------
    >>> import pandas as pd
    >>> profile(Microdata(pd.DataFrame({"age": [0, 61, 97]})), "age").words
    '0 to 97'

    Returns
    -------
    Profile
        It holds values of the data, and is shown beside them only.
    """
    counted = value_counts(data, name).finite
    progress.at(0.5)
    numbers, counts = counted.numbers, counted.counts
    measured = counted.variable.scale is Measurement.CONTINUOUS and len(numbers) > 0
    most = int(counted.counts.argmax()) if counted.distinct else -1
    return Profile(
        name=name,
        kind=_kind(counted),
        records=len(data),
        missing=int(data.missing(name).sum()),
        different=counted.distinct,
        alone=int((counted.counts == 1).sum()),
        mean=_mean(numbers, counts) if measured else None,
        median=_median(numbers, counts) if measured else None,
        smallest=plain_value(counted.values[0]) if len(numbers) else None,
        largest=plain_value(counted.values[-1]) if len(numbers) else None,
        most_frequent=counted.variable.text(counted.values[most]) if counted.distinct else "",
        its_records=int(counted.counts[most]) if counted.distinct else 0,
        suggested_scale=_suggested_scale(numbers, counts),
        words=_words(counted, measured=measured),
        remarks=remarks(data, counted),
    )


def _kind(counted: ValueCounts) -> Kind:
    if not counted.numeric:
        return "text"
    return "whole number" if (counted.numbers == np.floor(counted.numbers)).all() else "decimal number"


def _mean(numbers: np.ndarray, counts: np.ndarray) -> float:
    with np.errstate(over="ignore"):
        total = float(np.dot(numbers, counts))
    # The sum of the largest numbers is more than a float can hold, their mean is not.
    return (
        total / float(counts.sum()) if np.isfinite(total) else float(np.dot(numbers, counts / counts.sum()))
    )


def _median(numbers: np.ndarray, counts: np.ndarray) -> float:
    until = np.cumsum(counts)
    middle = np.array([(until[-1] - 1) // 2, until[-1] // 2])
    low, high = numbers[np.searchsorted(until, middle, side="right")].tolist()
    return float(low / 2 + high / 2) if low < high else float(low)


def _suggested_scale(numbers: np.ndarray, counts: np.ndarray) -> Scale:
    if not len(numbers) or numbers[0] <= 0 or numbers[-1] / _SKEWED < numbers[0]:
        return "linear"
    median = _median(numbers, counts)
    return "logarithmic" if median - numbers[0] < (numbers[-1] - numbers[0]) / 10 else "linear"


def _words(counted: ValueCounts, *, measured: bool) -> str:
    missing = counted.records - counted.present
    if not counted.present:
        return "no values"
    if measured:
        low, high = (value_rounded(plain_value(counted.values[place])) for place in (0, -1))
        words = "{low} to {high}, {n} missing" if missing else "{low} to {high}"
        return sentence(words, low=low, high=high, n=missing)
    if missing:
        return sentence("{n} missing", n=missing)
    return (counted.distinct <= 2 and _shares(counted)) or sentence("{n} different", n=counted.distinct)


def _shares(counted: ValueCounts) -> str:
    """Return the values with their shares, most frequent first; nothing where that gets too long."""
    order = np.argsort(-counted.counts, kind="stable")
    parts = [
        sentence(
            "{value} {share}",
            value=value_text(counted.values[place]),
            share=share(int(counted.counts[place]), counted.present, empty=""),
        )
        for place in order
    ]
    shares = joined(parts)
    return shares if len(shares) <= _SHORT else ""

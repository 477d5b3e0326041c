"""Remarks on a variable: what is worth a look, and in which records.

The rules are those of `sdcdesk.inspection`; here sentences may hold values, as they stand beside the data.
"""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.data_quality import NUMBER, quality_findings
from sdcdesk.inspection.outlying_numbers import far, standing_apart, suspected
from sdcdesk.inspection.profile.round_numbers import roundest
from sdcdesk.inspection.value_counts import ValueCounts


@dataclass(frozen=True, slots=True, eq=False)
class Remark:
    """Something worth a look.

    Attributes
    ----------
    words
        A sentence or two.
    positions
        int64, ascending: positions of the records concerned; none where it concerns the whole variable.
    subject
        The records concerned in a few words ("Amount_Billed above 50,000").
    code
        The value that may mean missing, if that is what it is about.
    """

    words: str
    positions: np.ndarray
    subject: str = ""
    code: Value | None = None


def remarks(data: Microdata, counted: ValueCounts) -> tuple[Remark, ...]:
    """Return what is worth a look in a variable.

    Parameters
    ----------
    data
        The records.
    counted
        The different values of the variable, all finite, and how often each occurs.

    Returns
    -------
    tuple[Remark, ...]
        Sentences, each with the positions of its records, int64 (m,).
    """
    if not counted.numeric:
        return tuple(_text_remark(data, counted, words) for words in quality_findings(counted))
    if counted.distinct < 2:
        return tuple(Remark(words, np.zeros(0, dtype=np.int64)) for words in quality_findings(counted))
    numbers = _numbers(data, counted.variable.name)
    return (*_sentinels(counted, numbers), *_far(counted, numbers))


def _text_remark(data: Microdata, counted: ValueCounts, words: str) -> Remark:
    """Return a warning with the records that hold words among numbers, if that is what it is about."""
    name = counted.variable.name
    if "among numbers" not in words:
        return Remark(words, np.zeros(0, dtype=np.int64))
    strays = counted.values[~counted.matching(NUMBER)]
    found = data.column(name).isin(strays).to_numpy(dtype=bool) & ~data.missing(name)
    return Remark(words, np.flatnonzero(found), sentence("{name} is no number", name=name))


def _numbers(data: Microdata, name: str) -> np.ndarray:
    """Return the numbers with NaN where missing; infinite ones stay."""
    numbers = data.column(name).to_numpy(dtype=np.float64, na_value=np.nan, copy=True)
    numbers[data.missing(name)] = np.nan
    return numbers


def _sentinels(counted: ValueCounts, numbers: np.ndarray) -> list[Remark]:
    """Return numbers that are often codes for "no answer" and stand apart from all others."""
    rest = counted.numbers[~suspected(counted.numbers)]
    found = []
    for value in counted.numbers[standing_apart(counted)].tolist():
        positions = np.flatnonzero(numbers == value)
        message = sentence(
            "{value} stands apart from the others, which run from {low} to {high}. If it is a code for a "
            "missing value, declare it.",
            value=value,
            low=float(rest[0]),
            high=float(rest[-1]),
        )
        subject = sentence("{name} is {value}", name=counted.variable.name, value=value)
        code = int(value) if counted.whole else value
        found.append(Remark(message, positions, subject, code))
    return found


_FAR = {
    (True, False): (
        "{n} value below {low} is far from the rest. Who has such a value can be recognised by it.",
        "{n} values below {low} are far from the rest. Who has such a value can be recognised by it.",
        "{name} below {low}",
    ),
    (False, True): (
        "{n} value above {high} is far from the rest. Who has such a value can be recognised by it.",
        "{n} values above {high} are far from the rest. Who has such a value can be recognised by it.",
        "{name} above {high}",
    ),
    (True, True): (
        (
            "{n} value below {low} or above {high} is far from the rest. Who has such a value can be "
            "recognised by it."
        ),
        (
            "{n} values below {low} or above {high} are far from the rest. Who has such a value can be "
            "recognised by it."
        ),
        "{name} below {low} or above {high}",
    ),
}
"""By whether values lie below and above the others: what is said of one, of several, and which they are."""


def _far(counted: ValueCounts, numbers: np.ndarray) -> list[Remark]:
    """Return the values many times the distance of the quartiles away from them, sentinels left out."""
    values, (below, above) = counted.numbers, far(counted)
    if not (below.any() or above.any()):
        return []
    near = values[~below & ~above & ~suspected(values)]
    ends = {
        "low": -roundest(-float(near[0]), -float(values[below][-1])) if below.any() else 0.0,
        "high": roundest(float(near[-1]), float(values[above][0])) if above.any() else 0.0,
    }
    beyond = (numbers < near[0]) | (numbers > near[-1])
    positions = np.flatnonzero(beyond & np.isfinite(numbers) & ~suspected(numbers))
    one, many, subject = _FAR[bool(below.any()), bool(above.any())]
    message = sentence(one, many, "n", n=len(positions), **ends)
    return [Remark(message, positions, sentence(subject, name=counted.variable.name, **ends))]

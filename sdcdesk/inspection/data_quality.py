"""Data quality of one variable: codes for missing values, far values, text among numbers."""

import numpy as np

from sdcdesk.core.results.table import plain_value
from sdcdesk.core.text.sentence import counted as counted_noun
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.outlying_numbers import FAR, far, standing_apart, suspected
from sdcdesk.inspection.value_counts import ValueCounts
from sdcdesk.io.csv.detection import MISSING_WORDS

_DIGITS = "[0-9]+"
NUMBER = r" *[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)? *"
_WITH_COMMA = r" *-?[0-9]+,[0-9]+ *"
_LONG = r"-?[0-9.]{17,}"


def quality_findings(counted: ValueCounts) -> tuple[str, ...]:
    """Return sentences about the quality of a variable: what is worth a look.

    Parameters
    ----------
    counted
        The different values of the variable.

    Returns
    -------
    tuple[str, ...]
        Each with a full stop; some quote values, so they stand beside the data only.
    """
    if not counted.present:
        return ("It holds no values.",)
    constant = ("All records hold the same value.",) if counted.distinct == 1 and counted.present > 1 else ()
    if counted.numeric:
        return (*constant, *_sentinels(counted.finite), *_far(counted.finite))
    return (*constant, *_leading_zeros(counted), *_mixed(counted))


def _sentinels(counted: ValueCounts) -> tuple[str, ...]:
    apart = standing_apart(counted)
    if not apart.any():
        return ()
    values = counted.values
    rest = values[~suspected(counted.numbers)]
    codes = zip(values[apart], counted.counts[apart], strict=True)
    return tuple(
        sentence(
            "{value} stands apart from the others ({records}; they run from {low} to {high}); if it is a "
            "code for a missing value, declare it.",
            value=plain_value(value),
            records=counted_noun(int(records), "record"),
            low=plain_value(rest[0]),
            high=plain_value(rest[-1]),
        )
        for value, records in codes
    )


def _far(counted: ValueCounts) -> tuple[str, ...]:
    below, above = far(counted)
    records = int(counted.counts[below | above].sum())
    if not records:
        return ()
    found = sentence(
        "{n} record lies more than {times} times the distance between the quartiles away from them; such "
        "records are easily recognised.",
        "{n} records lie more than {times} times the distance between the quartiles away from them; such "
        "records are easily recognised.",
        "n",
        n=records,
        times=FAR,
    )
    return (found,)


def _leading_zeros(counted: ValueCounts) -> tuple[str, ...]:
    padded, digits = counted.matching("0[0-9]+"), counted.matching(_DIGITS)
    if not padded.any() or counted.share(digits) < 0.5:
        return ()
    records = int(counted.counts[padded].sum())
    found = sentence(
        "{n} of its {all} values is a number with leading zeros; it was kept as text so that they are not "
        "lost.",
        "{n} of its {all} values are numbers with leading zeros; it was kept as text so that they are not "
        "lost.",
        "n",
        n=records,
        all=counted.present,
    )
    return (found,)


def _mixed(counted: ValueCounts) -> tuple[str, ...]:
    """Why a variable is text although most of its values are numbers."""
    commas = counted.matching(_WITH_COMMA)
    if counted.share(commas) >= 0.5:
        return (
            "Its values are numbers with commas; if these mark decimals, read it with the decimal comma.",
        )
    numbers = counted.matching(NUMBER)
    if counted.share(numbers) < 0.5:
        return ()
    if not numbers.all():
        return (_stray_words(counted, numbers),)
    if counted.matching(_LONG).any():
        return ("Some of its numbers have more digits than a number can hold exactly; it was kept as text.",)
    if len(np.unique(np.asarray(counted.values, dtype=np.float64))) < counted.distinct:
        found = (
            "Different texts of it are the same number, such as 1.1 and 1.10, and may be different codes; it "
            "was kept as text, and can be read as numbers."
        )
        return (found,)
    return ()


def _stray_words(counted: ValueCounts, numbers: np.ndarray) -> str:
    others = int(counted.counts[~numbers].sum())
    strays = counted.values[~numbers]
    if len(strays) <= len(MISSING_WORDS) and {str(word).strip().lower() for word in strays} <= MISSING_WORDS:
        # These words are known to mean "missing": they give nothing away.
        return sentence(
            "{n} of its {all} values is a word among numbers, so it was kept as text; if {strays} means "
            "missing, declare it and read the file again.",
            "{n} of its {all} values are words among numbers, so it was kept as text; if {strays} means "
            "missing, declare it and read the file again.",
            "n",
            n=others,
            all=counted.present,
            strays=", ".join(strays),
        )
    return sentence(
        "{n} of its {all} values is a word among numbers, so it was kept as text; if they mean missing, "
        "declare them and read the file again.",
        "{n} of its {all} values are words among numbers, so it was kept as text; if they mean missing, "
        "declare them and read the file again.",
        "n",
        n=others,
        all=counted.present,
    )

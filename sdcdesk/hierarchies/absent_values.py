"""Values of the data that a hierarchy lacks, in words for the window, which alone may show values."""

from collections.abc import Sequence

from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, sentence


def absent_values_text(values: Sequence[object], name: str) -> Sentence:
    """Say which values of the data are not in the hierarchy of a variable.

    Parameters
    ----------
    values
        The values, at least one; the first two are named at most.
    name
        What the variable is called.

    Returns
    -------
    Sentence
        Not to be kept or logged, for it holds values.
    """
    value, other, n = short(str(values[0])), short(str(values[-1])), len(values) - 1
    words = "{value} is in the data but not in the hierarchy of {name}."
    if n == 1:
        words = "{value} and {other} are in the data but not in the hierarchy of {name}."
    elif n:
        words = "{value} and {n} other values are in the data but not in the hierarchy of {name}."
    return sentence(words, value=value, other=other, n=n, name=name)

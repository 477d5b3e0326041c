"""Hierarchy of codes: fewer of their first characters at each level."""

from collections.abc import Sequence

from sdcdesk.core.data.plain_values import all_whole, as_text, holds_numbers, present_numbers
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.assembled import LevelLabels, Values, assembled, value_column
from sdcdesk.hierarchies.hierarchy import Hierarchy

MARK = "*"
"""Stands for each character that is left out."""


def prefix_hierarchy(values: Values, keep: Sequence[int] = (), *, mark: str | None = None) -> Hierarchy:
    """Return the hierarchy of codes by their first characters.

    Parameters
    ----------
    values
        Texts or whole numbers, which are taken by their digits.
    keep
        How many characters stay at each level, descending; empty: one less at each, down to one.
    mark
        Stands for each of the others; empty: nothing, and of a code that is not longer all stays. None: "*"
        where all codes are equally long, and nothing where marks would keep codes apart by their length.

    Returns
    -------
    Hierarchy
        With "482**" as labels, and "first 3 digits" as titles.

    Raises
    ------
    ParameterError
        The numbers of characters do not descend, or are below 1.
    DataError
        A value is a number with decimals, which has no first characters.

    Examples
    --------
    >>> prefix_hierarchy(["48201", "49335"], [4, 2]).rows["48201"]
    ('4820*', '48***', '*')
    """
    if mark and len(mark) > 1:
        raise ParameterError("The mark is one character, or empty.", "mark")
    column = value_column(values)
    if holds_numbers(column) and not all_whole(present_numbers(column)):
        wrong = "The values are numbers with decimals, which have no first characters; choose bands instead."
        raise DataError(wrong, "values")
    texts = as_text(column)
    longest = max(map(len, texts))
    kept = list(keep) or list(range(longest - 1, 0, -1))
    if any(wide < 1 for wide in kept) or kept != sorted(set(kept), reverse=True):
        wrong = "The numbers of characters that stay must descend, such as 4, 3, 2, and be 1 or more."
        raise ParameterError(wrong, "keep")
    if mark is None:
        mark = MARK if len(set(map(len, texts))) == 1 else ""
    digits = all(text.isdecimal() for text in texts)
    return assembled(
        texts,
        (
            LevelLabels(_title(count, digits=digits), [cut(text, count, mark) for text in texts])
            for count in kept
        ),
    )


def cut(text: str, keep: int, mark: str) -> str:
    """Return a code of which only the first characters are left.

    Parameters
    ----------
    text
        The code.
    keep
        How many characters stay.
    mark
        Stands for each of the others.

    Returns
    -------
    str
        As long as the code, or shorter without a mark.
    """
    return text[:keep] + mark * (len(text) - keep)


def _title(count: int, *, digits: bool) -> str:
    if count == 1:
        return "first digit" if digits else "first character"
    return sentence("first {n} digits" if digits else "first {n} characters", n=count)

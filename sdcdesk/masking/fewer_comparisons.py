"""Fewer comparisons that say the same: of thousands of one variable, only a few decide."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Value
from sdcdesk.masking.comparison import Comparison, as_in_file

Hold = Literal["all", "any"]

UPWARDS = ("at least", "more than")


def fewer(
    comparisons: Iterable[Comparison], hold: Hold, initial: Microdata, recoded: Callable[[str], bool]
) -> list[Comparison]:
    """Return comparisons that surely hold, and surely fail, for the same records.

    Each is kept once. Of ends, as of "at least 15" and "at least 18", the one that decides is kept. Lists of
    values of a variable become one list, but not of a recoded one: its values stand for several, and of
    "town is A" or "town is B" neither surely holds where it was one of both.

    Parameters
    ----------
    comparisons
        Such as fit the initial file.
    hold
        Whether all of them hold together, or any.
    initial
        The file whose values are meant.
    recoded
        Says of a variable whether its values may stand for several of the initial file.

    Returns
    -------
    list[Comparison]
        At least one where there is one.
    """
    kept: dict[tuple[str, str], list[Comparison]] = {}
    others: list[Comparison] = []
    for one in dict.fromkeys(comparisons):
        equal = one.relation in ("is", "is not")
        if one.other or not one.values or (equal and recoded(one.variable)):
            others.append(one)
        else:
            kept.setdefault((one.variable, one.relation), []).append(one)
    for (variable, relation), alike in kept.items():
        if len(alike) == 1:
            others += alike
        elif relation in ("is", "is not"):
            others += _one_list(alike, common=(relation == "is") == (hold == "all"))
        else:
            last = (relation in UPWARDS) == (hold == "all")
            place = _place_in(initial, variable)
            others.append((max if last else min)(alike, key=lambda one: place(one.values[0])))
    return others


def _one_list(alike: list[Comparison], *, common: bool) -> list[Comparison]:
    """Return lists of values as one: of what is common to all, or of what is in any."""
    listed = [{as_in_file(value): value for value in one.values} for one in alike]
    if not common:
        together = {text: value for some in listed for text, value in some.items()}
        return [alike[0].changed(values=tuple(together.values()))]
    shared = listed[0]
    for some, one in zip(listed[1:], alike[1:], strict=True):
        left = {text: value for text, value in shared.items() if text in some}
        if not left:  # nothing is in both: that no others change
            return [alike[0].changed(values=tuple(shared.values())), one]
        shared = left
    return [alike[0].changed(values=tuple(shared.values()))]


def _place_in(initial: Microdata, variable: str) -> Callable[[Value], Any]:
    """Return what tells where a value lies: by size, or in the order of the categories."""
    if holds_numbers(initial.column(variable)) and not initial.variable(variable).categories:
        return lambda value: value
    categories = initial.coding(variable).values.tolist()
    return {value: place for place, value in enumerate(categories)}.__getitem__

"""Names of groups of codes: by what their codes mean, rather than by the codes."""

from sdcdesk.core.data.plain_values import value_as_text
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.text.sentence import joined
from sdcdesk.hierarchies.builders.assembled import TOP, different_labels
from sdcdesk.hierarchies.builders.ordered_cuts import BETWEEN
from sdcdesk.hierarchies.hierarchy import Hierarchy

MOST = 5
"""Values of a group that its name lists; of more, the first and the last."""


def with_value_labels(hierarchy: Hierarchy, variable: Variable, *, of_codes: bool = False) -> Hierarchy:
    """Return a hierarchy in which groups of labelled codes are called by their labels.

    A group of which every value has a label is called by them: "North, West" instead of "1 – 2". Groups that
    have a name of their own, such as "other" or "*", keep it.

    Parameters
    ----------
    hierarchy
        Made of the values of a variable.
    variable
        Its description; values of a continuous one are numbers, and their groups ranges.
    of_codes
        Whether the names of all groups were made of the codes.

    Returns
    -------
    Hierarchy
        The same where no group is called otherwise.
    """
    labels = {value_as_text(one.value): one.label for one in variable.value_labels}
    if not labels or variable.scale is Scale.CONTINUOUS:
        return hierarchy
    levels = tuple(_named(hierarchy.values, level, labels, of_codes=of_codes) for level in hierarchy.levels)
    return hierarchy if levels == hierarchy.levels else hierarchy.changed(levels=levels)


def _named(
    values: tuple[str, ...], level: tuple[str, ...], labels: dict[str, str], *, of_codes: bool
) -> tuple[str, ...]:
    """Return the labels of a level; groups that were different stay so."""
    members: dict[str, list[str]] = {}
    for value, group in zip(values, level, strict=True):
        members.setdefault(group, []).append(value)
    names = [
        _name([labels[code] for code in codes])
        if all(code in labels for code in codes) and _is_of_codes(group, codes, of_codes=of_codes)
        else group
        for group, codes in members.items()
    ]
    renamed = dict(zip(members, different_labels(names), strict=True))
    return tuple(renamed[group] for group in level)


def _is_of_codes(group: str, codes: list[str], *, of_codes: bool) -> bool:
    first, last = codes[0], codes[-1]
    if group == TOP:
        return False
    return of_codes or group in (first, f"{first}{BETWEEN}{last}", RANGE.format(first=first, last=last))


RANGE = "{first} to {last}"
"""How a band of whole numbers is called."""


def _name(labels: list[str]) -> str:
    return str(joined(labels)) if len(labels) <= MOST else f"{labels[0]}{BETWEEN}{labels[-1]}"

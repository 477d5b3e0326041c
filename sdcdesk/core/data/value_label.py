"""Value label: what a code of a variable means in words."""

from collections.abc import Callable, Mapping

from sdcdesk.core.running.model import Model
from sdcdesk.core.text.labelled_text import labelled_text
from sdcdesk.core.text.sentence import localised

Value = str | int | float
"""A single value as it may stand in a data file or project."""


class ValueLabel(Model):
    """The meaning of one value: 1 is "employed".

    Attributes
    ----------
    value
        The value as it stands in the data; it need not occur there.
    label
        Its meaning, for readers.
    """

    value: Value
    label: str


def with_label(text: str, label: str) -> str:
    """Return a value as lists show it: with what it means.

    Parameters
    ----------
    text
        The value.
    label
        Its meaning; empty: nobody says it.

    Returns
    -------
    str
        "1 Man"; the value alone where its label says the same.
    """
    return localised(labelled_text(text, label))


def unlike_labels(labels: Mapping[Value, str], text: Callable[[Value], str]) -> dict[Value, str]:
    """Return labels of which no two are alike: whoever reads labels alone would take their values for one.

    Parameters
    ----------
    labels
        By value.
    text
        Makes text of a value.

    Returns
    -------
    dict[Value, str]
        The same where all are different; else those that are alike with their value behind them, and what is
        still alike with stars.
    """
    found = list(labels.values())
    if len(set(found)) == len(found):
        return dict(labels)
    counts: dict[str, int] = {}
    for label in found:
        counts[label] = counts.get(label, 0) + 1
    unlike, taken = {}, {label for label, count in counts.items() if count == 1}
    for value, label in labels.items():
        own = label if counts[label] == 1 else f"{label} ({text(value)})"
        while counts[label] > 1 and own in taken:
            own += "*"
        taken.add(own)
        unlike[value] = own
    return unlike

"""Value label: what a code of a variable means in words."""

from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence

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
    if label in ("", text):
        return text
    return sentence("{value} {label}", value=text, label=printable(label))

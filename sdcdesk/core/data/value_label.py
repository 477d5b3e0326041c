"""Value label: what a code of a variable means in words."""

from sdcdesk.core.running.model import Model

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

"""Text of a value of the data: in a sentence, in a table, on a chart."""

from sdcdesk.core.text.number_text import Datum
from sdcdesk.core.text.sentence import sentence


def value_text(value: object) -> str:
    """Return a value of the data as text.

    Parameters
    ----------
    value
        Text or a number; not missing.

    Returns
    -------
    str
        Text as it is. A number with all its digits and without groups of them, as `datum_shown` writes it:
        different values never look alike. One with decimals is a sentence, which knows the reader's sign.

    Examples
    --------
    >>> value_text(4711.0), value_text(-2.5), value_text("007")
    ('4711', '-2.5', '007')
    """
    if isinstance(value, float) and not value.is_integer():
        return sentence("{value}", value=Datum(value))
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)

"""Labelled text: codes of the data that readers see with what they mean."""

from collections.abc import Sequence

from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import Sentence, joined, sentence


class LabelledText(Sentence):
    """A code as text, with its value label.

    It *is* the code: programs that look it up, sort or filter by it, or write it into a file, have that. A
    surface that writes it for people with `localised` shows the label behind it.

    Parameters
    ----------
    code
        What stands in the data.
    shown
        The same with its label.

    Examples
    --------
    >>> man = labelled_text("1", "Man")
    >>> man == "1", man.written()
    (True, '1 Man')
    """

    __slots__ = ()

    def __new__(cls, code: str, shown: Sentence) -> "LabelledText":  # noqa: D102 - as the class says
        new = str.__new__(cls, code)
        new.text, new.many, new.count_name, new.arguments = shown.text, "", "", shown.arguments
        return new

    def __reduce__(self) -> tuple[object, ...]:
        return LabelledText, (str(self), Sentence(self.text, arguments=dict(self.arguments)))


def labelled_text(text: str, label: str) -> str:
    """Return a value with what it means.

    Parameters
    ----------
    text
        The value.
    label
        Its meaning; empty: nobody says it.

    Returns
    -------
    str
        The value; a `LabelledText` where its label says more.
    """
    if label in ("", text):
        return text
    return LabelledText(text, sentence("{value} {label}", value=text, label=printable(label)))


def joined_codes(texts: Sequence[str], between: str = ", ") -> str:
    """Return several values as one text.

    Parameters
    ----------
    texts
        Values, with or without a label.
    between
        What separates them.

    Returns
    -------
    str
        The codes; with the labels of those that have one for people.
    """
    shown = joined(texts, between)
    if not any(isinstance(text, LabelledText) for text in texts):
        return shown
    return LabelledText(between.join(texts), shown)

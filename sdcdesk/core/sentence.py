"""Sentences: templates with quantities and names, fit for plural and for translation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sdcdesk.core.quantity import Quantity

Argument = Quantity | int | str
"""A quantity, a plain count, or a name, which is never inflected."""

Shower = Callable[[Quantity | int], str]
"""Writes a number in the way of a surface: the window's locale, or the neutral form of files."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that is written when it is read.

    Attributes
    ----------
    text
        English, in the singular where it counts something: "{records} record is alone."
    many
        The same in the plural; empty where nothing is counted.
    count
        Name of the argument that decides between them; at most one a sentence.
    arguments
        What stands in the braces.
    """

    text: str
    many: str = ""
    count: str = ""
    arguments: Mapping[str, Argument] = field(default_factory=dict)

    def written(self, shower: Shower) -> str:
        """Return the sentence with its arguments written by a surface.

        Parameters
        ----------
        shower
            Writes one number or quantity, as the surface does.

        Returns
        -------
        str
            Plain text; plural where the counted argument is not one.
        """
        if not self.arguments:
            return self.text
        template = self.many if self.many and self._several() else self.text
        shown = {
            name: argument if isinstance(argument, str) else shower(argument)
            for name, argument in self.arguments.items()
        }
        return template.format(**shown)

    def _several(self) -> bool:
        argument = self.arguments[self.count]
        value = argument.value if isinstance(argument, Quantity) else argument
        return value != 1


SILENT = Sentence("")
"""A sentence without words."""


def plain(text: str) -> Sentence:
    """Return a sentence without arguments; braces in it stand for themselves.

    Parameters
    ----------
    text
        The whole sentence.

    Returns
    -------
    Sentence
        It reads the same on every surface.
    """
    return Sentence(text)


def sentence(text: str, many: str = "", count: str = "", **arguments: Argument) -> Sentence:
    """Return a sentence; see `Sentence`.

    Parameters
    ----------
    text
        English, in the singular where it counts something.
    many
        The same in the plural.
    count
        Name of the argument that decides between them.
    **arguments
        What stands in the braces, by name.

    Returns
    -------
    Sentence
        Written when it is read, in the locale of the reader.

    Examples
    --------
    >>> found = sentence("{n} record is alone.", "{n} records are alone.", "n", n=3)
    >>> found.written(str)
    '3 records are alone.'
    """
    return Sentence(text, many, count, arguments)

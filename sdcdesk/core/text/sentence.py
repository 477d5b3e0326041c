"""Sentences: templates with numbers and names, fit for plural, for every locale, and for translation.

A text that is kept (a finding, a remark, an error) holds numbers in this way only. A sentence *is* its text
in the neutral locale, which files and terminals show; a surface with another locale writes it anew with
`localised`. Texts that are made for a surface when it asks take its locale as a parameter instead. Numbers
that name a place (line 3, step 2, weight 2, 5) are names, and alike everywhere.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from types import MappingProxyType

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import Datum, count_text, datum_text, number_text
from sdcdesk.core.text.quantity_text import limit_number_text, quantity_text

_FIRST = re.compile(r"\{(\w+)\}")
"""An argument with which a template begins, or any of it."""


@dataclass(frozen=True, slots=True)
class Against:
    """A quantity that is told from its limit, or the limit beside it.

    Attributes
    ----------
    quantity
        What is judged.
    limit
        In the unit of the quantity.
    writes_limit
        Whether the limit is written, and not the quantity.
    """

    quantity: Quantity
    limit: float
    writes_limit: bool = False

    def written(self, locale: Locale) -> str:
        """Return the text of either.

        Parameters
        ----------
        locale
            Signs of the surface.

        Returns
        -------
        str
            With its unit; the digits tell the two apart unless they are equal.
        """
        if self.writes_limit:
            return limit_number_text(self.limit, self.quantity.unit, locale, quantity=self.quantity)
        return quantity_text(self.quantity, locale, [self.limit]).text


Argument = Quantity | Against | int | float | str
"""A quantity, one against its limit, a plain count, a number with all its digits, or a name.

A name is never inflected; a sentence as an argument is written in the locale of the whole.
"""


class Percentage(float):
    """A number in percent that somebody typed: it is written with all its digits."""

    __slots__ = ()


SIZES = frozenset(
    {"k", "l", "size", "low", "high", "least", "most", "few", "keys", "variables", "sets", "orders", "parts"}
    | {"characters", "components", "decimals", "now", "before"}
)
"""Names in braces of sizes of groups, and of parameters: whole numbers that count no records, and that every
document tells, however few records it may count. A whole number of any other name is taken for a count."""


class Sentence(str):
    """A text that is written anew in the locale of its reader.

    Parameters
    ----------
    text
        English, in the singular where it counts something: "{records} record is alone."
    many
        The same in the plural; empty where nothing is counted.
    count
        Name of the argument that decides between them; at most one a sentence.
    arguments
        What stands in the braces.

    Attributes
    ----------
    count_name
        The same as `count`, a name that texts have for something else.
    """

    __slots__ = ("arguments", "count_name", "many", "text")

    text: str
    many: str
    count_name: str
    arguments: Mapping[str, Argument]

    def __new__(  # noqa: D102 - its parameters are those of the class
        cls, text: str, many: str = "", count: str = "", arguments: Mapping[str, Argument] | None = None
    ) -> "Sentence":
        # Whole numbers of numpy are counts, too: also to what leaves out counts of few records.
        # What no brace takes is not kept: it would be looked at where a reader is told no small counts.
        taken = {count, *_FIRST.findall(text), *_FIRST.findall(many)}
        given = MappingProxyType(
            {
                name: int(argument) if isinstance(argument, Integral) else argument
                for name, argument in (arguments or {}).items()
                if name in taken
            }
        )
        new = super().__new__(cls, _written(text, many, count, given, NEUTRAL))
        new.text, new.many, new.count_name, new.arguments = text, many, count, given
        return new

    def __reduce__(self) -> tuple[object, ...]:
        return Sentence, (self.text, self.many, self.count_name, dict(self.arguments))

    @property
    def counts(self) -> dict[str, Argument]:
        """Arguments that may count records: all but the whole numbers that `SIZES` names."""
        return {
            name: argument
            for name, argument in self.arguments.items()
            if name not in SIZES or not isinstance(argument, int)
        }

    def written(self, locale: Locale = NEUTRAL) -> str:
        """Return the sentence with its numbers as a surface writes them.

        Parameters
        ----------
        locale
            Signs of the surface.

        Returns
        -------
        str
            Plain text; plural where the counted argument is not one.
        """
        return _written(self.text, self.many, self.count_name, self.arguments, locale)

    def removesuffix(self, suffix: str, /) -> str:
        """Return the sentence without an end that is part of its template."""
        return self.changed(lambda text: text.removesuffix(suffix)) if self.endswith(suffix) else self

    def changed(self, change: Callable[[str], str]) -> "Sentence":
        """Return the sentence with another template.

        Parameters
        ----------
        change
            Changes the template, in the singular and in the plural.

        Returns
        -------
        Sentence
            With the same arguments.
        """
        return Sentence(change(self.text), change(self.many), self.count_name, self.arguments)

    def with_arguments(self, arguments: Mapping[str, Argument]) -> "Sentence":
        """Return the sentence with other things in its braces.

        Parameters
        ----------
        arguments
            All of them.

        Returns
        -------
        Sentence
            A new one.
        """
        return Sentence(self.text, self.many, self.count_name, arguments)


def plain(text: str) -> Sentence:
    """Return a sentence without arguments; braces in it stand for themselves.

    Parameters
    ----------
    text
        The whole sentence.

    Returns
    -------
    Sentence
        It reads the same on every surface; a sentence stays what it is.
    """
    return text if isinstance(text, Sentence) else Sentence(text)


def sentence(text: str, many: str = "", count: str = "", /, **arguments: Argument) -> Sentence:
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
        Its neutral text, which can be written in the locale of a reader.

    Examples
    --------
    >>> found = sentence("{n} record is alone.", "{n} records are alone.", "n", n=3000)
    >>> found, found.written(Locale(",", "."))
    ('3,000 records are alone.', '3.000 records are alone.')
    """
    return Sentence(text, many, count, arguments)


def counted(number: int, one: str, many: str = "") -> Sentence:
    """Return a count with its noun.

    Parameters
    ----------
    number
        How many.
    one
        Noun in the singular, with what follows it.
    many
        The same in the plural; with an s where none is given.

    Returns
    -------
    Sentence
        "1 record", "3,049 records".
    """
    return sentence(f"{{n}} {one}", f"{{n}} {many or f'{one}s'}", "n", n=number)


def joined(parts: Sequence[str], between: str = ", ") -> Sentence:
    """Return several texts as one.

    Parameters
    ----------
    parts
        Sentences, and texts without numbers.
    between
        What separates them.

    Returns
    -------
    Sentence
        Each part is written in the locale of the whole.
    """
    written = {f"part{place}": part for place, part in enumerate(parts) if isinstance(part, Sentence)}
    if not written:
        return Sentence(between.join(parts))
    # Words are part of the template, so that they can be taken away again.
    return Sentence(
        between.join(
            f"{{part{place}}}" if isinstance(part, Sentence) else part.replace("{", "{{").replace("}", "}}")
            for place, part in enumerate(parts)
        ),
        arguments=written,
    )


def joined_by_and(parts: Sequence[str], between: str = ", ") -> Sentence:
    """Return things that hold together: "age, sex and income".

    Parameters
    ----------
    parts
        At least one.
    between
        What separates all but the last.

    Returns
    -------
    Sentence
        Each part is written in the locale of the whole.
    """
    *others, last = parts
    words = "{others} and {last}"
    return sentence(words, others=joined(others, between), last=last) if others else plain(last)


def joined_by_or(parts: Sequence[str]) -> Sentence:
    """Return things of which one is enough: "nominal or ordinal".

    Parameters
    ----------
    parts
        At least one.

    Returns
    -------
    Sentence
        Each part is written in the locale of the whole.
    """
    *others, last = parts
    return sentence("{others} or {last}", others=joined(others), last=last) if others else plain(last)


def listed(named: Sequence[str], whole: int, between: str = ", ") -> Sentence:
    """Return the first of many things, and how many more there are.

    Parameters
    ----------
    named
        The first.
    whole
        How many there are, these included.
    between
        What separates them.

    Returns
    -------
    Sentence
        "age, sex and 12 more"; all of them where there are no more.
    """
    first, more = joined(named, between), whole - len(named)
    return sentence("{first} and {n} more", first=first, n=more) if more else first


def numerals(values: Sequence[float]) -> list[Sentence]:
    """Return numbers as parts of a sentence.

    Parameters
    ----------
    values
        Any numbers.

    Returns
    -------
    list[Sentence]
        Each with all its digits.
    """
    return [sentence("{n}", n=float(value)) for value in values]


def capital(text: str) -> str:
    """Return a text that begins with a capital letter.

    Parameters
    ----------
    text
        A sentence, or a text without numbers. A first word of one letter that is no "a" is a symbol, as k or
        β, and stays.

    Returns
    -------
    str
        The same kind.
    """
    if not isinstance(text, Sentence):
        first_word = text.partition(" ")[0]
        symbol = len(first_word) == 1 and first_word != "a"
        return text if symbol else text[:1].upper() + text[1:]
    begun = _FIRST.match(text.text)
    first = text.arguments.get(begun[1]) if begun else None
    if begun and isinstance(first, str):
        return text.with_arguments({**text.arguments, begun[1]: capital(first)})
    return text.changed(capital)


def uncapitalised(text: str) -> str:
    """Return a title as it stands within a line.

    Parameters
    ----------
    text
        A title, or a text that stood alone.

    Returns
    -------
    str
        With a small first letter; a symbol or an abbreviation, as R², DR_W or N, stays.

    Examples
    --------
    >>> [uncapitalised(title) for title in ("Share of records", "DR_W", "A group", "N")]
    ['share of records', 'DR_W', 'a group', 'N']
    """
    first_word = text.partition(" ")[0]
    word = first_word == "A" or first_word[1:2].islower()
    return text[:1].lower() + text[1:] if word else text


def localised(text: str, locale: Locale = NEUTRAL) -> str:
    """Return a text as a surface says it.

    Parameters
    ----------
    text
        A sentence, or a text without numbers.
    locale
        Signs of the surface.

    Returns
    -------
    str
        Plain text.
    """
    return text.written(locale) if isinstance(text, Sentence) else text


def _written(text: str, many: str, count: str, arguments: Mapping[str, Argument], locale: Locale) -> str:
    if not arguments:
        return text
    template = many if many and _several(arguments[count]) else text
    return template.format(**{name: _argument(argument, locale) for name, argument in arguments.items()})


def _several(argument: Argument) -> bool:
    return (argument.value if isinstance(argument, Quantity) else argument) != 1


def _argument(argument: Argument, locale: Locale) -> str:
    if isinstance(argument, str):
        return localised(argument, locale)
    if isinstance(argument, Against):
        return argument.written(locale)
    if isinstance(argument, Quantity):
        return quantity_text(argument, locale).text
    if isinstance(argument, Datum):
        return datum_text(float(argument), locale)
    if isinstance(argument, Percentage):
        return number_text(argument, locale) + locale.percent
    return number_text(argument, locale) if isinstance(argument, float) else count_text(argument, locale)


SILENT = Sentence("")
"""A sentence without words."""

"""Reading of SPSS syntax: what its commands say of variables, and nothing of what others of them do."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.codebook.codebook_text import codebook_text
from sdcdesk.io.codebook.codes import code_of
from sdcdesk.io.codebook.spss_commands import Token, commands_of, tokens_of
from sdcdesk.io.codebook.spss_variables import NoOrderError, SpssVariables, listed_variables
from sdcdesk.io.readstat.spss import SpssDialect

_LEVELS = {"NOMINAL": Scale.NOMINAL, "ORDINAL": Scale.ORDINAL, "SCALE": Scale.CONTINUOUS}
_LOWEST, _HIGHEST = ("LO", "LOW", "LOWEST"), ("HI", "HIGH", "HIGHEST")
_SHORTEST = 3
"""Letters of a keyword that are enough of it."""
_COLUMNS = frozenset("0123456789-*")
"""Signs with which columns of a fixed width begin, and no name."""


def read_spss_syntax(path: Path, progress: Progress, names: Sequence[str]) -> list[Variable]:
    """Read what SPSS syntax says of variables.

    Parameters
    ----------
    path
        The syntax.
    progress
        Stops the work where the user asked to.
    names
        Variables of the data file in their order, if they are known.

    Returns
    -------
    list[Variable]
        In the order in which it speaks of them; only what it says is given.

    Raises
    ------
    ReadError
        It describes no variables, or a command that does is not written as SPSS takes it.
    """
    variables = SpssVariables(names)
    for command in commands_of(codebook_text(path)):
        progress.check()
        for pattern, reader in _COMMANDS:
            found = pattern.match("\n".join(command.text))
            if found is None:
                continue
            rest = tokens_of(command, path.name)[len(found.group().strip(" \t\n+-").split()) :]
            reading = _Reading(path.name, found.group(), rest, command.line, variables)
            reading.read(reader)
            break
    described = variables.described
    if not described:
        words = (
            "{name} describes no variables: it has no commands such as VARIABLE LABELS or VALUE LABELS; "
            "choose another file."
        )
        raise ReadError(sentence(words, name=path.name))
    return [_variable(path.name, name, said, line) for name, said, line in described]


def _variable(file: str, name: str, said: dict[str, Any], line: int) -> Variable:
    try:
        return Variable(name=name, **said)
    except (ValueError, ParameterError):
        words = "{file}: what is said of {name} up to line {n} cannot be; correct it there."
        raise ReadError(sentence(words, file=file, name=name, n=line)) from None


class _Reading:
    """A command that is read from its beginning to its end."""

    def __init__(
        self, file: str, command: str, tokens: list[Token], line: int, variables: SpssVariables
    ) -> None:
        self.variables = variables
        self.add = command.lstrip(" \t\n+-").upper().startswith("ADD")
        self._file, self._tokens, self._place, self._line = file, tokens, 0, line

    def read(self, reader: Callable[["_Reading"], None]) -> None:
        """Read the command; raise `ReadError` with the line where it is not written as it should be."""
        try:
            reader(self)
        except NoOrderError:
            words = (
                "{file}: line {n} means several variables by TO or ALL, and the order of the variables does "
                "not tell which these are; name each of them there."
            )
        except (ValueError, ParameterError):
            words = "{file}: line {n} is not written as SPSS takes it in this command; correct it there."
        else:
            return
        last = self._tokens[max(self._place, 1) - 1].line if self._tokens else self._line
        raise ReadError(sentence(words, file=self._file, n=last)) from None

    @property
    def line(self) -> int:
        """The line of the part that is read next."""
        return self._tokens[self._place].line if self._place < len(self._tokens) else self._line

    def next_is(self, *kinds: str) -> bool:
        """Return whether the next part is of one of these kinds, or is one of these signs."""
        if self._place >= len(self._tokens):
            return False
        one = self._tokens[self._place]
        return one.kind in kinds or (one.kind == "sign" and one.text in kinds)

    def take(self, *kinds: str) -> Token:
        """Return the next part, or raise ValueError where it is another than these."""
        if not self.next_is(*kinds):
            self._place = min(self._place + 1, len(self._tokens))
            raise ValueError(kinds)
        self._place += 1
        return self._tokens[self._place - 1]

    def passes(self, *kinds: str) -> bool:
        """Pass over parts of some kinds; return whether there is anything behind them."""
        while self.next_is(*kinds):
            self._place += 1
        return self._place < len(self._tokens)

    def names(self) -> list[str]:
        """Return the variables whose list begins here."""
        words = []
        while self.next_is("word", ","):
            if (one := self.take("word", ",")).kind == "word":
                words.append(one.text)
        if not words:
            self.take("word")
        return self.variables.meant(words)

    def value(self) -> Value:
        """Return the number or text that stands here."""
        one = self.take("number", "text")
        if one.kind == "text":
            return one.text
        number = code_of(one.text.rstrip("."))
        if number is None:
            raise ValueError(one.kind)
        return number

    def groups(self) -> Iterator[tuple[list[str], list[Token]]]:
        """Return variables with what stands between parentheses behind them."""
        while self.passes("/", ","):
            names = self.names()
            self.take("(")
            inside = []
            while not self.next_is(")"):
                inside.append(self.take("word", "number", "text", ",", "+"))
            self.take(")")
            yield names, inside


def _labels(reading: _Reading) -> None:
    while reading.passes("/", ","):
        names = reading.names()
        reading.passes("=")
        label = reading.take("text").text
        for name in names:
            reading.variables.say(name, reading.line, label=label)


def _value_labels(reading: _Reading) -> None:
    while reading.passes("/"):
        names, line = reading.names(), reading.line
        labels: dict[tuple[bool, Value], ValueLabel] = {}
        while reading.next_is("number", "text"):
            value = reading.value()
            reading.passes("=")
            label = reading.take("text").text
            labels[isinstance(value, str), value] = ValueLabel(value=value, label=label)
            reading.passes(",")
        if reading.passes():
            reading.take("/")
        for name in names:
            before = reading.variables.said(name).get("value_labels", ()) if reading.add else ()
            known = {(isinstance(one.value, str), one.value): one for one in before}
            told = tuple(one for one in (known | labels).values() if one.label)
            reading.variables.say(name, line, value_labels=told)


def _missing(reading: _Reading) -> None:
    for names, inside in reading.groups():
        codes, ranges = _missing_values([one for one in inside if one.text != "," or one.kind == "text"])
        for name in names:
            reading.variables.say(name, reading.line, missing=codes, missing_ranges=ranges)


def _missing_values(tokens: list[Token]) -> tuple[tuple[Value, ...], tuple[MissingRange, ...]]:
    """Return single codes, and ranges of codes."""
    codes: list[Value] = []
    ranges: list[MissingRange] = []
    place = 0
    while place < len(tokens):
        low, thru, high = (tokens[place : place + 3] + [tokens[-1]] * 2)[:3]
        if _is_keyword(thru, ("THRU", "THROUGH")) and thru is not low:
            ranges.append(MissingRange(low=_end(low, _LOWEST), high=_end(high, _HIGHEST)))
            place += 3
            continue
        codes.append(tokens[place].text if tokens[place].kind == "text" else _number(tokens[place]))
        place += 1
    return tuple(dict.fromkeys(codes)), tuple(ranges)


def _end(token: Token, open_end: tuple[str, ...]) -> float | None:
    if token.kind == "word" and token.text.upper() in open_end:
        return None
    return float(_number(token))


def _number(token: Token) -> int | float:
    number = code_of(token.text.rstrip(".")) if token.kind == "number" else None
    if number is None:
        raise ValueError(token.kind)
    return number


def _levels(reading: _Reading) -> None:
    for names, inside in reading.groups():
        scales = [scale for word, scale in _LEVELS.items() for one in inside if _is_keyword(one, (word,))]
        if len(scales) != 1 or len(inside) != 1:
            raise ValueError("level")
        for name in names:
            reading.variables.say(name, reading.line, scale=scales[0])


def _formats(reading: _Reading) -> None:
    dialect = SpssDialect()
    for names, inside in reading.groups():
        if len(inside) != 1 or inside[0].kind != "word":
            raise ValueError("format")
        spelling = inside[0].text.upper()
        shown = dialect.display(spelling, dialect.kind(spelling))
        for name in names:
            reading.variables.say(name, reading.line, display=shown)


def _order(reading: _Reading) -> None:
    """Read the order of the variables from the command that reads the data."""
    while reading.passes("sign", "number", "text"):
        if _is_keyword(reading.take("word"), ("VARIABLES",)) and reading.next_is("="):
            words = []
            while reading.passes("sign", "number", "text"):
                words.append(reading.take("word").text)
            # Each name is followed by its format; columns of a fixed width stand between them.
            reading.variables.ordered([word for word in words if word[0] not in _COLUMNS][::2])


def _listed(reading: _Reading) -> None:
    """Read the order of the variables from DATA LIST: what begins behind its first stroke."""
    words: list[str] = []
    while not reading.next_is("/") and reading.passes():
        reading.take("word", "number", "text", "sign")
    inside = False
    while reading.passes():
        one = reading.take("word", "number", "text", "sign")
        inside = (inside or one.text == "(") and one.text != ")"
        if one.kind == "word" and not inside and one.text[0] not in _COLUMNS:
            words.append(one.text)
    reading.variables.ordered(listed_variables(words))


def _is_keyword(token: Token, words: tuple[str, ...]) -> bool:
    """Return whether a part is one of some keywords, or the beginning of one."""
    text = token.text.upper()
    return token.kind == "word" and len(text) >= _SHORTEST and any(one.startswith(text) for one in words)


def _beginning(*words: str) -> re.Pattern[str]:
    """Return the pattern of the keywords with which a command begins."""
    parts = []
    for word in words:
        rest = ""
        for letter in reversed(word[_SHORTEST:]):
            rest = f"(?:{letter}{rest})?"
        parts.append(word[:_SHORTEST] + rest)
    return re.compile(r"\s*(?:[-+]\s*)?" + r"\s+".join(parts) + r"(?![\w.@#$])", re.IGNORECASE)


_COMMANDS: tuple[tuple[re.Pattern[str], Callable[[_Reading], None]], ...] = (
    (_beginning("VARIABLES", "LABELS"), _labels),
    (_beginning("VALUES", "LABELS"), _value_labels),
    (_beginning("ADD", "VALUES", "LABELS"), _value_labels),
    (_beginning("MISSING", "VALUES"), _missing),
    (_beginning("VARIABLES", "LEVELS"), _levels),
    (_beginning("FORMATS"), _formats),
    (_beginning("PRINT", "FORMATS"), _formats),
    (_beginning("GET", "DATA"), _order),
    (_beginning("DATA", "LIST"), _listed),
)

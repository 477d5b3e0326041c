"""Commands of SPSS syntax: where each begins and ends, and the words, numbers and texts in it."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence

Kind = Literal["word", "number", "text", "sign"]


class Token(NamedTuple):
    """A part of a command.

    Attributes
    ----------
    kind
        What it is; a name or a keyword is a word.
    text
        As it stands there, of a text without its quotation marks.
    line
        The line on which it begins, from 1.
    """

    kind: Kind
    text: str
    line: int


class Command(NamedTuple):
    """A command.

    Attributes
    ----------
    text
        Its lines without comments and without the point at its end.
    line
        The line on which it begins, from 1.
    """

    text: list[str]
    line: int


_LINE_END = re.compile(r"\r\n|\r|\n")
_CODE = re.compile(r"""(?:'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|/(?!\*)|[^'"/])*""")
_COMMENT = re.compile(r"\s*[-+]?\s*(?:\*|COM(?:M(?:E(?:N(?:T)?)?)?)?\b)", re.IGNORECASE)
_INLINE = re.compile(r"\s*BEGIN\s+(DATA|PROGRAM|GPL)\b", re.IGNORECASE)
_DELIMITER = r"""[\s/(),+='"]"""
_TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"""|(?P<text>'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*")"""
    rf"|(?P<number>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?={_DELIMITER}|$))"
    r"|(?P<sign>[/(),+=])"
    r"""|(?P<word>[^\s/(),+='"]+)"""
)


def commands_of(text: str) -> Iterator[Command]:
    """Return the commands of a program.

    A command ends with a point at the end of a line, or before an empty line. Data and other programs that
    stand within the syntax are none of its commands.

    Parameters
    ----------
    text
        The program.

    Returns
    -------
    Iterator[Command]
        In the order of the text, without comments.
    """
    lines: list[str] = []
    begun, passed, until = 0, False, re.compile("")
    every = _LINE_END.split(text)
    resumes = 0
    for number, line in enumerate(every, start=1):
        if number <= resumes or not until.match(line):
            continue
        until = re.compile("")
        if not lines and not passed:
            resumes = _end_of_block(every, number)
            if resumes:
                continue
            passed = _COMMENT.match(line) is not None
        code = line.rstrip() if passed else _code(line)
        ends = code.endswith(".") or not line.strip()
        code = code.removesuffix(".") if ends else code
        if not passed and (lines or code.strip()):
            begun = begun if lines else number
            lines.append(code)
        if not ends:
            continue
        if lines:
            yield Command(lines, begun)
            found = _INLINE.match(lines[0])
            until = re.compile(rf"\s*END\s+{found[1]}\b" if found else "", re.IGNORECASE)
        lines, passed = [], False
    if lines:
        yield Command(lines, begun)


def _end_of_block(lines: list[str], number: int) -> int:
    """Return the last line of a comment over several lines, between /* and */; 0: none begins on this one."""
    if not lines[number - 1].lstrip().startswith("/*") or "*/" in lines[number - 1]:
        return 0
    for place in range(number, len(lines)):
        if "*/" in lines[place]:
            return place + 1
        if "/*" in lines[place]:
            return 0
    return 0


def _code(line: str) -> str:
    """Return a line without its comments, each of which ends on it, and without blanks at its end."""
    parts, start = [], 0
    while True:
        found = _CODE.match(line, start)
        end = found.end() if found else start
        parts.append(line[start:end])
        if not line.startswith("/*", end):  # its end, or a quotation mark that is not closed
            return "".join([*parts, line[end:]]).rstrip()
        closed = line.find("*/", end + 2)
        if closed < 0:
            return "".join(parts).rstrip()
        parts.append(" ")
        start = closed + 2


def tokens_of(command: Command, file: str) -> list[Token]:
    """Return the parts of a command.

    Parameters
    ----------
    command
        The command.
    file
        Name of the file, for what is said of errors.

    Returns
    -------
    list[Token]
        Texts joined by plus signs are one.

    Raises
    ------
    ReadError
        A text is not closed on its line.
    """
    found: list[Token] = []
    for number, line in enumerate(command.text, start=command.line):
        place = 0
        while place < len(line):
            part = _TOKEN.match(line, place)
            if part is None:
                words = (
                    "{file}: a text that begins on line {n} is not closed there; write its quotation mark, "
                    "or join its parts by plus signs."
                )
                raise ReadError(sentence(words, file=file, n=number))
            place = part.end()
            kind: Kind = part.lastgroup  # type: ignore[assignment]  # groups are called so
            if part.lastgroup != "blank":
                found.append(Token(kind, _plain(kind, part.group()), number))
    return _joined(found)


def _plain(kind: Kind, text: str) -> str:
    return text[1:-1].replace(text[0] * 2, text[0]) if kind == "text" else text


def _joined(tokens: list[Token]) -> list[Token]:
    """Join texts with a plus sign between them."""
    found: list[Token] = []
    pieces: list[str] = []
    place = 0
    while place < len(tokens):
        one = tokens[place]
        place += 1
        if one.kind == "text":
            pieces = [one.text]
            while [(each.kind == "text", each.text) for each in tokens[place : place + 1]] == [(False, "+")]:
                if tokens[place + 1 : place + 2] and tokens[place + 1].kind == "text":
                    pieces.append(tokens[place + 1].text)
                    place += 2
                else:
                    break
            one = one._replace(text="".join(pieces))
        found.append(one)
    return found

"""Weight matrices as files: CSV, and tables that are pasted."""

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

import numpy as np

from sdcdesk.core.files.opening import is_ordinary, read_text
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.risk.weights.admissibility import Structure
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK, WeightMatrix
from sdcdesk.risk.weights.number_table import Line, Numbers, split

LARGEST_FILE = 32_000_000
"""Bytes; a thousand rows of a thousand numbers take less."""

BYTE_ORDER_MARK = "\ufeff"

CORNER = "released \\ original"
"""The first field of the line of sizes: rows are sizes as released, columns sizes in the original."""

LABELS = ("structure", "tail", "title", "note")
"""What the lines before it say, in any order; the first comes first."""

_BEGINNING = re.compile(r'"?structure"?[ ]*([,;\t])', re.IGNORECASE)

_WHOLE_OR_DECIMAL = re.compile(r"[+-]?\d+(,\d+)?", re.ASCII)


def read_block(text: str) -> tuple[tuple[float, ...], ...]:
    """Read a table of numbers that was copied from a spreadsheet or a file.

    Parameters
    ----------
    text
        Lines of numbers. Fields are separated by tabs where there is one, else by semicolons, else by
        commas. Between tabs and semicolons decimals have a point or a comma, the same in the whole text;
        between commas they have a point. Where a comma could be either, because no line has more than one
        and whole numbers stand around it ("0,5"), the text is refused; "0, 5" is two numbers. An empty field
        is 0, as spreadsheets leave the impossible half of a matrix empty. Blanks and quotation marks around
        numbers and empty lines at the end do not count.

    Returns
    -------
    tuple of rows
        All of one length. They need not be a weight matrix, and may break its rules.

    Raises
    ------
    ParameterError
        There is no number, a field is none, rows differ in length, a comma could separate fields or
        decimals, or there are more than 1,000 rows or columns. The sentence names line and column.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    delimiter = _delimiter(text)
    if delimiter is None:
        _require_clear(text)
    return _block(text, delimiter or ",")


def to_csv(matrix: WeightMatrix) -> str:
    """Return a weight matrix as the text of a CSV file, for spreadsheets and for `from_csv`.

    The first lines say structure, tail, title and note; then follow a line of the sizes in the original, and
    one line for each released size. Numbers come back exactly.

    Parameters
    ----------
    matrix
        The weights.

    Returns
    -------
    str
        Fields separated by commas, numbers with a point.

    Raises
    ------
    ParameterError
        A weight is not finite.
    """
    if not np.isfinite(matrix.array).all():
        raise ParameterError("Weights that are not finite numbers cannot be written; change them.", "weights")
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    # Quoted whatever it holds: not every line break would be otherwise.
    words = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(["structure", matrix.structure])
    writer.writerow(["tail", _number(matrix.tail)])
    words.writerows([name, text] for name, text in (("title", matrix.title), ("note", matrix.note)) if text)
    writer.writerow([CORNER, *range(1, matrix.size + 1)])
    writer.writerows([i, *map(_number, row)] for i, row in enumerate(matrix.block, start=1))
    return file.getvalue()


def from_csv(text: str, name: str) -> WeightMatrix:
    """Read a weight matrix from the text of a CSV file.

    Parameters
    ----------
    text
        What `to_csv` wrote, also after a spreadsheet saved it with semicolons or tabs and decimal commas. Or
        numbers alone, as `read_block` takes them, but a comma always separates where there is neither tab
        nor semicolon: the tail is 0 then, and the structure sampling if numbers other than 0 stand above the
        diagonal only, merging if below it only, else general.
    name
        Name of the file, for the words of an error.

    Returns
    -------
    WeightMatrix
        It may break rules; `WeightMatrix.violations` names them.

    Raises
    ------
    ReadError
        The text is not a weight matrix: it is empty or not square, a field is not a number, or the sizes are
        not 1, 2, … in this order. The sentence names the line.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    try:
        return _labelled(text) or _bare(text)
    except ParameterError as error:
        raise ReadError(f"{short(name)}: {error.message}", "weights") from None


def read_file(path: Path) -> WeightMatrix:
    """Read a weight matrix from a CSV file; see `from_csv`.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    WeightMatrix
        Structure, tail, title and note as the file says.

    Raises
    ------
    ReadError
        The file cannot be read, is larger than any weight matrix, is not text in UTF-8, or is not a weight
        matrix.
    """
    if is_ordinary(path) and path.stat().st_size > LARGEST_FILE:
        raise ReadError(
            sentence("{name} is too large for a weight matrix; choose another file.", name=path.name),
            "weights",
        )
    return from_csv(read_text(path, field="weights"), path.name)


def violations_text(matrix: WeightMatrix) -> list[str]:
    """Return every rule that a matrix breaks, one line each; none if it is admissible.

    Parameters
    ----------
    matrix
        The weights.

    Returns
    -------
    list[str]
        Rule, cells and weights of each.
    """
    return [str(violation) for violation in matrix.violations()]


def _labelled(text: str) -> WeightMatrix | None:
    """Return the weight matrix of a text that begins with its structure; None for any other text.

    Raises
    ------
    ParameterError
        Something of it is missing, doubled, out of order or not a number; the sentence names the line.
    """
    beginning = _BEGINNING.match(text)
    if beginning is None:
        return None
    lines, numbers = split(text, beginning[1]), Numbers(beginning[1])
    labels, rest = _labels(lines)
    absent = [
        name for name in ("structure", "tail") if name not in labels or not labels[name].fields[1].strip()
    ]
    if absent or not rest:
        wanted = absent[0] if absent else CORNER
        raise ParameterError(
            sentence("There is no line that says “{wanted}”; add it above the weights.", wanted=wanted),
            "weights",
        )
    tail = numbers.row(labels["tail"], 1)[0]
    words = {name: labels[name].fields[1] for name in ("title", "note") if name in labels}
    return WeightMatrix(
        structure=_named_structure(labels["structure"]),
        block=_labelled_weights(rest, numbers),
        tail=tail,
        **words,
    )


def _named_structure(line: Line) -> Structure:
    given, known = line.fields[1].strip().casefold(), get_args(Structure)
    for structure in known:
        if structure == given:
            return cast(Structure, structure)
    words = "Line {number}: the structure must be {known}."
    raise ParameterError(sentence(words, number=str(line.number), known=", ".join(known)), "weights")


def _labels(lines: Sequence[Line]) -> tuple[dict[str, Line], Sequence[Line]]:
    """Return the lines before the weights by what they say, and the lines of the weights."""
    labels: dict[str, Line] = {}
    for at, line in enumerate(lines):
        name = line.fields[0].strip().casefold()
        if name == CORNER:
            return labels, lines[at:]
        fields = _without_end(line.fields)
        if not fields:
            continue
        if name not in LABELS or len(fields) > 2:
            words = (
                "Line {number} should say one of {labels} in two fields, or begin the weights with "
                "“{corner}”."
            )
            raise ParameterError(
                sentence(words, number=str(line.number), labels=", ".join(LABELS), corner=CORNER), "weights"
            )
        if name in labels:
            words = "Line {number} says the {name} a second time; leave one."
            raise ParameterError(sentence(words, number=str(line.number), name=name), "weights")
        labels[name] = Line(line.number, [*fields, ""][:2])
    return labels, ()


def _labelled_weights(lines: Sequence[Line], numbers: Numbers) -> tuple[tuple[float, ...], ...]:
    """Read the weights below the line of sizes, each row behind its size."""
    sizes, rows = _without_end(lines[0].fields)[1:], list(lines[1:])
    for column, size in enumerate(sizes, start=1):
        _require_size(lines[0].number, column + 1, size, column)
    while rows and not _without_end(rows[-1].fields):
        rows.pop()
    if len(rows) != len(sizes):
        words = "There are {rows} × {columns} weights, and a weight matrix is square."
        raise ParameterError(sentence(words, rows=len(rows), columns=len(sizes)), "weights")
    for number, row in enumerate(rows, start=1):
        _require_size(row.number, 1, row.fields[0], number)
        if len(row.fields) <= len(sizes) or _without_end(row.fields[len(sizes) + 1 :]):
            raise ParameterError(
                sentence(
                    "Line {number} has {weights}, and there are {sizes}.",
                    weights=counted(len(row.fields) - 1, "weight"),
                    sizes=counted(len(sizes), "size"),
                    number=str(row.number),
                ),
                "weights",
            )
    return tuple(numbers.row(Line(row.number, row.fields[: len(sizes) + 1]), 1) for row in rows)


def _require_size(line: int, column: int, given: str, size: int) -> None:
    if given.strip() != str(size):
        words = "Line {line}, column {column}: the size {size} belongs here; sizes are 1, 2, … in this order."
        raise ParameterError(sentence(words, line=str(line), column=str(column), size=str(size)), "weights")


def _without_end(fields: list[str]) -> list[str]:
    """Return the fields of a line without the empty ones that spreadsheets add at its end."""
    end = len(fields)
    while end and not fields[end - 1]:
        end -= 1
    return fields[:end]


def _bare(text: str) -> WeightMatrix:
    block = _block(text, _delimiter(text) or ",")
    if len(block) != len(block[0]):
        words = "There are {rows} × {columns} numbers, and a weight matrix is square."
        raise ParameterError(sentence(words, rows=len(block), columns=len(block[0])), "weights")
    return WeightMatrix(structure=_structure(np.array(block)), block=block, tail=0.0)


def _structure(block: np.ndarray) -> Structure:
    """Return the structure whose places hold all weights other than 0."""
    above, below = np.triu(block, 1).any(), np.tril(block, -1).any()
    if above and not below:
        return "sampling"
    return "merging" if below and not above else "general"


def _block(text: str, delimiter: str) -> tuple[tuple[float, ...], ...]:
    if not text.strip():
        raise ParameterError("There are no numbers.", "weights")
    lines, numbers = split(text, delimiter), Numbers(delimiter)
    first = lines[0]
    for line in lines:
        if len(line.fields) != len(first.fields):
            raise ParameterError(
                sentence(
                    "Line {number} has {fields}, and line {first} has {others}; give all lines the same "
                    "number.",
                    fields=counted(len(line.fields), "field"),
                    others=len(first.fields),
                    number=str(line.number),
                    first=str(first.number),
                ),
                "weights",
            )
    if max(len(lines), len(first.fields)) > LARGEST_BLOCK:
        words = "There are {rows} × {columns} numbers, and weights can be given for sizes 1 to {most}."
        raise ParameterError(
            sentence(words, rows=len(lines), columns=len(first.fields), most=LARGEST_BLOCK), "weights"
        )
    return tuple(numbers.row(line) for line in lines)


def _delimiter(text: str) -> str | None:
    return next((sign for sign in "\t;" if sign in text), None)


def _require_clear(text: str) -> None:
    """Raise `ParameterError` if the commas of a text could separate fields as well as decimals."""
    lines = {number: line.strip() for number, line in enumerate(text.split("\n"), start=1) if line.strip()}
    unclear = next((number for number, line in lines.items() if "," in line), None)
    if unclear and all(_WHOLE_OR_DECIMAL.fullmatch(line) for line in lines.values()):
        words = (
            "Line {unclear} can be one number or two; write the decimal sign as a point, or put semicolons "
            "between numbers."
        )
        raise ParameterError(sentence(words, unclear=str(unclear)), "weights")


def _number(weight: float) -> str:
    """Write a number so that it comes back exactly; whole ones as people do."""
    return repr(weight).removesuffix(".0")

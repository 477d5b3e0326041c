"""Fixed columns: text whose fields stand at the same place in each line, as a file of μ-ARGUS describes."""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.files.text_encoding import detect_encoding
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.coded_numbers import plain_value
from sdcdesk.io.columns.column_batch import one_after_the_other
from sdcdesk.io.columns.column_requests import Column, ColumnRequests
from sdcdesk.io.columns.numerals import number
from sdcdesk.io.columns.text_columns import without_empty
from sdcdesk.io.files import BLOCK, BytesRead
from sdcdesk.io.fixed_width.argus_description import description_beside, lists_named, read_description
from sdcdesk.io.fixed_width.argus_files import CODES, DESCRIPTION, code_lists, write_beside
from sdcdesk.io.fixed_width.options import (
    FixedField,
    FixedLayout,
    FixedWidthOptions,
    FixedWidthWriting,
)
from sdcdesk.io.fixed_width.writing import layout_losses, write_lines
from sdcdesk.io.format import Content, Format
from sdcdesk.io.loss import Loss
from sdcdesk.io.options import AUTO
from sdcdesk.io.unsupported_files import refuse_unsupported_files


class FixedWidth(Format):
    """Lines of text whose fields stand in fixed columns, or are divided by a sign, as a description says."""

    name = "fixed"
    title = "Fixed width"
    extensions = (".asc", ".fwf", ".dat")
    reading = (
        "A file of μ-ARGUS of the same name (.rda) says where the fields stand, which codes are missing and "
        "what they mean. Columns become numbers only where nothing is lost by it, or where it says so."
    )
    read_options = FixedWidthOptions
    write_options = FixedWidthWriting
    keeps = frozenset({"missing", "value_labels"})

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a file; see `Format.read`."""
        options = cast(FixedWidthOptions, requests.options)
        refuse_unsupported_files(path)
        layout = options.layout if options.layout.fields else _layout_beside(path, progress.part(0.0, 0.0))
        names = [field.name for field in layout.fields]
        requests.check(names, path.name)
        encoding = options.encoding
        if encoding == AUTO:
            encoding = detect_encoding(path, progress.part(0.0, 0.1))
        used = options.changed(format=self.name, layout=layout, encoding=encoding)
        lines = _lines(path, encoding, requests.read, progress.part(0.1, 0.5))
        divide = _divided if layout.separator else _cut
        cells = divide(path, lines, layout, progress.part(0.5, 0.7))
        said = {field.name: _described(field) for field in layout.fields}
        asked = replace(requests, options=used, variables={**said, **requests.variables})
        values, variables = {}, []
        for field, part in progress.part(0.7, 1.0).over(layout.fields, "Reading"):
            part.at(0.0, "Reading")
            text = one_after_the_other([_without_points(cells.pop(0), field)])
            column = asked.columns([field.name], text)[0]
            values[field.name] = column.values
            own = field.name not in requests.variables
            variables.append(_labelled(column, field) if own else column.variable)
        return Content(pd.DataFrame(values, copy=False), variables, used)

    def beside(self, path: Path) -> tuple[Path, ...]:
        """Return the description and the lists of codes that it names."""
        description = description_beside(path)
        return () if description is None else (description, *lists_named(description))

    def for_writing(self, values: dict[str, Any], file: str, data: Microdata | None = None) -> Model:
        """Return options of writing; a file cannot be called as one that stands beside it."""
        if Path(file).suffix.lower() in (DESCRIPTION, CODES):
            words = "{file}: the description of the fields is called so; end the name in .asc."
            raise ParameterError(sentence(words, file=file), "format")
        return super().for_writing(values, file, data)

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(data, options, progress)
        yield from layout_losses(data, cast(FixedWidthWriting, options).encoding, progress)

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write the lines; see `write_lines`."""
        write_lines(data, file, cast(FixedWidthWriting, options).encoding, progress)

    def companions(self, variables: Sequence[Variable], path: Path) -> tuple[Path, ...]:
        """Return the description, and a list for each variable whose codes have labels."""
        return (path.with_suffix(DESCRIPTION), *code_lists(variables, path).values())

    def write_companions(
        self, data: Microdata, path: Path, options: Model, progress: Progress
    ) -> dict[Path, Callable[[BinaryIO], object]]:
        """Return what writes the description and the lists of codes; see `Format.write_companions`."""
        contents = write_beside(data, path, cast(FixedWidthWriting, options).encoding, progress)

        def writes(content: Callable[[], bytes]) -> Callable[[BinaryIO], object]:
            return lambda file: file.write(content())

        return {file: writes(content) for file, content in contents.items()}


def _without_points(cells: pa.ChunkedArray, field: FixedField) -> pa.ChunkedArray:
    """Return cells without codes for missing that are nothing but points: they are empty, in text, too."""
    codes = pa.array([code for code in field.missing if set(code) == {"."}], cells.type)
    if not len(codes):
        return cells
    return without_empty(pc.if_else(pc.is_in(cells, value_set=codes), pa.scalar("", cells.type), cells))


def _layout_beside(path: Path, progress: Progress) -> FixedLayout:
    beside = description_beside(path)
    if beside is None:
        words = (
            "{name} does not say where its fields stand; put the description of μ-ARGUS beside it, with the "
            "same name and the ending .rda, or read it as CSV if a sign divides them."
        )
        raise ReadError(sentence(words, name=path.name), "layout")
    return read_description(beside, progress)


def _lines(path: Path, encoding: str, read: BytesRead, progress: Progress) -> list[str]:
    """Return the lines of a file without their ends."""
    with path.open("rb") as file:
        source, size, blocks = read.begin(file), max(path.stat().st_size, 1), []
        while block := source.read(BLOCK):
            blocks.append(block)
            progress.at(min(source.size / size, 1.0), "Reading")
    try:
        text = b"".join(blocks).decode(encoding).removeprefix("\ufeff")
    except UnicodeError:
        text = "\0"
    if "\0" in text:
        words = "{name} is not text in the encoding {encoding}; give another one, or choose another file."
        raise ReadError(sentence(words, name=path.name, encoding=encoding), "encoding")
    lines = text.removesuffix("\x1a").removesuffix("\n").split("\n")  # DOS ends a text by a sign of its own
    lines = [line.removesuffix("\r") for line in lines]
    if lines == [""]:
        raise ReadError(sentence("{name} is empty; choose another file.", name=path.name))
    return lines


def _cut(path: Path, lines: list[str], layout: FixedLayout, progress: Progress) -> list[pa.ChunkedArray]:
    """Return the fields of lines, which all are as long as the first and hold all fields."""
    last = max(layout.fields, key=lambda field: field.end)
    whole = len(lines[0])
    for place, line in enumerate(lines, 1):
        if not place % _LINES:
            progress.check()
        if len(line) < last.end:
            words = (
                "{name}, line {line}: it ends at column {column}, and the field {field} at column {end}; "
                "mend the line or the description."
            )
            raise ReadError(
                sentence(words, name=path.name, line=place, column=len(line), field=last.name, end=last.end),
                last.name,
            )
        if len(line) != whole:
            words = (
                "{name}, line {line}: it ends at column {column}, and the first line at column {end}; mend "
                "the line."
            )
            raise ReadError(
                sentence(words, name=path.name, line=place, column=len(line), end=whole), last.name
            )
    text = pa.array(lines, pa.large_string())
    return [
        without_empty(
            pa.chunked_array(
                [pc.utf8_trim(pc.utf8_slice_codeunits(text, field.start - 1, field.end), characters=" ")]
            )
        )
        for field, _ in progress.over(layout.fields, "Reading")
    ]


def _divided(path: Path, lines: list[str], layout: FixedLayout, progress: Progress) -> list[pa.ChunkedArray]:
    """Return the fields of lines that a sign divides."""
    fields = layout.fields
    body = lines[1:] if layout.header else lines
    if layout.header:
        titles = [title.strip() for title in next(csv.reader(lines[:1], delimiter=layout.separator))]
        if titles != [field.name for field in fields]:
            words = "{name}, line 1: its names are not those of the description; mend either."
            raise ReadError(sentence(words, name=path.name), fields[0].name)
    if not body:
        raise ReadError(sentence("{name} holds no records; choose another file.", name=path.name))
    rows: list[list[str]] = []
    for place, line in enumerate(body, len(lines) - len(body) + 1):
        if not place % _LINES:
            progress.at(place / len(lines), "Reading")
        try:
            row = next(csv.reader([line], delimiter=layout.separator, strict=True))
        except csv.Error:
            row = []
        if len(row) != len(fields):
            _refuse_row(path, place, len(row), len(fields))
        rows.append(row)
    return [
        without_empty(pc.utf8_trim(pa.chunked_array([pa.array(cells, pa.large_string())]), characters=" "))
        for cells in zip(*rows, strict=True)
    ]


def _refuse_row(path: Path, line: int, found: int, expected: int) -> NoReturn:
    if not found:
        words = "{name}, line {line}: a quotation mark has no other one; mend the line."
        raise ReadError(sentence(words, name=path.name, line=line))
    words = "{name}, line {line}: it has {found} fields, and the description {expected}; mend either."
    raise ReadError(sentence(words, name=path.name, line=line, found=found, expected=expected))


def _described(field: FixedField) -> Variable:
    scale = Scale.CONTINUOUS if field.numeric else Scale.NOMINAL
    codes = tuple(code for code in field.missing if set(code) != {"."})
    display = DisplayFormat(
        kind="number" if field.numeric else "text", width=min(field.length, _WIDEST), decimals=field.decimals
    )
    return Variable(name=field.name, role=field.role, scale=scale, missing=codes, display=display)


_WIDEST = 32_767

_LINES = 8_192
"""Lines between two questions whether to stop."""


def _labelled(column: Column, field: FixedField) -> Variable:
    """Return a description with the meaning of its codes: as numbers where the column holds some."""
    variable = column.variable
    numeric = pd.api.types.is_numeric_dtype(column.values.dtype)
    display = variable.display
    if display is not None and numeric:
        display = display.changed(kind="number")
    named: dict[str | int | float, str] = {}
    for one in field.labels:
        code = number(str(one.value), ".") if numeric else str(one.value)
        if code is not None:
            named.setdefault(plain_value(code), one.label)
    labels = tuple(ValueLabel(value=value, label=label) for value, label in named.items())
    return variable.changed(value_labels=labels, display=display)

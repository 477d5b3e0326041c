"""Layout of fixed columns: where the fields of data stand in a file, and what is told of them there."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_arrow
from sdcdesk.io.fixed_width.argus_description import FARTHEST, MISSING
from sdcdesk.io.fixed_width.cells import Extent, clean, extent
from sdcdesk.io.fixed_width.options import FixedField

_UNTOLD = re.compile('["\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]')
"""Signs that no name of a description can have."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A variable with its field.

    Attributes
    ----------
    variable
        Its description.
    extent
        What its cells take.
    field
        Where they stand, with codes and their labels as cells hold them.
    """

    variable: Variable
    extent: Extent
    field: FixedField

    @property
    def filling(self) -> str:
        """What stands in empty cells: points, where the description has room for such a code."""
        points = "." * self.field.length
        return points if points in self.field.missing else ""


def placed(data: Microdata, progress: Progress) -> list[Placed]:
    """Return the fields of data, one after the other.

    A field is as wide as its longest cell and code, or as the description says where that is wider. Empty
    cells are points that fill the field, which no value does, as long as fewer than two codes for missing
    are declared.

    Parameters
    ----------
    data
        What is written.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    list[Placed]
        In the order of the variables.

    Raises
    ------
    DataError
        A column holds infinite numbers, zero bytes or values of several kinds, or a line would be too long.
    """
    names = field_names(data.names)
    found: list[Placed] = []
    start = 1
    for variable, part in progress.over(data.variables, "Writing"):
        one = _placed(data, variable, names[variable.name], start, part)
        start = one.field.end + 1
        if one.field.end > FARTHEST:
            words = (
                "A line of fixed columns cannot hold {name}: it would end beyond column {most}; leave "
                "variables out, or choose Parquet or CSV."
            )
            raise DataError(sentence(words, name=variable.name, most=FARTHEST), variable.name)
        found.append(one)
    return found


def field_names(names: Iterable[str]) -> dict[str, str]:
    """Return the names of fields.

    Parameters
    ----------
    names
        Names of variables, all different.

    Returns
    -------
    dict[str, str]
        By the name of the variable; the same where a description can hold it.
    """
    names = list(names)
    fits = {name: re.sub("^<", "_", _UNTOLD.sub("_", name)) for name in names}
    taken = {name for name in names if fits[name] == name}
    found: dict[str, str] = {}
    for name, base in fits.items():
        new, number = base, 1
        while base != name and new in taken:
            number += 1
            new = f"{base}_{number}"
        taken.add(new)
        found[name] = new
    return found


def column_of(data: Microdata, name: str) -> pa.ChunkedArray:
    """Return a column as Arrow holds it.

    Parameters
    ----------
    data
        What is written.
    name
        One of its variables.

    Returns
    -------
    pa.ChunkedArray
        Whole or decimal numbers, or text.

    Raises
    ------
    DataError
        It holds infinite numbers or values of several kinds.
    """
    column = as_arrow(name, data.column(name))
    if pa.types.is_floating(column.type):
        column = column.cast(pa.float64())
        if pc.any(pc.is_inf(column), min_count=0).as_py():
            words = (
                "{name} holds infinite numbers, which fixed columns cannot hold; make these cells empty, or "
                "choose Parquet."
            )
            raise DataError(sentence(words, name=name), name)
    return column


def _placed(data: Microdata, variable: Variable, name: str, start: int, progress: Progress) -> Placed:
    display = variable.display
    column = column_of(data, variable.name)
    number = display is not None and display.kind == "number"
    taken = extent(column, display.decimals if display is not None and number else None, progress)
    if taken.zeros:
        words = (
            "{name} holds text with zero bytes, which fixed columns cannot hold; take them out, or choose "
            "Parquet."
        )
        raise DataError(sentence(words, name=variable.name), variable.name)
    labels = tuple(_labels(variable, taken))
    codes = [code for one in variable.missing if (code := taken.code(one)) and _is_told(code)]
    codes = [code for code in dict.fromkeys(codes) if set(code) != {"."}][:MISSING]
    width = max(
        taken.width, *map(len, codes), *(len(str(one.value)) for one in labels), 1, _declared(variable, taken)
    )
    if len(codes) < MISSING:
        points = taken.points.union(len(str(one.value)) for one in labels if set(str(one.value)) == {"."})
        while width in points:
            width += 1
        codes.append("." * width)
    numeric = taken.numeric and (
        variable.scale is Scale.CONTINUOUS or variable.role is Role.WEIGHT or not taken.width
    )
    field = FixedField(
        name=name,
        start=start,
        length=width,
        missing=tuple(codes),
        numeric=numeric,
        decimals=taken.decimals if numeric else None,
        role=variable.role if variable.role in (Role.WEIGHT, Role.HOUSEHOLD) else Role.OTHER,
        labels=labels,
    )
    return Placed(variable, taken, field)


def _is_told(code: str) -> bool:
    """Return whether a description can hold a code: without quotation marks, and not like a tag."""
    return '"' not in code and not code.startswith("<")


def _declared(variable: Variable, taken: Extent) -> int:
    """Return how wide the description says that a field is; 0: nothing, or the room of text in a program."""
    display = variable.display
    if display is None or display.width is None or taken.numeric is not (display.kind == "number"):
        return 0
    return display.width if taken.numeric or not display.program else 0


def _labels(variable: Variable, taken: Extent) -> Iterator[ValueLabel]:
    """Return the labels of codes that cells can hold, each on one line."""
    seen: set[str] = set()
    for one in variable.value_labels:
        code, label = taken.code(one.value), label_text(one.label)
        if code and label and code not in seen:
            seen.add(code)
            yield ValueLabel(value=code, label=label)


def label_text(label: str) -> str:
    """Return a label as a list of codes holds it.

    Parameters
    ----------
    label
        Any text.

    Returns
    -------
    str
        On one line, without blanks at its ends; empty: nothing is left.
    """
    on_one_line = _UNTOLD.sub(lambda sign: sign[0] if sign[0] == '"' else " ", label)
    return str(clean(pa.array([on_one_line], pa.large_string()))[0].as_py() or "")

"""DDI codebook: an XML file of DDI-Codebook 2.5, as data archives keep and exchange them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.io.codebook.codebook_form import CodebookForm, ReleasedFile
from sdcdesk.io.codebook.codes import code_text, kind_of, listed_values
from sdcdesk.io.codebook.ddi_reading import read_ddi

NAMESPACE = "ddi:codebook:2_5"

_SCHEMAS = {"spss": "SPSS", "sas": "SAS", "stata": "other"}
"""What DDI calls the program of a format; that of Stata has no name there."""

_REPRESENTATIONS = {
    "number": "numeric",
    "text": "text",
    "date": "datetime",
    "time": "datetime",
    "datetime": "datetime",
}

_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file can hold."""

_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_TO_ESCAPE = re.compile('[&<>"\t\n\r]')


class DdiCodebook(CodebookForm):
    """A file of the Data Documentation Initiative, Codebook 2.5.

    Signs that XML cannot hold, control characters, are written as "�".
    """

    name = "ddi"
    title = "DDI-Codebook 2.5"
    ending = ".xml"
    keeps_all = True

    def write(self, file: ReleasedFile, progress: Progress = SILENT) -> bytes:
        """Return the codebook; see `CodebookForm.write`."""
        variables = "\n".join(
            _variable(file, variable, number)
            for number, (variable, _) in enumerate(progress.over(file.variables, "Writing the codebook"), 1)
        )
        title = _element("titl", [_text(file.name)])
        study = _element("stdyDscr", [_element("citation", [_element("titlStmt", [title])])])
        described = _element("fileName", [_text(file.name)])
        data_file = _element("fileDscr", [_element("fileTxt", [described])], ID="F1")
        book = _element(
            "codeBook", [study, data_file, _element("dataDscr", [variables])], version="2.5", xmlns=NAMESPACE
        )
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{book}\n'.encode()

    def read(self, path: Path, progress: Progress = SILENT, names: Sequence[str] = ()) -> list[Variable]:
        """Read a codebook, also one of an earlier version of DDI; see `CodebookForm.read`."""
        del names
        return read_ddi(path, progress)


def _variable(file: ReleasedFile, variable: Variable, number: int) -> str:
    """Return a variable; its parts stand in the order of the schema."""
    shown, kind = variable.display, kind_of(file.data, variable)
    continuous = variable.scale is Scale.CONTINUOUS
    parts = [
        *([_element("location", [], width=str(shown.width))] if shown and shown.width else []),
        *([_element("labl", [_text(variable.label)])] if variable.label else []),
        *_invalid(variable),
        *_categories(variable),
        _format(shown, kind),
        *([_element("notes", [str(variable.role)], type="role")] if file.internal else []),
    ]
    return _element(
        "var",
        parts,
        ID=f"V{number}",
        name=variable.name,
        files="F1",
        dcml="" if shown is None or shown.decimals is None else str(shown.decimals),
        intrvl="contin" if continuous else "discrete",
        measUnit=variable.unit,
        nature="" if continuous else str(variable.scale),
        catQnty=str(len(variable.categories)) if variable.categories else "",
        representationType="code" if variable.value_labels and not continuous else _REPRESENTATIONS[kind],
    )


def _invalid(variable: Variable) -> Iterator[str]:
    """Return the codes and ranges that stand for missing."""
    items = [
        _element("item", [], UNITS="REAL" if isinstance(code, float) else "", VALUE=code_text(code))
        for code in variable.missing
    ]
    items += [
        _element(
            "range",
            [],
            UNITS="REAL",
            min="" if one.low is None else code_text(one.low),
            max="" if one.high is None else code_text(one.high),
        )
        for one in variable.missing_ranges
    ]
    if items:
        yield _element("invalrng", items)


def _categories(variable: Variable) -> Iterator[str]:
    labels = {_key(one.value): one.label for one in variable.value_labels}
    letters = {one.code: one.letter for one in variable.lettered_missing}
    for value in listed_values(variable):
        label = labels.get(_key(value), "")
        parts = [_element("catValu", [_text(code_text(value))])]
        parts += [_element("labl", [_text(label)])] if label else []
        missing = "Y" if value in variable.missing else ""
        letter = f".{letters[value]}" if value in letters else ""
        yield _element("catgry", parts, missing=missing, missType=letter)


def _key(value: Value) -> tuple[bool, Value]:
    return isinstance(value, str), value


def _format(shown: DisplayFormat | None, kind: str) -> str:
    """Return whether values are numbers or text, and the format of the program that they come from."""
    category = {"date": "date", "time": "time"}.get(kind, "other" if kind == "datetime" else "")
    program = shown.program if shown and shown.spelling else ""
    return _element(
        "varFormat",
        [],
        type="numeric" if kind == "number" else "character",
        formatname=shown.spelling if shown and program else "",
        schema=_SCHEMAS.get(program, ""),
        otherSchema="Stata" if program == "stata" else "",
        category=category,
        otherCategory="datetime" if kind == "datetime" else "",
    )


def _element(element: str, parts: Iterable[str], /, **attributes: str) -> str:
    """Return an element; attributes that say nothing are left out."""
    said = "".join(f' {key}="{_text(value)}"' for key, value in attributes.items() if value)
    inside = "".join(parts)
    return f"<{element}{said}>{inside}</{element}>" if inside else f"<{element}{said}/>"


def _text(text: str) -> str:
    """Return a text as it stands between marks of XML; no reader changes its line ends."""
    return _TO_ESCAPE.sub(lambda sign: _ESCAPED[sign[0]], _IMPOSSIBLE.sub("\ufffd", text))

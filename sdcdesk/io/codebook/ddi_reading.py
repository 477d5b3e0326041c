"""Reading of a DDI codebook: of version 2.5, and of what earlier ones say in the same words."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import Displayed, DisplayFormat, Program
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Value, Variable
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.codebook.codebook_text import codebook_bytes
from sdcdesk.io.codebook.codes import code_of, code_text

_PROGRAMS: dict[str, Program] = {"SPSS": "spss", "SAS": "sas", "Stata": "stata"}
_NATURES = {
    "nominal": Scale.NOMINAL,
    "ordinal": Scale.ORDINAL,
    "interval": Scale.CONTINUOUS,
    "ratio": Scale.CONTINUOUS,
    "percent": Scale.CONTINUOUS,
}


def read_ddi(path: Path, progress: Progress) -> list[Variable]:
    """Read what a DDI codebook says of variables.

    Parameters
    ----------
    path
        An XML file.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    list[Variable]
        In the order of the file; only what it says is given.

    Raises
    ------
    ReadError
        It is no such file, or damaged, or says of a variable what cannot be.
    """
    root = _root(path)
    found: dict[str, Variable] = {}
    for element in _all(root, "var"):
        progress.check()
        name = element.get("name", "")
        try:
            described = Variable(name=name, **_said(element))
        except (ValueError, ParameterError):
            described = None
        if described is None or name in found:
            words = (
                "{file}: what the codebook says of the variable {name} cannot be, or it stands there twice; "
                "correct it there."
            )
            raise ReadError(sentence(words, file=path.name, name=name))
        found[name] = described
    if not found:
        raise ReadError(sentence("{name} describes no variables; choose a DDI codebook.", name=path.name))
    return list(found.values())


def _root(path: Path) -> ElementTree.Element:
    content = codebook_bytes(path)
    try:
        _refuse_entities(content)
        root = ElementTree.fromstring(content)  # noqa: S314 - it declares no entities
    except (ElementTree.ParseError, expat.ExpatError, ValueError, LookupError):
        raise ReadError(
            sentence(
                "{name} is damaged, or is no DDI codebook; get it again from its source.", name=path.name
            )
        ) from None
    if _name(root) != "codeBook":
        raise ReadError(
            sentence("{name} is another XML file than a DDI codebook; choose another.", name=path.name)
        )
    return root


class _BegunError(Exception):
    """What stands before the first element has been read."""


def _refuse_entities(content: bytes) -> None:
    """Refuse declarations: with entities of its own a small file can make text without end.

    A document type that only names its DTD, as codebooks of earlier versions do, declares none.
    """
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler = _document_type, _begin
    try:
        parser.Parse(content, True)
    except _BegunError:
        return


def _document_type(name: str, system: str | None, public: str | None, declares: int) -> None:
    del system, public
    if declares:
        raise ValueError(name)


def _begin(name: str, attributes: dict[str, str]) -> None:
    del name, attributes
    raise _BegunError


def _name(element: ElementTree.Element) -> str:
    """Return the name of an element, whatever the version of DDI that it is of."""
    return str(element.tag).rpartition("}")[2]


def _all(element: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    return (one for one in element.iter() if _name(one) == name)


def _parts(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in element if _name(one) == name]


def _text(element: ElementTree.Element, name: str) -> str:
    """Return the text of the first part of a name; empty where there is none.

    What stands on lines of its own is laid out by a program, and its blanks are none of the text.
    """
    text = next(("".join(one.itertext()) for one in _parts(element, name)), "")
    return " ".join(text.split()) if _LAID_OUT.search(text) else text


_LAID_OUT = re.compile(r"^\s*\n|\n\s*$")


def _said(var: ElementTree.Element) -> dict[str, Any]:
    """Return fields of `Variable`; raise ValueError where the file says what cannot be."""
    said: dict[str, Any] = {}
    if label := _text(var, "labl"):
        said["label"] = label
    if unit := var.get("measUnit"):
        said["unit"] = unit
    scale = Scale.CONTINUOUS if var.get("intrvl") == "contin" else _NATURES.get(var.get("nature", ""))
    if scale is None and var.get("intrvl") == "discrete" and _has_labels(var):
        scale = Scale.NOMINAL
    if scale is not None:
        said["scale"] = scale
    role = next((one.text for one in _parts(var, "notes") if one.get("type") == "role"), None)
    if role is not None:
        said["role"] = Role(role)
    shown = _display(var)
    if shown is not None:
        said["display"] = shown
    return said | _values(var, scale)


def _has_labels(var: ElementTree.Element) -> bool:
    """Return whether values have labels that are not missing."""
    return any(one.get("missing") != "Y" and _text(one, "labl") for one in _parts(var, "catgry"))


def _values(var: ElementTree.Element, scale: Scale | None) -> dict[str, Any]:
    """Return what a variable says of its values."""
    categories = _parts(var, "catgry")
    invalid = [one for ranges in _parts(var, "invalrng") for one in ranges]
    items = [one.get("VALUE", "") for one in invalid if _name(one) == "item"]
    texts = [_text(one, "catValu") for one in categories]
    numeric = _numeric(var, [*items, *texts])
    read = [_value(text, numeric=numeric) for text in texts]
    given = zip(read, categories, strict=True)
    labels = [(value, _text(one, "labl"), one) for value, one in given]
    missing = [_value(text, numeric=numeric) for text in items]
    missing += [value for value, _, one in labels if one.get("missing") == "Y"]
    letters = [(value, one.get("missType", "")) for value, _, one in labels]
    count, listed = var.get("catQnty", ""), [value for value in read if value not in missing]
    if count.isdecimal() and len(count) < 10:
        listed = read[: int(count)]
    elif scale is not Scale.ORDINAL or _ascending(listed):
        listed = []
    values: dict[str, Any] = {
        "value_labels": tuple(ValueLabel(value=value, label=label) for value, label, _ in labels if label),
        "missing": tuple(dict.fromkeys(missing)),
        "missing_ranges": tuple(_range(one) for one in invalid if _name(one) == "range"),
        "lettered_missing": tuple(
            LetteredMissing(code=value, letter=mark[1:])
            for value, mark in letters
            if mark[:1] == "." and len(mark) == 2 and not isinstance(value, str)
        ),
        "categories": tuple(listed),
    }
    return {field: found for field, found in values.items() if found}


def _ascending(values: list[Value]) -> bool:
    """Return whether values are numbers in their own order, which needs no list: some may have no label."""
    numbers = [value for value in values if not isinstance(value, str)]
    return len(numbers) == len(values) and numbers == sorted(numbers)


def _numeric(var: ElementTree.Element, texts: list[str]) -> bool:
    """Return whether the values are numbers: as the file says, else where all of them are."""
    shown = next(iter(_parts(var, "varFormat")), None)
    if shown is not None and shown.get("type"):
        return shown.get("type") == "numeric"
    return all((number := code_of(text)) is not None and code_text(number) == text for text in texts)


def _value(text: str, *, numeric: bool) -> Value:
    number = code_of(text.strip()) if numeric else None
    return text if number is None else number


def _range(element: ElementTree.Element) -> MissingRange:
    low, high = (_end(element, end, beyond) for end, beyond in (("min", math.inf), ("max", -math.inf)))
    return MissingRange(low=low, high=high)


def _end(element: ElementTree.Element, name: str, inside: float) -> float | None:
    """Return an end that belongs to a range; of one that does not, the next number inside."""
    if end := element.get(name):
        return float(end)
    beyond = element.get(f"{name}Exclusive")
    return math.nextafter(float(beyond), inside) if beyond else None


def _display(var: ElementTree.Element) -> DisplayFormat | None:
    """Return how values are shown; None: it is not said beyond whether they are numbers."""
    shown = next(iter(_parts(var, "varFormat")), None)
    said = dict(shown.attrib) if shown is not None else {}
    width = next((one.get("width", "") for one in _parts(var, "location")), "")
    decimals = var.get("dcml", "")
    kind: Displayed = "text" if said.get("type") == "character" else "number"
    category = said.get("category")
    if category in ("date", "time"):
        kind = "date" if category == "date" else "time"
    elif said.get("otherCategory") == "datetime":
        kind = "datetime"
    program = _PROGRAMS.get(said.get("otherSchema") or said.get("schema", ""), "")
    spelling = said.get("formatname", "") if program else ""
    if kind in ("text", "number") and not (width or decimals or spelling):
        return None
    return DisplayFormat(
        kind=kind,
        width=int(width) or None if width else None,
        decimals=int(decimals) if decimals else None,
        program=program if spelling else "",
        spelling=spelling,
    )

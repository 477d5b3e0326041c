"""Drawings and style sheet of the program, with colours and sizes put in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template


@cache
def _source(name: str) -> str:
    return (files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def drawing(name: str, colour: str) -> str:
    """Return a drawing of `resources/icons` as SVG text in one colour.

    Raises
    ------
    FileNotFoundError
        There is no drawing of this name.
    """
    return _source(name).replace("currentColor", colour)


def template() -> Template:
    """Return the style sheet: `$name` is a colour or a size, `$drawing__colour` a picture."""
    return Template((files("resources") / "style" / "sdcdesk.qss").read_text(encoding="utf-8"))


def stylesheet(values: Mapping[str, str], folder: Path) -> str:
    """Return the style sheet of one scheme.

    Parameters
    ----------
    values
        Colours and sizes by name.
    folder
        Where the pictures of this scheme are written; it must live as long as the style sheet.

    Raises
    ------
    KeyError
        The template names a colour or a size that is not in `values`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for name in template().get_identifiers():
        source, _, token = name.partition("__")
        if token:  # a style sheet takes pictures from files only
            path = folder / f"{name}.svg"
            path.write_text(drawing(source, values[token]), encoding="utf-8")
            paths[name] = path.as_posix()
    return template().substitute(values, **paths)

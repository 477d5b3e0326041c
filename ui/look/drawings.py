"""Drawings and style sheet of the program, with colours and sizes put in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template

from ui.look.memory_files import register


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


def stylesheet(values: Mapping[str, str], scheme: str) -> str:
    """Return the style sheet of one scheme.

    Parameters
    ----------
    values
        Colours and sizes by name.
    scheme
        Its name, under which Qt finds its pictures from now on.

    Raises
    ------
    KeyError
        The template names a colour or a size that is not in `values`.
    """
    pictures = {}
    for name in template().get_identifiers():
        source, _, token = name.partition("__")
        if token:  # a style sheet takes pictures from files only
            pictures[name] = drawing(source, values[token]).encode()
    register({f"{name}.svg": picture for name, picture in pictures.items()}, scheme)
    return template().substitute(values, **{name: f":/{scheme}/{name}.svg" for name in pictures})

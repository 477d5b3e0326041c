"""Drawings and style sheet of the program, with colours and sizes put in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template

# A style sheet takes pictures from files only. Each is a drawing in the colour of a token.
_PICTURES = {
    "tick_checked": ("tick", "ink_light"),
    "tick_disabled": ("tick", "text3"),
    "minus_checked": ("minus", "ink_light"),
    "minus_disabled": ("minus", "text3"),
    "tick_menu": ("tick", "text"),
    "arrow_down": ("chevron_down", "text2"),
    "arrow_up": ("chevron_up", "text2"),
    "arrow_right": ("chevron_right", "text2"),
    "arrow_down_disabled": ("chevron_down", "text3"),
    "arrow_up_disabled": ("chevron_up", "text3"),
}


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


def drawings() -> tuple[str, ...]:
    """Return the names of all drawings, in alphabetical order."""
    folder = files("resources") / "icons"
    return tuple(sorted(entry.name[:-4] for entry in folder.iterdir() if entry.name.endswith(".svg")))


def template() -> Template:
    """Return the style sheet with `$name` where a colour, a size or a picture belongs."""
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
        The template names something that is in neither `values` nor the pictures.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for name, (source, token) in _PICTURES.items():
        path = folder / f"{name}.svg"
        path.write_text(drawing(source, values[token]), encoding="utf-8")
        paths[name] = path.as_posix()
    return template().substitute(values, **paths)

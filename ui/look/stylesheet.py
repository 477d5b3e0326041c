"""Fills the style sheet template with colours, font sizes and the little pictures of controls."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template

from ui.look.drawings import drawing

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

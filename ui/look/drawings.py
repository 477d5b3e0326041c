"""The program's own drawings as SVG text, with their one colour put in."""

from functools import cache
from importlib.resources import files


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

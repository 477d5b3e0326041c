"""Display in notebooks: results show themselves as the report does, though nothing here imports it."""

from collections.abc import Callable

Writer = Callable[[object], str]
"""Writes an object as HTML."""

_writers: list[Writer] = []


def display_with(writer: Writer) -> None:
    """Let objects be displayed by a writer from now on; the package names that of its report.

    Parameters
    ----------
    writer
        Makes the HTML of an object.
    """
    _writers[:] = [writer]


class Displayed:
    """Something that notebooks show as HTML; values that documents leave out are left out there too."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _writers[0](self) if _writers else None

"""File filters of the dialogs that open and save data files: one entry for each format."""

from sdcdesk.io.format import Format
from sdcdesk.io.formats import FORMATS


def open_filter() -> str:
    """Return the filter of dialogs that open a data file: all that can be read, then each format."""
    readable = FORMATS.readable
    patterns = " ".join(_patterns(form) for form in readable)
    return ";;".join([f"Data files ({patterns})", *map(_entry, readable), "All files (*)"])


def save_filter() -> str:
    """Return the filter of dialogs that save a data file."""
    return ";;".join(map(_entry, FORMATS.writable))


def _entry(form: Format) -> str:
    return f"{form.title} ({_patterns(form)})"


def _patterns(form: Format) -> str:
    return " ".join(f"*{ending}" for ending in form.extensions)

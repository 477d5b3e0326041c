"""Locale of the user: the one formatter of numbers takes it, and texts of the engine are read in it."""

from functools import cache

from PySide6.QtCore import QLocale

from sdcdesk.core.text.locale import NARROW, Locale
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import localised

_KEPT = "\n\t\u061c\u200e\u200f"
"""Ends of lines, and the marks that some locales have beside their signs, which turn nothing else."""


def user_locale() -> Locale:
    """Return how numbers are written in the window."""
    return _written(QLocale())


@cache
def _written(locale: QLocale) -> Locale:
    return Locale(locale.decimalPoint(), locale.groupSeparator(), f"{NARROW}{locale.percent()}")


def in_user_locale(text: str) -> str:
    """Return a text of the engine with its numbers as the user reads them; signs that turn text are told."""
    return printable(localised(text, user_locale()), kept=_KEPT)

"""Locale of the user: the one formatter of numbers takes it, and texts of the engine are read in it."""

from functools import cache

from PySide6.QtCore import QLocale

from sdcdesk.core.locale import NARROW, Locale
from sdcdesk.core.sentence import said


def user_locale() -> Locale:
    """Return how numbers are written in the window."""
    return _written(QLocale())


@cache
def _written(locale: QLocale) -> Locale:
    return Locale(locale.decimalPoint(), locale.groupSeparator(), f"{NARROW}{locale.percent()}")


def worded(text: str) -> str:
    """Return a text of the engine with its numbers as the user reads them."""
    return said(text, user_locale())

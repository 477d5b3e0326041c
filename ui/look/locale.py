"""Locale of the user, as the one formatter of numbers takes it."""

from PySide6.QtCore import QLocale

from sdcdesk.core.shown import NARROW, Locale


def user_locale() -> Locale:
    """Return how numbers are written in the window."""
    locale = QLocale()
    return Locale(locale.decimalPoint(), locale.groupSeparator(), f"{NARROW}{locale.percent()}")

"""Styles of the series of a plot: colour, width and dashes, which say the same as their labels."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPen

from sdcdesk.core.results.plot import Series
from ui.look.theme import theme

_DASHES: tuple[tuple[float, ...], ...] = ((), (4, 2), (8, 2, 1.5, 2), (1.5, 1.5), (10, 3))
"""In widths of the line; as many as share no factor with the colours, so that pairs repeat late."""


def series_colour(series: Series, place: int, opacity: float = 1.0) -> QColor:
    """Return the colour of a series: grey before, blue after, else by its place among the series."""
    if series.role != "value":
        return theme().colour(series.role, opacity)
    colours = theme().tokens.steps["series"]
    colour = QColor(colours[place % len(colours)])
    colour.setAlphaF(opacity)
    return colour


def series_pen(series: Series, place: int, ratio: float = 1.0) -> QPen:
    """Return the pen of a series; its width does not scale with the plot.

    Parameters
    ----------
    series, place
        The series, and its place among all.
    ratio
        Pixels of the device for one of ours: pens that do not scale count the former.
    """
    pen = QPen(series_colour(series, place), (1.6 if series.role == "before" else 2.0) * ratio)
    dashes = _DASHES[place % len(_DASHES)] if series.role == "value" else ()
    if dashes:
        pen.setDashPattern(list(dashes))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(True)
    return pen


def limit_pen(ratio: float = 1.0) -> QPen:
    """Return the pen of a limit: dashed, in the colour of text."""
    pen = QPen(theme().colour("text"), 1.2 * ratio, Qt.PenStyle.DashLine)
    pen.setCosmetic(True)
    return pen


def label_font(*, bold: bool) -> QFont:
    """Return the font of labels within a chart."""
    font = QFont(theme().font("caption"))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font

"""Colours, fonts and the look of every control, in light and dark."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isnan
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QWidget
from shiboken6 import isValid

from ui.look.drawings import stylesheet
from ui.look.incremental_work import IncrementalWork

Scheme = Literal["system", "light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("system", "light", "dark")
Scale = Literal["risk", "counts", "loss", "difference"]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every colour of one scheme, by meaning: `tokens.risk_soft`.

    Text colours are readable (contrast at least 4.5 to 1) on window, surface, sunken, rail and accent_soft;
    graphic colours stand out from them (at least 3 to 1). Risk, safe, loss and note are never used for
    anything else, and always repeat what a word or a shape says.

    Attributes
    ----------
    colours
        By name.
    steps
        Series of colours by name: those of curves, and those of the scales of heat maps.
    """

    colours: Mapping[str, str]
    steps: Mapping[str, Sequence[str]]

    def __getattr__(self, name: str) -> str:
        if name not in self.colours:
            raise AttributeError(name)
        return self.colours[name]


def _tokens(scheme: int) -> Tokens:
    text = (files("resources") / "style" / "colours.toml").read_text(encoding="utf-8")
    colours, steps = (
        {name: both[scheme] for name, both in table.items()} for table in tomllib.loads(text).values()
    )
    return Tokens(colours, steps)


LIGHT, DARK = _tokens(0), _tokens(1)

# Size in pixels above the system's font, and weight.
_STYLES = {
    "welcome_title": (15.0, QFont.Weight.DemiBold),
    "stage_title": (7.0, QFont.Weight.DemiBold),
    "dialog_title": (3.0, QFont.Weight.DemiBold),
    "section_title": (1.0, QFont.Weight.DemiBold),
    "card_title": (0.0, QFont.Weight.DemiBold),
    "body": (0.0, QFont.Weight.Normal),
    "table_header": (-1.0, QFont.Weight.DemiBold),
    "caption": (-1.5, QFont.Weight.Normal),
}
Style = str
"""Name of a type style."""

_DRESSED, _PASSED_OVER = Qt.WidgetAttribute.WA_WState_Polished, Qt.WidgetAttribute.WA_SetStyle

AT_ONCE = 50
"""Widgets that are dressed between two events."""

PASSED = 40
"""How many more are prepared for another style between two events."""

SMALLEST = 11.0
"""Pixels below which no text goes."""


def contrast(first: QColor | str, second: QColor | str) -> float:
    """Return the contrast of two opaque colours, from 1 to 21 (WCAG 2.1, relative luminance)."""
    lighter, darker = sorted((_luminance(QColor(one).name()) for one in (first, second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@cache
def _luminance(name: str) -> float:
    def linear(part: float) -> float:
        return float(part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)

    colour = QColor(name)
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    return sum(share * linear(part) for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


class Theme(QObject):
    """The look of the application: it follows the system's light or dark unless told otherwise.

    Widgets read it whenever they paint and keep no colour; `changed` says that everything is to be painted
    again.
    """

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._scheme: Scheme = "system"
        self._tokens = LIGHT
        self._system_font = QFont(application.font())
        self._sheets: dict[bool, str] = {}
        self._fonts: dict[Style, QFont] = {}
        self._metrics: dict[Style, QFontMetrics] = {}
        self._colours: dict[str, QColor] = {}
        self._later = IncrementalWork(self)
        self._still: list[QWidget] = []
        application.setStyle("Fusion")
        application.setFont(self.font("body"))
        application.styleHints().colorSchemeChanged.connect(self._follow)
        self._apply()

    @property
    def tokens(self) -> Tokens:
        """The colours of the scheme that is shown now."""
        return self._tokens

    @property
    def dark(self) -> bool:
        """Whether the dark scheme is shown."""
        return self._tokens is DARK

    @property
    def scheme(self) -> Scheme:
        """What the user chose: "system", "light" or "dark"."""
        return self._scheme

    def set_scheme(self, scheme: Scheme) -> None:
        """Show one scheme whatever the system says, or follow the system."""
        self._scheme = scheme
        hints = self._application.styleHints()
        # The window's frame follows too, where the platform lets it.
        if scheme == "system":
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if scheme == "dark" else Qt.ColorScheme.Light)
        self._follow()

    def colour(self, token: str, opacity: float = 1.0) -> QColor:
        """Return the colour of a token, such as "risk_soft", at an opacity from 0 to 1.

        It is shared, as a font is: every cell of a table asks for both, each time that it is painted.
        """
        if token not in self._colours:
            self._colours[token] = QColor(getattr(self._tokens, token))
        if opacity == 1:
            return self._colours[token]
        colour = QColor(self._colours[token])
        colour.setAlphaF(opacity)
        return colour

    def heat(self, scale: Scale, share: float) -> QColor:
        """Return the colour of a share of a scale's range, between its steps in proportion.

        A share outside 0…1 takes the nearer end; one that is not defined (NaN) the lowest. The scale
        "difference" has its zero at 0.5.
        """
        steps = self._tokens.steps[f"heat_{scale}"]
        place = 0.0 if isnan(share) else min(max(share, 0.0), 1.0) * (len(steps) - 1)
        index = min(int(place), len(steps) - 2)
        low, high, part = QColor(steps[index]), QColor(steps[index + 1]), place - index
        ends = ((low.red(), high.red()), (low.green(), high.green()), (low.blue(), high.blue()))
        return QColor(*(round(first + (second - first) * part) for first, second in ends))

    def ink(self, on: QColor | str) -> QColor:
        """Return the colour of text on a coloured ground: dark or white, whichever contrasts more."""
        return max(self.colour("ink_dark"), self.colour("ink_light"), key=lambda ink: contrast(ink, on))

    def font(self, style: Style) -> QFont:
        """Return the system's font in one of the type styles, with digits of equal width.

        It is shared: whoever wants it otherwise changes a copy.
        """
        if style not in self._fonts:
            offset, weight = _STYLES[style]
            font = QFont(self._system_font)
            font.setPointSizeF(self._points(offset))
            font.setWeight(weight)
            font.setFeature(QFont.Tag("tnum"), 1)
            self._fonts[style] = font
        return self._fonts[style]

    def metrics(self, style: Style) -> QFontMetrics:
        """Return the measures of a type style."""
        if style not in self._metrics:
            self._metrics[style] = QFontMetrics(self.font(style))
        return self._metrics[style]

    def moves(self) -> bool:
        """Return whether the system wants to see movement ("reduce motion" is off)."""
        duration = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self._application.style().styleHint(duration) > 0

    def _points(self, offset: float) -> float:
        # Not in whole pixels: the caption lies 1.5 pixels below the system's font.
        pixels = max(QFontInfo(self._system_font).pixelSize() + offset, SMALLEST)
        screen = self._application.primaryScreen()
        return pixels * 72 / screen.logicalDotsPerInch()

    def _wanted(self) -> Tokens:
        if self._scheme != "system":
            return DARK if self._scheme == "dark" else LIGHT
        dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT

    def _follow(self) -> None:
        # To give every widget its style again takes long: only where the colours are others.
        if self._wanted() is not self._tokens:
            self._apply()

    def _apply(self) -> None:
        work = self._dress_all()
        next(work)  # where there is little, all that is seen is dressed at once
        self._later.start(work)

    def _dress_all(self) -> Iterator[None]:
        """Dress what is seen, which is painted when all of it is dressed, then what nobody sees yet."""
        seen, left = _seen_first(filter(_has_style, self._application.allWidgets()))
        for place, widget in enumerate((*seen, *left), start=1):
            if isValid(widget):
                _pass_over(widget, passed=True)
            if place % (AT_ONCE * PASSED) == 0:
                yield
        if len(seen) >= AT_ONCE:
            self._hold_still(filter(isValid, seen))
        self._tokens = self._wanted()
        self._colours.clear()
        self._application.setPalette(_palette(self._tokens))
        # From one sheet straight to another, Qt dresses a widget again for every widget that holds it; by
        # way of none, it lays out all that is seen without any style in between.
        self._application.setStyleSheet("")
        self._application.setStyleSheet(self._sheet())
        yield from self._dress_in_turns(seen)
        self.changed.emit()
        yield  # everything is laid out
        self._let_paint()
        yield
        while left:
            shown, left = _seen_first(left)
            if shown:  # a page that was opened meanwhile
                self._hold_still(shown)
                yield from self._dress_in_turns(shown)
                self._let_paint()
            yield from self._dress_in_turns(left[:AT_ONCE])
            del left[:AT_ONCE]

    def _hold_still(self, widgets: Iterable[QWidget]) -> None:
        for window in {widget.window() for widget in widgets}:
            window.setUpdatesEnabled(False)
            self._still.append(window)

    def _let_paint(self) -> None:
        for window in filter(isValid, self._still):
            window.setUpdatesEnabled(True)
        self._still.clear()

    def _dress(self, widget: QWidget) -> None:
        """Give a widget the style that Qt has passed over."""
        # Else Qt, which believes to know the widget, keeps what it noted of it for the next one at its place.
        widget.setAttribute(Qt.WidgetAttribute.WA_StyleSheet, on=False)
        self._application.style().polish(widget)
        _pass_over(widget, passed=False)
        self._application.sendEvent(widget, QEvent(QEvent.Type.StyleChange))

    def _dress_in_turns(self, widgets: Sequence[QWidget]) -> Iterator[None]:
        """Dress a few widgets at a time: there are thousands."""
        for place, widget in enumerate(widgets, start=1):
            if isValid(widget):
                self._dress(widget)
            if place % AT_ONCE == 0:
                yield

    def _sheet(self) -> str:
        """Return the style sheet of the scheme that is shown, whose pictures are drawn once."""
        if self.dark not in self._sheets:
            size = f"{self._points(_STYLES['table_header'][0]):.2f}"
            values = {**self._tokens.colours, "header_size": size}
            self._sheets[self.dark] = stylesheet(values, "dark" if self.dark else "light")
        return self._sheets[self.dark]


def _seen_first(widgets: Iterable[QWidget]) -> tuple[list[QWidget], list[QWidget]]:
    """Return the widgets that are seen, and those that are not."""
    apart: tuple[list[QWidget], list[QWidget]] = [], []
    for widget in filter(isValid, widgets):
        apart[widget.isVisible()].append(widget)
    return apart[True], apart[False]


def _has_style(widget: QWidget) -> bool:
    return widget.testAttribute(_DRESSED) or widget.testAttribute(_PASSED_OVER)


def _pass_over(widget: QWidget, *, passed: bool) -> None:
    """Let Qt pass over a widget when it gives all of them another style, or no more."""
    widget.setAttribute(_DRESSED, not passed)
    widget.setAttribute(_PASSED_OVER, passed)


def _palette(tokens: Tokens) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for colour, roles in (
        (tokens.window, (role.Window, role.Midlight)),
        (tokens.surface, (role.Base, role.Button, role.Light, role.ToolTipBase)),
        (tokens.band, (role.AlternateBase,)),
        (tokens.text, (role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.HighlightedText)),
        (tokens.text3, (role.PlaceholderText,)),
        (tokens.accent_soft, (role.Highlight,)),
        (tokens.accent, (role.Link, role.LinkVisited, role.Accent)),
        (tokens.border, (role.Mid,)),
        (tokens.border_strong, (role.Dark, role.Shadow)),
        (tokens.ink_light, (role.BrightText,)),
    ):
        for one in roles:
            palette.setColor(one, QColor(colour))
    for one in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, one, QColor(tokens.text3))
    return palette


@cache
def _current_theme(application: QApplication) -> Theme:
    return Theme(application)


def theme() -> Theme:
    """Return the application's theme, which is applied when it is first asked for.

    Raises
    ------
    RuntimeError
        There is no QApplication yet.
    """
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("The theme needs a QApplication: create it first.")  # noqa: TRY004 - not a type
    return _current_theme(application)

"""Labels in the type styles and colours of the theme: words, words that are cut, lines, icons."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from ui.look.icons import pixmap
from ui.look.locale import in_user_locale
from ui.look.theme import Style, theme
from ui.widgets.symbols import has_symbols, paint_symbols, with_symbols


def label(text: str = "", style: Style = "body", tone: str = "text", *, wraps: bool = False) -> QLabel:
    """Return a label of plain text; `tone` is the token of its colour."""
    new = QLabel(in_user_locale(text))
    new.setTextFormat(Qt.TextFormat.PlainText)
    new.setFont(theme().font(style))
    new.setProperty("tone", tone)
    new.setWordWrap(wraps)
    return new


def rich_label(text: str = "", style: Style = "body", tone: str = "text", *, wraps: bool = False) -> QLabel:
    """Return a label of rich text, for subscripts; only our own words belong in it, never the file's."""
    new = label(text, style, tone, wraps=wraps)
    new.setTextFormat(Qt.TextFormat.RichText)
    return new


def words_label(text: str, style: Style = "body", tone: str = "text") -> QLabel:
    """Return a label that wraps; symbols of figures ("DR_W") have their subscripts."""
    text = in_user_locale(text)
    if not has_symbols(text):
        return label(text, style, tone, wraps=True)
    new = rich_label(with_symbols(text), style, tone, wraps=True)
    new.setAccessibleName(text)
    return new


def narrowing(new: QLabel) -> QLabel:
    """Let a label be narrower than its longest word: that is cut, rather than all that stands beside it."""
    new.setMinimumWidth(1)
    return new


def hairline(*, vertical: bool = False) -> QFrame:
    """Return a line of one pixel between two parts."""
    line = QFrame()
    line.setProperty("line", True)
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


class ElidedLabel(QWidget):
    """One line of text that is cut with an ellipsis where room is short; the tooltip has it whole.

    Parameters
    ----------
    text
        What it says.
    style, tone
        Type style, and token of the colour.
    mode
        Where it is cut: file names in the middle, all else at the end.
    """

    def __init__(
        self,
        text: str = "",
        style: Style = "body",
        tone: str = "text",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__()
        self._tone, self._mode, self._text = tone, mode, ""
        self.setFont(theme().font(style))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def setText(self, text: str) -> None:  # noqa: N802 - as QLabel's
        """Show another text."""
        self._text = in_user_locale(text)
        self.setAccessibleName(self._text)
        self._offer_whole()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the room for a few letters."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), 4 * self.fontMetrics().averageCharWidth()), hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw what fits."""
        painter = QPainter(self)
        painter.setPen(theme().colour(self._tone if self.isEnabled() else "text3"))
        shown = self.fontMetrics().elidedText(self._text, self._mode, self.width())
        if has_symbols(shown):
            paint_symbols(painter, self.rect(), shown)
        else:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Be cut elsewhere, or not at all."""
        super().resizeEvent(event)
        self._offer_whole()

    def _offer_whole(self) -> None:
        """Offer the whole text as tooltip only where it is cut."""
        cut = self.fontMetrics().horizontalAdvance(self._text) > self.width()
        self.setToolTip(self._text if cut else "")


class IconLabel(QLabel):
    """An icon beside words; it says nothing by itself.

    Parameters
    ----------
    name, size
        The icon, and its height in pixels.
    tone
        Token of its colour.
    """

    def __init__(self, name: str, size: int, tone: str = "text2") -> None:
        super().__init__()
        self._name, self._size, self._tone = name, size, tone
        theme().changed.connect(self._draw)
        self._draw()

    def set_icon(self, name: str, tone: str = "") -> None:
        """Show another icon, where wanted in another colour."""
        self._name, self._tone = name, tone or self._tone
        self._draw()

    def _draw(self) -> None:
        self.setPixmap(pixmap(self._name, self._size, self._tone))

"""Combo box whose text is cut where it does not fit, in the middle: names begin and end alike."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

from ui.widgets.symbols import SymbolCell, has_symbols, paint_symbols
from ui.widgets.wheel import WheelSafeCombo

PADDING = 4
"""Pixels that the style keeps between field and text."""

_LEAST, _CONTROL = 6, 48
"""Letters that are seen at least, and pixels of what stands around them."""

ENTRY = 7
"""Pixels that the style keeps beside the text of an entry of the list."""


class ElidedCombo(WheelSafeCombo):
    """Qt's own cuts the text in the middle of a letter. The full text is its tooltip.

    Parameters
    ----------
    mode
        Where the text is cut; at the right where its beginning is the name.
    """

    def __init__(self, mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle) -> None:
        super().__init__()
        self._mode = mode
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setItemDelegate(SymbolCell(self, ENTRY))
        self.currentTextChanged.connect(self.setToolTip)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the longest text: Qt's own leaves none for what stands beside it."""
        hint = super().sizeHint()
        return QSize(hint.width() + PADDING, hint.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few letters: what is longer is cut where room is short."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fewest()), hint.height())

    def fewest(self) -> int:
        """Return the pixels of the few letters that are seen at least."""
        letters = max(self.minimumContentsLength(), _LEAST) * self.fontMetrics().averageCharWidth()
        return letters + _CONTROL

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the control with as much of the text as fits."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, self._mode, field.width() - PADDING
        )
        if has_symbols(option.currentText):
            painter.setPen(option.palette.buttonText().color())
            paint_symbols(painter, field.adjusted(1, 0, 0, 0), option.currentText)
        else:
            painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

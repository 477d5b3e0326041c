"""Combo box whose text is cut with an ellipsis where it does not fit."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

_PADDING = 4
"""Pixels that the style keeps between field and text."""


class ElidedCombo(QComboBox):
    """Qt's own cuts the text in the middle of a letter. The full text is its tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.currentTextChanged.connect(self.setToolTip)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the control with as much of the text as fits."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, field.width() - _PADDING
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

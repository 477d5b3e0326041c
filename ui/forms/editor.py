"""Editor of a parameter: what all kinds of editors can do."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from ui.widgets.layout import column


class Editor(QWidget):
    """A widget in which one parameter is edited."""

    wide = False
    """Whether it takes the whole width, so that what is said of it stands below."""

    long = False
    """Whether it needs the width of the whole form, below its label."""

    needed = 0
    """Pixels that it needs beside its label; where it has fewer, it goes below."""

    table = False
    """Whether it has a row for each category of the variable that the form is about."""

    titled = False
    """Whether it shows the name of the parameter itself."""

    asks_categories = False
    """Whether it proposes or lists these categories."""

    measured = False
    """Whether it holds a number in the unit of the variables, where it has no unit of its own."""

    edited = Signal()
    """The user changed the value."""

    def hold(self, control: QWidget, side: Qt.AlignmentFlag = Qt.AlignmentFlag(0)) -> None:  # noqa: B008 - a flag
        """Fill the editor with its one control, framed as a field where it is a list or a table."""
        self.setFocusProxy(control)
        control.setProperty("field", isinstance(control, QAbstractItemView))
        column((control, side), inside=self)

    def value(self) -> Any:
        """Return what the user entered, as the parameter takes it; None: nothing.

        Raises
        ------
        ValueError
            What was entered cannot be read; the sentence says why.
        """
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        """Show a value, without `edited`; None: nothing."""
        raise NotImplementedError

    def begin(self) -> None:
        """Give the keyboard to the value, which is to be changed."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def value_text(self, value: Any) -> str:
        """Return a value in a few words; empty where it cannot be said so shortly."""
        return str(value)

    def explain_values(self, labels: Mapping[Any, str]) -> None:
        """Learn what values of that variable mean, before they are offered."""

    def offer(self, categories: Mapping[str, Any]) -> None:
        """Learn the categories of the variable that the form is about, by their text."""

    def offer_variables(self, names: Sequence[str], display_names: Mapping[str, str]) -> None:
        """Learn which variables can be named, where others can be than before, and what they are called."""

    def controls(self) -> Sequence[QWidget]:
        """Return the controls that are named, and framed where their value is not accepted."""
        focus = self.focusProxy()
        return [focus] if focus is not None else []

    def set_name(self, name: str, explanation: str) -> None:
        """Tell screen readers what is edited here; the explanation is the tooltip too."""
        self.setAccessibleName(name)
        self.setToolTip(explanation)
        for control in self.controls():
            control.setAccessibleName(name)
            control.setAccessibleDescription(explanation)

    def set_invalid(self, *, invalid: bool) -> None:
        """Frame the controls, or not."""
        for control in self.controls():
            if bool(control.property("invalid")) != invalid:
                control.setProperty("invalid", invalid)
                control.style().polish(control)

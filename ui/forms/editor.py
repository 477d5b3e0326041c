"""What every editor of a parameter can do."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class Editor(QWidget):
    """A widget in which one parameter is edited."""

    edited = Signal()
    """The user changed the value."""

    def value(self) -> Any:
        """Return what the user entered, as the parameter takes it; None: nothing.

        Raises
        ------
        ValueError
            What was entered cannot be read; the sentence says why.
        """
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        """Show a value, without `edited`."""
        raise NotImplementedError

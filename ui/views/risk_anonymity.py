"""The tab that says whether the masked file is k-anonymous, and what that misses."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.session import Session


class RiskAnonymity(QWidget):
    """The tab that says whether the masked file is k-anonymous, and what that misses."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown, and why, in words."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now, in one scenario."""

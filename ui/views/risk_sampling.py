"""The tab that says what the risk would be if only a part of the records were released."""

from PySide6.QtWidgets import QWidget

from ui.session import Session


class RiskSampling(QWidget):
    """The tab that says what the risk would be if only a part of the records were released."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now, in one scenario."""

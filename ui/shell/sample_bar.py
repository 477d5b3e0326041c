"""Bar that says on all pages, as long as they are open, that the data are a random sample of their file."""

from collections.abc import Callable

from ui.session.session import Session
from ui.widgets.message_bar import MessageBar

ALL = "Read all records…"


class SampleBar(MessageBar):
    """Says what the sample is and what its figures are; it cannot be closed.

    Parameters
    ----------
    session
        Knows the data.
    read_all
        Opens the same project with all records of the file.
    """

    def __init__(self, session: Session, read_all: Callable[[], object]) -> None:
        super().__init__(closable=False)
        self._session, self._read_all = session, read_all
        session.opened.connect(self._refresh)

    def _refresh(self) -> None:
        """Follow the data that were opened."""
        sample = self._session.data.sample if self._session.data is not None else None
        if sample is None:
            self.hide()
        else:
            self.show_note(sample.internal_text(), ALL, do=self._read_all, holds=True)

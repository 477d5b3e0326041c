"""Message above a hierarchy: what was refused, or else which values have no place in it."""

from PySide6.QtCore import Signal

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.absent_values import absent_values_text
from sdcdesk.hierarchies.table_file import HierarchyFileError
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts
from ui.look.locale import in_user_locale
from ui.session.session import Session
from ui.widgets.message_bar import MessageBar

PLACE, PLACE_FIRST = "Place it", "Place the first"
FIT, FIT_ALL = "Place where it fits", "Place where they fit"


class HierarchyMessage(MessageBar):
    """Says what was refused until something is done, or else which values have no place.

    Attributes
    ----------
    refusal
        What could not be done; None: nothing was refused.
    """

    place_wanted = Signal()
    """The first value that has no place should get one."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.refusal: SdcError | None = None
        self._called, self._fits = "", False
        self._counts: HierarchyCounts | None = None
        self.closed.connect(self.forget)

    def show_counts(self, called: str, counts: HierarchyCounts | None, *, fits: bool) -> None:
        """Show what is to be said of a hierarchy.

        Parameters
        ----------
        called
            What people call the variable.
        counts
            What is known of its values; None: nothing yet.
        fits
            Whether the labels say of some values without a place where they belong.
        """
        self._called, self._counts, self._fits = called, counts, fits
        if self.refusal is None:
            self._show_unplaced()
        else:
            self._show_refusal(self.refusal)

    def refuse(self, error: SdcError) -> None:
        """Say that something could not be done."""
        self.refusal = error
        self._show_refusal(error)

    def forget(self) -> None:
        """Say no more what was refused."""
        self.refusal = None
        self._show_unplaced()

    def _show_refusal(self, refusal: SdcError) -> None:
        where = ""
        if isinstance(refusal, HierarchyFileError) and refusal.value:
            where = in_user_locale(sentence("The line begins with {value}.", value=refusal.value))
        self.show_error(self._session.labelled_message(refusal), details=where)

    def _show_unplaced(self) -> None:
        counts = self._counts
        lacking = tuple(counts.unplaced) if counts else ()
        if counts is None or not lacking:
            self.hide()
        elif not counts.categories(0):
            words = "No value of {name} is in this hierarchy: import or build another one."
            self.show_error(sentence(words, name=self._called), holds=True)
        else:
            alone = len(lacking) == 1
            self.show_error(
                absent_values_text(lacking, self._called),
                PLACE if alone else PLACE_FIRST,
                other=(FIT if alone else FIT_ALL) if self._fits else "",
                do=self.place_wanted.emit,
                holds=True,
            )

"""Search line: how the search of codings stands, and what to do about it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal

from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.absent_values import absent_values_text
from sdcdesk.hierarchies.places import UnplacedValuesError
from ui.look.locale import in_user_locale
from ui.pages.safe_coding.missing import Missing
from ui.pages.safe_coding.search import CodingSearch, Found
from ui.session.computation import Computing, Failed, Ready, Stopped
from ui.session.session import Session
from ui.widgets.numbers import decimal
from ui.widgets.state_line import StateLine

AGAIN, STOP, PLACE, LARGER = "Search again", "Stop", "Place it", "Try larger groups"

STOPPED_WITH = "Stopped: the best so far is shown; others may lose less."
STOPPED_WITHOUT = "Stopped: nothing was found yet."

CHECKED = "{n} codings checked in {seconds} s; {meeting} meet the condition."
PROVED = "{n} of {all} codings looked at in {seconds} s: enough to prove which of them loses least."
BOUNDED = "{n} of {all} codings looked at in {seconds} s; none of the others can lose less than {bound}."

NONE_MEETS = "No coding meets the condition: allow more records to be left out, or smaller groups."
OLD_FOUND = "This was found for another condition, recipe or hierarchy."

WHERE = "The search is in the file as the recipe leaves it; steps are added at the end of the recipe."


class SearchLine(StateLine):
    """Says how the search stands; its action stops it, does it again, or mends what hinders it."""

    wanted = Signal()
    """The codings should be searched again."""

    larger_wanted = Signal()
    """Larger groups should be tried, until the best coding keeps all limits."""

    def __init__(self, session: Session, search: CodingSearch) -> None:
        super().__init__()
        self._session, self._search = session, search
        self._do: Callable[[], object] = lambda: None
        self.acted.connect(lambda: self._do())

    def show_search(self, missing: Missing | None, *, current: bool, unsafe: bool, used: str = "") -> None:
        """Show how the search stands.

        Parameters
        ----------
        missing
            What is missing for another one; None: nothing is.
        current
            Whether what was found answers what would be asked now.
        unsafe
            Whether the best coding that was found is known to break a limit.
        used
            Which steps a coding of those that were found is; empty: none is used.
        """
        state, found = self._search.computation.state, self._search.found
        self._do = self.wanted.emit
        if isinstance(state, Computing):
            self._do = self._search.computation.stop
            self.show_text(self._so_far(), act=STOP)
        elif isinstance(state, Failed):
            self._show_failure(state.error)
        elif found is None:
            stopped = isinstance(state, Stopped) and state.by_user
            self.show_text(STOPPED_WITHOUT if stopped else WHERE, act=AGAIN if stopped else "")
        elif used:
            self.show_text(in_user_locale(used), "tick", AGAIN)
        elif missing is not None:
            self._do = missing.do
            self.show_text(in_user_locale(missing.title), "info", missing.act)
        elif not current:
            self.show_text(OLD_FOUND, act=AGAIN)
        elif found is self._search.best:
            self.show_text(STOPPED_WITH, act=AGAIN)
        else:
            self._show_result(found, state.seconds if isinstance(state, Ready) else 0.0, unsafe=unsafe)

    def _so_far(self) -> str:
        """Return the best so far, and what no coding can lose less than."""
        best = self._search.best
        node = best.codings.optimum if best else None
        if best is None or node is None:
            return "Trying codings…"
        words = "Trying codings; best so far: {words}, loss {loss}."
        bound = best.codings.bound
        if bound is not None:
            words = "Trying codings; best so far: {words}, loss {loss}; none can lose less than {bound}."
        return sentence(
            words,
            words=best.lattice.words(node),
            loss=best.loss_text(best.codings.loss(node)),
            bound=best.loss_text(bound) if bound is not None else "",
        )

    def _show_failure(self, error: SdcError) -> None:
        """Say why nothing was found; a value that has no place is named, with the way to place it."""
        words, act, data = self._session.labelled_message(error), AGAIN, self._session.data
        if isinstance(error, UnplacedValuesError) and data is not None:
            called = display_names(data.variables).get(error.name, error.name)
            words = absent_values_text(error.values, called)
            act, self._do = PLACE, partial(self._session.navigator.edit_hierarchy, error.name)
        self.show_text(in_user_locale(words), "triangle", act)

    def _show_result(self, found: Found, seconds: float, *, unsafe: bool) -> None:
        meeting = int(found.table.meets.sum())
        if not meeting:
            self.show_text(NONE_MEETS, "triangle")
            return
        whole = len(found.table) == found.lattice.size
        words = sentence(
            CHECKED if whole else PROVED if found.codings.complete else BOUNDED,
            n=len(found.table),
            all=found.lattice.size,
            seconds=decimal(seconds),
            meeting=meeting,
            bound=found.loss_text(found.codings.bound or 0.0),
        )
        size = found.question.condition.k
        if size > found.begun:
            more = "{words} Groups were enlarged from {low} to {high} records to keep all limits."
            words = sentence(more, words=words, low=found.begun, high=size)
        if unsafe:
            words = sentence("{words} With the best one the file is not safe yet.", words=words)
            self._do = self.larger_wanted.emit
        self.show_text(in_user_locale(words), "triangle" if unsafe else "tick", LARGER if unsafe else "")

"""Local line: what recoding cell by cell would lose, beside the best coding of the whole file."""

from collections.abc import Callable

from PySide6.QtCore import Signal

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.search import LOSSES, LocalCoding, local_coding
from ui.look.locale import in_user_locale, user_locale
from ui.pages.safe_coding.search import Found
from ui.session.computation import Computation, Computing, Failed, Ready, Stopped
from ui.session.session import Session
from ui.widgets.reason import allow
from ui.widgets.state_line import StateLine

JOB = "local_coding"
"""Kind of the job."""

MEASURE = "loss"
"""Name of the loss by which both are told: that of single cells is defined by it."""

COMPARE, STOP, USE = "Compare", "Stop", "Use as recipe step"

OFFER = "Local recoding coarsens single cells, and may lose less."

WORKING = "Recoding cell by cell…"

FOUND = {
    (True, False): "{title}: local recoding {lost}, the best coding {best}.",
    (True, True): "{title}: local recoding, for groups of {k} alone, {lost}, the best coding {best}.",
    (False, False): "{title}: local recoding {lost}; no coding meets the condition.",
    (
        False,
        True,
    ): "{title}: local recoding, for groups of {k} alone, {lost}; no coding meets all conditions.",
}
"""What is told, by whether there is a best coding, and whether more was asked for than groups of a size."""


class LocalLine(StateLine):
    """Recodes locally on request, in the background; says what both lose, and offers the step."""

    used = Signal()
    """Local recoding is to be a step of the recipe."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._found: Found | None = None
        self._do: Callable[[], object] = lambda: None
        self._hindrance = ""
        self.computation: Computation[LocalCoding] = Computation(session.jobs, JOB, self)
        self.computation.changed.connect(self._show)
        self.acted.connect(lambda: self._do())

    @property
    def local(self) -> LocalCoding | None:
        """What was found; None: nothing yet."""
        return self.computation.last

    def show_found(self, found: Found | None) -> None:
        """Stand beside other codings."""
        if found is self._found:
            return
        self._found = found
        self.computation.drop()
        self.computation.become(Stopped(by_user=False))

    def set_hindrance(self, why: str) -> None:
        """Say why local recoding cannot be a step now; empty: it can."""
        self._hindrance = why
        self._show()

    def compare(self) -> None:
        """Recode the file that was searched cell by cell."""
        found = self._found
        if found is None:
            return

        def work(progress: Progress) -> LocalCoding:
            return local_coding(found.codings, found.question.data, progress)

        self.computation.start("Recoding cell by cell", work)

    def _show(self) -> None:
        state, allowed = self.computation.state, ""
        self.setVisible(self._found is not None)
        self._do = self.compare
        if isinstance(state, Computing):
            self._do = self.computation.stop
            self.show_text(WORKING, act=STOP)
        elif isinstance(state, Failed):
            self.show_text(in_user_locale(state.error.message), "triangle", COMPARE)
        elif isinstance(state, Ready) and self._found is not None:
            self._do, allowed = self.used.emit, self._hindrance
            self.show_text(in_user_locale(_both(self._found, state.value)), act=USE)
        else:
            self.show_text(OFFER, act=COMPARE)
        allow(self.act, allowed)


def _both(found: Found, local: LocalCoding) -> str:
    """Return what local recoding and the best coding lose, by the same measure."""
    loss, codings = LOSSES[MEASURE], found.codings
    condition = found.question.condition
    best, further = codings.optimum, bool(condition.groups or condition.limits)

    def text(lost: float) -> str:
        return quantity_text(Quantity(lost, loss.unit), user_locale(), noun=False).text

    return sentence(
        FOUND[best is not None, further],
        title=loss.title,
        k=condition.k,
        lost=text(local.loss),
        best="" if best is None else text(codings.loss(best, MEASURE)),
    )

"""Progress line: how the comparison stands, in one line with what to do about it."""

from collections.abc import Callable

from PySide6.QtCore import Signal

from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.grid import Grid
from sdcdesk.search.alternatives.comparison import Comparison
from ui.look.locale import in_user_locale
from ui.session.computation import Computing, Failed, Ready
from ui.session.session import Session
from ui.widgets.focus import leave_focus
from ui.widgets.state_line import StateLine

CANCEL, RESUME, AGAIN = "Cancel", "Resume", "Run again"

OLD = "These were compared for the project as it was: risk and loss may be different now."


class ProgressLine(StateLine):
    """Says how many alternatives are done; its act stops, resumes, or compares them again."""

    resume_wanted = Signal()
    """What is left should be compared."""

    again_wanted = Signal()
    """All should be compared again."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._do: Callable[[], object] = lambda: None
        self.acted.connect(lambda: self._do())

    def show_progress(self, *, holds: bool) -> None:
        """Show how the comparison stands; holds: it is true of the project as it is now."""
        comparing = self._session.comparing
        state, found = comparing.computation.state, comparing.found
        self._do = self.again_wanted.emit
        if isinstance(state, Computing):
            self._do = comparing.computation.stop
            words = _done_text(found) if found is not None else "Alternatives are being compared."
            self.show_text(in_user_locale(words), act=CANCEL)
        elif isinstance(state, Failed):
            self.show_text(self._session.labelled_message(state.error), "triangle", AGAIN)
        elif not holds:
            self.show_text(OLD, act=AGAIN)
        elif found is not None and not found.complete:
            self._do = self.resume_wanted.emit
            words = sentence("Stopped: {done} What is left can follow.", done=_done_text(found))
            self.show_text(in_user_locale(words), act=RESUME)
        elif found is not None:
            leave_focus(self.act, self.parentWidget())
            seconds = state.seconds if isinstance(state, Ready) else 0.0
            self.show_text(in_user_locale(_whole_text(found, seconds)), "tick")

    def time_text(self, grid: Grid) -> str:
        """Return about how long a grid takes; empty where nobody knows."""
        state = self._session.state
        each = self._session.comparing.pace or (state.seconds if isinstance(state, Ready) else 0.0)
        return seconds_text(each * grid.runs)


def seconds_text(seconds: float) -> str:
    """Return about how long something takes; empty for no time at all."""
    if seconds <= 0:
        return ""
    if seconds < 90:
        return sentence("about {n} s", n=str(max(1, round(seconds))))
    return sentence("about {n} min", n=str(round(seconds / 60)))


def _done_text(found: Comparison) -> str:
    return sentence("{n} of {runs} alternatives are done.", n=len(found.outcomes), runs=found.runs)


def _whole_text(found: Comparison, seconds: float) -> str:
    """Return how many alternatives there are, how long they took, and how many failed."""
    runs, failed = counted(found.runs, "alternative"), len(found.failed)
    time = seconds_text(seconds)
    words = "{runs}." if not time else "{runs} in {time}."
    whole = sentence(words, runs=runs, time=time)
    if not failed:
        return whole
    more = "{whole} One could not be applied: it stands last, with the reason."
    if failed > 1:
        more = "{whole} {failed} could not be applied: they stand last, with the reasons."
    return sentence(more, whole=whole, failed=failed)

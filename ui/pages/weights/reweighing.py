"""Reweighing while the user edits: the risk with every matrix of a project, in the shown scenario."""

from PySide6.QtCore import QObject, Signal

from sdcdesk.release.pipeline import Run
from sdcdesk.release.reweighed import Matrices, Reweighed, reweighed
from sdcdesk.release.scenario_check import Checked
from ui.session.jobs import Jobs
from ui.widgets.card import Card

KIND = "weights"
"""Kind of the job."""


class LiveReweighing(QObject):
    """Reweighs with all matrices on a worker thread when there is a new file, and a changed one at once.

    Parameters
    ----------
    jobs
        Where it is computed.
    card
        Shows the risks, and why there are none.
    """

    changed = Signal()
    """Risks arrived."""

    def __init__(self, jobs: Jobs, card: Card) -> None:
        super().__init__()
        self._jobs, self._card = jobs, card
        self.found = Reweighed()
        self._checked: Checked | None = None

    @property
    def runs(self) -> bool:
        """Whether risks are on their way."""
        return self._jobs.is_running(KIND)

    def compute(self, checked: Checked | None, run: Run | None, matrices: Matrices) -> None:
        """Have the risk with each matrix computed, as far as it is not known.

        Parameters
        ----------
        checked
            The scenario as it was assessed last; None: it was not.
        run
            The file that it was assessed with.
        matrices
            All matrices of the project.
        """
        if checked is None or run is None:
            self._checked, self.found = None, Reweighed()
        elif checked is not self._checked:
            self._checked, asked = checked, dict(matrices)
            self._card.compute(
                self._jobs,
                KIND,
                "Computing the risk with each matrix",
                lambda progress: reweighed(checked, run, asked, progress),
                self._take,
                beside=True,
            )
        elif not self.runs:
            self.found = self.found.with_matrices(matrices)

    def _take(self, found: Reweighed) -> None:
        self.found = found
        self.changed.emit()

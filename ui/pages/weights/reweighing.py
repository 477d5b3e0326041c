"""Reweighing while the user edits: the risk with every matrix of a project, in the shown scenario."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.errors import SdcError
from sdcdesk.release.pipeline import Run
from sdcdesk.release.release_check import Checked
from sdcdesk.risk import WeightMatrix
from ui.pages.weights.risks import KIND, ReweighedRisks, Risks, reweighed_risks, risk_with
from ui.session.jobs import Jobs

Matrices = Mapping[str, WeightMatrix]


class LiveReweighing(QObject):
    """Reweighs with all matrices on a worker thread when there is a new file, and a changed one at once."""

    changed = Signal()
    """Risks arrived."""

    failed = Signal(object)
    """A `SdcError`."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self._jobs = jobs
        self.found = ReweighedRisks()
        self._checked: Checked | None = None
        self._matrices: dict[str, WeightMatrix] = {}

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
            self._checked, self.found, self._matrices = None, ReweighedRisks(), {}
        elif checked is not self._checked:
            self._checked, self._matrices = checked, dict(matrices)
            asked = dict(matrices)
            self._jobs.start(
                KIND,
                "Computing the risk with each matrix",
                lambda progress: reweighed_risks(checked, run, asked, progress),
                lambda found: self._take(found, asked),
                self.failed.emit,
            )
        elif not self._jobs.is_running(KIND):
            self._catch_up(matrices)

    def with_tried(self, tried: tuple[str, WeightMatrix] | None) -> ReweighedRisks:
        """Return the risks as they would be with a matrix that is being typed."""
        reweighing = self.found.reweighing
        if tried is None or reweighing is None:
            return self.found
        name, matrix = tried
        return ReweighedRisks(reweighing, {**self.found.risks, name: risk_with(reweighing, matrix)})

    def _take(self, found: ReweighedRisks, asked: dict[str, WeightMatrix]) -> None:
        self.found, self._matrices = found, asked
        self.changed.emit()

    def _catch_up(self, matrices: Matrices) -> None:
        """Reweigh with what has changed since: it takes milliseconds, for the records are classified."""
        reweighing = self.found.reweighing
        risks: dict[str, float | SdcError] = {}
        for name, matrix in matrices.items():
            known: float | SdcError | None = self._risk_of(name, matrix)
            if known is None and reweighing is not None:
                known = risk_with(reweighing, matrix)
            if known is not None:
                risks[name] = known
        self.found, self._matrices = ReweighedRisks(reweighing, risks), dict(matrices)

    def _risk_of(self, name: str, matrix: WeightMatrix) -> float | SdcError | None:
        risks: Risks = self.found.risks
        return risks.get(name) if self._matrices.get(name) == matrix else None

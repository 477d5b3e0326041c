"""What the risk would be with other weight matrices; the classification of the records stays the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.release.pipeline import Run
from sdcdesk.release.release_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.reweighing import Reweighing

KIND = "weights"
"""Kind of the job."""

Risks = Mapping[str, float | SdcError]
"""DR_W by name of the matrix, or why it cannot be computed."""


@dataclass(frozen=True, slots=True)
class ReweighedRisks:
    """The risk in one scenario with each of several matrices.

    Attributes
    ----------
    reweighing
        Of the masked file in this scenario; None: it cannot be assessed, or was not.
    risks
        DR_W with each matrix.
    """

    reweighing: Reweighing | None = None
    risks: Risks = field(default_factory=dict)

    @property
    def after(self) -> Assessment | None:
        """An assessment of the masked file, whatever its weights; None: there is none."""
        return self.reweighing.assessment if self.reweighing else None


def risk_with(reweighing: Reweighing, weights: WeightMatrix) -> float | SdcError:
    """Return DR_W of an assessed file with other weights, or why it cannot be computed."""
    try:
        return reweighing.risk(weights)
    except SdcError as error:
        return error


def reweighed_risks(
    checked: Checked, run: Run, matrices: Mapping[str, WeightMatrix], progress: Progress
) -> ReweighedRisks:
    """Return the risk in one scenario with each of several matrices.

    Where the scenario's own matrix does not fit the masked file, the file is classified anew: another one
    may fit.
    """
    after = checked.after
    if after is None:
        measure = checked.scenario.measure(WeightMatrix.maximal())
        try:
            after = measure.assess(run.original, run.masked, progress.part(0.0, 0.9))
        except SdcError as error:
            return ReweighedRisks(None, dict.fromkeys(matrices, error))
    reweighing, found = Reweighing(after), {}
    for name, share in progress.part(0.9, 1.0).over(tuple(matrices), "Reweighing"):
        share.at(0.0)
        found[name] = risk_with(reweighing, matrices[name])
    return ReweighedRisks(reweighing, found)

"""What the risk would be with each matrix of a project: computed on a worker thread."""

from collections.abc import Mapping

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.breakdown import weighted_risk

KIND = "weights"
"""Kind of the job."""

Risks = Mapping[str, float | SdcError]
"""DR_W by name of the matrix, or why it cannot be computed."""


def risks(after: Assessment, matrices: Mapping[str, WeightMatrix], progress: Progress) -> Risks:
    """Return DR_W of a masked file with each of several matrices."""
    found: dict[str, float | SdcError] = {}
    for name, share in progress.over(tuple(matrices), "Weighing"):
        share.at(0.0)
        try:
            found[name] = weighted_risk(after, matrices[name])
        except SdcError as error:
            found[name] = error
    return found

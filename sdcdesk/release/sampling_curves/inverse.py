"""The inverse question: how much could be released."""

from dataclasses import dataclass

from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.release.sampling_curves.curve import SamplingCurve
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.sampling.expectation import Risk, expected
from sdcdesk.risk.sampling.inverse import EQUAL
from sdcdesk.risk.sampling.inverse import largest as largest_sample


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest sample whose expected risk keeps to a limit.

    Attributes
    ----------
    records, share
        t, and t / n′.
    risk
        What is expected with t records.
    next_risk
        What is expected with one record more; None where all are released.
    peak
        The largest risk that is expected at the points of the curve with fewer records, where it exceeds
        the limit: after masking, a smaller sample can have a higher risk. None where none does.
    """

    records: int
    share: float
    risk: float
    next_risk: float | None
    peak: float | None = None


def largest(curve: SamplingCurve, risk: Risk, limit: float, progress: Progress = SILENT) -> Largest:
    """Return the largest sample whose expected risk keeps to a limit.

    Parameters
    ----------
    curve
        Of the file that is sampled.
    risk
        Which one.
    limit
        Share of the n initial records, 0…1; a risk that equals it keeps to it.
    progress
        Asked whether to stop.

    Raises
    ------
    ParameterError
        The limit is outside 0…1.
    DataError
        DR_W is asked for, and the weights do not fit.
    Cancelled
        The user asked to stop.
    """
    # DR_min and DR_max do not depend on the weights, so none has to fit.
    weights = curve.weights if risk == "dr_weighted" else WeightMatrix.maximal()
    records = largest_sample(curve.matrix, weights, risk, limit, progress)
    found = expected(curve.matrix, weights, [records, min(records + 1, curve.released)], progress)
    here, there = {"dr_min": found.dr_min, "dr_weighted": found.dr_weighted, "dr_max": found.dr_max}[
        risk
    ].tolist()
    share = records / curve.released if curve.released else 0.0
    next_risk = there if records < curve.released else None
    return Largest(records, share, here, next_risk, _peak(curve, risk, records, max(limit, here)))


def _peak(curve: SamplingCurve, risk: Risk, records: int, limit: float) -> float | None:
    """Return the largest risk of smaller samples if it is above a limit by more than rounding."""
    found = curve.expected(risk)
    if found is None:
        return None
    smaller = found[curve.records < records].max(initial=0.0)
    return float(smaller) if smaller > limit * (1 + EQUAL) else None

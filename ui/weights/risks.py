"""What the risk would be with other weight matrices; the classification of the records stays the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import ref

from sdcdesk.core.assessment import Assessment, Figure, table_to_json
from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.pipeline import Run
from sdcdesk.release import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.breakdown import WeightedRisk, contributions

KIND = "weights"
"""Kind of the job."""

KEPT = 32
"""Assessments of which the classification is kept ready: those of the scenarios, before and after."""

Risks = Mapping[str, float | SdcError]
"""DR_W by name of the matrix, or why it cannot be computed."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The risk in one scenario with each of several matrices.

    Attributes
    ----------
    after
        An assessment of the masked file in this scenario, whatever its weights; None: there is none.
    risks
        DR_W with each matrix.
    """

    after: Assessment | None = None
    risks: Risks = field(default_factory=dict)


class _Ready:
    """Computes DR_W of an assessed file, and remembers it for the weights that were asked for last."""

    def __init__(self, after: Assessment) -> None:
        self.of = ref(after)
        self._risk = WeightedRisk(after)
        self._part = len(after.masked) < len(after.original)
        self._last: tuple[WeightMatrix, float, float] | None = None

    def values(self, weights: WeightMatrix) -> tuple[float, float]:
        """Return DR_W per original and per released record."""
        last = self._last
        if last is None or last[0] is not weights:
            value = self._risk.value(weights)
            last = self._last = weights, value, self._risk.released(weights) if self._part else value
        return last[1:]


_ready: list[_Ready] = []


def _weighing(after: Assessment) -> _Ready:
    """Return what computes DR_W of an assessed file with any weights; made once for each assessment."""
    for known in tuple(_ready):
        if known.of() is after:
            return known
    made = _Ready(after)
    alive = [entry for entry in _ready if entry.of() is not None]
    _ready[:] = [*alive[1 - KEPT :], made]
    return made


def risk_with(after: Assessment, weights: WeightMatrix) -> float | SdcError:
    """Return DR_W of an assessed file with other weights, or why it cannot be computed."""
    try:
        return _weighing(after).values(weights)[0]
    except SdcError as error:
        return error


def weighed(checked: Checked, run: Run, matrices: Mapping[str, WeightMatrix], progress: Progress) -> Weighed:
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
            return Weighed(None, dict.fromkeys(matrices, error))
    found = {}
    for name, share in progress.part(0.9, 1.0).over(tuple(matrices), "Weighing"):
        share.at(0.0)
        found[name] = risk_with(after, matrices[name])
    return Weighed(after, found)


def figures_with(after: Assessment, weights: WeightMatrix) -> Mapping[str, Figure]:
    """Return the figures of a disclosure risk as they would be with other weights, but no verdict.

    Raises
    ------
    SdcError
        The weights break a rule, or do not fit the masked file.
    """
    value, released = _weighing(after).values(weights)
    weighted = {"dr_weighted": value, "dr_weighted_released": released}
    return {
        name: replace(figure, value=weighted.get(name, figure.value))
        for name, figure in after.figures.items()
        if name != "verdict"
    }


def reweighted(after: Assessment, weights: WeightMatrix) -> Assessment:
    """Return an assessment of the disclosure risk as it would be with other weights.

    Weighted figures, the table of thresholds and what each cell contributes are those of the other weights;
    there is no verdict, for the limits may have changed too.

    Raises
    ------
    SdcError
        The weights break a rule, or do not fit the masked file.
    """
    figures = figures_with(after, weights)
    thresholds = after.table("thresholds")
    # Without released records nothing is compared with the limits, whatever the weights.
    weighted = {"dr_weighted": figures["dr_weighted"].value}
    values: Sequence[Any] = [
        None if row["value"] is None else weighted.get(row["measure"], row["value"])
        for row in table_to_json(thresholds)
    ]
    return replace(
        after,
        figures=figures,
        tables={
            **after.tables,
            "thresholds": thresholds.assign(value=values),
            "contributions": contributions(after, weights),
        },
        parameters={**after.parameters, "weights": weights.model_dump(mode="json")},
    )

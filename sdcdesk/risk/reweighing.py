"""An assessed disclosure risk with other weights: the records stay classified as they are."""

from collections.abc import Mapping
from dataclasses import replace

from sdcdesk.core.assessment import Assessment, Figure
from sdcdesk.risk.breakdown import classified
from sdcdesk.risk.weights.matrix import WeightMatrix


class Reweighing:
    """Reweighs one assessed file with any matrix, fast enough to follow what is typed.

    Parameters
    ----------
    assessment
        An assessed disclosure risk, whatever its weights.
    """

    def __init__(self, assessment: Assessment) -> None:
        self.assessment = assessment
        self._matrix = classified(assessment)
        self._last: tuple[WeightMatrix, float, float] | None = None

    def risk(self, weights: WeightMatrix) -> float:
        """Return DR_W, a share of the n initial records.

        Raises
        ------
        ParameterError
            The weights break a rule of their structure.
        DataError
            Records are in cells for which the structure has no place.
        """
        return self._values(weights)[0]

    def released(self, weights: WeightMatrix) -> float:
        """Return the same sum as a share of the t released records; 0 where there are none.

        Raises as `risk`.
        """
        return self._values(weights)[1]

    def figures(self, weights: WeightMatrix) -> Mapping[str, Figure]:
        """Return the figures as they would be, without a verdict, for the limits may have changed too.

        Raises as `risk`.
        """
        value, released = self._values(weights)
        weighted = {"dr_weighted": value, "dr_weighted_released": released}
        return {
            name: replace(figure, value=weighted.get(name, figure.value))
            for name, figure in self.assessment.figures.items()
            if name != "verdict"
        }

    def assessed(self, weights: WeightMatrix) -> Assessment:
        """Return the assessment as it would be, without a verdict.

        Figures, the values in the table of thresholds and what each cell contributes are those of the other
        weights; verdicts there, and what each record contributes, are left out. Raises as `risk`.
        """
        was, figures = self.assessment, self.figures(weights)
        thresholds = was.table("thresholds")
        values = thresholds["value"].copy()
        # Without released records nothing is compared with the limits, whatever the weights.
        values[(thresholds["measure"] == "dr_weighted") & values.notna()] = figures["dr_weighted"].value
        return replace(
            was,
            figures=figures,
            tables={
                **was.tables,
                "thresholds": thresholds.drop(columns="verdict").assign(value=values),
                "contributions": self._matrix.contributions(weights),
            },
            records={name: found for name, found in was.records.items() if name != "contribution"},
            parameters={**was.parameters, "weights": weights.model_dump(mode="json")},
        )

    def _values(self, weights: WeightMatrix) -> tuple[float, float]:
        """Return DR_W per initial and per released record; panel and list ask for the same weights."""
        last = self._last
        if last is None or last[0] is not weights:
            links, n, t = self._matrix.links_weighted(weights), self._matrix.n, self._matrix.t
            last = self._last = weights, float(links / n), float(links / t) if t else 0.0
        return last[1:]

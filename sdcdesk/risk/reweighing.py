"""An assessed disclosure risk with other weights: the records stay classified as they are."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.findings import Block, Figure, State
from sdcdesk.core.table import Table
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
        return {block.name: block for block in self._blocks(weights) if isinstance(block, Figure)}

    def assessed(self, weights: WeightMatrix) -> Assessment:
        """Return the assessment as it would be, without a verdict.

        Figures, the values in the table of thresholds and what each cell contributes are those of the other
        weights; verdicts there, and what each record contributes, are left out. Raises as `risk`.
        """
        was = self.assessment
        changed = {block.name: block for block in self._blocks(weights)}
        contributions = self._matrix.contributions(weights)
        thresholds = was.table("thresholds")
        values = thresholds["value"].copy()
        # Without released records nothing is compared with the limits, whatever the weights.
        values[(thresholds["measure"] == "dr_weighted") & values.notna()] = changed["dr_weighted"].value
        frames = {
            "thresholds": thresholds.drop(columns="verdict").assign(value=values),
            "contributions": contributions,
        }

        def weighed(block: Block) -> Block | None:
            if isinstance(block, Table) and block.name in frames:
                frame = frames[block.name]
                columns = tuple(column for column in block.columns if column.name in frame.columns)
                return replace(block, frame=frame, columns=columns)
            return changed.get(block.name) if isinstance(block, Figure | State) else block

        return replace(
            was,
            sections=was.mapped(weighed),
            records={name: found for name, found in was.records.items() if name != "contribution"},
            parameters={**was.parameters, "weights": weights.model_dump(mode="json")},
        )

    def _blocks(self, weights: WeightMatrix) -> Iterator[Figure | State]:
        value, released = self._values(weights)
        weighted = {"dr_weighted": value, "dr_weighted_released": released}
        for block in self.assessment.blocks:
            if isinstance(block, Figure):
                new = weighted.get(block.name, block.value)
                yield replace(block, quantity=replace(block.quantity, value=new))
            elif isinstance(block, State) and block.name != "verdict":
                yield block

    def _values(self, weights: WeightMatrix) -> tuple[float, float]:
        """Return DR_W per initial and per released record; panel and list ask for the same weights."""
        last = self._last
        if last is None or last[0] is not weights:
            links, n, t = self._matrix.links_weighted(weights), self._matrix.n, self._matrix.t
            last = self._last = weights, float(links / n), float(links / t) if t else 0.0
        return last[1:]

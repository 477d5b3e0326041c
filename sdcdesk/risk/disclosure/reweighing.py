"""Reweighing of an assessed disclosure risk: other weights, the records stay classified."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.findings import Block, Figure
from sdcdesk.core.results.record_series import without_series
from sdcdesk.risk.disclosure import figures as disclosure_figures
from sdcdesk.risk.disclosure import tables as disclosure_tables
from sdcdesk.risk.disclosure.breakdown import classified
from sdcdesk.risk.disclosure.released import Released
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
        self._released = Released(
            assessment.masked,
            self._matrix,
            assessment.records,
            assessment.value("exactness") == "exact",
        )
        self._last: tuple[WeightMatrix, Fraction] | None = None

    def risk(self, weights: WeightMatrix) -> float:
        """Return DR_W, a share of the n initial records.

        Parameters
        ----------
        weights
            Any matrix that is admissible.

        Returns
        -------
        float
            0…1.

        Raises
        ------
        ParameterError
            The weights break a rule of their structure.
        DataError
            Records are in cells for which the structure has no place.
        """
        return float(self._links(weights) / self._matrix.n)

    def released(self, weights: WeightMatrix) -> float | None:
        """Return the same sum as a share of the t released records; None where there are none.

        Raises as `risk`.

        Parameters
        ----------
        weights
            Any matrix that is admissible.

        Returns
        -------
        float or None
            0…1.
        """
        links = self._links(weights)
        return float(links / self._matrix.t) if self._matrix.t else None

    def figures(self, weights: WeightMatrix) -> Mapping[str, Figure]:
        """Return the figures as they would be.

        Raises as `risk`.

        Parameters
        ----------
        weights
            Any matrix that is admissible.

        Returns
        -------
        Mapping[str, Figure]
            All figures by name; those without weights are what they were.
        """
        weighted = {figure.name: figure for figure in self._weighted(weights)}
        return {name: weighted.get(name, figure) for name, figure in self.assessment.figures.items()}

    def assessed(self, weights: WeightMatrix) -> Assessment:
        """Return the assessment as it would be.

        Figures, and what each cell contributes, are those of the other weights; what each record contributes,
        and which records add most, is left out. Raises as `risk`.

        Parameters
        ----------
        weights
            Any matrix that is admissible.

        Returns
        -------
        Assessment
            A new assessment of the same files.
        """
        was = self.assessment
        changed: dict[str, Block] = {figure.name: figure for figure in self._weighted(weights)}
        changed |= disclosure_tables.reweighed(was.tables, self._matrix, weights)

        def weighed(block: Block) -> Block | None:
            return None if block.name == "records_at_risk" else changed.get(block.name, block)

        return replace(
            was,
            sections=was.mapped(weighed),
            records=without_series(was.records, {"contribution"}),
            parameters={**was.parameters, "weights": weights.model_dump(mode="json")},
        )

    def _weighted(self, weights: WeightMatrix) -> tuple[Figure, Figure]:
        """Return DR_W per initial and per released record."""
        return disclosure_figures.weighted(self._released, weights, self._links(weights))

    def _links(self, weights: WeightMatrix) -> Fraction:
        """Return the expected number of right links; panel and list ask for the same weights."""
        last = self._last
        if last is None or last[0] is not weights:
            last = self._last = weights, self._matrix.links_weighted(weights)
        return last[1]

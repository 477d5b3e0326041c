"""Log-linear risks of the released records, with all that their findings are made of."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import Bound, Reason, Why
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk.population_uniques.log_linear import LogLinear, log_linear
from sdcdesk.risk.population_uniques.log_linear_error import Criterion, criteria
from sdcdesk.risk.population_uniques.sample import NO_UNIQUES
from sdcdesk.risk.population_uniques.sample_measure import Sampled
from sdcdesk.risk.record_risks.record_risks import RecordRisks

UNEQUAL = Reason(
    Why.NOT_APPLICABLE,
    "The tests of fit need equal sampling weights, and these differ; compare models by how the risk changes.",
)


@dataclass(frozen=True, slots=True, eq=False)
class LogLinearRisks:
    """Risk of each released record that is alone with its key.

    Attributes
    ----------
    sampled
        The released records.
    model
        The fitted model; or why there is none.
    errors
        Of τ₁ and τ₂; or why they are not estimated.
    threshold
        Risks above it are counted.
    places
        int64 (u₁,), places in the masked file of the records that are alone with their key.
    unique, right, people
        float64 (u₁,) of these records: P(F = 1 | f = 1), E(1/F | f = 1) and E(F | f = 1).
    """

    sampled: Sampled
    model: LogLinear | Reason
    errors: tuple[Criterion, Criterion] | Reason
    threshold: float
    places: np.ndarray
    unique: np.ndarray
    right: np.ndarray
    people: np.ndarray

    @property
    def reason(self) -> Reason | None:
        """Why there are no risks; None where there are."""
        return self.model if isinstance(self.model, Reason) else None

    @property
    def unknown(self) -> Reason | None:
        """Why nothing is known of records that are alone with their key; None: it is, or there are none."""
        return None if self.reason == NO_UNIQUES else self.reason

    def of_all(self) -> RecordRisks:
        """Return the risk of each released record.

        Returns
        -------
        RecordRisks
            Those that are not alone with their key have none.
        """
        bound = Bound.EXACT if self.reason == NO_UNIQUES else Bound.ESTIMATE
        risk = self.of_records(self.right, np.nan)
        return RecordRisks(self.sampled.masked, risk, self.threshold, bound, unknown=self.unknown)

    def of_records(self, values: np.ndarray, others: float) -> np.ndarray:
        """Return for each released record what is known of those that are alone.

        Parameters
        ----------
        values
            float64 (u₁,).
        others
            For records that are not alone.

        Returns
        -------
        np.ndarray
            float64 (t,).
        """
        found = np.full(len(self.sampled.masked), others)
        found[self.places] = values
        return found


def log_linear_risks(sampled: Sampled, threshold: float, progress: Progress) -> LogLinearRisks:
    """Fit the model, and estimate the risks of all records that are alone with their key, and their errors.

    Parameters
    ----------
    sampled
        The released records.
    threshold
        Risks above it are counted.
    progress
        Receives how far the work is.

    Returns
    -------
    LogLinearRisks
        Without records where there is no model.
    """
    if isinstance(sampled.grouped, Reason):
        return _none(sampled, sampled.grouped, threshold)
    groups, cells = sampled.grouped.groups, sampled.grouped.cells
    if groups is None or cells is None:
        raise ValueError("the records are not in memory")
    model = log_linear(sampled.grouped.sample, cells, sampled.terms, progress.part(0.0, 0.6))
    if isinstance(model, Reason):
        return _none(sampled, model, threshold)
    places = np.flatnonzero(groups.record_sizes == 1)
    # The model has the groups of one in their order; this says which of them a record is.
    which = (np.cumsum(groups.sizes == 1) - 1)[groups.labels[places]]
    return LogLinearRisks(
        sampled=sampled,
        model=model,
        errors=criteria(model, progress.part(0.6, 1.0)) if model.weights is None else UNEQUAL,
        threshold=threshold,
        places=places,
        unique=model.alone[which],
        right=model.right[which],
        people=1.0 + model.left[which],
    )


def _none(sampled: Sampled, reason: Reason, threshold: float) -> LogLinearRisks:
    nobody = np.empty(0)
    places = np.empty(0, dtype=np.int64)
    return LogLinearRisks(sampled, reason, reason, threshold, places, nobody, nobody, nobody)

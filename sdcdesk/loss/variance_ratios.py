"""Variance ratios: how much larger or smaller variances and covariances are after masking."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import require_positive
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    Quantity,
    Reason,
    Unit,
    Why,
    number,
    variable_unit,
)
from sdcdesk.core.operations.parameters import CONTINUOUS, FieldDisplay, parameter
from sdcdesk.core.results.column import Column, DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.moments import moments, weighted_covariance
from sdcdesk.loss.continuous_findings import NOTHING_COMPARED
from sdcdesk.loss.continuous_measure import ContinuousMeasure
from sdcdesk.loss.matrices import ROUNDING
from sdcdesk.loss.selection import continuous_names

loss_figure = partial(Declared, better="less")

MEAN_VARIANCE = loss_figure("mean_variance_change", "Mean change of variances", NUMBER).means(
    "Mean of |S′² ÷ S² − 1| over the variables, S² the variance before and S′² after masking."
)

LARGEST_VARIANCE = loss_figure("largest_variance_change", "Largest change of variances", NUMBER).means(
    "The largest |S′² ÷ S² − 1| of any variable, S² the variance before and S′² after masking."
)

MEAN_COVARIANCE = loss_figure("mean_covariance_change", "Mean change of covariances", NUMBER).means(
    "Mean of |c′ − c| ÷ (S₁·S₂) over the pairs of variables, c the covariance before and c′ after masking, "
    "S₁ and S₂ their standard deviations before."
)

LARGEST_COVARIANCE = loss_figure("largest_covariance_change", "Largest change of covariance", NUMBER).means(
    "The largest |c′ − c| ÷ (S₁·S₂) of any pair of variables."
)

MEAN_RATIO = loss_figure("mean_covariance_ratio_change", "Change of covariance ratios", NUMBER).means(
    "Mean of |c′ ÷ c − 1| over the pairs of variables whose covariance c before masking is not 0."
)

SQUARES = variable_unit(power=2)

CONSTANT = Reason(Why.ZERO_DIVISOR, "The divisor is 0, or has too few values.")

TOO_LARGE = Reason(
    Why.INFINITE, "A variance or covariance is so much larger after masking that no number says it."
)

NO_PAIR = Reason(Why.TOO_FEW, "No two variables that vary are present together in both files.")


@dataclass(frozen=True, eq=False)
class Spreads:
    """Variances and covariances of both files.

    Attributes
    ----------
    names
        The variables.
    counts
        int64 (p, 2), present values of each before and after.
    before, after
        float64 (p, p), variances on the diagonal; NaN where there are too few values.
    """

    names: tuple[str, ...]
    counts: np.ndarray
    before: np.ndarray
    after: np.ndarray

    @cached_property
    def variances(self) -> tuple[np.ndarray, np.ndarray]:
        """Variances before and after, float64 (p,) each."""
        return np.diagonal(self.before), np.diagonal(self.after)

    @cached_property
    def ratios(self) -> np.ndarray:
        """float64 (p,), variance after divided by that before; NaN where that is 0 or unknown."""
        return _divided(self.variances[1], self.variances[0])

    @cached_property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Places of the variables of each pair, int64 (q,) each."""
        first, second = np.triu_indices(len(self.names), 1)
        return first, second

    @cached_property
    def reach(self) -> np.ndarray:
        """float64 (q,), product of the deviations before of each pair; 0 where one does not vary."""
        deviations = np.sqrt(np.nan_to_num(self.variances[0]))
        first, second = self.pairs
        reach: np.ndarray = deviations[first] * deviations[second]
        return reach

    @cached_property
    def covariances(self) -> tuple[np.ndarray, np.ndarray]:
        """Covariances of each pair before and after, float64 (q,) each; what is 0 but for rounding is 0."""
        return self._settled(self.before), self._settled(self.after)

    @cached_property
    def covariance_ratios(self) -> np.ndarray:
        """float64 (q,), covariance after divided by that before; NaN where that is 0 or unknown."""
        return _divided(self.covariances[1], self.covariances[0])

    @cached_property
    def covariance_changes(self) -> np.ndarray:
        """float64 (q,), |c′ − c| in units of both deviations; NaN where one is 0 or unknown."""
        return _divided(np.abs(self.covariances[1] - self.covariances[0]), self.reach)

    def _settled(self, matrix: np.ndarray) -> np.ndarray:
        found = matrix[self.pairs]
        return np.where(np.abs(found) <= ROUNDING * self.reach, 0.0, found)


def _divided(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Return quotients, NaN where the divisor is 0."""
    found = np.full(len(part), np.nan)
    with np.errstate(over="ignore"):  # what becomes infinite is told
        np.divide(part, whole, out=found, where=whole != 0)
    return found


def _hidden(values: np.ndarray, unit: Unit = NUMBER) -> list[Quantity]:
    """Return numbers that one value can decide, so that public documents leave them out."""
    return [
        number(float(one), unit, TOO_LARGE if np.isinf(one) else CONSTANT, contributions=NEVER_PUBLISHED)
        for one in values
    ]


def _column(name: str, title: str, meaning: str, side: int, *, pairs: bool) -> DeclaredColumn[Spreads]:
    def cells(spreads: Spreads) -> list[Quantity]:
        values = (spreads.covariances if pairs else spreads.variances)[side]
        return _hidden(values, SQUARES)

    role: Literal["before", "after"] = "after" if side else "before"
    return Column(name, title, SQUARES, meaning, role).cells(cells, undefined=CONSTANT)


VARIABLES = DeclaredTable[Spreads](
    name="variables",
    title="Variances",
    about=plain("The variance of each variable in both files, in its own unit squared."),
    columns=(
        public_key("variable", "Variable").cells(lambda spreads: list(spreads.names)),
        Column("values_before", "Original", RECORDS, "Records with a value.", "before", over="Values").cells(
            lambda spreads: spreads.counts[:, 0]
        ),
        Column("values_after", "Masked", RECORDS, "Records with a value.", "after", over="Values").cells(
            lambda spreads: spreads.counts[:, 1]
        ),
        _column("variance_before", "Variance before", "Of the original.", 0, pairs=False),
        _column("variance_after", "Variance after", "Of the masked file.", 1, pairs=False),
        Column("ratio", "Ratio", NUMBER, "Variance after ÷ variance before; 1 is none lost.").cells(
            lambda spreads: _hidden(spreads.ratios), undefined=CONSTANT
        ),
    ),
    empty="No variable is compared.",
)

PAIRS = DeclaredTable[Spreads](
    name="pairs",
    title="Covariances",
    about=plain("The covariance of each pair of variables in both files, over the records with both."),
    columns=(
        public_key("first", "First variable").cells(
            lambda spreads: [spreads.names[place] for place in spreads.pairs[0]]
        ),
        public_key("second", "Second variable").cells(
            lambda spreads: [spreads.names[place] for place in spreads.pairs[1]]
        ),
        _column("covariance_before", "Covariance before", "Of the original.", 0, pairs=True),
        _column("covariance_after", "Covariance after", "Of the masked file.", 1, pairs=True),
        Column("ratio", "Ratio", NUMBER, "Covariance after ÷ covariance before.").cells(
            lambda spreads: _hidden(spreads.covariance_ratios), undefined=CONSTANT
        ),
        Column("change", "Change", NUMBER, "|c′ − c| ÷ (S₁·S₂).").cells(
            lambda spreads: _hidden(spreads.covariance_changes), undefined=CONSTANT
        ),
    ),
    empty="There are no two variables to compare.",
)


class VarianceRatios(ContinuousMeasure):
    """How much larger or smaller variances and covariances of continuous variables are after masking.

    Noise adds to variances, microaggregation and rounding to centres take from them, top coding most of all;
    standard errors, tests and regressions that users compute follow. For each variable the ratio S′² ÷ S² of
    its variances (÷ n − 1) after and before masking is told, and for each pair that of its covariances
    c′ ÷ c, with means over the records that have both values. Each file is taken as a whole, with its own
    records.

    - *change of variances*: |S′² ÷ S² − 1|, as the mean over the variables and as the largest; 0.1 is a
      variance that is a tenth too large or too small;
    - *change of covariances*: |c′ − c| ÷ (S₁·S₂), in units of the standard deviations before, as mean and
      largest; it does not grow without end where c is close to 0, as the ratio does;
    - *change of covariance ratios*: the mean of |c′ ÷ c − 1|.

    With sampling weights w the mean is x̄ = Σ wx ÷ Σ w, and the variance Σ w(x − x̄)² ÷ Σ w · n ÷ (n − 1), n
    the records with a value; equal weights give the usual one, and covariances are weighted alike. Each file
    is weighted by its own weights, as its users do: so calibrated weights after sampling count as they are
    released.

    When to use: after noise, microaggregation, top coding or sampling, where users estimate how widely
    something is spread, or compute standard errors. When not: to see whether values or distributions were
    kept; two files can have the same variances and nothing else in common. Look at `distributions` and
    `continuous_loss` beside.

    A ratio whose divisor is 0, as of a constant variable, and one with fewer than two values, is not defined;
    means and largest leave it out. A covariance counts as 0 where it is no larger than 1e-13 of the
    standard deviations behind it. Missing values: a variance takes the present values of a variable, a
    covariance the records with both.

    Example
    -------
    Two groups of two become their means:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import VarianceRatios
    >>> original = Microdata(pd.DataFrame({"income": [10.0, 20.0, 40.0, 50.0]}))
    >>> masked = original.assign({"income": pd.Series([15.0, 15.0, 45.0, 45.0])})
    >>> found = VarianceRatios().assess(original, masked)
    >>> round(found.value("mean_variance_change"), 3)
    0.1
    """

    name: ClassVar[str] = "variance_ratios"
    title: ClassVar[str] = "Variances after masking"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4; "
        "ratios and weights: defined by this program"
    )
    purpose: ClassVar[str] = "How much larger or smaller variances and covariances became."
    declares: ClassVar[tuple[Declared, ...]] = (
        MEAN_VARIANCE,
        LARGEST_VARIANCE,
        MEAN_COVARIANCE,
        LARGEST_COVARIANCE,
        MEAN_RATIO,
    )
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (VARIABLES, PAIRS)
    counts_values: ClassVar[bool] = True
    examples = (
        {},
        {"variables": ["income", "bonus"], "weight": "weight"},
    )

    weight: str | None = parameter(
        None,
        "Sampling weights",
        "The variable by which both files are weighted, each by its own values. Left empty: records count "
        "alike.",
        FieldDisplay(empty="none"),
        accepts=CONTINUOUS,
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for each file is taken as a whole."""
        return ()

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        return self._assess(original, masked, progress)

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names, notes = continuous_names(self.variables, original, masked, progress)
        if not self.variables:
            names = [name for name in names if name != self.weight]
        sides = []
        for data, share in ((original, progress.part(0.0, 0.5)), (masked, progress.part(0.5, 1.0))):
            sides.append(_matrix([data.numbers(name) for name in names], self._weights(data), share))
        counts = [
            [int((~np.isnan(data.numbers(name))).sum()) for data in (original, masked)] for name in names
        ]
        spreads = Spreads(tuple(names), np.array(counts, dtype=np.int64).reshape(-1, 2), *sides)
        section = Section(
            name="variances",
            about=plain("Variances and covariances of the masked file beside those of the original."),
            blocks=(*_figures(spreads), VARIABLES.table(spreads), PAIRS.table(spreads)),
            notes=tuple(Note(note) for note in notes),
        )
        return Findings(sections=(section,))

    def _weights(self, data: Microdata) -> np.ndarray | None:
        """Return the weights of a file; None: records count alike."""
        if self.weight is None:
            return None
        if self.weight not in data:
            words = "{name} is not in the masked file, so nothing weights its records; leave the weights out."
            raise DataError(sentence(words, name=self.weight), "weight", title=self.title)
        weights = data.numbers(self.weight)
        require_positive(weights, data.rows, self.weight)
        return weights


def _matrix(columns: Sequence[np.ndarray], weights: np.ndarray | None, progress: Progress) -> np.ndarray:
    """Return the covariances of columns, float64 (p, p); NaN where there are fewer than two values."""
    size = len(columns)
    if not size or weights is None:
        progress.at(0.0, "Variances")
        return moments(columns).covariances if size else np.empty((0, 0))
    matrix = np.empty((size, size))
    for i, share in progress.over(range(size), "Variances"):
        share.at(0.0)
        for j in range(i + 1):
            matrix[i, j] = matrix[j, i] = weighted_covariance(columns[i], columns[j], weights)
    return matrix


def _figures(spreads: Spreads) -> list[Figure]:
    nothing = CONSTANT if spreads.names else NOTHING_COMPARED
    variances = np.abs(spreads.ratios - 1)
    changes, ratios = spreads.covariance_changes, np.abs(spreads.covariance_ratios - 1)
    return [
        _of(MEAN_VARIANCE, variances, np.mean, nothing),
        _of(LARGEST_VARIANCE, variances, np.max, nothing),
        _of(MEAN_COVARIANCE, changes, np.mean, NO_PAIR),
        _of(LARGEST_COVARIANCE, changes, np.max, NO_PAIR),
        _of(MEAN_RATIO, ratios, np.mean, NO_PAIR),
    ]


def _of(declared: Declared, changes: np.ndarray, combined: Any, nothing: Reason) -> Figure:
    """Return the mean or the largest of the changes that are defined; one value can decide it."""
    known = changes[~np.isnan(changes)]
    if not len(known):
        return declared.undefined(nothing)
    if np.isinf(known).any():
        return declared.undefined(TOO_LARGE)
    return declared.figure(Quantity(float(combined(known)), NUMBER, contributions=NEVER_PUBLISHED))

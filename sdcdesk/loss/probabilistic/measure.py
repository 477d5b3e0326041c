"""Probabilistic information loss of continuous variables."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.moments import moments
from sdcdesk.loss.continuous_measure import ContinuousMeasure
from sdcdesk.loss.probabilistic.discrepancies import (
    PARAMETERS,
    SHARES,
    ProbabilisticLosses,
    probabilistic_losses,
)
from sdcdesk.loss.probabilistic.findings import DECLARES, TABLES, to_findings, why_none
from sdcdesk.loss.selection import continuous_names


class ProbabilisticLoss(ContinuousMeasure):
    """How much more parameters changed than sampling would change them, 0–100.

    The original is taken for a sample of n records. A parameter θ of it then has a sampling variance Var, and
    the masked θ′ a loss of 100·P(|Z| ≤ |θ′ − θ| / √Var), Z standard normal: how likely a smaller discrepancy
    would be by sampling alone. 0 is no change, 68 one of a standard error, 95 of two, and no loss exceeds
    100, so that parameters of all kinds can be put together. With central moments μ_rs, means of (x − x̄)^r
    (y − ȳ)^s in the original, Var is

    - of *means*: S² / n, S² ÷ n − 1; p parameters;
    - of *variances*: (μ₄ − μ₂²) / n; p;
    - of *covariances*: (μ₂₂ − μ₁₁²) / n; the p(p − 1)/2 of two variables;
    - of *correlations*: (μ₂₂ + r²/4·(μ₄₀ + μ₀₄ + 2 μ₂₂) − r·(μ₃₁ + μ₁₃)) / n, of standardised values; p(p −
    1)/2;
    - of *quantiles*: q(1 − q) / n, of the share of original values below the masked quantile, which is q
    where
      nothing changed (so the density of the variable is not needed; a masked quantile that equals several
      values stands at the nearest share of theirs); 19 of each variable, q = 5, 10 … 95 %, linear between
      neighbouring values.

    The loss of a kind is the mean over its parameters; the probabilistic loss is the mean of the five kinds.
    What is not defined leaves its mean, and is counted: covariances and correlations of a single variable, a
    correlation with a variable that is constant in the masked file, a variance of one record. A variable that
    is constant in the original, or has fewer than two values, has no sampling errors; it is left out and
    named. A parameter without sampling variance, as the correlation of collinear variables, loses 0 or 100.

    Missing values: means, variances and quantiles take the present values of each file; parameters of two
    variables the records with both, and n is their number in the original. Sampling weights are not used.
    Changes within rounding are none. Nobody needs to know who is who.

    When to use: where users estimate from the file as from a sample, to say with one bounded number whether
    they would notice; to compare methods on one file.

    When not: to compare files of different size: √Var falls with √n, so that in a million records nearly
    every change loses 100. Look at mean variations (`continuous_loss`) then.

    Public documents leave it out: from a released parameter and its loss the original one could be computed.

    Example
    -------
    The mean 2 of three values with S² = 1 has the standard error √(1/3); it moves by 1/3, that is by 0.577
    of it:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import ProbabilisticLoss
    >>> original = Microdata(pd.DataFrame({"a": [1.0, 2.0, 3.0]}))
    >>> masked = Microdata(pd.DataFrame({"a": [1.0, 3.0, 3.0]}))
    >>> round(ProbabilisticLoss().assess(original, masked).value("loss_of_means"), 2)
    43.63
    """

    name: ClassVar[str] = "probabilistic_loss"
    title: ClassVar[str] = "Probabilistic information loss"
    source: ClassVar[str] = (
        "Mateo-Sanz, Domingo-Ferrer and Sebé (2005), Probabilistic information loss measures in "
        "confidentiality protection of continuous microdata, Data Mining and Knowledge Discovery 11"
    )
    purpose: ClassVar[str] = (
        "Whether means, variances, correlations and quantiles changed more than by sampling."
    )
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = TABLES
    examples = (
        {},
        {"variables": ["income", "bonus"]},
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Nothing needs to know who is who."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        continuous, notes = continuous_names(self.variables, original, masked, progress)
        columns = {name: original.numbers(name) for name in continuous}
        varying = {name: _varies(values) for name, values in columns.items()}
        names = [name for name, varies in varying.items() if varies]
        still = [name for name, varies in varying.items() if not varies]
        if still:
            notes.append(
                sentence(
                    "{variables} variable is constant in the original or has too few values, has no sampling "
                    "error, and is left out: {names}.",
                    "{variables} variables are constant in the original or have too few values, have no "
                    "sampling error, and are left out: {names}.",
                    "variables",
                    variables=len(still),
                    names=", ".join(still),
                )
            )
        losses = _no_losses()
        if names:
            before = [columns[name] for name in names]
            after = [masked.numbers(name) for name in names]
            progress.at(0.2, "Moments")
            old, new = moments(before), moments(after)
            progress.at(0.5, "Sampling errors")
            losses = probabilistic_losses(names, before, after, old, new)
        return to_findings(
            losses, notes, why_none(any_continuous=bool(continuous), released=bool(len(masked)))
        )


def _varies(values: np.ndarray) -> bool:
    """Return whether a deviation is defined and not 0."""
    with np.errstate(invalid="ignore"):
        found = values[~np.isnan(values)] if np.isnan(values).any() else values
        return len(found) > 1 and 0 < float(found.max() - found.min()) < np.inf


def _no_losses() -> ProbabilisticLosses:
    shapes = {"covariances": (0, 0), "correlations": (0, 0), "quantiles": (0, len(SHARES))}
    return ProbabilisticLosses((), {one: np.empty(shapes.get(one, (0,))) for one in PARAMETERS})

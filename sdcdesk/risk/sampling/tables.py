"""The figures, tables and notes of the risk by sampling."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.legacy import Figure
from sdcdesk.risk.classification import ClassificationMatrix
from sdcdesk.risk.comparison import Comparison
from sdcdesk.risk.sampling.deviation import Deviations, never_grown
from sdcdesk.risk.sampling.expectation import RISKS, Expected, Risk
from sdcdesk.risk.sampling.simulation import band
from sdcdesk.risk.weights.matrix import WeightMatrix

EXPECTATION = "Exact expectation under simple random sampling without replacement, not a simulation."

SYMBOLS: dict[Risk, str] = {"dr_min": "DR_min", "dr_weighted": "DR_W", "dr_max": "DR_max"}

LABELS: dict[Risk, str] = {
    "dr_min": "Minimal disclosure risk, DR_min",
    "dr_weighted": "Weighted disclosure risk, DR_W",
    "dr_max": "Maximal disclosure risk, DR_max",
}

NOTHING = "Not defined: nothing is released."


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Risks by sampling factor.

    Attributes
    ----------
    percentages
        Sampling factors as they were asked for.
    matrix
        Classification matrix of the file that is sampled.
    expected, deviations
        Of samples of these sizes.
    simulated
        3 × sizes × replicates risks of samples that were drawn; None where none were.
    """

    percentages: Sequence[float]
    matrix: ClassificationMatrix
    expected: Expected
    deviations: Deviations
    simulated: np.ndarray | None

    def table(self) -> pd.DataFrame:
        """Return a row for each sampling factor; all risks are 0 for an empty sample."""
        t, n = self.expected.t, self.matrix.n
        risks: dict[str, np.ndarray] = {risk: getattr(self.expected, risk) for risk in RISKS}
        # Nothing is divided by an empty sample: its risks are 0.
        released = {f"{risk}_released": values * (n / np.maximum(t, 1)) for risk, values in risks.items()}
        table = pd.DataFrame(
            {
                "percentage": self.percentages,
                "t": t,
                "factor": t / max(self.matrix.t, 1),
                **risks,
                **released,
                "sd_min": self.deviations.sd_min,
                "sd_max": self.deviations.sd_max,
            }
        )
        return table if self.simulated is None else pd.concat([table, band(self.simulated)], axis=1)


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest sample that keeps to a limit.

    Attributes
    ----------
    risk
        The expected risk that is limited.
    limit
        None: the owner set none.
    t
        Records of the sample; 0 where no sample keeps the limit, None where none was set.
    """

    risk: Risk
    limit: float | None
    t: int | None


def limits(found: Sequence[Largest], records: int) -> pd.DataFrame:
    """Return measure, limit, and size and factor of the largest sample; missing where no limit was set."""
    factors = [one.t / records if one.t is not None and records else None for one in found]
    return pd.DataFrame(
        {
            "measure": [one.risk for one in found],
            "limit": pd.array([one.limit for one in found], dtype="Float64"),
            "t": pd.array([one.t for one in found], dtype="Int64"),
            "factor": pd.array(factors, dtype="Float64"),
        }
    )


def figures(compared: Comparison, weights: WeightMatrix, found: Sequence[Largest]) -> dict[str, Figure]:
    """Return the risks of the whole file, and for each limit the largest sample."""
    matrix = compared.matrix
    links = matrix.links_minimal(), matrix.links_weighted(weights), matrix.links_maximal()
    result: dict[str, Figure] = {}
    for risk, sum_ in zip(RISKS, links, strict=True):
        meaning = (
            f"Risk if all {matrix.t} masked records are released: the end of the curve; divided by all "
            f"{matrix.n} initial records."
        )
        result[risk] = Figure(
            f"{LABELS[risk]}, at 100 %",
            float(sum_ / matrix.n) if matrix.t else None,
            meaning if matrix.t else NOTHING,
            "share",
        )
    for one in found:
        if one.t is not None:
            result |= _largest(one, matrix)
    exact = _exact(compared)
    return {
        **result,
        "exactness": Figure("Exactness", "exact" if exact else "upper bound", _linking(exact=exact)),
    }


def notes(compared: Comparison) -> tuple[str, ...]:
    """Return what has to be said of the figures beside the expectation."""
    linking = _linking(exact=_exact(compared))
    if compared.after.groups is not None or never_grown(compared.matrix):
        return (linking,)
    undefined = (
        "The standard deviations are not defined: a missing key value matches every value, and records are "
        "compatible with more records than in the initial file, so they do not form groups."
    )
    return linking, undefined


def _largest(found: Largest, matrix: ClassificationMatrix) -> dict[str, Figure]:
    symbol = SYMBOLS[found.risk]
    meaning = (
        f"The largest simple random sample of the {matrix.t} masked records whose expected {symbol} is not "
        f"above the limit of {found.limit:g}"
    )
    if not found.t:
        meaning += "; even a sample of one record exceeds it"
    records, share = (None, None) if not matrix.t else (found.t, (found.t or 0) / matrix.t)
    return {
        f"largest_t_{found.risk}": Figure(
            f"Largest sample that keeps {symbol}", records, f"{meaning}." if matrix.t else NOTHING, "records"
        ),
        f"largest_factor_{found.risk}": Figure(
            f"Largest sampling factor that keeps {symbol}",
            share,
            f"{meaning}; divided by these {matrix.t} records." if matrix.t else NOTHING,
            "share",
        ),
    }


def _exact(compared: Comparison) -> bool:
    """Return whether 1/max(i, j) is the chance of a right link in every sample.

    An intruder can link as many initial records as the recoding made equal to the released one, however few
    of them are drawn: that is j only where nothing was merged.
    """
    candidates = compared.feasible_matches.sizes
    return len(compared.initial) == 0 or (
        candidates is not None and np.array_equal(candidates, compared.initial)
    )


def _linking(*, exact: bool) -> str:
    if exact:
        return (
            "The risks of every sample are exact for an intruder who uses the key values only and links "
            "one-to-one."
        )
    return (
        "DR_W and DR_max of a sample are upper bounds for an intruder who uses the key values only and links "
        "one-to-one: the keys were changed before, so that a right link can be less likely than 1/max(i, j). "
        "DR_min bounds nothing from below."
    )

"""Information loss of continuous variables: discrepancies of matrices before and after."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.distances import Discrepancy, discrepancy
from sdcdesk.kernels.moments import Moments, moments, quantiles
from sdcdesk.loss.components import compare_components
from sdcdesk.loss.continuous_findings import (
    DECLARES,
    VALUES_COMPARED,
    VARIATIONS,
    to_findings,
    with_contributions,
)
from sdcdesk.loss.continuous_measure import ContinuousMeasure
from sdcdesk.loss.continuous_tables import (
    CELL_TABLES,
    QUANTILES,
    Compared,
    matrices,
    variable_columns,
    variables,
)
from sdcdesk.loss.matrices import MATRICES, CellMatrix, compare_moments, criteria, left_out, matrix_pair
from sdcdesk.loss.matrix_cells import NO_CELLS, MatrixCells
from sdcdesk.loss.selection import continuous_names
from sdcdesk.loss.value_contributions import (
    behind,
    largest_variations,
    matrix_contributions,
    values_contributions,
)


class ContinuousLoss(ContinuousMeasure):
    """How far values, means, covariances, variances, correlations and components moved.

    Eight matrices of p continuous variables are compared cell by cell, m before and m′ after masking:

    - X, the values: n·p cells, over the t records of the masked file only (t·p);
    - X̄, the means: p cells;
    - V, the covariances, ÷ n − 1: the p(p + 1)/2 cells on and above the diagonal;
    - S, the variances, ÷ n − 1: p cells;
    - R, the correlations: the p(p − 1)/2 cells above the diagonal;
    - RF, the correlations v_ij √λ_j of variable i with principal component j: p² cells, weighted;
    - C, the commonalities: p cells, the share RF_i1² of each variable's variance that the first component
      explains;
    - F, the factor score coefficients v_ij / √λ_j: p² cells, weighted.

    The components are those of each file's own correlation matrix, with eigenvalues λ_1 ≥ λ_2 … and
    eigenvectors v of length 1, each file's in the order of its own eigenvalues; a masked component takes the
    sign with which its inner product with the original one is not negative, and no other component is
    matched with it. The paper does not say what its weights w_j are: here the share λ_j / Σλ of the
    original's variance. As it divides by p² all the same, errors of RF and F are about 1/p of a mean over the
    variables, and not to be held against those of other rows. A component with λ_j ≤ 1e-12 λ_1 in one of
    the files, as of collinear variables, and a variable without correlations, as a constant one, are left
    out: their cells are not defined, and counted. Components whose eigenvalues differ by less than 1 % are
    named, for their directions may turn without any change that matters. The measure `factors` shows the
    components themselves.

    All but X are computed on each whole file with its own number of records. Sampling weights are not
    used. Each matrix gets

    - the *mean square error*, Σ(m − m′)² / cells;
    - the *mean absolute error*, Σ|m − m′| / cells;
    - the *mean variation*, Σ(|m − m′|/|m|) / cells, which does not depend on units. A cell with m = 0
      leaves sum and divisor, and is counted;
    - the *utility*, 1 / mean square error; not defined where that is 0.

    Missing values: X compares the cells that are present in both files; a mean or variance takes the
    present values of a variable; a covariance or correlation the records with both variables, with
    means over the same records. A cell without enough values (none for a mean, fewer than two for the
    others) is not defined, nor is a correlation with a constant variable; such cells leave every sum and
    divisor, and are counted.

    All but values are computed from sums, in whose last digits rounding leaves an error. A cell, or a
    difference of cells, counts as 0 where it is no larger than 1e-13 of the standard deviations behind it
    (of 1 for correlations; of a mean also than 4 units of its last binary digit; of the entries of an
    eigenvector than 1e-13 divided by the distance, at least 1e-4, to the nearest other eigenvalue). Values
    are compared as they are.

    A variable is left out, and named, if it is no longer continuous in the masked file.

    When to use: after noise, microaggregation, swapping, rounding or suppression of continuous
    variables. If analyses use correlations or regressions, look at R and V; if they use factors, at RF, C
    and F; if totals, at X̄.

    When not: for numbers that are codes. Errors in the units of the variables are ruled by the variable
    with the largest numbers; compare `standardised` ones, or the mean variation. The mean variation in turn
    is ruled by cells close to 0.

    One matrix, the correlations R or the covariances V, is shown cell by cell: original, masked file, and the
    difference, each as a heat map. The measure `factors` does the same for RF and F.

    The table `matrices` has a row for each matrix: the four criteria, the number of `cells` compared,
    the `cells_left_out` of the mean variation because m = 0, and the `cells_not_defined`. The table
    `variables` has for each variable the number of present values, mean, standard deviation and
    quantiles (linear between neighbouring values) before and after, in its own units, and the criteria of
    its column of X.

    Example
    -------
    Two values of four exchange places; the mean stays:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import ContinuousLoss
    >>> original = Microdata(pd.DataFrame({"income": [10.0, 20.0, 40.0, 50.0]}))
    >>> masked = original.assign({"income": pd.Series([20.0, 10.0, 40.0, 50.0])})
    >>> matrices = ContinuousLoss().assess(original, masked).table("matrices").set_index("matrix")
    >>> matrices.loc["X", ["mean_square_error", "mean_absolute_error", "mean_variation"]].tolist()
    [50.0, 5.0, 0.375]
    >>> float(matrices.loc["X̄", "mean_square_error"])
    0.0
    """

    version: ClassVar[int] = 3
    name: ClassVar[str] = "continuous_loss"
    title: ClassVar[str] = "Information loss of continuous variables"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4, "
        "Table 5; utility: Domingo-Ferrer and Torra (2004), Disclosure risk assessment in statistical data "
        "protection, section 1.1"
    )
    purpose: ClassVar[str] = "How far numbers, means, variances and correlations moved."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (
        matrices(standardised=False),
        *CELL_TABLES.values(),
        variables(standardised=False),
    )
    counts_values: ClassVar[bool] = True
    examples = (
        {},
        {"variables": ["income", "bonus"], "standardised": True, "matrix": "V"},
    )

    standardised: bool = parameter(
        False,
        "In units of the standard deviation",
        "Divide each variable, in both files, by its standard deviation in the original, so that units do "
        "not matter. Correlations and mean variations stay as they are; constant variables drop out.",
    )

    matrix: CellMatrix = parameter(
        "R",
        "Matrix shown cell by cell",
        "Whose cells are drawn: original, masked file, and the difference.",
        FieldDisplay(choices={"R": "Correlations, R", "V": "Variances and covariances, V"}),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: the matrix of values; all others are of each whole file."""
        return VARIATIONS["X"].name, VALUES_COMPARED.name

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        return self._compared(original, masked, progress, paired=True)

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        return self._compared(original, masked, progress, paired=False)

    def _compared(
        self, original: Microdata, masked: Microdata, progress: Progress, *, paired: bool
    ) -> Findings:
        names, notes = continuous_names(self.variables, original, masked, progress)
        matrices = dict.fromkeys(MATRICES, Discrepancy())
        contributions = dict.fromkeys(MATRICES, NEVER_PUBLISHED)
        cells = NO_CELLS
        table = pd.DataFrame(columns=[column.name for column in variable_columns()])
        if names:
            before, after = _numbers(original, masked, names)
            progress.at(0.1, "Moments of the original")
            old = moments(before)
            progress.at(0.3, "Moments of the masked file")
            new = moments(after)
            units = np.where(old.deviations > 0, old.deviations, np.nan) if self.standardised else None
            columns = [Discrepancy() for _ in names]
            moved = [NEVER_PUBLISHED for _ in names]
            for place, _ in progress.part(0.5, 0.7).over(range(len(names)), "Values"):
                if paired:
                    kept = before[place][masked.rows]
                    columns[place] = _values(kept, after[place], None if units is None else units[place])
                    moved[place] = largest_variations(kept, after[place])
            cells = MatrixCells(names, names, *matrix_pair(self.matrix, old, new, units))
            components = compare_components(old, new)
            matrices = {
                "X": sum(columns, Discrepancy()),
                **compare_moments(old, new, units),
                **components.discrepancies(),
            }
            sides = [behind(column) for column in before], [behind(column) for column in after]
            contributions |= {"X": values_contributions(moved), **matrix_contributions(old, new, *sides)}
            table = _variables(names, before, after, old, new, columns, progress.part(0.7, 1.0))
            table = with_contributions(table, *sides, moved)
            table.insert(1, "unit", [original.variable(name).unit for name in names])
            notes += [*left_out(matrices, names, old, new), *components.notes()]
        compared = Compared(
            matrices,
            contributions,
            table,
            original,
            masked,
            self.standardised,
            paired,
            self.matrix,
            NO_CELLS if self.matrix == "R" and len(names) < 2 else cells,
        )
        return to_findings(compared, notes)


def _numbers(
    original: Microdata, masked: Microdata, names: Sequence[str]
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return the columns of both files: the same array where both hold the very same column."""
    before = [original.numbers(name, copy=False) for name in names]
    after = [
        one if masked.shares(original, name) else masked.numbers(name, copy=False)
        for name, one in zip(names, before, strict=True)
    ]
    return before, after


def _values(before: np.ndarray, after: np.ndarray, unit: float | None) -> Discrepancy:
    """Compare one column of X, in the given unit."""
    return discrepancy(before, after) if unit is None else discrepancy(before / unit, after / unit)


def _variables(
    names: Sequence[str],
    before: Sequence[np.ndarray],
    after: Sequence[np.ndarray],
    old: Moments,
    new: Moments,
    columns: Sequence[Discrepancy],
    progress: Progress,
) -> pd.DataFrame:
    """Describe each variable before and after, and how far its values moved."""
    rows = []
    for place, _ in progress.over(range(len(names)), "Quantiles"):
        row: dict[str, Any] = {"variable": names[place]}
        sides = {"before": (before[place], old), "after": (after[place], new)}
        for side, (values, moment) in sides.items():
            row[f"values_{side}"] = int(moment.counts[place, place])
            row[f"mean_{side}"] = moment.means[place]
            row[f"deviation_{side}"] = moment.deviations[place]
            for share, value in zip(QUANTILES, quantiles(values, QUANTILES), strict=True):
                row[f"quantile_{round(100 * share)}_{side}"] = value
        rows.append(row | criteria(columns[place]))
    return pd.DataFrame(rows)

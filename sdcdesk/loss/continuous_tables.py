"""Tables of the continuous loss, before anything is computed: matrices, and variables in both files."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import UNPAIRED
from sdcdesk.core.numbers.contributions import Contributions
from sdcdesk.core.numbers.quantity import CELLS, NUMBER, VALUES, Reason, Unit, Why, variable_unit
from sdcdesk.core.results.column import Column, ColumnRole, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.distances import Discrepancy
from sdcdesk.loss.changed_records import changed_records
from sdcdesk.loss.matrices import CellMatrix
from sdcdesk.loss.matrix_cells import NO_CELLS, OTHER_VARIABLE, MatrixCells, cells_table

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Shares of the values below the quantiles of the table of variables."""


FEW = Reason(Why.TOO_FEW, "Nothing could be computed in both files, or the numbers are too large.")
NOT_BOTH = Reason(Why.TOO_FEW, "No record has a value in both files, or all are 0.")
FEW_VALUES = Reason(Why.TOO_FEW, "There are too few values.")
ONLY_ZEROS = Reason(Why.ZERO_DIVISOR, "Nothing other than 0 in the original could be compared.")
NO_ERROR = Reason(Why.ZERO_DIVISOR, "The mean square error is 0 or not defined: nothing is divided by it.")


CELL_TABLES: dict[CellMatrix, DeclaredTable[MatrixCells]] = {
    "R": cells_table(
        "correlations",
        "Correlations",
        ("Correlations in the original", "Correlations in the masked file", "Change of correlations"),
        plain("R, the correlation of each two variables over the records that have both."),
        OTHER_VARIABLE,
        "Correlations need two continuous variables.",
    ),
    "V": cells_table(
        "covariances",
        "Variances and covariances",
        ("Covariances in the original", "Covariances in the masked file", "Change of covariances"),
        plain(
            "V, the covariance of each two variables over the records that have both; a variable with itself "
            "has its variance."
        ),
        OTHER_VARIABLE,
        "No variable is continuous in both files, so nothing is compared.",
    ),
}
"""What is shown of a matrix cell by cell."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What was compared.

    Attributes
    ----------
    matrices
        Discrepancies of the eight matrices.
    contributions
        What single values have to do with the mean variation of each.
    variables
        A row for each variable, with the columns of `variable_columns`.
    original, masked
        Both files.
    standardised
        Whether differences are in units of standard deviations.
    paired
        Whether it is known who is who, so that values are compared record by record.
    drawn, cells
        The matrix that is shown cell by cell, and what it holds.
    """

    matrices: Mapping[str, Discrepancy]
    contributions: Mapping[str, Contributions]
    variables: pd.DataFrame
    original: Microdata
    masked: Microdata
    standardised: bool
    paired: bool = True
    drawn: CellMatrix = "R"
    cells: MatrixCells = NO_CELLS

    @property
    def frame(self) -> pd.DataFrame:
        """The rows of the table of variables."""
        return self.variables


def variable_columns(*, standardised: bool = False, paired: bool = True) -> tuple[Column, ...]:
    """Return the columns of the table of variables.

    Parameters
    ----------
    standardised
        Whether differences are in units of standard deviations.
    paired
        Whether it is known who is who.

    Returns
    -------
    tuple[Column, ...]
        In the order in which they are shown.
    """
    apart = NOT_BOTH if paired else Reason(Why.NOT_APPLICABLE, UNPAIRED)
    return (
        Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC),
        Column("unit", "Unit", None, "Of the variable's own numbers.", secrecy=Secrecy.PUBLIC),
        *_side("before", "Original"),
        *_side("after", "Masked"),
        *_criteria(standardised=standardised, error=apart, variation=apart),
    )


def _criteria(
    *, standardised: bool, error: Reason | None = None, variation: Reason | None = None
) -> tuple[Column, ...]:
    units = "in standard deviations of the original" if standardised else "in the units of the variables"
    # Together with the released file, errors in the unit of a variable give its original moments away.
    secret = Secrecy.DERIVED
    return (
        Column(
            "mean_square_error",
            "Mean square error",
            NUMBER,
            sentence("Mean of (m − m′)², {units}.", units=units),
            secrecy=secret,
            undefined=error,
        ),
        Column(
            "mean_absolute_error",
            "Mean absolute error",
            NUMBER,
            sentence("Mean of |m − m′|, {units}.", units=units),
            secrecy=secret,
            undefined=error,
        ),
        Column(
            "mean_variation",
            "Mean variation",
            NUMBER,
            "Mean of |m − m′| ÷ |m|; it has no unit.",
            undefined=variation,
        ),
    )


def _side(side: ColumnRole, over: str) -> tuple[Column, ...]:
    """Return what describes a variable in one file."""

    def column(
        name: str, title: str, unit: Unit, meaning: str, secrecy: Secrecy = Secrecy.AGGREGATE
    ) -> Column:
        return Column(f"{name}_{side}", title, unit, meaning, side, secrecy, over, undefined=FEW_VALUES)

    value = variable_unit()
    quantiles = [
        column(
            f"quantile_{round(100 * part)}",
            "Median" if part == 0.5 else sentence("{part} % quantile", part=str(round(100 * part))),
            value,
            sentence(
                "{part} of 100 values are below it; between two values it is interpolated.",
                part=str(round(100 * part)),
            ),
            Secrecy.RECORD,
        )
        for part in QUANTILES
    ]
    return (
        column("values", "Values", VALUES, "Values that are present."),
        column("mean", "Mean", value, ""),
        column("deviation", "Standard deviation", value, "Divided by values − 1."),
        *quantiles,
    )


def matrices(*, standardised: bool) -> DeclaredTable[pd.DataFrame]:
    """Return the table of the matrices, as the measure declares it.

    Parameters
    ----------
    standardised
        Whether differences are in units of standard deviations.

    Returns
    -------
    DeclaredTable[pd.DataFrame]
        A row for each matrix.
    """
    return DeclaredTable(
        name="matrices",
        title="Differences of matrices",
        columns=(
            Column("holds", "Cells", role="key", secrecy=Secrecy.PUBLIC),
            Column("matrix", "Matrix", role="key", secrecy=Secrecy.PUBLIC),
            *_criteria(standardised=standardised, error=FEW, variation=ONLY_ZEROS),
            Column(
                "utility",
                "Utility",
                NUMBER,
                "1 divided by the mean square error.",
                secrecy=Secrecy.DERIVED,
                undefined=NO_ERROR,
            ),
            Column("cells", "Compared", CELLS, "Cells that are defined in both files."),
            Column(
                "cells_left_out",
                "Of 0",
                CELLS,
                "Compared cells of 0 in the original, not in the mean variation.",
            ),
            Column(
                "cells_not_defined", "Not defined", CELLS, "Cells without enough values in one of the files."
            ),
        ),
        plots=(
            Plot(
                name="variation_plot",
                title="Mean variation by matrix",
                kind="bars",
                x=Axis("Matrix", column="holds"),
                y=Axis("Mean variation", unit=NUMBER, least=0.0),
                series=(Series("mean_variation", "Mean variation", "loss"),),
                about=plain(
                    "A bar for each matrix; 1 is a change by as much as the original. Bars of correlations "
                    "with components and of coefficients are about 1/p of a mean over the p variables."
                ),
            ),
        ),
    )


def variables(*, standardised: bool, paired: bool = True) -> DeclaredTable[Compared]:
    """Return the table of the variables, as the measure declares it.

    Parameters
    ----------
    standardised
        Whether differences are in units of standard deviations.
    paired
        Whether it is known who is who.

    Returns
    -------
    DeclaredTable[Compared]
        A row for each variable.
    """
    return DeclaredTable(
        name="variables",
        title="Continuous variables",
        about=plain("Each variable in its own unit; quantiles are values of the data."),
        columns=variable_columns(standardised=standardised, paired=paired),
        empty="No variable is continuous in both files, so nothing is compared.",
        rows=lambda compared, at: changed_records(
            compared.original, compared.masked, compared.frame["variable"].iloc[at]
        ),
        row_title=lambda compared, at: sentence(
            "with another {name}", name=compared.frame["variable"].iloc[at]
        ),
    )

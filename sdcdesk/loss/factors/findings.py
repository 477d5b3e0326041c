"""Findings of the components: eigenvalues, loadings, commonalities and factor score coefficients."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED, Contributions
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity, Reason, Unit, Why, number
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.kernels.distances import Discrepancy
from sdcdesk.loss.components import ComparedComponents, Scores
from sdcdesk.loss.continuous_findings import NOTHING_COMPARED, VARIATIONS
from sdcdesk.loss.matrices import OF_COMPONENTS
from sdcdesk.loss.matrix_cells import COMPONENT, MatrixCells, cells_section, cells_table

FEW = Reason(Why.TOO_FEW, "Components need two variables that vary, and are present together, in both files.")
NO_VARIANCE = Reason(Why.ZERO_DIVISOR, "The component has no variance in the original.")

EIGENVALUE_MEASURE = Declared("eigenvalue_measure", "Change of eigenvalues", NUMBER, better="less").means(
    "Sum of |λ − λ′| ÷ λ over the components with variance in the original, λ an eigenvalue of its "
    "correlations and λ′ the one of the same rank in the masked file. It grows with the number of "
    "variables, and small eigenvalues rule it."
)

DECLARES = (EIGENVALUE_MEASURE, *(VARIATIONS[matrix] for matrix in OF_COMPONENTS))


@dataclass(frozen=True, slots=True, eq=False)
class AssessedFactors:
    """What was found of the components of two files.

    Attributes
    ----------
    names
        Variables of which there are components.
    compared
        Components of both files; None: there are too few variables.
    moved
        How far an eigenvalue of the original and of the masked file moves, at most, with one value.
    behind
        What single values have to do with them.
    components
        How many explain the commonalities.
    scores
        What F holds.
    """

    names: Sequence[str]
    compared: ComparedComponents
    moved: tuple[float, float]
    behind: Contributions
    components: int
    scores: Scores

    @property
    def eigenvalues(self) -> tuple[np.ndarray, np.ndarray]:
        """Those of both files, float64 (q,); those within rounding of 0 are 0."""
        sides = (self.compared.old, self.compared.new)
        before, after = (np.where(side.present, side.eigenvalues, 0.0) for side in sides)
        return before, after

    @property
    def why(self) -> Reason:
        """Why figures are not defined, where they are not."""
        return FEW if self.compared.variables else NOTHING_COMPARED

    def eigenvalue_measure(self) -> Quantity:
        """Return the sum of the relative changes of the eigenvalues.

        Returns
        -------
        Quantity
            With what single values have to do with it.
        """
        before, after = self.eigenvalues
        told = before > 0
        old, new = before[told], after[told]
        effect = float((self.moved[0] * new / old**2 + self.moved[1] / old).sum())
        behind = Contributions(self.behind.values, self.behind.largest, self.behind.rest, effect)
        value = float((np.abs(new - old) / old).sum()) if len(old) else np.nan
        return number(value, NUMBER, self.why, contributions=behind)

    def cells(self, before: np.ndarray, after: np.ndarray) -> MatrixCells:
        """Return a matrix of variables by components.

        Parameters
        ----------
        before, after
            float64 (q, q), of both files.

        Returns
        -------
        MatrixCells
            Components without variance in one of them are left out.
        """
        told = np.flatnonzero(self.compared.told)
        columns = [str(place + 1) for place in told]
        return MatrixCells(self.names if len(told) else (), columns, before[:, told], after[:, told])


def _eigenvalue_cells(found: AssessedFactors, which: int) -> list[Quantity]:
    return [_quantity(found, value, NUMBER, 1.0) for value in found.eigenvalues[which]]


def _share_cells(found: AssessedFactors, which: int) -> list[Quantity]:
    """Return the share of the variance that each component, and those before it, explain."""
    size = max(len(found.names), 1)
    shares = np.minimum(np.cumsum(found.eigenvalues[which]) / size, 1.0)
    return [_quantity(found, value, SHARE, (place + 1) / size) for place, value in enumerate(shares)]


def _change_cells(found: AssessedFactors) -> list[Quantity]:
    cells = []
    for old, new in zip(*found.eigenvalues, strict=True):
        if old > 0:
            effect = found.moved[0] * new / old**2 + found.moved[1] / old
            behind = Contributions(found.behind.values, found.behind.largest, found.behind.rest, effect)
            cells.append(Quantity(float(abs(new - old) / old), NUMBER, contributions=behind))
        else:
            cells.append(Quantity(None, NUMBER, reason=NO_VARIANCE))
    return cells


def _quantity(found: AssessedFactors, value: float, unit: Unit, times: float) -> Quantity:
    """Return a number that moves as an eigenvalue does, some times over."""
    # Masking often keeps what is the same in both files, so that masked numbers are original ones.
    effect = max(found.moved) * times
    behind = Contributions(found.behind.values, found.behind.largest, found.behind.rest, effect)
    return Quantity(float(value), unit, contributions=behind)


EIGENVALUES = DeclaredTable[AssessedFactors](
    name="eigenvalues",
    title="Eigenvalues",
    about=plain(
        "Variances of the principal components of the correlations, each file's in their own order; an "
        "eigenvalue of 1 is the variance of one standardised variable."
    ),
    columns=(
        public_key("component", "Component", None, "The largest eigenvalue first.").cells(
            lambda found: [str(place + 1) for place in range(len(found.names))]
        ),
        Column("before", "Original", NUMBER, "λ of the original.", "before").cells(
            lambda found: _eigenvalue_cells(found, 0)
        ),
        Column("after", "Masked", NUMBER, "λ′ of the masked file.", "after").cells(
            lambda found: _eigenvalue_cells(found, 1)
        ),
        Column("change", "Change", NUMBER, "|λ − λ′| ÷ λ.").cells(_change_cells),
        Column(
            "explained_before",
            "Explained before",
            SHARE,
            "Share of the variance of all variables that this component and those above it explain.",
            "before",
        ).cells(lambda found: _share_cells(found, 0)),
        Column("explained_after", "Explained after", SHARE, "The same in the masked file.", "after").cells(
            lambda found: _share_cells(found, 1)
        ),
    ),
    empty=FEW.text,
    plots=(
        Plot(
            kind="bars",
            x=Axis("Component", column="component"),
            y=Axis("Eigenvalue", unit=NUMBER, least=0.0),
            series=(Series("before", "Original", "before"), Series("after", "Masked", "after")),
            about=plain(
                "Two bars for each component, original and masked. Noise makes them more alike; group means "
                "make the first ones larger."
            ),
        ),
    ),
)

COMMONALITIES = DeclaredTable[pd.DataFrame](
    name="commonalities",
    title="Commonalities",
    about=plain("Share of the variance of each variable that the chosen components explain."),
    columns=(
        public_key("variable", "Variable"),
        Column("before", "Original", SHARE, "C of the original.", "before", Secrecy.DERIVED),
        Column("after", "Masked", SHARE, "C of the masked file.", "after", Secrecy.DERIVED),
        Column("difference", "Difference", NUMBER, "Masked minus original.", "change", Secrecy.DERIVED),
    ),
    empty=FEW.text,
    plots=(
        Plot(
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("Explained", unit=SHARE, least=0.0, most=1.0),
            series=(Series("before", "Original", "before"), Series("after", "Masked", "after")),
            about=plain("Two bars for each variable, original and masked."),
        ),
    ),
)

LOADINGS = cells_table(
    "loadings",
    "Correlations with components",
    ("Loadings in the original", "Loadings in the masked file", "Change of loadings"),
    plain("RF, the correlation of each variable with each component: v·√λ."),
    COMPONENT,
    FEW.text,
)

SCORES = cells_table(
    "scores",
    "Factor score coefficients",
    ("Coefficients in the original", "Coefficients in the masked file", "Change of coefficients"),
    plain("F, by which standardised values are multiplied, and added up, for the score on each component."),
    COMPONENT,
    FEW.text,
)

TABLES = (EIGENVALUES, COMMONALITIES, LOADINGS, SCORES)


def to_findings(
    found: AssessedFactors, discrepancies: Mapping[str, Discrepancy], notes: Sequence[Sentence]
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    found
        Components of both files.
    discrepancies
        Discrepancies of RF, C and F.
    notes
        What was left out, and why.

    Returns
    -------
    Findings
        All declared figures and tables.
    """
    compared = found.compared
    figures: list[Figure] = [EIGENVALUE_MEASURE.figure(found.eigenvalue_measure())]
    for matrix in OF_COMPONENTS:
        value = discrepancies[matrix].mean_variation
        # Nobody can say how far an eigenvector turns with one value where eigenvalues lie close together.
        quantity = number(value, NUMBER, found.why, contributions=NEVER_PUBLISHED)
        figures.append(VARIATIONS[matrix].figure(quantity))
    before, after = (side.commonalities(found.components) for side in (compared.old, compared.new))
    commonalities = pd.DataFrame(
        {"variable": list(found.names), "before": before, "after": after, "difference": after - before}
    )
    loadings = found.cells(compared.old.loadings, compared.new.loadings)
    return Findings(
        sections=(
            Section(
                name="components",
                about=plain(
                    "What factor analysts would find in both files. Components are those of each file's own "
                    "correlations; the masked ones take the signs of the original ones, in the same order."
                ),
                blocks=(*figures, *EIGENVALUES.blocks(found)),
                notes=tuple(map(Note, notes)),
            ),
            cells_section(LOADINGS, loadings),
            COMMONALITIES.section(commonalities),
            cells_section(SCORES, found.cells(*compared.score_matrices(found.scores))),
        )
    )

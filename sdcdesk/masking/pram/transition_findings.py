"""Findings of PRAM: the matrix that was used, expected and realised transitions, estimated frequencies."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Reason, Why
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import SILENT, plain
from sdcdesk.masking.pram.transition_matrix import TransitionMatrix

MOST_TRANSITIONS = 50
"""Categories up to which transitions are told: nobody reads a table of more."""

NO_INVERSE = Reason(Why.NOT_APPLICABLE, "The matrix has no inverse.")

STRATA = plain(
    "Each row of the matrix is the mean of those of the strata, by how often the old category occurs there."
)


EXPECTED_CHANGE = Declared(
    "expected_change",
    "Expected share changed",
    SHARE,
    "Mean over all draws, divided by the number of values that are not missing.",
)

REALISED_CHANGE = Declared(
    "realised_change",
    "Realised share changed",
    SHARE,
    "Values that are other ones after the step, divided by those that are not missing.",
    better="less",
)

CONDITION = Declared(
    "condition",
    "Condition of the matrix",
    NUMBER,
    "By how much, at most, relative errors of the masked frequencies grow in the estimated ones: 1 is best. "
    "Not defined where P is singular or not square. Given for one matrix of up to 300 categories.",
    better="less",
)


@dataclass(frozen=True, slots=True)
class _Transitions:
    """What is told of the transitions of a variable.

    Attributes
    ----------
    matrix
        The matrix that the file has, or its mean where each stratum has its own.
    realised
        int64, of the shape of the matrix: how many records of each old category became which new one.
    variable
        What the file says of the variable.
    """

    matrix: TransitionMatrix
    realised: np.ndarray
    variable: Variable

    @property
    def names(self) -> np.ndarray:
        shown = map(self.variable.text, self.variable.label_by_value())
        labelled = {str(text): text for text in shown}
        return np.array([labelled.get(text, text) for text in self.matrix.categories], dtype=object)

    @property
    def possible(self) -> tuple[np.ndarray, np.ndarray]:
        """Old and new categories of the transitions that are told, int64 both."""
        old, new = np.nonzero((self.matrix.probabilities > 0) | (self.realised > 0))
        return old, new

    @property
    def probabilities(self) -> np.ndarray:
        found: np.ndarray = self.matrix.probabilities[self.possible].clip(0.0, 1.0)
        return found

    @property
    def before(self) -> np.ndarray:
        """Records of each category before the step; of categories that are new, none."""
        before = np.zeros(len(self.matrix.categories), dtype=np.int64)
        before[: len(self.realised)] = self.realised.sum(axis=1)
        return before

    @property
    def expected(self) -> np.ndarray:
        expected: np.ndarray = self.matrix.probabilities * self.realised.sum(axis=1)[:, np.newaxis]
        found: np.ndarray = expected[self.possible]
        return found

    @property
    def after(self) -> np.ndarray:
        after: np.ndarray = self.realised.sum(axis=0)
        return after

    @property
    def estimated(self) -> np.ndarray:
        estimated: np.ndarray | None = self.matrix.estimate(self.after)
        if estimated is None:
            estimated = np.full(len(self.after), np.nan)
        return estimated


TRANSITIONS: DeclaredTable[_Transitions] = DeclaredTable(
    name="transitions",
    title="Transitions",
    about=plain(
        "The matrix that was used, and what came of it; transitions that are not possible are left out."
    ),
    columns=(
        Column("old", "Old category", None, "As text.", "key", Secrecy.RECORD).cells(
            lambda found: found.names[found.possible[0]]
        ),
        Column("new", "New category", None, "As text.", "key", Secrecy.RECORD).cells(
            lambda found: found.names[found.possible[1]]
        ),
        Column(
            "probability", "Probability", SHARE, "That a record of the old category gets the new one."
        ).cells(lambda found: found.probabilities),
        # In each row, so that a row of few records is left out with what is expected of them.
        Column("before", "Before", RECORDS, "Of the old category, before this step.").cells(
            lambda found: found.before[found.possible[0]]
        ),
        Column("expected", "Expected", NUMBER, "Records of the old category, times the probability.").cells(
            lambda found: found.expected
        ),
        Column("realised", "Realised", RECORDS, "Records of the old category that got the new one.").cells(
            lambda found: found.realised[found.possible]
        ),
    ),
    plots=(
        Plot(
            name="matrix",
            title="Transition matrix",
            kind="heat",
            table="",
            x=Axis("New category", column="new"),
            y=Axis("Old category", column="old"),
            series=(Series("probability", "Probability"),),
            about=plain("A cell for each possible transition: the darker, the likelier."),
        ),
    ),
)

FREQUENCIES: DeclaredTable[_Transitions] = DeclaredTable(
    name="frequencies",
    title="Frequencies",
    about=plain("What analysts estimate who have the masked file and the matrix."),
    columns=(
        Column("category", "Category", None, "As text.", "key", Secrecy.RECORD).cells(
            lambda found: found.names
        ),
        Column("before", "Before", RECORDS, "Records before this step.", "before").cells(
            lambda found: found.before
        ),
        Column("after", "After", RECORDS, "Records after it.", "after").cells(lambda found: found.after),
        Column(
            "estimated",
            "Estimated",
            NUMBER,
            "(Pᵀ)⁻¹ times the frequencies after it: without bias what they were before; it may be negative.",
        ).cells(lambda found: found.estimated, bound=Bound.ESTIMATE, undefined=NO_INVERSE),
    ),
)


def transition_section(
    matrix: TransitionMatrix, realised: np.ndarray, variable: Variable, *, strata: bool
) -> Section:
    """Return what is told of the transitions of a variable.

    Parameters
    ----------
    matrix
        The matrix that the file has, or its mean where each stratum has its own.
    realised
        int64, of the shape of the matrix: how many records of each old category became which new one.
    variable
        What the file says of it.
    strata
        Whether strata have matrices of their own.

    Returns
    -------
    Section
        A table and a heat map of the matrix with expected and realised transitions, and a table of the
        frequencies before, after, and as they are estimated from those after.
    """
    found = _Transitions(matrix, realised, variable)
    blocks = (*TRANSITIONS.blocks(found), *FREQUENCIES.blocks(found))
    return Section(name="transitions", title="Transitions", about=STRATA if strata else SILENT, blocks=blocks)

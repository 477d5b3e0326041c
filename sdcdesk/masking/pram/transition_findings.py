"""Findings of PRAM: the matrix that was used, expected and realised transitions, estimated frequencies."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Reason, Why
from sdcdesk.core.results.findings import Findings, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.masking.pram.transition_matrix import TransitionMatrix

MOST_SHOWN = 50
"""Categories up to which transitions are told: nobody reads a table of more."""

NO_INVERSE = Reason(Why.NOT_APPLICABLE, "The matrix has no inverse.")

STRATA = "Each row is the mean of those of the strata, by how often the old category occurs there."


def transition_findings(
    name: str, matrix: TransitionMatrix, realised: np.ndarray, *, strata: bool
) -> Findings:
    """Return what is told of the transitions of a variable.

    Parameters
    ----------
    name
        The variable.
    matrix
        The matrix that the file has, or its mean where each stratum has its own.
    realised
        int64, of the shape of the matrix: how many records of each old category became which new one.
    strata
        Whether strata have matrices of their own.

    Returns
    -------
    Findings
        A table and a heat map of the matrix with expected and realised transitions, and a table of the
        frequencies before, after, and as they are estimated from those after.
    """
    transitions = _transitions(name, matrix, realised, strata=strata)
    plot = Plot(
        name=f"matrix_{name}",
        title=sentence("Transition matrix of {name}", name=name),
        kind="heat",
        table=transitions.name,
        x=Axis("New category", column="new"),
        y=Axis("Old category", column="old"),
        series=(Series("probability", "Probability"),),
        about=plain("A cell for each possible transition: the darker, the likelier."),
    )
    blocks = (plot, transitions, _frequencies(name, matrix, realised))
    return Findings(sections=(Section(name=f"transitions_of_{name}", title="Transitions", blocks=blocks),))


def _transitions(name: str, matrix: TransitionMatrix, realised: np.ndarray, *, strata: bool) -> Table:
    before = realised.sum(axis=1)
    expected = matrix.probabilities * before[:, np.newaxis]
    old, new = np.nonzero((matrix.probabilities > 0) | (realised > 0))
    names = np.array(matrix.categories, dtype=object)
    columns = (
        Column("old", "Old category", None, "As text.", "key", Secrecy.RECORD),
        Column("new", "New category", None, "As text.", "key", Secrecy.RECORD),
        Column("probability", "Probability", SHARE, "That a record of the old category gets the new one."),
        # In each row, so that a row of few records is left out with what is expected of them.
        Column("before", "Before", RECORDS, "Of the old category, before this step."),
        Column("expected", "Expected", NUMBER, "Records of the old category, times the probability."),
        Column("realised", "Realised", RECORDS, "Records of the old category that got the new one."),
    )
    frame = pd.DataFrame(
        {
            "old": names[old],
            "new": names[new],
            "probability": matrix.probabilities[old, new].clip(0.0, 1.0),
            "before": before[old],
            "expected": expected[old, new],
            "realised": realised[old, new],
        }
    )
    about = "The matrix that was used, and what came of it; transitions that are not possible are left out."
    return Table(
        name=f"transitions_{name}",
        title=sentence("Transitions of {name}", name=name),
        columns=columns,
        frame=frame,
        about=plain(f"{about} {STRATA}" if strata else about),
    )


def _frequencies(name: str, matrix: TransitionMatrix, realised: np.ndarray) -> Table:
    before = np.zeros(len(matrix.categories), dtype=np.int64)
    before[: len(realised)] = realised.sum(axis=1)
    after = realised.sum(axis=0)
    estimated = matrix.estimate(after)
    frame = pd.DataFrame(
        {
            "category": np.array(matrix.categories, dtype=object),
            "before": before,
            "after": after,
            "estimated": np.full(len(after), np.nan) if estimated is None else estimated,
        }
    )
    columns = (
        Column("category", "Category", None, "As text.", "key", Secrecy.RECORD),
        Column("before", "Before", RECORDS, "Records before this step.", "before"),
        Column("after", "After", RECORDS, "Records after it.", "after"),
        Column(
            "estimated",
            "Estimated",
            NUMBER,
            "(Pᵀ)⁻¹ times the frequencies after it: without bias what they were before; it may be negative.",
            bound=Bound.ESTIMATE,
            undefined=NO_INVERSE,
        ),
    )
    return Table(
        name=f"frequencies_{name}",
        title=sentence("Frequencies of {name}", name=name),
        columns=columns,
        frame=frame,
        about=plain("What analysts estimate who have the masked file and the matrix."),
    )

"""Findings of a regression in both files: how far its confidence intervals overlap."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Quantity, Reason, Why, count_unit
from sdcdesk.core.results.column import Column, ColumnRole, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain

COEFFICIENTS = count_unit("coefficient")

OVERLAP = Declared("overlap", "Overlap of intervals", SHARE, better="more").means(
    "Mean, over the coefficients that both files estimate, of the part of the two confidence intervals that "
    "is common to both: 100 % is the same interval, 0 % are two that do not meet."
)
SMALLEST = Declared("smallest_overlap", "Smallest overlap", SHARE, better="more").means(
    "Overlap of the coefficient whose two confidence intervals have least in common."
)
CONCLUSIONS = Declared("conclusions_kept", "Conclusions kept", SHARE, better="more").means(
    "Coefficients of the same sign that are significantly different from 0 in both files or in neither, "
    "divided by all that both files estimate."
)
LEFT_OUT = Declared("coefficients_left_out", "Coefficients left out", COEFFICIENTS, better="less").means(
    "Coefficients that only one of the files has or can estimate, as of categories that were recoded."
)
DECLARES = (OVERLAP, SMALLEST, CONCLUSIONS, LEFT_OUT)

NO_FORMULA = Reason(
    Why.NOT_APPLICABLE, "No model is given; write one into the field Model, such as income ~ age + sex."
)
NOT_ESTIMATED = Reason(Why.TOO_FEW, "No coefficient can be estimated in both files.")
NO_ESTIMATE = Reason(
    Why.TOO_FEW, "This file has no such coefficient, too few records for it, or others say the same."
)

derived = partial(Column, secrecy=Secrecy.DERIVED)
"""A number of a model: together with the released file it may lead to values of single records."""


def _side(side: ColumnRole, over: str) -> tuple[Column, ...]:
    """Return the columns of the estimates from one file."""
    words = (
        ("estimate", "Estimate", "In units of the outcome, or as log odds of its second category."),
        ("lower", "From", "Lower end of the confidence interval."),
        ("upper", "To", "Upper end of the confidence interval."),
    )
    return tuple(
        derived(f"{name}_{side}", title, NUMBER, meaning, side, over=over, undefined=NO_ESTIMATE)
        for name, title, meaning in words
    )


_COLUMNS = (
    Column("coefficient", "Coefficient", role="key", secrecy=Secrecy.RECORD),
    *_side("before", "Original"),
    *_side("after", "Masked"),
    derived("overlap", "Overlap", SHARE, "The common part of both intervals.", undefined=NOT_ESTIMATED),
    derived(
        "moved",
        "Moved by",
        NUMBER,
        "How far the estimate moved, in standard errors of the original.",
        undefined=NOT_ESTIMATED,
    ),
)

INTERVALS = DeclaredTable[pd.DataFrame](
    name="coefficients",
    title="Coefficients in both files",
    about=plain("A row for each coefficient of the model, with its confidence interval in both files."),
    columns=_COLUMNS,
    empty="No model is given, so nothing is estimated.",
    plots=(
        Plot(
            name="overlap_plot",
            title="Overlap by coefficient",
            kind="bars",
            x=Axis("Coefficient", column="coefficient"),
            y=Axis("Overlap", unit=SHARE, least=0.0),
            series=(Series("overlap", "Overlap", "loss"),),
            about=plain(
                "A bar for each coefficient: how much of its confidence intervals is common to both."
            ),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Overlaps:
    """What the two estimates of each coefficient have in common.

    Attributes
    ----------
    frame
        A row for each coefficient, with the columns of `INTERVALS`.
    kept
        Coefficients that lead to the same conclusion in both files.
    records
        Complete records of the original and of the masked file.
    """

    frame: pd.DataFrame
    kept: int
    records: tuple[int, int]


def interval_overlap(
    before: tuple[np.ndarray, np.ndarray], after: tuple[np.ndarray, np.ndarray]
) -> np.ndarray:
    """Return which part of two intervals each is common to both.

    Parameters
    ----------
    before, after
        Lower and upper ends, float64 (p,) each; NaN where there is no interval.

    Returns
    -------
    np.ndarray
        float64 (p,), 0…1: the mean of the common length divided by the length of the one and of the other; of
        two intervals without length 1 where they are equal, else 0.
    """
    common = np.minimum(before[1], after[1]) - np.maximum(before[0], after[0])
    lengths = before[1] - before[0], after[1] - after[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = [np.where(length > 0, np.maximum(common, 0.0) / length, common == 0) for length in lengths]
    found = np.minimum((parts[0] + parts[1]) / 2, 1.0)
    return np.where(np.isnan(common), np.nan, found)


def to_findings(found: Overlaps | None, why: Reason, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    found
        What was compared; None: nothing was.
    why
        Why nothing was.
    notes
        What was left out, and why.

    Returns
    -------
    Findings
        All declared figures, and the table of coefficients.
    """
    empty = pd.DataFrame({column.name: [] for column in _COLUMNS})
    frame = empty if found is None else found.frame
    overlaps = frame["overlap"].to_numpy(np.float64)
    compared = overlaps[np.isfinite(overlaps)]
    if found is None or not len(compared):
        reason = why if found is None else NOT_ESTIMATED
        figures = tuple(one.undefined(reason) for one in DECLARES)
    else:
        secret = partial(Quantity, contributions=NEVER_PUBLISHED)
        mean = secret(float(compared.mean()), SHARE)
        computation = (
            ("Complete records of the original", Quantity(found.records[0], RECORDS)),
            ("Complete records of the masked file", Quantity(found.records[1], RECORDS)),
            ("Coefficients that both files estimate", Quantity(len(compared), COEFFICIENTS)),
            ("Mean of their overlaps", mean),
        )
        kept = secret(found.kept / len(compared), SHARE)
        figures = (
            OVERLAP.figure(mean, computation=computation),
            SMALLEST.figure(secret(float(compared.min()), SHARE)),
            CONCLUSIONS.figure(kept),
            LEFT_OUT.figure(secret(len(frame) - len(compared), COEFFICIENTS)),
        )
    section = Section(
        name="coefficients",
        blocks=(*figures, *INTERVALS.blocks(frame)),
        notes=tuple(Note(note) for note in notes),
    )
    return Findings(sections=(section,))

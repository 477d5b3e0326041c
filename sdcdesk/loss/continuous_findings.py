"""Findings of the continuous loss: mean variations, the matrices and the variables behind them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL, Contributions, worse
from sdcdesk.core.numbers.quantity import (
    CELLS,
    NUMBER,
    SHARE,
    Quantity,
    Reason,
    Why,
    number,
    share,
    variable_unit,
)
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, capital, joined, plain, sentence
from sdcdesk.loss.continuous_tables import CELL_TABLES, Compared, matrices, variables
from sdcdesk.loss.matrices import CELL_NAMES, MATRICES, OF_COMPONENTS, WEIGHTED, matrices_table
from sdcdesk.loss.matrix_cells import cells_section
from sdcdesk.loss.value_contributions import Behind

TITLES = {
    "X": "Mean variation of values",
    "X̄": "Mean variation of means",
    "V": "Variation of covariances",
    "S": "Mean variation of variances",
    "R": "Variation of correlations",
    "RF": "Variation of loadings",
    "C": "Variation of commonalities",
    "F": "Variation of coefficients",
}
"""Titles of the mean variations; long words leave no room for more."""

RECORDS_RETAINED = Declared("records_retained", "Records retained", SHARE, better="more").means(
    "Masked records, divided by the original ones. Values are compared on these, all other matrices "
    "on each whole file."
)

VALUES_COMPARED = Declared("values_compared", "Values compared", SHARE, better="more").means(
    "Values of the masked records that are present in both files, divided by all values of the "
    "compared variables in the masked records."
)

STILL = (
    "A variable that is constant in the original has no standard deviation to be divided by, and its values "
    "are not compared."
)

MEAN = sentence(
    "Mean of |m − m′| ÷ |m| over the cells other than 0, m before and m′ after masking: {tenth} is a "
    "change by a tenth of the original, and more than 1 is possible.",
    tenth=0.1,
)

WEIGHTED_SUM = plain(
    "Σ w·|m − m′| ÷ |m| over the cells other than 0, m before and m′ after masking, divided by the number of "
    "these cells; w is the component's share of the original's variance. As the weights add up to 1, not to "
    "the number p of components, this is about 1/p of a mean, and not comparable in size with other matrices."
)

VARIATIONS = {
    matrix: Declared(
        name=f"mean_variation_{words}",
        title=TITLES[matrix],
        unit=NUMBER,
        meaning=WEIGHTED_SUM if matrix in WEIGHTED else MEAN,
        better="less",
    )
    for matrix, words in MATRICES.items()
}

DECLARES = (*VARIATIONS.values(), RECORDS_RETAINED, VALUES_COMPARED)

NOTHING_COMPARED = Reason(Why.NOT_APPLICABLE, "No variable is continuous in both files.")


def to_findings(compared: Compared, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    compared
        The matrices of both files.
    notes
        What was left out, and why.

    Returns
    -------
    Findings
        All declared figures, the tables of matrices and variables, and one matrix cell by cell.
    """
    variations = tuple(_variation(compared, matrix) for matrix in MATRICES)
    frame = _matrix_frame(compared)
    plot, _ = matrices(standardised=compared.standardised).blocks(frame)
    table = matrices(standardised=compared.standardised).table(frame, about=_on_what(compared))
    headline = Section(
        name="matrices",
        about=plain(
            "Eight matrices that describe the continuous variables are compared cell by cell, before and "
            "after masking. RF and F weigh the cells of each component by its share of the variance: their "
            "errors are about 1/p of a mean over the p variables, and not comparable in size with those of "
            "other matrices."
        ),
        blocks=(*variations, *_coverage(compared), plot, table),
        notes=tuple(Note(note) for note in notes),
    )
    moments = Section(
        name="variables",
        title="Variables before and after",
        about=plain("What a user of the file would compute from each variable. Weights are not used."),
        blocks=(variables(standardised=compared.standardised, paired=compared.paired).table(compared),),
    )
    cells = cells_section(CELL_TABLES[compared.drawn], compared.cells)
    return Findings(sections=(headline, cells, moments))


def with_contributions(
    variables: pd.DataFrame,
    before: Sequence[Behind],
    after: Sequence[Behind],
    moved: Sequence[Contributions],
) -> pd.DataFrame:
    """Return the table of variables with what single values have to do with its numbers.

    Parameters
    ----------
    variables
        A row for each variable, with numbers.
    before, after
        What is behind the moments of each in both files.
    moved
        And behind its mean variation.

    Returns
    -------
    pd.DataFrame
        With quantities as means, deviations and variations.
    """
    contributions: dict[str, list[Contributions]] = {"mean_variation": list(moved)}
    for side in ("before", "after"):
        deviations = variables[f"deviation_{side}"].tolist()
        # Masking often keeps sums, so that masked values add up to original ones.
        sides = zip(before, before if side == "before" else after, deviations, strict=True)
        pairs = [
            (worse(old.mean, new.mean), worse(old.deviation(spread), new.deviation(spread)))
            for old, new, spread in sides
        ]
        contributions[f"mean_{side}"], contributions[f"deviation_{side}"] = (
            [pair[which] for pair in pairs] for which in (0, 1)
        )
    return variables.assign(
        **{name: _cells(name, variables[name], cells) for name, cells in contributions.items()}
    )


def _cells(name: str, numbers: pd.Series, behind: Sequence[Contributions]) -> pd.Series:
    """Return numbers as quantities; those that are not defined stay as they are."""
    if numbers.isna().all():
        return numbers
    unit = NUMBER if name == "mean_variation" else variable_unit()
    cells = [
        Quantity(value, unit, contributions=one) if np.isfinite(value) else np.nan
        for value, one in zip(numbers.tolist(), behind, strict=True)
    ]
    return pd.Series(cells, numbers.index, dtype=object)


def _cell_count(matrix: str, count: int) -> Quantity:
    """Return a number of cells of a matrix; of values, it counts how many are 0 or missing."""
    return Quantity(count, CELLS, contributions=None if matrix == "X" else KNOWN_TO_ALL)


def _variation(compared: Compared, matrix: str) -> Figure:
    one = compared.matrices[matrix]
    counted = one.cells - one.zeros
    behind = compared.contributions[matrix]
    quantity = number(one.mean_variation, NUMBER, _why_none(compared, matrix), contributions=behind)
    computation: tuple[tuple[str, Quantity | str], ...] = (
        (sentence("Cells compared: {cells_of}", cells_of=CELL_NAMES[matrix]), _cell_count(matrix, one.cells)),
        ("Cells of 0 in the original, left out", _cell_count(matrix, one.zeros)),
        ("Cells not defined in one of the files, left out", _cell_count(matrix, one.undefined)),
        (
            "Weighted sum of |m − m′| ÷ |m| over the others, divided by their number"
            if matrix in WEIGHTED
            else "Mean of |m − m′| ÷ |m| over the others",
            quantity,
        ),
    )
    return VARIATIONS[matrix].figure(quantity, computation=computation if counted else ())


def _why_none(compared: Compared, matrix: str) -> Reason:
    """Return why a mean variation is not defined, where it is not."""
    one, variables = compared.matrices[matrix], len(compared.variables)
    if not variables:
        return NOTHING_COMPARED
    if len(compared.masked) == 0:
        return Reason(Why.NO_RECORDS, "No record is released.")
    if matrix == "R" and variables < 2:
        return Reason(Why.NOT_APPLICABLE, "Correlations need two continuous variables.")
    if matrix in OF_COMPONENTS and one.cells == 0:
        return Reason(
            Why.TOO_FEW, "Components need two variables that vary, and are present together, in both files."
        )
    if one.cells == 0:
        return Reason(Why.TOO_FEW, "There are too few values, or a variable is constant.")
    if one.cells == one.zeros:
        words = "All cells of the original are 0, so nothing can be divided by them."
        return Reason(Why.ZERO_DIVISOR, words)
    return Reason(Why.INFINITE, "The numbers are too large to be compared.")


def _coverage(compared: Compared) -> tuple[Figure, Figure]:
    values = compared.matrices["X"]
    whole = values.cells + values.undefined
    why = "No record is released." if len(compared.variables) else NOTHING_COMPARED.text
    present = share(values.cells, whole, empty=why)
    kept = share(len(compared.masked), len(compared.original), empty="The original holds no records.")
    # How many records there were and are is told to everybody, by other measures too.
    retained = replace(kept, contributions=KNOWN_TO_ALL)
    meaning = joined([VALUES_COMPARED.meaning, STILL], " ") if compared.standardised else ""
    return RECORDS_RETAINED.figure(retained), VALUES_COMPARED.figure(present, meaning=meaning)


def _matrix_frame(compared: Compared) -> pd.DataFrame:
    frame = matrices_table(
        {name: one for name, one in compared.matrices.items() if name != "X" or compared.paired}
    )
    behind = [compared.contributions[matrix] for matrix in frame["matrix"]]
    frame["mean_variation"] = _cells("mean_variation", frame["mean_variation"], behind)
    for name in ("cells", "cells_left_out", "cells_not_defined"):
        counts = zip(frame["matrix"], frame[name], strict=True)
        quantities = [_cell_count(matrix, int(count)) for matrix, count in counts]
        frame[name] = pd.Series(quantities, frame.index, dtype=object)
    words = [CELL_NAMES[matrix] for matrix in frame["matrix"]]
    frame.insert(1, "holds", [capital(text) for text in words])
    return frame


def _on_what(compared: Compared) -> Sentence:
    if not compared.paired:
        return plain("All matrices are compared on each whole file; differences within rounding are 0.")
    return sentence(
        "Values are compared on the {n} masked record, all other matrices on each whole file; "
        "differences within rounding are 0.",
        "Values are compared on the {n} masked records, all other matrices on each whole file; "
        "differences within rounding are 0.",
        "n",
        n=len(compared.masked),
    )

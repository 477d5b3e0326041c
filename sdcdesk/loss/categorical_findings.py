"""Findings of the comparison of categories: the mean distance, and the variables behind it."""

from collections.abc import Sequence

import pandas as pd

from sdcdesk.core.numbers.quantity import (
    CATEGORIES,
    RECORDS,
    SHARE,
    VALUES,
    VARIABLES,
    Quantity,
    Reason,
    Why,
    undefined,
)
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain

PRINTED = (
    "Mean distance between the original and the masked category of a record, over all masked records and "
    "compared variables. Of nominal categories it is 0 if they are equal, else 1; of ordered ones the places "
    "between them and one more, divided by the number of categories. A value missing in both files has "
    "distance 0, in one of them 1."
)
"""What the distance is where both ends are counted, as the paper prints it."""

DISTANCE = Declared("distance", "Distance of categories", SHARE, better="less").means(
    "Mean distance between the original and the masked category of a record, over all masked "
    "records and compared variables. Of nominal categories it is 0 if they are equal, else 1; of ordered "
    "ones the places between them, divided by the number of categories. A value missing in both files has "
    "distance 0, in one of them 1."
)

NO_RECORD = Reason(Why.NO_RECORDS, "No record is released.")

COLUMNS = (
    Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC),
    Column("distance", "Distance", SHARE, "Mean over the masked records.", undefined=NO_RECORD),
    Column(
        "level",
        "Compared in",
        None,
        "The categories of the original, or those that recoding made.",
        secrecy=Secrecy.PUBLIC,
    ),
    Column(
        "recoding",
        "Lost by recoding",
        SHARE,
        "Not in the distance: how much coarser categories became.",
        undefined=NO_RECORD,
    ),
    Column("categories", "Categories", CATEGORIES, "By which places between categories are divided."),
    Column("records", "Records", RECORDS, "Masked records that are compared."),
    Column("coarser", "Coarser", VALUES, "A wider category, which holds the original one."),
    Column("changed", "Changed", VALUES, "From one category to another that does not hold it."),
    Column("blanked", "Blanked", VALUES, "Missing in the masked file only."),
    Column("filled", "Filled", VALUES, "Missing in the original only."),
)

VARIABLES_COMPARED = DeclaredTable[pd.DataFrame](
    name="variables",
    title="Categorical variables",
    about=plain(
        "Where a variable was recoded, both files are compared in the masked categories; what the "
        "recoding itself costs is in the headline loss."
    ),
    columns=COLUMNS,
    empty="No variable has categories in both files, so nothing is compared.",
    plots=(
        Plot(
            name="distance_plot",
            title="Distance by variable",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("Distance", unit=SHARE, least=0.0),
            series=(Series("distance", "Distance", "loss"),),
            about=plain("A bar for each variable: how far its categories are from the original ones."),
        ),
    ),
)


def to_findings(
    variables: pd.DataFrame, mean: float, released: int, notes: Sequence[Sentence], *, printed: bool = False
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    variables
        A row for each compared variable, with the columns of `COLUMNS`.
    mean
        Mean of their distances; NaN where nothing is compared.
    released
        Masked records.
    notes
        What was left out, and why.
    printed
        Whether the ordered categories at both ends are counted.

    Returns
    -------
    Findings
        All declared figures, and the table of variables.
    """
    section = Section(
        name="variables",
        blocks=(
            _figure(variables, mean, released, PRINTED if printed else ""),
            *VARIABLES_COMPARED.blocks(variables),
        ),
        notes=tuple(Note(note) for note in notes),
    )
    return Findings(sections=(section,))


def _figure(variables: pd.DataFrame, mean: float, released: int, meaning: str) -> Figure:
    if variables.empty:
        why = "No variable has categories in both files."
        return DISTANCE.figure(undefined(SHARE, Why.NOT_APPLICABLE, why))
    if released == 0:
        return DISTANCE.figure(Quantity(None, SHARE, reason=NO_RECORD))
    quantity = Quantity(mean, SHARE)
    computation = (
        ("Variables compared", Quantity(len(variables), VARIABLES)),
        ("Masked records", Quantity(released, RECORDS)),
        ("Smallest distance of a variable", Quantity(float(variables["distance"].min()), SHARE)),
        ("Largest distance of a variable", Quantity(float(variables["distance"].max()), SHARE)),
        ("Mean of the variables", quantity),
    )
    return DISTANCE.figure(quantity, meaning=meaning, computation=computation)

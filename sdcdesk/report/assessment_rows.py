"""Rows of an assessment: its figures and tables below one another, without values of the data."""

from collections.abc import Callable, Iterable

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.figure import Figure
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.withholding import withheld

Row = list[str]


def assessment_rows(
    assessment: Assessment, figure_row: Callable[[Figure], Row], table_rows: Callable[[Table], Iterable[Row]]
) -> list[Row]:
    """Return figures and tables below one another.

    Parameters
    ----------
    assessment
        The assessment.
    figure_row
        Returns the value of a figure before masking, and now.
    table_rows
        Returns the rows of a table, the header first.

    Returns
    -------
    list[list[str]]
        The header of the figures first; tables follow on an empty row and their title.
    """
    safe = withheld(assessment)
    rows = [[figure.title, *figure_row(figure)] for figure in safe.figures.values()]
    for table in safe.tables.values():
        rows += [[], [table.title], *table_rows(table)]
    return [["Figure", "Before", "Now"], *rows]


def exact_assessment(assessment: Assessment) -> list[Row]:
    """Return figures and all rows of all tables with all digits.

    Shares are from 0 to 1, as programs read them, so that no unit may stand beside the title of a figure.

    Parameters
    ----------
    assessment
        The assessment.

    Returns
    -------
    list[list[str]]
        See `assessment_rows`.
    """

    def exact(figure: Figure) -> Row:
        values = (figure.before.value if figure.before else None, figure.value)
        return ["" if value is None else repr(value) for value in values]

    return assessment_rows(assessment, exact, Table.exact_rows)

"""Journal of answers as findings: what was asked of camouflaged values, and what was told."""

from collections.abc import Mapping, Sequence

import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS
from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.masking import GivenAnswer


def journal_section(answers: Sequence[GivenAnswer], display_names: Mapping[str, str]) -> Section:
    """Return the answers given as a table, the newest first.

    Parameters
    ----------
    answers
        The journal of a project.
    display_names
        What variables are called, by their names.

    Returns
    -------
    Section
        With one table.
    """
    columns = (
        Column("asked", "Asked", role="key"),
        Column("low", "At least", NUMBER, secrecy=Secrecy.RECORD),
        Column("high", "At most", NUMBER, secrecy=Secrecy.RECORD),
        Column("records", "Records", RECORDS),
    )
    rows = [
        (
            text_with_display_names(answer.query.question, display_names),
            answer.low,
            answer.high,
            answer.records,
        )
        for answer in reversed(answers)
    ]
    table = Table(
        name="journal",
        title="Journal",
        about=plain(
            "New answers are given beside these only where all together tell no few records apart. Taking "
            "back a change of the project leaves them here."
        ),
        columns=columns,
        frame=pd.DataFrame(rows, columns=[column.name for column in columns]),
        empty="No answer was given yet.",
    )
    return Section(name="journal", title="", blocks=(table,))

"""Journal of answers as findings: what was asked of camouflaged values, and what was told."""

from collections.abc import Sequence

import pandas as pd

from sdcdesk.core.findings import Section
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.quantity import RECORDS, Bound, Quantity
from sdcdesk.core.sentence import plain
from sdcdesk.core.table import Column, Secrecy, Table
from sdcdesk.masking import GivenAnswer


def journal_section(answers: Sequence[GivenAnswer], data: Microdata) -> Section:
    """Return the answers given as a table, the newest first.

    Parameters
    ----------
    answers
        Those of a project.
    data
        The file before the step, for the units of its variables.

    Returns
    -------
    Section
        With one table.
    """
    columns = (
        Column("asked", "asked", role="key"),
        Column("records", "records", RECORDS),
        *(
            Column(name, title, answers[-1].query.unit(data) if answers else RECORDS, secrecy=Secrecy.RECORD)
            for name, title in (("low", "at least"), ("high", "at most"))
        ),
    )
    rows = [_row(given, data) for given in reversed(answers)]
    table = Table(
        name="journal",
        title="Journal",
        about=plain(
            "New answers are given beside these only where all together tell no few records apart. Taking "
            "back a change of the project leaves them here."
        ),
        columns=columns,
        frame=pd.DataFrame(rows, columns=[column.name for column in columns], dtype=object),
        empty="No answer was given yet.",
    )
    return Section(name="journal", title="", blocks=(table,))


def _row(given: GivenAnswer, data: Microdata) -> tuple[str, int, Quantity, Quantity]:
    unit, exact = given.query.unit(data), given.kind == "exact"
    low, high = (
        Quantity(end, unit, Bound.EXACT if exact else bound)
        for end, bound in ((given.low, Bound.AT_LEAST), (given.high, Bound.AT_MOST))
    )
    return given.query.asked, given.records, low, high

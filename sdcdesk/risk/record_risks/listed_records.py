"""Listed records: the released records that are most at risk, with their key values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.column import Cells, Column, DeclaredColumn, Secrecy
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.keys.key_values import key_texts
from sdcdesk.risk.record_risks.record_risks import RecordRisks

MOST = 200
"""Records that are listed."""

Computed = TypeVar("Computed")
Risks = TypeVar("Risks", bound=RecordRisks)


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Generic[Computed]):
    """Released records that a table lists.

    Attributes
    ----------
    risks
        What their measure has computed.
    masked
        The masked file.
    names
        The key variables.
    chosen
        int64 (m,), where they stand in what was computed.
    places
        int64 (m,), where they stand in the masked file.
    """

    risks: Computed
    masked: Microdata
    names: tuple[str, ...]
    chosen: np.ndarray
    places: np.ndarray

    def row(self, at: int) -> np.ndarray:
        """Return the position in the original of one of them.

        Parameters
        ----------
        at
            Row of the table.

        Returns
        -------
        np.ndarray
            int64 (1,).
        """
        rows: np.ndarray = self.masked.rows[self.places[at : at + 1]]
        return rows

    def key_columns(self) -> Iterator[tuple[Column, Cells]]:
        """Yield the columns that say who they are: their number in the original, and their key values.

        Yields
        ------
        tuple[Column, Cells]
            All are values of the data.
        """
        number = Column("record", "Record", None, "Its number in the original.", "key", Secrecy.RECORD)
        yield number, self.masked.rows[self.places] + 1
        for name in self.names:
            column = Column(
                sentence("{name} after", name=name), name, None, "", "value", Secrecy.RECORD, "Masked"
            )
            yield column, key_texts(self.masked, name, self.places)


def strongest(contribution: np.ndarray, most: int = MOST) -> np.ndarray:
    """Return the positions (int64) of the largest positive entries, at most so many, the largest first.

    Equal ones stay in the order of the file.

    Parameters
    ----------
    contribution
        float64 (t,).
    most
        How many positions at most, from 1.

    Returns
    -------
    np.ndarray
        int64 (m,), m ≤ most.
    """
    if len(contribution) <= most:
        chosen = np.flatnonzero(contribution > 0)
    else:
        least = np.partition(contribution, -most)[-most]
        above = np.flatnonzero(contribution > least)
        equal = np.flatnonzero(contribution == least)[: most - len(above)] if least > 0 else above[:0]
        chosen = np.sort(np.concatenate([above, equal]))
    order: np.ndarray = chosen[np.argsort(-contribution[chosen], kind="stable")]
    return order


def most_at_risk(risks: Risks, names: tuple[str, ...]) -> Listed[Risks]:
    """Return the released records with the largest risks.

    Parameters
    ----------
    risks
        Risks of all released records.
    names
        The key variables.

    Returns
    -------
    Listed[Risks]
        The largest risk first; equal ones in the order of the file.
    """
    chosen = strongest(risks.risk)
    return Listed(risks, risks.masked, names, chosen, chosen)


def records_at_risk(
    *columns: DeclaredColumn[Listed[Computed]],
    title: str,
    about: str,
    empty: str,
) -> DeclaredTable[Listed[Computed]]:
    """Return the table of the records most at risk as a measure declares it.

    Parameters
    ----------
    *columns
        What is told of each record, after its key values.
    title, about, empty
        As of any table.

    Returns
    -------
    DeclaredTable[Listed[Computed]]
        One row for each record, the most risky first.
    """
    return DeclaredTable(
        name="records_at_risk",
        title=title,
        about=plain(about),
        empty=empty,
        columns=(ColumnForEach("key variable", lambda listed: listed.key_columns()), *columns),
        rows=lambda listed, at: listed.row(at),
        row_title=lambda listed, at: sentence("record {row}", row=str(listed.row(at)[0] + 1)),
        capped=20,
    )

"""Classes of shares and distances, and the records in each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Unit
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.plot import bars_of_records
from sdcdesk.core.text.sentence import Percentage, Sentence, plain, sentence


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """An amount of each released record that lies between 0 and 1.

    Attributes
    ----------
    masked
        The masked file.
    of_record
        float64 (t,); NaN where a record has none.
    weights
        int64 (t,), how many records each entry stands for; None: one each.
    """

    masked: Microdata = field(repr=False)
    of_record: np.ndarray
    weights: np.ndarray | None = None

    def classes(self, edges: Sequence[float]) -> np.ndarray:
        """Return the class of each record.

        Parameters
        ----------
        edges
            Ends of the classes between 0 and 1, ascending; each belongs to the class below.

        Returns
        -------
        np.ndarray
            int64 (t,), −1 where it has no amount; 1 itself is a class of its own, that of certainty.
        """
        places = np.searchsorted((*edges, np.nextafter(1, 0)), self.of_record, side="left")
        return np.where(np.isnan(self.of_record), -1, places)

    def counts(self, edges: Sequence[float]) -> np.ndarray:
        """Return how many records are in each class.

        Parameters
        ----------
        edges
            Ends of the classes.

        Returns
        -------
        np.ndarray
            int64 (number of edges + 2,).
        """
        classes = self.classes(edges)
        known = classes >= 0
        weights = None if self.weights is None else self.weights[known]
        return np.bincount(classes[known], weights, len(edges) + 2).astype(np.int64)


def class_titles(edges: Sequence[float], unit: Unit) -> list[Sentence]:
    """Return the classes in words.

    Parameters
    ----------
    edges
        Ends of the classes between 0 and 1, ascending.
    unit
        Unit of the amounts, shares or numbers.

    Returns
    -------
    list[Sentence]
        The last of them is 1 itself.
    """
    ends = [Percentage(100 * edge) if unit is SHARE else float(edge) for edge in (0, *edges, 1)]
    classes = [sentence("{low} – {high}", low=low, high=high) for low, high in pairwise(ends)]
    classes[-1] = sentence("{low} – under {high}", low=ends[-2], high=ends[-1])
    return [*classes, sentence("{whole}", whole=ends[-1])]


def records_by_class(
    name: str,
    title: str,
    edges: Sequence[float],
    *,
    what: str,
    axis: str,
    row_title: str,
    plot: str,
    unit: Unit = SHARE,
) -> DeclaredTable[Amounts]:
    """Return the table of the records by classes of an amount, as a measure declares it.

    Parameters
    ----------
    name, title
        As of any table.
    edges
        Ends of the classes between 0 and 1, ascending; each belongs to the class below.
    what, axis
        What the amount is, above the classes and along the axis.
    row_title
        What the records of a class are.
    plot
        What the bars show.
    unit
        Unit of the amounts, shares or numbers.

    Returns
    -------
    DeclaredTable[Amounts]
        One row for each class, the last of them 1 itself.
    """
    titles = class_titles(edges, unit)
    return DeclaredTable(
        name=name,
        title=title,
        about=plain(
            "Released records by classes, each with its upper end; with several confidential variables, by "
            "the worst of them."
        ),
        columns=(
            public_key("classes", what).cells(lambda _: titles),
            Column("records", "Records", RECORDS, "Released records with a confidential value.").cells(
                lambda amounts: amounts.counts(edges)
            ),
        ),
        rows=lambda amounts, at: amounts.masked.rows[amounts.classes(edges) == at],
        row_title=lambda _amounts, _at: row_title,
        plots=(bars_of_records(axis, "classes", plot),),
    )

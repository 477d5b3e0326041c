"""Combinations of variables: what an intruder links who knows only some of them, for all ways of linkage."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import VARIABLES
from sdcdesk.core.results.column import DeclaredColumn, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.text.sentence import plain, sentence

Links = TypeVar("Links", covariant=True)


class BySome(Protocol[Links]):
    """Links that were found by fewer variables."""

    @property
    def masked(self) -> Microdata:
        """The masked file."""

    @property
    def by_some(self) -> Sequence[tuple[tuple[str, ...], Links]]:
        """Names of the variables, and what they link."""


Computed = TypeVar("Computed", bound=BySome[object])


def combinations(
    *columns: DeclaredColumn[Computed], possible: Callable[[Computed, int], np.ndarray]
) -> DeclaredTable[Computed]:
    """Return the table of what fewer variables link.

    Parameters
    ----------
    *columns
        What stands in it beside the names of the variables and their number.
    possible
        For a row's position, bool (n,): which released records are possibly linked.

    Returns
    -------
    DeclaredTable
        A row for each combination.
    """
    return DeclaredTable(
        name="combinations",
        title="What fewer variables link",
        about=plain("What an intruder who knows only some of the variables links by them."),
        columns=(
            public_key("variables", "Known variables").cells(
                lambda linkage: [", ".join(names) for names, _ in linkage.by_some]
            ),
            public_key("number", "Their number", VARIABLES).cells(
                lambda linkage: [len(names) for names, _ in linkage.by_some]
            ),
            *columns,
        ),
        rows=lambda linkage, at: np.unique(linkage.masked.rows[possible(linkage, at)]),
        row_title=lambda linkage, at: sentence(
            "possibly linked by {names}", names=", ".join(linkage.by_some[at][0])
        ),
    )

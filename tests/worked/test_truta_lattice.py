"""Lattice of 001: Figures 2 and 3, and Table 2, the minimal generalisations by suppression threshold.

The paper prints the number of tuples that violate k-anonymity at each node, and no file. This one has them.
"""

import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy

PEOPLE = [
    *[("M", "41075")] * 3,
    ("F", "41088"),
    *[("F", "41095")] * 3,
    *[("F", "41099")] * 4,
    *[("M", "43102")] * 3,
    *[("F", "43102")] * 4,
    *[("M", "43103")] * 4,
]

SEX = Hierarchy.from_rows({"M": "Person", "F": "Person"})
ZIP = Hierarchy.from_rows({code: [f"{code[:4]}*", f"{code[:2]}***"] for _, code in PEOPLE})

FIGURE_3 = {(0, 0): 10, (1, 0): 7, (0, 1): 4, (1, 1): 4, (0, 2): 3, (1, 2): 0}
"""Violating tuples by node ⟨S, Z⟩."""

TABLE_2 = {
    (0, 1, 2): {(1, 2)},
    (3,): {(0, 2)},
    (4, 5, 6): {(0, 1)},
    (7, 8, 9): {(1, 0), (0, 1)},
    (10, 11): {(0, 0)},
}
"""Minimal nodes by suppression threshold."""


def searched(threshold: int) -> search.Codings:
    data = Microdata(pd.DataFrame(PEOPLE, columns=["sex", "zip"]))
    return search.lattice(data, {"sex": SEX, "zip": ZIP}, k=4, suppress=threshold)


def test_figure_2_the_lattice() -> None:
    lattice = searched(0).lattice
    assert list(lattice.nodes()) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert lattice.coarser((0, 0)) == ((1, 0), (0, 1))
    assert lattice.coarser((1, 1)) == lattice.coarser((0, 2)) == ((1, 2),)
    assert lattice.finer((1, 2)) == ((0, 2), (1, 1))
    assert lattice.coarser((1, 2)) == lattice.finer((0, 0)) == ()


def test_figure_3_violating_tuples() -> None:
    found = searched(0)
    assert {node: found.suppressed(node) for node in found.lattice.nodes()} == FIGURE_3


@pytest.mark.parametrize(
    ("threshold", "minimal"), [(one, nodes) for many, nodes in TABLE_2.items() for one in many]
)
def test_table_2_minimal_generalisations(threshold: int, minimal: set[tuple[int, int]]) -> None:
    assert set(searched(threshold).minimal) == minimal

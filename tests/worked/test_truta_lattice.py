"""Lattice of 001: Figures 2 and 3, and Table 2, the minimal generalisations by suppression threshold.

The paper prints the number of tuples that violate k-anonymity at each node, and no file. This one has them.
"""

import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import LocalRecoding

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


def test_local_recoding_coarsens_only_what_is_rare() -> None:
    """Nobody is left out, and only the three men of 41075 and the woman of 41088 lose their sex."""
    data = Microdata(pd.DataFrame(PEOPLE, columns=["sex", "zip"]))
    masked = LocalRecoding(keys=["sex", "zip"], k=4, hierarchies={"sex": SEX, "zip": ZIP}).mask(data)
    assert masked.data.frame.groupby(["sex", "zip"]).size().to_dict() == {
        ("F", "4109*"): 7,
        ("F", "43102"): 4,
        ("M", "4310*"): 7,
        ("Person", "41***"): 4,
    }
    # Of six codes two begin with 4109, two with 4310, and four with 41; there are two sexes.
    zip_loss, sex_loss = (7 * 1 / 5 + 7 * 1 / 5 + 4 * 3 / 5) / 22, 4 / 22
    kept = masked.figures["granularity_kept"].value
    assert kept == pytest.approx(1 - (zip_loss + sex_loss) / 2)
    # No node of the lattice keeps so much, however many people it leaves out.
    assert kept > 1 - searched(len(PEOPLE) - 1).nodes["loss"].min()

"""Weight matrices to start from, by what they are for."""

from collections.abc import Mapping

from sdcdesk.risk import TRUTA_2004, TRUTA_2006, Structure, WeightMatrix


def _titled(*papers: Mapping[str, WeightMatrix]) -> dict[str, WeightMatrix]:
    return {matrix.title: matrix for paper in papers for matrix in paper.values()}


PRESETS: Mapping[str, Mapping[str, WeightMatrix]] = {
    "For every masking": {
        "All count alike": WeightMatrix.maximal(),
        "Alone in both files": WeightMatrix.minimal(),
        "Groups of up to two": WeightMatrix.unsafe_up_to(2),
        "Groups of up to three": WeightMatrix.unsafe_up_to(3),
        "Half with every further person": WeightMatrix.geometric(0.5),
        "W3, both directions": TRUTA_2004["W3"].both_directions(),
    },
    "For sampling only": _titled(TRUTA_2004),
    "For merging only": {**_titled(TRUTA_2006), "Released groups below three": WeightMatrix.k_anonymity(3)},
}
"""Names and matrices, by what they are for."""

FIRST = "All count alike"
"""The preset that asks nothing of the owner."""


PRINTED: Mapping[Structure, Mapping[str, WeightMatrix]] = {
    "sampling": TRUTA_2004,
    "merging": TRUTA_2006,
    "general": {name: matrix.both_directions() for name, matrix in TRUTA_2004.items()},
}
"""The matrices that the papers print, by the structure that they suit; for both directions those of 2004."""


def presets() -> tuple[WeightMatrix, ...]:
    """Return all presets, and the printed matrices in both directions."""
    offered = (matrix for group in PRESETS.values() for matrix in group.values())
    return (*offered, *PRINTED["general"].values())


def preset(name: str) -> WeightMatrix | None:
    """Return a preset by its name."""
    return next((group[name] for group in PRESETS.values() if name in group), None)

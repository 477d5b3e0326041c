"""Weight matrices to start from, and those that the papers print.

Two papers name their matrices W1, W2 and W3, and mean different ones: Truta, Fotouhi and Barth-Jones,
*Disclosure Risk Measures for the Sampling Disclosure Control Method* (SAC 2004), and *Global Disclosure Risk
Measures and k-Anonymity Property for Microdata* (Acta Universitatis Apulensis 11, 2006).
"""

from collections.abc import Mapping

from sdcdesk.risk.weights.admissibility import Structure
from sdcdesk.risk.weights.matrix import WeightMatrix


def _printed(
    paper: str,
    structure: Structure,
    blocks: Mapping[str, tuple[tuple[float, ...], ...]],
    tails: Mapping[str, float],
    notes: Mapping[str, str],
) -> dict[str, WeightMatrix]:
    return {
        name: WeightMatrix(
            structure=structure,
            block=block,
            tail=tails.get(name, 0.0),
            title=f"{name}, {paper}",
            note=notes[name],
        )
        for name, block in blocks.items()
    }


TRUTA_2004: Mapping[str, WeightMatrix] = _printed(
    "Truta 2004",
    "sampling",
    {
        "W1": ((10,),),
        "W2": ((0.4,),),
        "W3": ((6, 2), (0, 2)),
        "W4": ((3, 1, 0), (0, 3, 0), (0, 0, 3)),
    },
    {"W2": 1.0},
    {
        "W1": "Only records unique in both files count: DR_min.",
        "W2": "All count alike: DR_max. The weight in print sums to 16 and not to n = 10 (1/4 would); the "
        "risk is the same.",
        "W3": "Records that were alone or one of two count, the latter a third.",
        "W4": "Groups of up to three that were released whole count fully.",
    },
)
"""W1…W4 of Truta 2004, section 2; structure sampling."""

TRUTA_2006: Mapping[str, WeightMatrix] = _printed(
    "Truta 2006",
    "merging",
    {"W1": ((8,),), "W2": ((2 / 7,),), "W3": ((4, 0), (2, 2))},
    {"W2": 1.0},
    {
        "W1": "Only records unique in both files count: DR_min.",
        "W2": "All count alike: DR_max. The weight in print sums to 72/7 and not to n = 8 (2/9 would); the "
        "risk is the same.",
        "W3": "Records released alone or one of two count, the latter half.",
    },
)
"""W1…W3 of Truta 2006, section 4; structure merging."""


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
"""Matrices to start from, by what they are for, then by name."""

FIRST = "All count alike"
"""The preset that asks nothing of the owner."""

PRINTED: Mapping[Structure, Mapping[str, WeightMatrix]] = {
    "sampling": TRUTA_2004,
    "merging": TRUTA_2006,
    "general": {name: matrix.both_directions() for name, matrix in TRUTA_2004.items()},
}
"""The matrices that the papers print, by the structure that they suit; for both directions those of 2004."""


def preset(name: str) -> WeightMatrix | None:
    """Return a preset by its name; None: there is none.

    Parameters
    ----------
    name
        As in `PRESETS`.

    Returns
    -------
    WeightMatrix or None
        With title and note.
    """
    return next((group[name] for group in PRESETS.values() if name in group), None)


OWN = "own, from "
"""What stands before the name of a preset in the title of weights that were one, and were edited."""


def truly_titled(matrix: WeightMatrix, before: WeightMatrix | None = None) -> WeightMatrix:
    """Return a matrix whose title is true: weights that are no longer what it says tell where they came from.

    Parameters
    ----------
    matrix
        The weights.
    before
        The weights before an edit, with their title; None: they are as they were found.

    Returns
    -------
    WeightMatrix
        The same matrix where its title is true; else with the title "own, from W3, Truta 2004", and without
        the note of a preset. Weights that are those of a preset again get its words back.
    """
    named = matrix.title.removeprefix(OWN)
    offered = _OFFERED.get(named, ())
    same = next((preset for preset in offered if _same_weights(matrix, preset)), None)
    if same is not None:
        return matrix if matrix.title == named else matrix.changed(title=named, note=matrix.note or same.note)
    edited = before is not None and before.title == matrix.title and not _same_weights(matrix, before)
    if not (named and (offered or edited)):
        return matrix
    note = "" if any(matrix.note == preset.note for preset in offered) else matrix.note
    return matrix.changed(title=f"{OWN}{named}", note=note)


def true_name(name: str, matrix: WeightMatrix) -> str:
    """Return the name of a matrix in a project, which is that of a preset only while it has its weights.

    Parameters
    ----------
    name
        Its name.
    matrix
        Its weights.

    Returns
    -------
    str
        The same name, unless a preset has it and other weights.
    """
    named = name.removeprefix(OWN)
    offered = _OFFERED.get(named)
    if offered is None:
        return name
    return named if any(_same_weights(matrix, preset) for preset in offered) else f"{OWN}{named}"


def _same_weights(one: WeightMatrix, other: WeightMatrix) -> bool:
    """Return whether two matrices weigh all groups alike, however large their blocks are."""
    size = max(one.size, other.size)
    first, second = (each.enlarged(size).changed(title="", note="") for each in (one, other))
    return first == second


def _offered() -> dict[str, list[WeightMatrix]]:
    """Return the matrices that have a name or title that is offered."""
    named = [pair for group in PRESETS.values() for pair in group.items()]
    structures: tuple[Structure, ...] = ("sampling", "merging", "general")
    alike = [
        make(structure) for make in (WeightMatrix.maximal, WeightMatrix.minimal) for structure in structures
    ]
    presets = [matrix for _, matrix in named]
    titled = (*presets, *alike, *(matrix.both_directions() for matrix in presets))
    found: dict[str, list[WeightMatrix]] = {}
    for name, matrix in (*named, *((matrix.title, matrix) for matrix in titled)):
        found.setdefault(name, []).append(matrix)
    return found


_OFFERED = _offered()

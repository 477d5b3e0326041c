"""Weights in the report: every matrix that a scenario uses, under a true name and in full."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdcdesk.core.text.number_text import count_text, number_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.release.release_check import Release
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.presets import true_name, truly_titled

ACROSS = 12
"""Columns that a page has room for; further ones follow below."""

LARGEST = 50
"""Rows and columns of the largest matrix that is printed; the figures (JSON) hold every one."""

Panel = tuple[Sequence[str], Sequence[tuple[str, Sequence[str]]]]
"""Sizes in the original, and for each size as released its weights."""


@dataclass(frozen=True, slots=True)
class MatrixText:
    """A weight matrix in words.

    Attributes
    ----------
    name, about, users
        What it is called, what else is to know of it, and the scenarios that use it.
    panels
        Its weights.
    """

    name: str
    about: str
    users: str
    panels: tuple[Panel, ...]


def matrix_name(name: str, matrix: WeightMatrix) -> str:
    """Return what a matrix is called in documents: its name, and its title where that says more.

    Parameters
    ----------
    name
        Its name in the project.
    matrix
        The weights.

    Returns
    -------
    str
        "Ours (own, from W3, Truta 2004)".
    """
    true, title = true_name(name, matrix), truly_titled(matrix).title
    return printable(true if title in ("", true) else f"{true} ({title})")


def matrix_texts(release: Release) -> list[MatrixText]:
    """Return the matrices that scenarios use.

    Parameters
    ----------
    release
        The release check of the masked file.

    Returns
    -------
    list[MatrixText]
        In the order of their first use.
    """
    using: dict[str, list[str]] = {}
    for checked in release.scenarios:
        using.setdefault(checked.scenario.weights, []).append(checked.scenario.name)
    return [
        _text(name, release.project.weights[name], printable(", ".join(scenarios)))
        for name, scenarios in using.items()
    ]


def _text(name: str, matrix: WeightMatrix, users: str) -> MatrixText:
    about = sentence(
        "Structure {structure}; larger groups count {tail} times as much with every further person.",
        structure=matrix.structure,
        tail=float(matrix.tail),
    )
    notes = [about, truly_titled(matrix).note]
    if matrix.size > LARGEST:
        notes.append(sentence("{n} rows and columns; the figures (JSON) hold them.", n=matrix.size))
    return MatrixText(
        matrix_name(name, matrix), printable(joined([n for n in notes if n], " ")), users, _panels(matrix)
    )


def _panels(matrix: WeightMatrix) -> tuple[Panel, ...]:
    if matrix.size > LARGEST:
        return ()
    starts = range(0, matrix.size, ACROSS)
    return tuple(
        (
            [count_text(size + 1) for size in range(start, min(start + ACROSS, matrix.size))],
            [
                (count_text(place), [number_text(weight) for weight in row[start : start + ACROSS]])
                for place, row in enumerate(matrix.block, start=1)
            ],
        )
        for start in starts
    )

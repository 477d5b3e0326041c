"""Matrices of weights: what happens at each keystroke, by the number of their rows."""

from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
from scipy.optimize import isotonic_regression

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.risk import DisclosureRisk, Structure, WeightMatrix
from sdcdesk.risk.disclosure.breakdown import classified
from sdcdesk.risk.disclosure.reweighing import Reweighing
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.matrix_files import from_csv, to_csv
from sdcdesk.risk.weights.repair import repaired
from tests.bench.work import SIZES, Way, Work

ROWS = (10, 20, 50)
CATEGORIES = {"age": 100, "sex": 2, "zip": 50, "job": 12}
DIGITS = 1200
TOLERANCE = 1e-7
OF_BLOCK = 50
"""Rows of the weights of many records."""

Asked = tuple[Reweighing, Assessment, WeightMatrix]


def typed(rows: int, structure: Structure) -> WeightMatrix:
    """Return sensible weights, all different, with one typing error."""
    i, j = np.ogrid[1 : rows + 1, 1 : rows + 1]
    block = 0.95 ** (np.maximum(i, j) - 1) * (1 + (i - j) / 1e4 * (i < j))
    block[rows // 5, rows // 3] = 3.0
    return _weights(block, structure)


def noise(rows: int, structure: Structure) -> WeightMatrix:
    """Return weights without any order."""
    return _weights(np.random.default_rng(1).random((rows, rows)), structure)


def _weights(block: np.ndarray, structure: Structure) -> WeightMatrix:
    block = block if structure == "general" else np.triu(block)
    return WeightMatrix(structure=structure, block=block.tolist(), tail=0.5)


def _projected(matrix: WeightMatrix) -> np.ndarray:
    """Repair by Dykstra's algorithm, until a sweep changes less than the tolerance."""
    block = matrix.array
    rows, columns = np.triu_indices(len(block))
    families = []
    for chain in (columns - rows, columns):
        order = np.lexsort((rows if chain is not columns else -rows, chain))
        families.append((order, chain[order] * (2 * np.abs(block).max() + 1)))
    weights, corrections = block[rows, columns], [np.zeros(len(rows)) for _ in families]
    moved = np.inf
    while moved > TOLERANCE:
        before = weights
        for at, (order, apart) in enumerate(families):
            asked = weights + corrections[at]
            weights = np.empty_like(asked)
            weights[order] = isotonic_regression(asked[order] - apart, increasing=False).x + apart
            corrections[at] = asked - weights
        moved = np.abs(weights - before).max()
    found = np.zeros_like(block)
    found[rows, columns] = np.maximum(weights, 0)
    return found


def _is_near(ours: WeightMatrix, theirs: np.ndarray) -> bool:
    return bool(np.allclose(ours.array, theirs, atol=1e-3))


@cache
def _assessed(records: int) -> Assessment:
    """Return records in groups of all sizes, of which a part is released."""
    rng = np.random.default_rng(8)
    frame = {name: (size * rng.random(records) ** 3).astype(np.int64) for name, size in CATEGORIES.items()}
    data = Microdata(pd.DataFrame(frame))
    sample = data.take(np.flatnonzero(rng.random(records) < 0.6))
    return DisclosureRisk(keys=list(CATEGORIES)).assess(data, sample)


def _asked(records: int) -> Asked:
    """Return 2,500 different weights that follow the rules, not yet asked about."""
    i, j = np.ogrid[1 : OF_BLOCK + 1, 1 : OF_BLOCK + 1]
    place = 2 * OF_BLOCK * np.maximum(i, j) + np.where(i >= j, j, OF_BLOCK + j - i)
    weights = WeightMatrix(structure="general", block=(0.9999**place).tolist(), tail=0.9)
    return Reweighing(_assessed(records)), _assessed(records), weights


def _cell_by_cell(asked: Asked) -> float:
    """Return the risk by a loop over the cells with one long number each."""
    _, assessment, weights = asked
    matrix = classified(assessment)
    weights.require_admissible()
    matrix.require_fit(weights)
    total = 0
    over_first, under_first = weights.first.as_integer_ratio()
    values = weights.at(matrix.i, matrix.j).tolist()
    for count, size, weight in zip(matrix.counts.tolist(), matrix.larger.tolist(), values, strict=True):
        over, under = weight.as_integer_ratio()
        total += (count * over * under_first << DIGITS) // (size * under * over_first)
    return float(Fraction(total, 1 << DIGITS) / matrix.n)


def _repair(kind: str, structure: Structure, *peers: Way) -> Work:
    make = typed if kind == "a typing error" else noise
    ours = Way("SDCDesk", lambda rows: make(rows, structure), repaired)
    return Work(f"repair of {kind} in {structure} weights, by rows", ours, peers, sizes=ROWS)


WORKS = (
    _repair("a typing error", "general"),
    _repair(
        "a typing error",
        "sampling",
        Way(
            "scipy, alternating projections",
            lambda rows: typed(rows, "sampling"),
            _projected,
            agrees=_is_near,
        ),
    ),
    _repair("noise", "general"),
    _repair(
        "noise",
        "sampling",
        Way(
            "scipy, alternating projections",
            lambda rows: noise(rows, "sampling"),
            _projected,
            agrees=_is_near,
        ),
    ),
    *(
        Work(
            f"one of the {structure} weights pushed, by rows",
            Way(
                "SDCDesk",
                lambda rows, structure=structure: repaired(noise(rows, structure)),
                lambda matrix: constrained_edit(matrix, 3, 6, 0.9),
            ),
            sizes=ROWS,
        )
        for structure in ("general", "sampling")
    ),
    Work(
        "one weight pushed in a large block, by rows",
        Way(
            "SDCDesk",
            lambda rows: WeightMatrix.geometric(0.999).enlarged(rows),
            lambda matrix: constrained_edit(matrix, 3, 6, 0.5),
        ),
        sizes=(100, 300, 1000),
    ),
    Work(
        "every rule that noise breaks, by rows",
        Way("SDCDesk", lambda rows: noise(rows, "general"), lambda matrix: matrix.violations()),
        sizes=ROWS,
    ),
    Work(
        "weights to CSV and back, by rows",
        Way(
            "SDCDesk",
            lambda rows: noise(rows, "general"),
            lambda matrix: from_csv(to_csv(matrix), "W.csv"),
        ),
        sizes=ROWS,
    ),
    Work(
        "weighted risk with 50 × 50 other weights",
        Way("SDCDesk", _asked, lambda asked: asked[0].risk(asked[2])),
        (Way("a loop over the cells", _asked, _cell_by_cell, agrees=lambda ours, theirs: ours == theirs),),
        sizes=SIZES,
    ),
)

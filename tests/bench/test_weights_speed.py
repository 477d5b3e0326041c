"""Weights of groups up to 50: what happens at each keystroke, beside the obvious ways to compute it."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.optimize import isotonic_regression

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.risk import DisclosureRisk, Structure, WeightMatrix
from sdcdesk.risk.disclosure.breakdown import classified
from sdcdesk.risk.disclosure.reweighing import Reweighing
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.matrix_files import from_csv, to_csv
from sdcdesk.risk.weights.repair import repaired

SIZE = 50
RECORDS = 1_000_000
CATEGORIES = {"age": 100, "sex": 2, "zip": 50, "job": 12}
DIGITS = 1200
TOLERANCE = 1e-7


def typed(structure: Structure) -> WeightMatrix:
    """Sensible weights, all different, with one typing error."""
    i, j = np.ogrid[1 : SIZE + 1, 1 : SIZE + 1]
    block = 0.95 ** (np.maximum(i, j) - 1) * (1 + (i - j) / 1e4 * (i < j))
    block[9, 19] = 3.0
    matrix = WeightMatrix(structure=structure, block=block.tolist(), tail=0.5)
    return matrix if structure == "general" else matrix.changed(block=np.triu(block).tolist())


def noise(structure: Structure) -> WeightMatrix:
    """Weights without any order."""
    block = np.random.default_rng(1).random((SIZE, SIZE))
    block = block if structure == "general" else np.triu(block)
    return WeightMatrix(structure=structure, block=block.tolist(), tail=0.5)


def alternating_projections(block: np.ndarray) -> np.ndarray:
    """Dykstra's algorithm for the structure sampling, until a sweep changes less than the tolerance."""
    rows, columns = np.triu_indices(SIZE)
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


@pytest.mark.benchmark(group="repair 50 x 50")
@pytest.mark.parametrize("structure", ["sampling", "general"])
@pytest.mark.parametrize("kind", [typed, noise])
def test_repair(benchmark: BenchmarkFixture, structure: Structure, kind: object) -> None:
    matrix = kind(structure)
    assert benchmark(repaired, matrix).admissible


@pytest.mark.benchmark(group="repair 50 x 50")
@pytest.mark.parametrize("kind", [typed, noise])
def test_repair_by_alternating_projections(benchmark: BenchmarkFixture, kind: object) -> None:
    matrix = kind("sampling")
    found = benchmark.pedantic(alternating_projections, (matrix.array,), rounds=3)
    np.testing.assert_allclose(found, repaired(matrix).array, atol=1e-3)


@pytest.mark.benchmark(group="push 50 x 50")
@pytest.mark.parametrize("structure", ["sampling", "general"])
def test_push(benchmark: BenchmarkFixture, structure: Structure) -> None:
    matrix = repaired(noise(structure))
    assert benchmark(constrained_edit, matrix, 10, 20, 0.9).moved


@pytest.mark.benchmark(group="push 1000 x 1000")
def test_push_in_the_largest_block(benchmark: BenchmarkFixture) -> None:
    matrix = WeightMatrix.geometric(0.999).enlarged(1000)
    benchmark.pedantic(constrained_edit, (matrix, 10, 20, 0.5), rounds=3)


@pytest.mark.benchmark(group="rules 50 x 50")
def test_whether_the_rules_hold(benchmark: BenchmarkFixture) -> None:
    matrix = repaired(noise("general"))
    assert benchmark(lambda: matrix.admissible)


@pytest.mark.benchmark(group="rules 50 x 50")
def test_every_rule_that_noise_breaks(benchmark: BenchmarkFixture) -> None:
    matrix = noise("general")
    assert benchmark(matrix.violations)


@pytest.mark.benchmark(group="file 50 x 50")
def test_there_and_back(benchmark: BenchmarkFixture) -> None:
    matrix = noise("general")
    assert benchmark(lambda: from_csv(to_csv(matrix), "W.csv")) == matrix


@pytest.fixture(scope="module")
def assessed() -> Assessment:
    """A million records in groups of all sizes, of which a part is released."""
    rng = np.random.default_rng(8)
    frame = {name: (size * rng.random(RECORDS) ** 3).astype(np.int64) for name, size in CATEGORIES.items()}
    data = Microdata(pd.DataFrame(frame))
    sample = data.take(np.flatnonzero(rng.random(RECORDS) < 0.6))
    return DisclosureRisk(keys=list(CATEGORIES)).assess(data, sample)


def falling_apart() -> WeightMatrix:
    """2,500 different weights that follow the rules."""
    i, j = np.ogrid[1 : SIZE + 1, 1 : SIZE + 1]
    place = 2 * SIZE * np.maximum(i, j) + np.where(i >= j, j, SIZE + j - i)
    return WeightMatrix(structure="general", block=(0.9999**place).tolist(), tail=0.9)


@pytest.mark.benchmark(group="DR_W, 50 x 50 weights, 1M records")
def test_weighted_risk(benchmark: BenchmarkFixture, assessed: Assessment) -> None:
    reweighing = Reweighing(assessed)
    benchmark.extra_info["cells"] = len(classified(assessed).i)
    # Other weights each time, for the last ones are remembered.
    found = benchmark.pedantic(reweighing.risk, setup=lambda: ((falling_apart(),), {}), rounds=50)
    assert found == cell_by_cell(assessed, falling_apart())


@pytest.mark.benchmark(group="DR_W, 50 x 50 weights, 1M records")
def test_weighted_risk_cell_by_cell(benchmark: BenchmarkFixture, assessed: Assessment) -> None:
    benchmark(cell_by_cell, assessed, falling_apart())


def cell_by_cell(assessment: Assessment, weights: WeightMatrix) -> float:
    """A loop over the cells with one long number each."""
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

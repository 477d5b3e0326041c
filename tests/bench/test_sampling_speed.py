"""Expected risks of samples of a million records, beside drawing them and beside probabilities of scipy."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy import stats

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.kernels.hypergeometric import hypergeometric, spans
from sdcdesk.risk import ClassificationMatrix, SamplingRisk, WeightMatrix, compare
from sdcdesk.risk.sampling import deviations, expected, largest

RECORDS = 1_000_000
CATEGORIES = {"age": 100, "sex": 2, "race": 5, "zip": 50, "job": 12}
FACTORS = np.arange(1, 101)

BLOCK = [[0.8**j / (1 + j - i) if j >= i else 0.8 ** ((i + j) / 2) for j in range(10)] for i in range(10)]
WEIGHTS = WeightMatrix(structure="general", block=BLOCK, tail=1.0)


@pytest.fixture(scope="module")
def data() -> Microdata:
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(
        {name: (size * rng.random(RECORDS) ** 3).astype(np.int64) for name, size in CATEGORIES.items()}
    )
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in CATEGORIES])


@pytest.fixture(scope="module")
def banded(data: Microdata) -> Microdata:
    return data.recode("age", lambda ages: ages // 10 * 10)


@pytest.fixture(scope="module")
def every_size() -> ClassificationMatrix:
    """A group of each size up to 1,413: as many sizes as a million records can have."""
    sizes = np.arange(1, 1414)
    records = np.repeat(sizes, sizes)
    return ClassificationMatrix.from_sizes(records, records, len(records))


@pytest.fixture(scope="module")
def merged(data: Microdata, banded: Microdata) -> ClassificationMatrix:
    return compare(data, banded, list(CATEGORIES), "category").matrix


def sizes_of_samples(matrix: ClassificationMatrix) -> np.ndarray:
    return FACTORS * matrix.t // 100


@pytest.mark.benchmark(group="100 sampling factors, 1,413 group sizes, sampling alone")
@pytest.mark.parametrize(
    "weights", [WeightMatrix.maximal(), WEIGHTS, WEIGHTS.changed(tail=0.9)], ids=["max", "W", "q"]
)
def test_sampling_alone(
    benchmark: BenchmarkFixture, every_size: ClassificationMatrix, weights: WeightMatrix
) -> None:
    benchmark(expected, every_size, weights, sizes_of_samples(every_size))


@pytest.mark.benchmark(group="100 sampling factors, a million records merged before")
def test_after_merging(benchmark: BenchmarkFixture, merged: ClassificationMatrix) -> None:
    benchmark.pedantic(expected, (merged, WEIGHTS, sizes_of_samples(merged)), rounds=3)


@pytest.mark.benchmark(group="largest sample, a million records merged before")
@pytest.mark.parametrize("risk", ["dr_min", "dr_weighted", "dr_max"])
def test_largest_sample(benchmark: BenchmarkFixture, merged: ClassificationMatrix, risk: str) -> None:
    end = expected(merged, WEIGHTS, [merged.t])
    limit = {"dr_min": end.dr_min, "dr_weighted": end.dr_weighted, "dr_max": end.dr_max}[risk][0] * 0.99
    benchmark.pedantic(largest, (merged, WEIGHTS, risk, float(limit)), rounds=3)


@pytest.mark.benchmark(group="deviations for 20 factors, a million records merged before")
def test_deviations(benchmark: BenchmarkFixture, data: Microdata, banded: Microdata) -> None:
    compared = compare(data, banded, list(CATEGORIES), "category")
    drawn = [RECORDS * percentage // 100 for percentage in range(5, 101, 5)]
    benchmark.pedantic(
        deviations, (compared.matrix, compared.each.groups, compared.each.before, drawn), rounds=3
    )


@pytest.mark.benchmark(group="20 factors, a million records merged before")
@pytest.mark.parametrize("replicates", [0, 1])
def test_measure_without_and_with_one_replicate(
    benchmark: BenchmarkFixture, data: Microdata, banded: Microdata, replicates: int
) -> None:
    measure = SamplingRisk(weights=WEIGHTS, replicates=replicates)
    benchmark.pedantic(measure.assess, (data, banded), rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="probabilities of 1,413 group sizes, one factor")
@pytest.mark.parametrize("by", ["ratios", "scipy"])
def test_probabilities(benchmark: BenchmarkFixture, by: str) -> None:
    sizes = np.arange(1, 1414)
    n = int(sizes.sum())
    where = spans(n, sizes, n // 2)

    def ratios() -> None:
        for part in where.parts():
            hypergeometric(n, sizes[part], n // 2, where.take(part))

    def scipy() -> None:
        for part in where.parts():
            chosen = where.take(part)
            x = chosen.start[:, None] + np.arange(chosen.width)
            stats.hypergeom.pmf(x, n, sizes[part, None], n // 2)

    ways: dict[str, Callable[[], None]] = {"ratios": ratios, "scipy": scipy}
    benchmark.pedantic(ways[by], rounds=3)

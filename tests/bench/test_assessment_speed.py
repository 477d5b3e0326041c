"""The whole of an assessment on a million records: before, after, and the loss."""

from contextlib import suppress

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import DataError
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import Microaggregation, Recoding, SimpleRandomSampling


def fitting(data: Microdata) -> list[Measure]:
    """Return the measures that need nothing but what these data have: no population file, no weights."""
    few = Microdata(data.frame.iloc[:100], data.variables)
    found = []
    for measure in MEASURES:
        with suppress(DataError):
            measure().assess(few, few)
            found.append(measure())
    return found


@pytest.fixture(scope="module")
def masked(million_records: Microdata) -> Microdata:
    sample = SimpleRandomSampling(percentage=80.0).apply(million_records, seed=1)
    banded = Recoding(variable="k0", how="width", width=10.0).apply(sample)
    return Microaggregation(variables=["income"], k=3).apply(banded)


@pytest.mark.benchmark(group="all measures, 1M x 10")
def test_all_measures(benchmark: BenchmarkFixture, million_records: Microdata, masked: Microdata) -> None:
    measures = fitting(million_records)
    benchmark.pedantic(
        lambda: [measure.assess(million_records, masked) for measure in measures], rounds=3, warmup_rounds=1
    )


@pytest.mark.benchmark(group="all measures, 1M x 10")
def test_all_measures_without_cached_codes(
    benchmark: BenchmarkFixture, million_records: Microdata, masked: Microdata
) -> None:
    measures = fitting(million_records)

    def fresh() -> None:
        original = Microdata(million_records.frame, million_records.variables)
        for measure in measures:
            measure.assess(original, masked)

    benchmark.pedantic(fresh, rounds=3)

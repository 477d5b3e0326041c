"""Counts below the threshold do not follow from the numbers that are added up from them.

Who knows that 8 records are in groups of one or two solves how many are alone by any number that weighs the
two otherwise: DR_max, a point of a curve, an estimate for the population, or how many rows are left out.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.risk import (
    AttackerRisks,
    CensusUniqueness,
    DisclosureRisk,
    DistanceLinkage,
    IndividualRisk,
    KAnonymity,
    KByCombination,
    PopulationUniques,
    SamplingRisk,
    Suda,
    WeightedAnonymity,
)

THRESHOLD = 10
HIDDEN = 8

SPLITS = [(alone, (HIDDEN - alone) // 2) for alone in (2, 4, 6)]
"""Records alone, and pairs: 8 records in each."""


def file(alone: int, pairs: int) -> Microdata:
    ages = [*range(1000, 1000 + alone), *[age for age in range(2000, 2000 + pairs) for _ in range(2)]]
    ages += [1] * 400 + [2] * 300
    draw = np.random.default_rng(1)
    frame = pd.DataFrame({"age": ages, "income": draw.normal(100, 10, len(ages)), "weight": 3.0})
    return Microdata(
        frame,
        [
            Variable(name="age", role=Role.KEY),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
            Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
        ],
    )


COUNTING: list[Measure] = [
    DisclosureRisk(k=3),
    DisclosureRisk(missing="wildcard"),
    KAnonymity(k=3),
    KByCombination(sizes=[30, 9, 3]),
    SamplingRisk(factors=[1, 5, 50, 90], limit_maximal=0.01, replicates=2, seed=3),
    AttackerRisks(),
    IndividualRisk(weight="weight"),
    WeightedAnonymity(weight="weight"),
    PopulationUniques(population_size=5000),
    Suda(sampling_fraction=0.1),
    CensusUniqueness(),
    DistanceLinkage(),
]


def numbers(found: Assessment) -> Iterator[tuple[str, float]]:
    """All numbers that a document tells, by a name that is the same in documents of other files."""
    for name, figure in found.figures.items():
        for place, one in enumerate([figure.quantity, *(row for _, row in figure.computation)]):
            if isinstance(one, Quantity) and one.value is not None:
                yield f"{name} {place}", one.value
    for name, table in found.tables.items():
        for column in table.columns:
            if column.role != "key" and column.unit is not None:
                for place, one in enumerate(table.quantities(column)):
                    if one.value is not None:
                        yield f"{name} {column.name} {place}", one.value


def telling(measure: Measure, edition: Edition) -> set[str]:
    """Names of the numbers, and of texts, that tell apart files which differ in what is hidden alone."""
    told = [withheld(measure.assess(data, data), edition) for data in (file(*split) for split in SPLITS)]
    values = [dict(numbers(one)) for one in told]
    apart = {
        name
        for name in set().union(*values)
        # Of two neighbouring steps of rounding nothing follows: all three files would have to be told apart.
        if len({each.get(name) for each in values}) == len(values) or any(name not in each for each in values)
    }
    words = {
        "\n".join(str(text) for part in one.sections for text in (part.about, *(n.text for n in part.notes)))
        for one in told
    }
    return apart | ({"words"} if len(words) > 1 else set())


@pytest.mark.parametrize("measure", COUNTING, ids=lambda measure: measure.name)
def test_files_that_differ_in_small_counts_alone_look_alike(measure: Measure) -> None:
    assert telling(measure, Edition(threshold=THRESHOLD)) == set()


@pytest.mark.parametrize("measure", COUNTING, ids=lambda measure: measure.name)
def test_without_a_threshold_they_do_not(measure: Measure) -> None:
    assert telling(measure, Edition())

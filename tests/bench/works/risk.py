"""Measures of risk in harder cases: many keys, skewed groups, areas, blanks that match every value."""

from functools import cache

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.risk import (
    AttributeDisclosure,
    CensusUniqueness,
    DisclosureRisk,
    IndividualRisk,
    Inference,
    IntervalDisclosure,
    KeyFinder,
    LDiversity,
    Linkability,
    LogLinearRisk,
    PopulationUniques,
    SamplingRisk,
    SinglingOut,
    Suda,
    TCloseness,
)
from tests.bench.work import Way, Work

CATEGORIES = {"age": 100, "sex": 2, "race": 5, "zip": 50, "job": 12, "school": 9, "family": 7, "land": 20}
KEYS = tuple(CATEGORIES)
SIX = KEYS[:6]
FEW = ("sex", "race", "job", "school")
UP_TO = (10_000, 100_000)
"""Sizes of what takes minutes with a million records."""

Files = tuple[Microdata, Microdata]


@cache
def _skewed(records: int) -> pd.DataFrame:
    """Return people of whom groups of all sizes have the same keys."""
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(
        {name: (size * rng.random(records) ** 3).astype(np.int64) for name, size in CATEGORIES.items()}
    )
    return frame.assign(
        illness=(20 * rng.random(records) ** 2).astype(np.int64),
        income=rng.lognormal(10, 1, records),
        savings=rng.normal(0, 1e4, records),
        weight=rng.uniform(1, 200, records),
        home=rng.permutation(records) // 3,
        ward=rng.integers(0, max(records // 100, 1), records),
    )


def _coded(frame: pd.DataFrame) -> Microdata:
    roles = dict.fromkeys(KEYS, Role.KEY) | {"illness": Role.CONFIDENTIAL, "weight": Role.WEIGHT}
    numbers = ("income", "savings", "weight")
    data = Microdata(frame).describe(
        *(
            Variable(
                name=name,
                role=roles.get(name, Role.OTHER),
                scale=Scale.CONTINUOUS if name in numbers else Scale.NOMINAL,
            )
            for name in frame
        )
    )
    for name in data.names:
        data.coding(name)
    return data


def _alone(records: int) -> Files:
    data = _coded(_skewed(records))
    return data, data


def _blanked(records: int) -> Files:
    """Return the same, one in a hundred values of three keys missing."""
    rng = np.random.default_rng(9)
    frame = _skewed(records).copy()
    for name in ("age", "zip", "job"):
        frame[name] = frame[name].astype("Int64").where(rng.random(records) > 0.01)
    data = _coded(frame)
    return data, data


def _masked(records: int) -> Files:
    """Return an original, and half of its records with ages in bands and incomes with noise."""
    data = _coded(_skewed(records))
    rng = np.random.default_rng(9)
    masked = data.recode("age", lambda ages: ages // 10 * 10).take(np.arange(0, records, 2))
    noisy = {name: masked.column(name) * rng.lognormal(0, 0.1, len(masked)) for name in ("income", "savings")}
    return data, masked.assign(noisy)


def _wide(records: int) -> Files:
    """Return forty variables that may be keys."""
    rng = np.random.default_rng(1)
    sizes = (90, 2, 5, 40, 4, 7, 3, 12)
    data = Microdata(pd.DataFrame({f"v{at}": rng.integers(0, sizes[at % 8], records) for at in range(40)}))
    for name in data.names:
        data.coding(name)
    return data, data


def _work(
    name: str, measure: Measure, given: object, *peers: Way, sizes: tuple[int, ...] | None = None
) -> Work:
    ours = Way("SDCDesk", given, lambda files: measure.assess(*files))  # type: ignore[arg-type]
    return Work(name, ours, peers, sizes=sizes) if sizes else Work(name, ours, peers)


def _pandas(name: str, *keys: str) -> Way:
    return Way(name, _skewed, lambda frame: frame.groupby(list(keys), sort=False)["age"].transform("size"))


WORKS = (
    _work(
        "disclosure risk, 8 skewed keys",
        DisclosureRisk(),
        _masked,
        _pandas("pandas, groupby and transform", *KEYS),
    ),
    _work(
        "disclosure risk, blanks match every value", DisclosureRisk(keys=SIX, missing="wildcard"), _blanked
    ),
    *(
        _work(f"{kind.title} of few values, 6 keys", kind(keys=SIX, variables=["illness"]), _alone)
        for kind in (LDiversity, TCloseness, AttributeDisclosure)
    ),
    *(
        _work(f"{kind.title} of amounts, 6 keys", kind(keys=SIX, variables=["income"]), _alone)
        for kind in (LDiversity, TCloseness, AttributeDisclosure)
    ),
    _work(
        "l-diversity, blanks match every value",
        LDiversity(keys=SIX, variables=["illness"], missing="wildcard"),
        _blanked,
        sizes=UP_TO,
    ),
    _work("individual risk, 8 keys", IndividualRisk(), _alone),
    _work("individual risk of households", IndividualRisk(household="home"), _alone),
    _work(
        "individual risk, blanks match every value",
        IndividualRisk(keys=KEYS[:4], missing="wildcard"),
        _blanked,
    ),
    _work("population uniques, 8 keys", PopulationUniques(population_size=50_000_000), _alone),
    _work(
        "log-linear risk, main effects of 4 keys",
        LogLinearRisk(keys=FEW, population_size=50_000_000, model="main"),
        _alone,
    ),
    _work(
        "log-linear risk, pairs of 4 keys",
        LogLinearRisk(keys=FEW, population_size=50_000_000, model="two_way"),
        _alone,
    ),
    _work("special uniques of up to 3 of 8 keys", Suda(largest=3), _alone, sizes=UP_TO),
    _work("special uniques of all sizes, 8 keys", Suda(largest=8), _alone, sizes=UP_TO),
    _work("keys among 40 variables, up to 2 together", KeyFinder(largest=2), _wide),
    _work("keys among 40 variables, up to 3 together", KeyFinder(largest=3), _wide, sizes=UP_TO),
    _work(
        "census uniqueness in areas of a hundred",
        CensusUniqueness(keys=KEYS[:5], area="ward"),
        _alone,
        _pandas("pandas, groupby and transform", *KEYS[:5], "ward"),
    ),
    _work("risk by sampling, one replicate", SamplingRisk(keys=KEYS[:5], replicates=1), _masked),
    _work(
        "singling out by 3 variables, 2,000 guesses",
        SinglingOut(keys=[*KEYS[:3], "income"], together=3),
        _masked,
    ),
    _work("linkability of 7 splits", Linkability(keys=[*KEYS[:3], "income"]), _masked, sizes=UP_TO),
    _work("inference, 2,000 guesses", Inference(keys=[*KEYS[:3], "income"]), _masked),
    _work(
        "intervals of ranks, 2 amounts",
        IntervalDisclosure(variables=["income", "savings"]),
        _masked,
        Way(
            "pandas, rank of both files",
            _masked,
            lambda files: [file.frame[["income", "savings"]].rank() for file in files],
        ),
    ),
)

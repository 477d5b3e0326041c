"""Measures of risk in harder cases: many keys, skewed groups, areas, blanks that match every value."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pandas as pd
from scipy.special import hyp2f1

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
    ThreeCriteria,
)
from tests.bench.work import SIZES, YARDSTICK, Way, Work
from tests.bench.works.agreement import figure
from tests.bench.works.pycanon_peer import of_pycanon

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


def _illness_as_text(records: int) -> pd.DataFrame:
    """Return people for pycanon, which takes numbers for ordered."""
    frame = _skewed(records)
    return frame.assign(illness=frame["illness"].astype(str))


def _work(
    name: str,
    measure: Measure,
    given: Callable[[int], Files],
    *peers: Way,
    least: Way = YARDSTICK,
    sizes: tuple[int, ...] = SIZES,
) -> Work:
    return Work(name, Way("SDCDesk", given, lambda files: measure.assess(*files)), peers, least, sizes)


def _sizes(*keys: str) -> Callable[[pd.DataFrame], pd.Series]:
    return lambda frame: frame.groupby(list(keys), sort=False)["age"].transform("size")


def _expected(frame: pd.DataFrame) -> float:
    """Return the sum of the individual risks, after Benedetti and Franconi, by the textbook."""
    groups = frame.groupby(list(KEYS), sort=False)["weight"].agg(["size", "sum"])
    f, p = groups["size"].to_numpy(), (groups["size"] / groups["sum"]).to_numpy()
    return float((p**f * hyp2f1(f, f, f + 1, 1 - p)).sum())


FEW_AND_ILLNESS = ([*FEW], ["illness"])


WORKS = (
    _work(
        "disclosure risk, 8 skewed keys",
        DisclosureRisk(),
        _masked,
        least=Way("sizes of the groups of one file", _skewed, _sizes(*KEYS)),
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
        "l-diversity of few values, 4 keys",
        LDiversity(keys=FEW, variables=["illness"]),
        _alone,
        Way(
            "pycanon, l_diversity",
            _skewed,
            of_pycanon("l_diversity", *FEW_AND_ILLNESS),
            "pycanon",
            figure("distinct_l"),
        ),
    ),
    _work(
        "t-closeness of few values, 4 keys",
        TCloseness(keys=FEW, variables=["illness"]),
        _alone,
        Way(
            "pycanon, t_closeness",
            _illness_as_text,
            of_pycanon("t_closeness", *FEW_AND_ILLNESS),
            "pycanon",
            figure("distance"),
        ),
    ),
    _work(
        "l-diversity, blanks match every value",
        LDiversity(keys=SIX, variables=["illness"], missing="wildcard"),
        _blanked,
        sizes=UP_TO,
    ),
    _work(
        "individual risk, 8 keys",
        IndividualRisk(),
        _alone,
        Way(
            "pandas, groupby, and scipy, hyp2f1",
            _skewed,
            _expected,
            agrees=figure("expected_reidentifications"),
        ),
    ),
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
        Way(
            "pandas, groupby and transform",
            _skewed,
            _sizes(*KEYS[:5], "ward"),
            agrees=figure("unique_in_area", lambda sizes: (sizes == 1).sum()),
        ),
    ),
    _work("risk by sampling, one replicate", SamplingRisk(keys=KEYS[:5], replicates=1), _masked),
    _work(
        "singling out by 3 variables, 2,000 guesses",
        SinglingOut(keys=[*KEYS[:3], "income"], together=3),
        _masked,
    ),
    _work("linkability of 7 splits", Linkability(keys=[*KEYS[:3], "income"]), _masked, sizes=UP_TO),
    _work(
        "singling out, linkability and inference, 500 guesses each",
        ThreeCriteria(keys=[*KEYS[:3], "income"], guesses=500),
        _masked,
        sizes=UP_TO,
    ),
    _work("inference, 2,000 guesses", Inference(keys=[*KEYS[:3], "income"]), _masked),
    _work(
        "intervals of ranks, 2 amounts",
        IntervalDisclosure(variables=["income", "savings"]),
        _masked,
        least=Way(
            "ranks in both files",
            _masked,
            lambda files: [file.frame[["income", "savings"]].rank() for file in files],
        ),
    ),
)

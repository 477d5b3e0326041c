"""Every value that leaves says what it stands for: by its label, as a text, or as a number that measures.

The people of a survey as SPSS has it: an area without order and a state of health with one are codes with
labels, one of which nobody has, and one a code for missing. Ages are numbers of which two have a label.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.io import read, write
from sdcdesk.io.writing import losses, released
from sdcdesk.masking import METHODS
from sdcdesk.risk import RISKS

AREAS = {1: "North", 2: "East", 3: "South", 4: "West", 5: "Islands", 6: "Abroad"}
HEALTH = {1: "very good", 2: "good", 3: "fair", 4: "bad", 5: "very bad", 9: "no answer"}
AGES = {0: "below one", 60: "retired"}
CODED = {"area": AREAS, "health": HEALTH}
REGIONS = {
    "1": "mainland > any",
    "2": "mainland > any",
    "3": "mainland > any",
    "4": "4 – 5 > any",
    "5": "4 – 5 > any",
    "6": "abroad > any",
}


def labels(of: dict[int, str]) -> tuple[ValueLabel, ...]:
    return tuple(ValueLabel(value=code, label=label) for code, label in of.items())


@cache
def survey() -> Microdata:
    rng, records = np.random.default_rng(5), 240
    frame = pd.DataFrame(
        {
            "area": rng.choice([1, 2, 3, 4, 5], records // 2, p=[0.4, 0.3, 0.2, 0.07, 0.03]).repeat(2),
            "health": rng.choice([1, 2, 3, 4, 5, 9], records),
            "age": rng.integers(0, 70, records),
            "income": rng.lognormal(9, 1, records).round(),
            "weight": rng.uniform(1, 9, records),
            "home": np.arange(records) // 2,
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="area", role=Role.KEY, value_labels=labels(AREAS)),
            Variable(
                name="health",
                role=Role.KEY,
                scale=Scale.ORDINAL,
                missing=(9,),
                value_labels=labels(HEALTH),
            ),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, value_labels=labels(AGES)),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
            Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
            Variable(name="home", role=Role.HOUSEHOLD),
        ],
    )


@dataclass(frozen=True)
class Case:
    """Parameters of a method; what it is about.

    Attributes
    ----------
    names
        Texts among the new values that are names, and need no label.
    joins
        Whether values stand for others, so that labels tell those of the original.
    """

    method: str
    parameters: dict[str, Any]
    names: tuple[str, ...] = ()
    joins: bool = False


def coarser(method: str, *names: str, **parameters: Any) -> Case:
    return Case(method, parameters, names, joins=True)


def recoded(variable: str, how: str, *names: str, **parameters: Any) -> Case:
    return coarser("recoding", *names, variable=variable, how=how, **parameters)


NUMBERS = {"variables": ["age", "income"]}
CASES = [
    recoded("health", "width", width=2.0),
    recoded("health", "width", width=2.0, style="brackets"),
    recoded("age", "width", width=10.0),
    recoded("health", "breaks", breaks=[1, 3, 5]),
    recoded("health", "breaks", "fit", "ill", breaks=[1, 3, 6], labels=["fit", "ill"]),
    recoded("health", "quantiles", bands=2),
    recoded("area", "mapping", mapping={"4": 3, "5": 3}),
    recoded("area", "mapping", mapping={"4": 7, "5": 7}),
    recoded("area", "mapping", *AREAS.values(), mapping={"4": "4", "5": "4"}),
    recoded("area", "mapping", *AREAS.values(), mapping={"4": "3", "5": "3"}),
    recoded("area", "mapping", "rest", mapping={"1": 2}, others="become", rest="rest"),
    recoded("area", "mapping", "elsewhere", *AREAS.values(), mapping={"4": "elsewhere", "5": "elsewhere"}),
    recoded("health", "mapping", mapping={"1": 2, "4": 5}),
    recoded("area", "level", "mainland", hierarchy=REGIONS, level=1),
    recoded("area", "level", "any", hierarchy=REGIONS, level=2),
    recoded("area", "prefix", keep=1),
    coarser("local_recoding", keys=["area", "health", "age"], k=5),
    coarser("local_recoding", keys=["area", "health"], k=9, way="strict"),
    coarser(
        "local_recoding", "mainland", "any", keys=["area", "health"], k=25, hierarchies={"area": REGIONS}
    ),
    coarser("tail_coding", variable="health", top=4),
    coarser("tail_coding", variable="health", top=4, bottom=2, replace_by="label"),
    coarser("tail_coding", "ill", variable="health", top=4, replace_by="label", top_label="ill"),
    coarser("tail_coding", variable="age", top=60),
    Case("multivariate_top_coding", NUMBERS | {"inside": 75.0}),
    coarser("rounding", variables=["age"], base=10.0),
    Case("random_rounding", {"variables": ["age"], "base": 10.0}),
    Case("multivariate_rounding", NUMBERS | {"points": [[0, 1], [40, 20_000]]}),
    Case("camouflage", {"variables": ["income"]}),
    Case("local_suppression", {"keys": ["area", "health"], "k": 4}),
    Case("local_suppression", {"recodings": [{"variable": "health", "how": "width", "width": 2.0}]}),
    Case("record_suppression", {"keys": ["area", "health"], "k": 4}),
    Case(
        "value_suppression",
        {
            "variables": ["health"],
            "where": {"comparisons": [{"variable": "area", "relation": "is", "values": [5]}]},
        },
    ),
    Case(
        "risk_suppression",
        {"measure": {"name": RISKS["suda"].name, "parameters": {"keys": ["area", "health"]}}, "largest": 0.0},
    ),
    Case("microaggregation", {"variables": ["health"], "partition": "fixed", "centroid": "median"}),
    Case("microaggregation", {"variables": ["health", "area"], "k": 5, "grouping": "together"}),
    Case("microaggregation", {"variables": ["age"], "k": 5}),
    *(
        Case(name, NUMBERS)
        for name in (
            "additive_noise",
            "multiplicative_noise",
            "outlier_noise",
            "orthogonal_masking",
            "rank_swapping",
            "resampling",
            "lossy_compression",
        )
    ),
    Case("rank_swapping", {"variables": ["health"], "window": 20.0}),
    Case("shuffling", {"variables": ["age"], "predictors": ["income"]}),
    Case("multiple_imputation", {"variables": ["age"], "predictors": ["income"]}),
    Case("data_swapping", {"variables": ["area"], "within": ["health"], "rate": 20.0}),
    Case("record_swapping", {"areas": ["area"], "household": "home", "keys": ["age"], "k": 2, "rate": 20.0}),
    Case("probability_distortion", {"variables": ["health"], "replicates": 19}),
    Case("matrix_masking", {"variables": ["age"], "mixture": "2"}),
    Case("pram", {"variable": "area", "diagonal": 60.0}),
    Case("pram", {"variable": "health", "diagonal": 60.0}),
    Case("simple_random_sampling", {"percentage": 50.0}),
    Case("stratified_sampling", {"percentage": 50.0, "within": ["area"]}),
    Case("systematic_sampling", {"percentage": 30.0}),
    Case("bernoulli_sampling", {"probability": 40.0}),
    Case("household_sampling", {"household": "home", "percentage": 40.0}),
    Case("proportional_sampling", {"percentage": 20.0, "measure": "weight"}),
    Case("random_order", {}),
]

ELSEWHERE = {
    "weight_calibration": "weights change, and no codes",
    "new_numbers": "numbers without meaning; test_descriptions_of_masked_values.py says what is left",
    "finished_file": "values that somebody else gave",
}
"""Methods without a case here, and why."""


REAL_VALUES = ("rank_swapping", "shuffling", "random_order", "record_swapping", "data_swapping")
"""Methods that give records values which others have, or another place."""


def masked(case: Case) -> Microdata:
    method = METHODS[case.method](**case.parameters)
    data = method.apply(survey(), seed=3) if method.random else method.apply(survey())
    return released(data, identifiers=False)[1]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case.method}-{CASES.index(case)}")
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


@cache
def leaving(place: int) -> Microdata:
    return masked(CASES[place])


def test_every_method_has_a_case() -> None:
    assert {one.name for one in METHODS} == {case.method for case in CASES} | set(ELSEWHERE)


def test_no_bare_code_leaves(case: Case) -> None:
    data = leaving(CASES.index(case))
    for name in CODED:
        variable = data.variable(name)
        told = variable.label_by_value()
        values = set(data.column(name).dropna().tolist())
        assert values - set(told) - set(case.names) == set(), name
        assert all(told.values())


def test_labels_tell_the_old_codes_and_no_others(case: Case) -> None:
    data, before = leaving(CASES.index(case)), survey()
    for name, meant in CODED.items():
        told = data.variable(name).label_by_value()
        if not case.joins:
            joined = data.column(name).dtype == before.column(name).dtype
            assert not joined or told.items() <= meant.items(), name
            continue
        olds: dict[object, set[str]] = {}
        for old, new in zip(before.column(name).tolist(), data.column(name).tolist(), strict=True):
            if not pd.isna(new):
                olds.setdefault(new, set()).add(meant[old])
        for value, label in told.items():
            named = set(label.split(", "))
            assert named <= set(meant.values()), (name, value)
            assert olds.get(value, set()) <= named, (name, value)


def test_new_numbers_have_no_label_of_old_ones(case: Case) -> None:
    """A number that measures something keeps its label only where each record with it had it before."""
    data, before = leaving(CASES.index(case)), survey()
    if case.method in REAL_VALUES or len(data) < len(before):
        return
    for value in data.variable("age").label_by_value():
        olds = before.column("age")[data.column("age").eq(value).to_numpy()]
        assert set(map(str, olds)) == {str(value)}


def meanings(data: Microdata, name: str) -> Sequence[object]:
    """Return what the values of a variable mean, where they have labels, and else the values."""
    told = data.variable(name).label_by_value()
    return [told.get(value, value) for value in data.column(name).dropna().tolist()]


@pytest.mark.parametrize("ending", ["sav", "dta"])
@pytest.mark.parametrize("method", ["recoding", "local_recoding", "tail_coding"])
def test_files_of_statistics_programs_hold_the_labels(method: str, ending: str, tmp_path: Path) -> None:
    """Stata has labels of numbers only: that those of a text are not written is told before."""
    for place, case in enumerate(CASES):
        if case.method != method:
            continue
        data, path = leaving(place), tmp_path / f"{place}.{ending}"
        lacking = {loss.variable for loss in losses(data, path, None, {})}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            write(data, path)
        found = read(path)
        for name in CODED:
            labelled_text = data.variable(name).value_labels and data.column(name).dtype == "str"
            if ending == "dta" and labelled_text:
                assert name in lacking, (case, name)
            else:
                assert meanings(found, name) == meanings(data, name), (case, name)

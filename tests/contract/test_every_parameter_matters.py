"""Every parameter of every operation has an effect: two runs differ in it alone, and in their results."""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import field_display
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import write
from sdcdesk.masking import (
    METHODS,
    AdditiveNoise,
    Camouflage,
    IntervalQuery,
    Journal,
    Pram,
    Recoding,
    SimpleRandomSampling,
)
from sdcdesk.risk.disclosure.comparison import compare
from tests.contract.conftest import people

Parameters = dict[str, Any]

RECORDS = 200

TURNED = "\n".join(
    ",".join("01"[row + column == RECORDS - 1] for column in range(RECORDS)) for row in range(RECORDS)
)
"""A matrix that turns the order of the records."""

FOUR = ["age", "zip", "school", "bonus"]
OWN = {"variables": ["bonus"], "rounding_set": "own", "points": [0, 1500, 3000]}
COUNTS = {"keys": ["school"], "holds": "counts"}
MARGINS = {"keys": ["school", "bonus"], "holds": "margins"}
TEXTS = {"keys": ["town", "zip", "school"], "comparator": "jaro_winkler", "texts": ["town"]}
NEAR = {"keys": ["rent", "school", "income"], "guesses": RECORDS}

BY_PREFIX = {code: f"{code[:3]} > some" for code in ("0012", "0013", "4801", "4802", "4899")}

STAYING = {town: {town: 1.0} for town in ("Aberdeen", "Aberdare", "York")}

BESIDE: dict[str, list[Parameters]] = {
    "recoding": [
        {
            "variable": "zip",
            "how": "mapping",
            "mapping": {"0012": "city"},
            "others": "become",
            "rest": "else",
        },
    ],
    "tail_coding": [
        {"variable": "age", "by": "quantile", "top_quantile": 90.0},
        {"variable": "age", "by": "quantile", "bottom_quantile": 10.0},
        {"variable": "age", "bottom": 10.0, "replace_by": "label", "bottom_label": "low"},
    ],
    "rounding": [{"variables": ["bonus"], "base": 500.0}, OWN],
    "random_rounding": [{"variables": ["rent"], "base": 100.0}, {"variables": ["age"], "base": 20.0}, OWN],
    "camouflage": [{"variables": ["bonus"]}, {"variables": ["rent"]}],
    "microaggregation": [
        {"variables": ["jobs"], "k": 2, "objective": "absolute", "longest": 3},
        {"variables": ["rent"], "partition": "fixed"},
    ],
    "additive_noise": [{"variables": ["rent"]}, {"variables": ["age"]}],
    "multiplicative_noise": [{"variables": ["rent"]}, {"variables": ["age"]}],
    "multiple_imputation": [
        {"variables": ["age"], "predictors": ["rent"]},
        {"variables": ["bonus"], "predictors": ["rent"]},
        {"variables": ["rent"]},
    ],
    "orthogonal_masking": [{"variables": ["age"]}],
    "outlier_noise": [
        {"variables": ["rent"], "inside": 80.0, "outlying": "value"},
        {"variables": ["age"], "inside": 60.0, "decimals": False},
    ],
    "rank_swapping": [{"variables": ["age"]}, {"variables": ["rent"]}],
    "shuffling": [{"variables": ["age"]}, {"variables": ["rent"]}],
    "data_swapping": [{"variables": ["school"], "target": "drawn", "rate": 90.0}],
    "record_swapping": [{"areas": ["town"], "household": "home", "keys": ["bonus"], "k": 2, "rate": 10.0}],
    "probability_distortion": [
        {"variables": ["age"], "family": "imposed", "mapped": False},
        {"variables": ["rent"], "family": "imposed"},
    ],
    "resampling": [{"variables": ["age"], "samples": 1}, {"variables": ["rent"]}],
    "lossy_compression": [{"variables": ["age"], "quality": 10}],
    "matrix_masking": [{"variables": ["age"], "mixture": "0.7"}],
    "pram": [
        {"variable": "school", "diagonal": 20.0},
        {"variable": "town", "diagonal": 20.0},
        {"variable": "school", "how": "groups", "groups": {"none": "low", "primary": "low"}},
        {"variable": "town", "how": "matrix", "transitions": {"Bath": {"York": 1.0}, **STAYING}},
    ],
    "simple_random_sampling": [{"by": "size", "size": 40}],
    "systematic_sampling": [{"by": "size", "size": 40}],
    "household_sampling": [{"by": "size", "size": 3, "household": "zip"}],
    "weight_calibration": [{"weight": "weight", "within": ["zip"]}],
    "finished_file": [{"file": {"path": "coarse.csv"}}],
    "attacker_risks": [
        {"population": "file", "population_file": "people.csv", **COUNTS},
        {"population": "file", "population_file": "area_margins.csv", **MARGINS},
    ],
    "k_map": [{"population": "people.csv", **COUNTS}, {"population": "area_margins.csv", **MARGINS}],
    "delta_presence": [{"population": "people.csv", **COUNTS}, {"population": "area_margins.csv", **MARGINS}],
    "linked_tables": [
        {"published": ["zip × school", "zip × jobs", "school × town"], "match": [1], "area": "zip"},
        {"published": ["zip:1 × age"], "hierarchies": {"zip": BY_PREFIX}},
    ],
    "population_uniques": [{"keys": FOUR, "model": "named", "interactions": ["age × zip"]}],
    "log_linear_risk": [{"keys": FOUR, "model": "named", "interactions": ["age × zip"]}],
    "suda": [{"keys": FOUR, "largest": 2}],
    "distance_linkage": [TEXTS],
    "probabilistic_linkage": [TEXTS],
    "three_criteria": [
        {"keys": FOUR, "together": 2, "sets": 3, "guesses": 60},
        {**NEAR, "variables": ["bonus"]},
    ],
    "linkability": [{**NEAR, "keys": [*NEAR["keys"], "zip"], "first": ["zip"]}],
    "inference": [{**NEAR, "variables": ["bonus"]}],
}
"""Parameters beside those of the examples, where one that no example shows at work has an effect."""

NUMBERS = (0, 0.05, 0.3, 0.9, 1, 2, 3, 5, 20, 50, 99)
NAMES = ("age", "zip", "school", "income", "bonus", "weight", "home", "rent", "town", "jobs")

VALUES: dict[str, list[Any]] = {
    "linked_tables.hierarchies": [{"zip": dict.fromkeys(BY_PREFIX, "all > all")}],
    "recoding.mapping": [{"0012": "town", "0013": "town"}],
    "recoding.breaks": [[0, 50, 100]],
    "recoding.labels": [["young", "middle", "old"]],
    "recoding.mark": ["#"],
    "recoding.hierarchy": [{code: f"{code[:3]} > some" for code in ("0012", "0013", "4801", "4802", "4899")}],
    "tail_coding.bottom_label": ["lowest"],
    "rounding.points": [[0, 3000]],
    "random_rounding.points": [[0, 3000]],
    "multivariate_rounding.variables": [["income", "rent"]],
    "multivariate_rounding.points": [[[0, 0], [50_000, 2000]]],
    "local_suppression.linked": [{"zip": ["town"]}],
    "local_suppression.recodings": [[{"variable": "age", "how": "width", "width": 20.0}]],
    "local_suppression.importance": [{"age": 9.0}],
    "value_suppression.linked": [{"income": ["rent"]}],
    "risk_suppression.linked": [{"zip": ["town"]}],
    "risk_suppression.shared": [[]],
    "value_suppression.where": [{"comparisons": [{"variable": "zip", "relation": "is missing"}]}],
    "microaggregation.longest": [6],
    "record_swapping.household": ["id"],
    "matrix_masking.variables": [["income", "weight"], ["rent", "bonus"]],
    "matrix_masking.mixture": ["0.9"],
    "matrix_masking.displacement": ["2"],
    "matrix_masking.records": [TURNED],
    "pram.groups": [{"none": "low", "higher": "low"}],
    "pram.transitions": [{"Bath": {"Aberdeen": 1.0}, **STAYING}],
    "stratified_sampling.numbers": [{"0012": 9}],
    "weight_calibration.sums": [{"none": 1.0, "primary": 2.0, "secondary": 3.0, "higher": 4.0}],
    "finished_file.file": [{"path": "coarse.csv"}],
    "finished_file.identity": ["id"],
    "attacker_risks.population_file": ["other.csv"],
    "attacker_risks.count": ["twice"],
    "k_map.population": ["other.csv"],
    "k_map.count": ["twice"],
    "k_map.keys": [["school", "bonus"]],
    "delta_presence.population": ["other.csv"],
    "delta_presence.count": ["twice"],
    "delta_presence.keys": [["school", "bonus"]],
    "population_uniques.interactions": [["zip × school"]],
    "log_linear_risk.interactions": [["zip × school"]],
    "validity.margins": [["town"]],
    "t_closeness.hierarchy": [{str(pay): f"{pay > 2000} > any" for pay in (0, 1000, 2000, 3000)}],
    "headline_loss.weights": [{"income": 5.0}],
    **{
        f"{measure}.weights": [{"structure": "general", "block": [[1.0]], "tail": 0.0}]
        for measure in ("disclosure_risk", "k_anonymity", "sampling_risk")
    },
}
"""Values of parameters, by operation and name, that neither examples nor their type suggest."""

EXAMPLES = {kind.name: [*kind.examples, *BESIDE.get(kind.name, [])] for kind in (*METHODS, *MEASURES)}


@cache
def file() -> Microdata:
    """The people of the contracts, in homes of two who share rent and town."""
    data = people(RECORDS)
    rng, homes = np.random.default_rng(3), np.arange(RECORDS) // 2
    frame = data.frame.assign(
        rent=rng.lognormal(6, 1, RECORDS).round(1)[homes],
        jobs=[3, 7, 7, 7, 10, 10, 23] + [1000] * (RECORDS - 7),
        town=rng.choice(["Aberdeen", "Aberdare", "Bath", "York"], RECORDS)[homes],
    )
    added = [
        Variable(name="rent", scale=Scale.CONTINUOUS),
        Variable(name="jobs", scale=Scale.CONTINUOUS),
        Variable(name="town"),
    ]
    return Microdata(frame, [*data.variables, *added]).with_edit_rules(data.rules)


@cache
def masked_file() -> Microdata:
    """The file sampled and recoded, with categories and amounts changed at random."""
    steps = [
        SimpleRandomSampling(percentage=60.0),
        Recoding(variable="age", how="width", width=10.0),
        Pram(variable="town", diagonal=60.0),
        Pram(variable="school", diagonal=60.0),
        AdditiveNoise(variables=["income", "rent"], variance_share=10.0),
    ]
    recipe = Recipe(seed=3)
    for step in steps:
        recipe = recipe.then(step)
    return recipe.apply(file())


@pytest.fixture(scope="session", autouse=True)
def _files(finished_folder: Path) -> None:
    """Finished files and populations that parameters name."""
    data = file()
    turned = data.recode("age", lambda ages: ages // 10 * 10).take(np.arange(RECORDS)[::-1])
    write(turned, finished_folder / "coarse.csv", identifiers=True)
    population = data.frame[["school", "bonus"]]
    population.assign(count=50, twice=100).to_csv(finished_folder / "people.csv", index=False)
    population.assign(count=70, twice=100).to_csv(finished_folder / "other.csv", index=False)
    margins = [pd.DataFrame({name: population[name].unique(), "count": 1000}) for name in population]
    pd.concat(margins).to_csv(finished_folder / "area_margins.csv", index=False)


def answers(step: Camouflage) -> list[float]:
    """What queries to a step are answered by; those that it refuses are left out."""
    told = []
    for name, value in (("age", 40), ("town", "York")):
        relation = "at most" if name == "age" else "is"
        where = {"comparisons": [{"variable": name, "relation": relation, "values": [value]}]}
        query = IntervalQuery(variable=step.variables[0], statistic="count", where=where)
        with suppress(SdcError):
            told.append(query.answered(step, file(), 1, Journal()).value("low"))
    return told


def result(operation: Operation) -> str:
    """All that an operation makes of the file, but for words."""
    if isinstance(operation, Method):
        masked = operation.mask(file(), 1)
        figures = [(name, figure.value) for name, figure in masked.figures.items()]
        tables = [(name, table.frame.to_dict("list")) for name, table in masked.findings.tables.items()]
        exact = compare(file(), masked.data, ["age"], "category").exact
        told = answers(operation) if isinstance(operation, Camouflage) else []
        return repr((masked.data.fingerprint(), masked.data.rows.tolist(), figures, tables, exact, told))
    assert isinstance(operation, Measure)
    found = operation.assess(file(), masked_file())
    figures = [(name, figure.value) for name, figure in found.figures.items()]
    states = [(name, state.code) for name, state in found.states.items()]
    tables = [(name, table.frame.to_json(double_precision=15)) for name, table in found.tables.items()]
    return repr((figures, states, tables))


@cache
def result_of(kind: type[Operation], written: str) -> str | None:
    """What parameters, written as JSON, lead to; None where they are refused."""
    try:
        return result(kind(**json.loads(written)))
    except SdcError:
        return None


def values(kind: type[Operation], name: str) -> Iterator[Any]:
    """Values of a parameter to try: those given here, those of examples, those that its type suggests."""
    yield from VALUES.get(f"{kind.name}.{name}", ())
    yield from (example[name] for example in EXAMPLES[kind.name] if name in example)
    annotation = kind.model_fields[name].annotation
    yield from (True, False) if annotation is bool else ()
    yield from (choice for choice in get_args(annotation) if isinstance(choice, str))
    yield from NUMBERS
    yield from ([one] for one in NAMES)
    yield from NAMES


def beside(kind: type[Operation], name: str) -> Iterator[Parameters]:
    """Other parameters beside which a parameter has an effect."""
    conditions = {other: allowed[0] for other, allowed in field_display(kind.model_fields[name]).when.items()}
    for example in EXAMPLES[kind.name]:
        yield example
        yield {**example, **conditions}


def alone(kind: type[Operation], name: str) -> bool:
    """Whether two runs that differ in nothing but a parameter lead to different results."""
    for parameters in beside(kind, name):
        first = result_of(kind, json.dumps(parameters))
        for value in values(kind, name):
            other = result_of(kind, json.dumps({**parameters, name: value}))
            first = first or other
            if first != (other or first):
                return True
    return False


def with_its_own(kind: type[Operation], name: str) -> bool:
    """Whether two examples differ in a parameter on which others depend, and in their results."""
    if not any(name in field_display(info).when for info in kind.model_fields.values()):
        return False
    examples = [(kind(**one), result_of(kind, json.dumps(one))) for one in EXAMPLES[kind.name]]
    return any(
        getattr(one, name) != getattr(other, name) and None not in (first, second) and first != second
        for (one, first), (other, second) in combinations(examples, 2)
    )


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        pytest.param(kind, name, id=f"{kind.name}-{name}")
        for kind in (*METHODS, *MEASURES)
        for name in kind.model_fields
    ],
)
def test_every_parameter_changes_a_result(kind: type[Operation], name: str) -> None:
    assert alone(kind, name) or with_its_own(kind, name), "ignored, or BESIDE or VALUES lack a line"

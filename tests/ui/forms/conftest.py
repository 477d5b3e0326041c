"""Microdata, and parameters of every method and measure, for forms."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.operation import Operation
from sdcdesk.risk import WeightMatrix
from ui.forms.form import OperationForm

WEIGHTS = WeightMatrix.minimal()
"""A weight matrix that no parameter begins with."""

POPULATION = {"path": "/data/population.csv", "sha256": "a" * 64}
"""A data file that a parameter names."""

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "recoding": [
        {"variable": "age", "how": "width", "width": 10.0, "top": 90.0},
        {"variable": "age", "how": "width", "width": 7.5, "start": -2.5, "style": "brackets"},
        {"variable": "age", "how": "breaks", "breaks": [0, 18, 65, 1000.5], "closed": "right"},
        {
            "variable": "age",
            "how": "breaks",
            "breaks": [0, 18, 65],
            "labels": ["young", "not so"],
        },
        {"variable": "income", "how": "quantiles", "bands": 5},
        {"variable": "age", "how": "width", "width": 10.0, "bottom": 20.0},
        {"variable": "zip", "how": "prefix", "keep": 2, "mark": ""},
        {"variable": "zip", "how": "mapping", "mapping": {"0012": "city", "gone": "7"}, "others": "refuse"},
        {
            "variable": "zip",
            "how": "mapping",
            "mapping": {"0012": "city"},
            "others": "become",
            "rest": "else",
        },
        {"variable": "school", "how": "mapping", "mapping": {"none": "low", "primary": "low"}},
        {
            "variable": "zip",
            "how": "level",
            "level": 2,
            "hierarchy": {"0012": "00 > city", "0013": "00 > city", "4801": "48 > >50 km"},
        },
        {"variable": "area", "how": "mapping", "mapping": {"1": 10, "2": 10}},
        {"variable": "area", "how": "mapping", "mapping": {"1": "10", "2": "town"}},
    ],
    "tail_coding": [
        {"variable": "age", "top": 80.0},
        {"variable": "school", "top": "higher", "bottom": "none", "replace_by": "label", "top_label": "up"},
        {"variable": "age", "by": "quantile", "top_quantile": 97.5},
        {"variable": "age", "by": "quantile", "bottom_quantile": 2.5},
        {"variable": "age", "bottom": 5.0, "replace_by": "label", "bottom_label": "low"},
    ],
    "rounding": [
        {"variables": ["income"], "base": 100.0},
        {"variables": ["income", "age"], "base": 0.1, "variant": "printed"},
        {"variables": ["income"], "rounding_set": "own", "points": [0, 1e6, 2.5e7]},
    ],
    "multivariate_rounding": [{"variables": ["income", "bonus"], "points": [[0.0, 0.5], [1e6, 2500.0]]}],
    "random_rounding": [
        {"variables": ["income"], "base": 100.0},
        {"variables": ["income"], "rounding_set": "own", "points": [0, 1e6, 2.5e7]},
        {"variables": ["income"], "base": 10.0, "edit_rules": "keep", "households": True},
    ],
    "local_suppression": [
        {"keys": ["zip", "age"], "k": 4, "mode": "wildcard", "together": 1, "within": ["area"]},
        {"by": "risk", "largest_risk": 0.1, "weight": "bonus", "importance": {"age": 2.5}},
        {"keys": ["zip"], "linked": {"zip": ["school", "income"]}, "savings": True, "shared": ["zip"]},
        {"keys": ["zip", "age"], "recodings": [{"variable": "zip", "how": "prefix", "keep": 2}]},
    ],
    "value_suppression": [
        {
            "variables": ["bonus", "school"],
            "where": {
                "hold": "any",
                "comparisons": [
                    {"variable": "school", "relation": "at least", "values": ["primary"]},
                    {"variable": "age", "relation": "is not", "values": [1, 2.5]},
                    {"variable": "zip", "relation": "is missing"},
                    {"variable": "age", "relation": "less than", "other": "bonus"},
                ],
            },
        },
        {
            "variables": ["zip"],
            "linked": {"zip": ["area"]},
            "shared": ["zip"],
            "where": {"comparisons": [{"variable": "zip", "relation": "is", "values": ["0012"]}]},
        },
    ],
    "risk_suppression": [
        {"measure": {"name": "suda", "parameters": {"keys": ["zip"], "largest": 2}}, "largest": 0.5},
        {
            "measure": {"name": "individual_risk", "parameters": {"keys": ["zip"], "weight": "bonus"}},
            "largest": 0.1,
            "what": "values",
            "variables": ["zip"],
            "linked": {"zip": ["area"]},
            "shared": ["zip"],
            "order": "fewest",
        },
    ],
    "record_suppression": [
        {"k": 5, "keys": ["zip", "age"], "missing": "wildcard"},
        {"by": "risk", "largest_risk": 0.1, "weight": "bonus"},
    ],
    "microaggregation": [
        {"variables": ["income", "age"], "k": 3},
        {"variables": ["income", "bonus"], "k": 4, "grouping": "together", "within": ["zip"]},
        {"variables": ["income", "zip"], "grouping": "together", "at_once": 2},
        {"variables": ["income"], "grouping": "together", "formed": "variable", "gain": 1.1, "improve": True},
        {"variables": ["income"], "grouping": "together", "formed": "blocks", "block": 500},
        {"variables": ["income"], "partition": "fixed", "households": True},
        {"variables": ["income"], "partition": "optimal", "objective": "absolute", "longest": 12},
        {
            "variables": ["income"],
            "centroid": "median",
            "keep_equal_together": True,
            "whole_numbers": True,
            "decimals": True,
        },
    ],
    "multiple_imputation": [
        {
            "variables": ["income"],
            "predictors": ["age", "zip"],
            "copy_number": 3,
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["income"], "predictors": ["age"], "edit_rules": "keep", "households": True},
    ],
    "camouflage": [
        {
            "variables": ["income"],
            "below": 5.0,
            "above": 2.5,
            "least": 10.0,
            "public": ["bonus"],
            "smallest": 20,
        },
        {"variables": ["income", "bonus"], "size": "value", "value_below": 5.0, "value_above": 2.5},
    ],
    "additive_noise": [
        {
            "variables": ["income", "bonus"],
            "variance_share": 0.5,
            "kind": "restored",
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["income"], "edit_rules": "keep", "households": True},
    ],
    "multiplicative_noise": [
        {
            "variables": ["income", "bonus"],
            "deviation": 2.5,
            "shared": True,
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["income"], "factors": "split", "least": 2.5, "most": 7.5},
        {"variables": ["income"], "edit_rules": "keep", "households": True},
    ],
    "orthogonal_masking": [
        {
            "variables": ["income", "bonus"],
            "variance_share": 0.5,
            "within": ["zip"],
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["income"], "reach": "anywhere", "edit_rules": "keep"},
    ],
    "rank_swapping": [
        {"variables": ["income", "school"], "window": 7.5, "edit_rules": "keep", "households": True}
    ],
    "shuffling": [
        {"variables": ["income", "bonus"], "predictors": ["age", "school"], "within": ["zip"]},
        {"variables": ["income"], "predictors": ["age"], "edit_rules": "keep", "households": True},
    ],
    "data_swapping": [
        {"variables": ["zip", "area"], "within": ["school"], "keys": ["zip", "age"], "k": 4, "rate": 12.5},
        {"variables": ["income"], "target": "drawn", "rate": 30.0, "edit_rules": "keep"},
    ],
    "record_swapping": [
        {
            "edit_rules": "keep",
            "areas": ["zip"],
            "carried": ["area"],
            "household": "id",
            "similar": ["school"],
            "keys": ["age"],
            "k": 4,
            "rate": 12.5,
        }
    ],
    "probability_distortion": [
        {"variables": ["income"], "criterion": "anderson_darling", "level": 2.5, "free_origin": True},
        {"variables": ["zip", "bonus"], "family": "imposed", "intervals": 12, "mapped": False},
        {
            "variables": ["bonus"],
            "family": "poisson",
            "replicates": 199,
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
            "households": True,
        },
    ],
    "resampling": [
        {
            "variables": ["income", "bonus"],
            "samples": 7,
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
            "households": True,
        }
    ],
    "lossy_compression": [
        {"variables": ["income", "bonus"], "quality": 7, "whole_numbers": False, "edit_rules": "keep"}
    ],
    "matrix_masking": [
        {
            "variables": ["bonus"],
            "mixture": "2",
            "displacement": "1",
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["bonus"], "records": "1,0\n0,1", "edit_rules": "keep"},
    ],
    "pram": [
        {"variable": "zip", "how": "keep", "diagonal": 75.0, "invariant": True},
        {"variable": "zip", "edit_rules": "keep", "households": True},
        {
            "variable": "zip",
            "how": "groups",
            "groups": {"0012": "town", "0013": "town"},
            "within": ["school"],
        },
        {"variable": "area", "how": "matrix", "transitions": {"1": {"1": 0.75, "2": 0.25}, "2": {"2": 1.0}}},
        {"variable": "area", "how": "matrix", "transitions": {"1": {"1": 0.1, "9": 0.9}, "2": {"2": 1.0}}},
    ],
    "simple_random_sampling": [{"percentage": 50.0, "replacement": True}, {"by": "size", "size": 12}],
    "stratified_sampling": [
        {"percentage": 50.0, "within": ["school"]},
        {"by": "size", "size": 12, "within": ["zip", "school"], "allocation": "equal"},
        {"by": "size", "size": 12, "within": ["zip"], "allocation": "optimal", "spread": "income"},
        {"within": ["school"], "allocation": "given", "numbers": {"none": 5, "higher": 1}},
    ],
    "systematic_sampling": [{"percentage": 50.0, "order_by": ["zip"]}, {"by": "size", "size": 12}],
    "bernoulli_sampling": [{"probability": 12.5}],
    "household_sampling": [{"household": "zip", "percentage": 50.0}, {"by": "size", "size": 2}],
    "proportional_sampling": [
        {"percentage": 50.0, "measure": "bonus", "design": "independent"},
        {"by": "size", "size": 12, "measure": "bonus"},
    ],
    "random_order": [{"units": "members", "household": "zip"}],
    "new_numbers": [{"variables": ["zip", "age"]}],
    "finished_file": [
        {
            "file": {"path": "/data/safe.csv", "sha256": "0" * 64},
            "identity": "id",
            "recoded_only": True,
        },
        {"file": {"path": "/data/safe.csv", "sha256": "0" * 64}, "same_order": True},
    ],
    "disclosure_risk": [{"keys": ["age", "zip"], "missing": "wildcard", "weights": WEIGHTS, "k": 4}],
    "k_anonymity": [
        {"keys": ["age", "zip"], "missing": "wildcard", "k": 4, "weights": WEIGHTS, "subsets": 2}
    ],
    "l_diversity": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "variables": ["bonus"],
            "l": 3,
            "c": 1.5,
            "alpha": 0.25,
            "k": 4,
        }
    ],
    "t_closeness": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "variables": ["bonus"],
            "t": 0.1,
            "beta": 2.5,
            "likeness": "enhanced",
            "delta": 3.0,
            "ground": "hierarchy",
            "hierarchy": {"0": "none > any", "1000": "some > any"},
        }
    ],
    "attribute_disclosure": [{"keys": ["age", "zip"], "missing": "wildcard", "variables": ["bonus"], "k": 4}],
    "sampling_risk": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "weights": WEIGHTS,
            "factors": [0, 12.5, 99],
            "limit_minimal": 0.01,
            "limit_weighted": 0.05,
            "limit_maximal": 0.9,
            "replicates": 2,
            "seed": 5,
        }
    ],
    "individual_risk": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "weight": "bonus",
            "household": "area",
            "threshold": 0.25,
        }
    ],
    "attacker_risks": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "population": "weights",
            "weight": "bonus",
            "threshold": 0.25,
        },
        {
            "population": "file",
            "population_file": POPULATION,
            "holds": "margins",
            "count": "people",
            "start": "sample",
        },
    ],
    "k_map": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "population": POPULATION,
            "holds": "counts",
            "count": "people",
            "k": 5,
        },
        {"population": POPULATION, "holds": "margins", "start": "sample"},
    ],
    "delta_presence": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "population": POPULATION,
            "holds": "margins",
            "count": "people",
            "start": "sample",
        }
    ],
    "population_uniques": [
        {"keys": ["age", "zip"], "missing": "wildcard", "population_size": 5000, "model": "two_way"},
        {"weight": "bonus", "model": "named", "interactions": ["age × zip"]},
    ],
    "log_linear_risk": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "population_size": 5000,
            "model": "named",
            "interactions": ["age × zip"],
            "threshold": 0.25,
        },
        {"weight": "bonus"},
    ],
    "suda": [
        {
            "keys": ["age", "zip"],
            "missing": "wildcard",
            "largest": 2,
            "scaling": "product",
            "sampling_fraction": 0.25,
            "threshold": 1.5,
        }
    ],
    "distance_linkage": [
        {
            "keys": ["age", "zip"],
            "comparator": "levenshtein",
            "texts": ["zip"],
            "ordinal": "printed",
            "ties": "generous",
            "right": "nearest",
            "subsets": 2,
        }
    ],
    "probabilistic_linkage": [
        {
            "keys": ["age", "zip", "school"],
            "comparator": "jaro_winkler",
            "texts": ["zip"],
            "right": "nearest",
            "agree_from": 0.75,
            "probabilities": "known",
            "false_links": 0.01,
            "missed": 0.05,
            "subsets": 2,
            "repetitions": 30,
            "seed": 5,
        }
    ],
    "interval_disclosure": [{"variables": ["bonus"], "around": "deviation", "widest": 5, "subsets": 2}],
    "combined_risk": [
        {
            "keys": ["age", "zip"],
            "variables": ["bonus"],
            "subsets": 1,
            "interval_weight": 0.4,
            "distance_weight": 0.3,
            "probability_weight": 0.2,
            "probabilities": "known",
            "seed": 5,
        }
    ],
    "key_finder": [{"variables": ["age", "zip"], "largest": 4, "sets": 3, "seed": 5}],
    "census_uniqueness": [{"keys": ["age", "zip"], "missing": "wildcard", "area": "area"}],
    "three_criteria": [
        {
            "keys": ["age", "zip"],
            "variables": ["bonus"],
            "together": 2,
            "sets": 5,
            "first": ["zip"],
            "nearest": 2,
            "splits": 3,
            "tolerance": 2.5,
            "ordinal": "printed",
            "guesses": 50,
            "held_out": 10,
            "seed": 4,
        }
    ],
    "singling_out": [
        {"keys": ["age", "zip"], "together": 2, "sets": 5, "guesses": 50, "held_out": 10, "seed": 4}
    ],
    "linkability": [
        {
            "keys": ["age", "zip"],
            "first": ["zip"],
            "nearest": 2,
            "splits": 3,
            "ordinal": "printed",
            "guesses": 50,
            "held_out": 10,
            "seed": 4,
        }
    ],
    "inference": [
        {
            "keys": ["age", "zip"],
            "variables": ["bonus"],
            "tolerance": 2.5,
            "ordinal": "printed",
            "guesses": 50,
            "held_out": 10,
            "seed": 4,
        }
    ],
    "headline_loss": [{"weights": {"records left out": 0.0, "income": 2.5}}],
    "continuous_loss": [{"variables": ["income", "bonus"], "standardised": True}],
    "categorical_comparison": [{"variables": ["school"], "ordinal": "printed"}],
    "edit_rules": [{}],
}
"""Parameters of every method and measure; together they give each one another value than its default."""


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "id": [f"P{number}" for number in range(60)],
            "income": rng.lognormal(10, 1, 60).round(2),
            "bonus": rng.integers(0, 4, 60) * 1000.0,
            "age": rng.integers(0, 100, 60),
            "zip": rng.choice(["0012", "0013", "4801"], 60),
            "area": rng.integers(1, 3, 60),
            "school": rng.choice(["none", "primary", "higher"], 60),
            "home": [f"H{number // 3}" for number in range(60)],
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="id", role=Role.IDENTIFIER),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, unit="euros"),
            Variable(name="bonus", scale=Scale.CONTINUOUS, unit="euros"),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years"),
            Variable(name="zip", role=Role.KEY),
            Variable(name="area", role=Role.KEY),
            Variable(name="school", scale=Scale.ORDINAL, categories=("none", "primary", "higher")),
            Variable(name="home", role=Role.HOUSEHOLD),
        ],
    )


@pytest.fixture
def shown(qtbot: QtBot, data: Microdata):
    def show(kind: type[Operation], operation: Operation | None = None) -> OperationForm:
        form = OperationForm(kind, data, operation)
        qtbot.addWidget(form)
        with qtbot.waitExposed(form):
            form.show()
        return form

    return show

"""What every masking method keeps to."""

import doctest
import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import field_display
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page
from sdcdesk.risk import DisclosureRisk

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "recoding": [
        {"variable": "age", "how": "width", "width": 10.0},
        {"variable": "age", "how": "breaks", "breaks": [0, 18, 65, 100]},
        {"variable": "income", "how": "quantiles", "bands": 4},
        {"variable": "zip", "how": "prefix", "keep": 2},
        {"variable": "zip", "how": "mapping", "mapping": {"0012": "city", "0013": "city"}},
        {
            "variable": "zip",
            "how": "level",
            "level": 2,
            "hierarchy": {code: f"{code[:2]} > all" for code in ("0012", "0013", "4801", "4802", "4899")},
        },
    ],
    "tail_coding": [{"variable": "age", "top": 80.0}],
    "rounding": [{"variables": ["income"], "base": 100.0}],
    "random_rounding": [{"variables": ["income"], "base": 100.0}],
    "camouflage": [
        {"variables": ["income"]},
        {"variables": ["income", "bonus"], "size": "value", "value_below": 9.0},
    ],
    "multivariate_rounding": [
        {"variables": ["income", "bonus"], "points": [[0, 1], [20_000, 1000], [1e5, 3000]]}
    ],
    "local_suppression": [
        {"keys": ["age", "zip"], "k": 3},
        {"keys": ["age", "zip"], "k": 20, "mode": "wildcard", "together": 1},
    ],
    "value_suppression": [
        {
            "variables": ["income", "age"],
            "where": {"comparisons": [{"variable": "bonus", "relation": "at least", "values": [3]}]},
        }
    ],
    "record_suppression": [{"k": 3}, {"by": "risk", "largest_risk": 0.1}],
    "risk_suppression": [
        {"measure": {"name": "suda", "parameters": {"keys": ["zip", "bonus"]}}, "largest": 0.0},
        {
            "measure": {"name": "individual_risk", "parameters": {"keys": ["zip"], "missing": "wildcard"}},
            "largest": 0.001,
            "what": "values",
            "variables": ["zip"],
        },
    ],
    "microaggregation": [
        {"variables": ["income", "age"], "k": 3},
        {"variables": ["income", "bonus"], "k": 3, "grouping": "together"},
        {"variables": ["income", "bonus"], "k": 2, "grouping": "together", "formed": "blocks", "block": 4},
        {"variables": ["income", "zip"], "k": 3, "grouping": "together"},
    ],
    "multiple_imputation": [{"variables": ["income"], "predictors": ["bonus"]}],
    "additive_noise": [{"variables": ["income", "bonus"], "variance_share": 10.0}],
    "multiplicative_noise": [
        {"variables": ["income", "bonus"]},
        {"variables": ["income", "age"], "factors": "split", "shared": True},
    ],
    "orthogonal_masking": [
        {"variables": ["income", "bonus"]},
        {"variables": ["income", "age"], "reach": "anywhere"},
    ],
    "rank_swapping": [{"variables": ["income", "bonus"], "window": 10.0}],
    "shuffling": [
        {"variables": ["income"], "predictors": ["bonus"]},
        {"variables": ["income", "bonus"]},
    ],
    "data_swapping": [
        {"variables": ["zip"], "within": ["bonus"], "rate": 10.0},
        {"variables": ["income", "bonus"], "target": "drawn", "rate": 50.0},
    ],
    "record_swapping": [{"areas": ["zip"], "household": "id", "keys": ["bonus"], "k": 2, "rate": 10.0}],
    "probability_distortion": [
        {"variables": ["income", "zip"], "replicates": 19},
        {"variables": ["age"], "family": "imposed", "mapped": False},
    ],
    "resampling": [{"variables": ["income", "age"], "samples": 2}],
    "lossy_compression": [{"variables": ["income", "bonus", "age"], "quality": 60}],
    "matrix_masking": [{"variables": ["bonus", "weight"], "mixture": "1,0.5\n0,1", "displacement": "1,2"}],
    "pram": [{"variable": "zip", "how": "keep", "diagonal": 80.0}],
    "simple_random_sampling": [{"percentage": 50.0}, {"percentage": 80.0, "replacement": True}],
    "stratified_sampling": [
        {"percentage": 50.0, "within": ["zip"]},
        {"by": "size", "size": 60, "within": ["zip", "bonus"], "allocation": "equal"},
        {"by": "size", "size": 60, "within": ["zip"], "allocation": "optimal", "spread": "income"},
        {"within": ["zip"], "allocation": "given", "numbers": {"0012": 5, "4802": 1}},
    ],
    "systematic_sampling": [{"percentage": 30.0, "order_by": ["zip", "age"]}],
    "bernoulli_sampling": [{"probability": 40.0}],
    "household_sampling": [{"household": "zip", "percentage": 40.0}],
    "proportional_sampling": [
        {"by": "size", "size": 40, "measure": "weight"},
        {"percentage": 20.0, "measure": "weight", "design": "independent"},
    ],
    "random_order": [{}, {"units": "members", "household": "zip"}],
    "new_numbers": [{"variables": ["zip", "age", "id"]}],
    "finished_file": [{"file": {"path": "finished.csv"}, "identity": "id"}],
}

CASES = [
    pytest.param(method(**parameters), id=f"{method.name}-{number}")
    for method in METHODS
    for number, parameters in enumerate(EXAMPLES[method.name])
]


def mask(method: Method, data: Microdata, seed: int = 1) -> Microdata:
    return method.apply(data, seed=seed)


def test_every_method_has_an_example() -> None:
    assert set(EXAMPLES) == {method.name for method in METHODS}


@pytest.mark.parametrize("method", CASES)
def test_the_input_is_left_as_it_is(method: Method, data: Microdata) -> None:
    before, variables = data.frame.copy(deep=True), data.variables
    mask(method, data)
    pd.testing.assert_frame_equal(data.frame, before)
    assert data.variables == variables


@pytest.mark.parametrize("method", CASES)
def test_something_is_masked(method: Method, data: Microdata) -> None:
    assert mask(method, data).fingerprint() != data.fingerprint()


@pytest.mark.parametrize("method", CASES)
def test_the_same_seed_gives_the_same_values(method: Method, data: Microdata) -> None:
    assert mask(method, data).fingerprint() == mask(method, data).fingerprint()


@pytest.mark.parametrize("method", [case for case in CASES if case.values[0].random])
def test_another_seed_gives_other_values(method: Method, data: Microdata) -> None:
    assert mask(method, data, seed=1).fingerprint() != mask(method, data, seed=2).fingerprint()


KEPT_APART = (Purpose.SAMPLE, Purpose.NUMBERING)
"""Purposes of random methods that change no value, or the name of a value alone."""

SPLITTING = {"camouflage"}
"""Methods that put two variables in the place of one."""

HARMLESS: dict[str, list[dict[str, Any]]] = {
    "random_rounding": [{"variables": ["whole"], "base": 10.0}, {"variables": ["whole"], "base": 20.0}],
    "multiple_imputation": [{"variables": ["whole"], "predictors": ["same"], "whole_numbers": True}],
    "additive_noise": [{"variables": ["whole"], "variance_share": 1e-30}],
    "multiplicative_noise": [{"variables": ["whole"], "deviation": 1e-20, "whole_numbers": True}],
    "orthogonal_masking": [{"variables": ["whole"], "variance_share": 1e-30, "whole_numbers": True}],
    "rank_swapping": [{"variables": ["whole"], "window": 10.0}],
    "shuffling": [{"variables": ["whole"], "predictors": ["same"]}],
    "data_swapping": [{"variables": ["whole"], "target": "drawn", "rate": 20.0}],
    "record_swapping": [{"areas": ["whole"], "household": "same", "keys": ["same"]}],
    "probability_distortion": [{"variables": ["whole"], "family": "imposed", "whole_numbers": True}],
    "resampling": [{"variables": ["whole"], "samples": 1, "whole_numbers": True}],
    "pram": [{"variable": "whole", "how": "keep", "diagonal": diagonal} for diagonal in (100.0, 50.0)],
}
"""Random methods whose draws change nothing, or look like a recoding, for some seeds or for all."""

LATER: dict[str, Method | None] = {
    "nothing": None,
    "a recoding": METHODS.parse('rounding:{"variables": ["whole"], "base": 1}'),
    "a sample of all": METHODS.parse('simple_random_sampling:{"percentage": 100}'),
}


def test_every_random_method_that_changes_values_is_tried_with_draws_that_seem_to_change_none() -> None:
    changing = {method.name for method in METHODS if method.random and method.purpose not in KEPT_APART}
    assert set(HARMLESS) == changing - SPLITTING


@pytest.mark.parametrize("later", LATER.values(), ids=LATER.keys())
@pytest.mark.parametrize(
    "method", [METHODS[name](**parameters) for name, tried in HARMLESS.items() for parameters in tried]
)
def test_a_random_method_is_never_exact_whatever_was_drawn(method: Method, later: Method | None) -> None:
    scale = Scale.NOMINAL if method.name == "pram" else Scale.CONTINUOUS
    if later is not None and later.name == "rounding" and scale is Scale.NOMINAL:
        pytest.skip("categories are not rounded")
    described = Variable(name="whole", role=Role.KEY, scale=scale)
    file = Microdata(
        pd.DataFrame({name: [10, 10, 20, 30, 30, 30] for name in ("whole", "same")}), [described]
    )
    functions = 0
    for seed in range(20):
        masked = mask(method, file, seed)
        pairs = pd.DataFrame({"before": file.column("whole"), "after": masked.column("whole")})
        functions += len(pairs.drop_duplicates()) == 3
        if later is not None:
            masked = mask(later, masked, seed)
        assert DisclosureRisk().assess(file, masked).value("exactness") == "upper bound"
    assert functions, "some draws look like a recoding"


@pytest.mark.parametrize("name", HARMLESS)
def test_a_random_method_is_never_exact_where_all_records_are_alike(name: str) -> None:
    scale = Scale.NOMINAL if name == "pram" else Scale.CONTINUOUS
    described = Variable(name="whole", role=Role.KEY, scale=scale)
    file = Microdata(pd.DataFrame({name: [10] * 6 for name in ("whole", "same")}), [described])
    masked = mask(METHODS[name](**HARMLESS[name][0]), file)
    assert masked.column("whole").equals(file.column("whole"))
    assert DisclosureRisk().assess(file, masked).value("exactness") == "upper bound"


@pytest.mark.parametrize("method", [case for case in CASES if not case.values[0].random])
def test_a_method_that_is_not_random_draws_nothing(
    method: Method, data: Microdata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Draws, "words")  # it would be random, and must say so
    assert method.apply(data).fingerprint() == method.apply(data, seed=1).fingerprint()


@pytest.mark.parametrize("method", CASES)
def test_row_identity_and_untouched_variables_are_kept(method: Method, data: Microdata) -> None:
    masked = mask(method, data)
    touched = {name for _, name, _ in method.chosen()}
    split = touched if method.name in SPLITTING else set()
    assert [name for name in masked.names if name in data.names] == [
        name for name in data.names if name not in split
    ]
    assert len(masked.names) == len(data.names) + len(split)
    assert len(set(masked.rows.tolist())) == len(masked)
    for name in set(data.names) - touched:
        assert masked.provenance(name) is None
        expected = data.column(name).take(masked.rows).reset_index(drop=True)
        pd.testing.assert_series_equal(masked.column(name), expected)


BLANKING = {"local_suppression", "value_suppression", "risk_suppression"}
"""Methods that make values missing."""


@pytest.mark.parametrize("method", CASES)
def test_missing_values_stay_missing_and_others_appear_by_suppression_only(
    method: Method, data: Microdata
) -> None:
    masked = mask(method, data)
    for name in set(data.names) & set(masked.names):
        before, after = data.missing(name)[masked.rows], masked.missing(name)
        assert after[before].all(), name
        assert method.name in BLANKING or not after[~before].any(), name


@pytest.mark.parametrize("method", [case for case in CASES if case.values[0].name in BLANKING])
def test_what_is_not_blanked_keeps_its_value(method: Method, data: Microdata) -> None:
    masked = mask(method, data)
    data = data.take(np.flatnonzero(np.isin(data.rows, masked.rows)))
    assert masked.rows.tolist() == data.rows.tolist()
    for name in data.names:
        kept = ~masked.column(name).isna().to_numpy()
        assert masked.column(name)[kept].tolist() == data.column(name)[kept].tolist()


@pytest.mark.parametrize("method", CASES)
def test_methods_are_written_and_read_as_json(method: Method) -> None:
    written = json.loads(json.dumps(METHODS.write(method), allow_nan=False))
    assert METHODS.read(written) == method
    assert METHODS.parse(f"{method.name}:{json.dumps(method.parameters)}") == method


@pytest.mark.parametrize("method", CASES)
def test_a_cancelled_method_stops(method: Method, data: Microdata) -> None:
    with pytest.raises(Cancelled):
        method.mask(data, 1, Progress(cancelled=lambda: True))


@pytest.mark.parametrize("method", CASES)
@pytest.mark.parametrize("edge", ["no_records", "one_record", "all_alike"])
def test_edges_work_or_are_refused_in_words(
    method: Method, edge: str, request: pytest.FixtureRequest
) -> None:
    data: Microdata = request.getfixturevalue(edge)
    try:
        masked = mask(method, data)
    except SdcError as error:
        assert isinstance(error, DataError)
        assert error.message.endswith(".")
        return
    assert set(masked.rows.tolist()) <= set(data.rows.tolist())


@pytest.mark.parametrize("method", CASES)
def test_an_unknown_variable_is_named(method: Method, data: Microdata) -> None:
    named = [name for _, name, _ in method.chosen()]
    if not named:
        pytest.skip("names no variable")
    with pytest.raises(DataError, match=f"no variable {named[0]}"):
        mask(method, data.drop([named[0]]))


@pytest.mark.parametrize("method", CASES)
def test_the_recipe_says_what_the_step_does(method: Method) -> None:
    assert 3 < len(method.summary()) < 80
    assert not method.summary().endswith(".")


@pytest.mark.parametrize("method", list(METHODS), ids=lambda method: method.name)
def test_the_manual_page_is_whole(method: type[Method]) -> None:
    text = page(method)
    assert method.title in text
    assert "Example" in (method.__doc__ or ""), "an example"
    for name, info in method.model_fields.items():
        assert info.title, f"{name} has a label"
        assert (info.description or "").endswith("."), f"{name} is explained in sentences"
        assert f"{name}:" in text
        assert set(field_display(info).when) <= set(method.model_fields), (
            f"{name} depends on existing parameters"
        )


@pytest.mark.parametrize("method", list(METHODS), ids=lambda method: method.name)
def test_the_example_of_the_manual_page_runs(method: type[Method]) -> None:
    example = doctest.DocTestParser().get_doctest(method.__doc__ or "", {}, method.name, None, None)
    assert example.examples
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert results.failed == 0

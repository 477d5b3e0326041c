"""What every masking method keeps to."""

import doctest
import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import DataError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Method
from sdcdesk.core.parameters import shown
from sdcdesk.core.progress import Cancelled, Progress
from sdcdesk.core.randomness import generator
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "recoding": [
        {"variable": "age", "how": "width", "width": 10.0},
        {"variable": "age", "how": "breaks", "breaks": [0, 18, 65, 100]},
        {"variable": "income", "how": "quantiles", "bands": 4},
        {"variable": "zip", "how": "prefix", "keep": 2},
        {"variable": "zip", "how": "mapping", "mapping": {"0012": "city", "0013": "city"}},
    ],
    "tail_coding": [{"variable": "age", "top": 80.0}],
    "rounding": [{"variables": ["income"], "base": 100.0}],
    "random_rounding": [{"variables": ["income"], "base": 100.0}],
    "record_suppression": [{"k": 3}],
    "microaggregation": [
        {"variables": ["income", "age"], "k": 3},
        {"variables": ["income", "bonus"], "k": 3, "grouping": "together"},
    ],
    "additive_noise": [{"variables": ["income", "bonus"], "variance_share": 10.0}],
    "pram": [{"variable": "zip", "how": "keep", "diagonal": 80.0}],
    "simple_random_sampling": [{"percentage": 50.0}],
}

CASES = [
    pytest.param(method(**parameters), id=f"{method.name}-{number}")
    for method in METHODS
    for number, parameters in enumerate(EXAMPLES[method.name])
]


def mask(method: Method, data: Microdata, seed: int = 1) -> Microdata:
    return method.apply(data, generator(seed, 1))


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


@pytest.mark.parametrize("method", CASES)
def test_row_identity_and_untouched_variables_are_kept(method: Method, data: Microdata) -> None:
    masked = mask(method, data)
    touched = {name for _, name, _ in method.chosen()}
    assert masked.names == data.names
    assert len(set(masked.rows.tolist())) == len(masked)
    for name in set(data.names) - touched:
        assert masked.origin(name) is None
        expected = data.column(name).take(masked.rows).reset_index(drop=True)
        pd.testing.assert_series_equal(masked.column(name), expected)


@pytest.mark.parametrize("method", CASES)
def test_missing_values_stay_missing_and_no_others_appear(method: Method, data: Microdata) -> None:
    masked = mask(method, data)
    for name in data.names:
        np.testing.assert_array_equal(masked.missing(name), data.missing(name)[masked.rows], err_msg=name)


@pytest.mark.parametrize("method", CASES)
def test_methods_are_written_and_read_as_json(method: Method) -> None:
    written = json.loads(json.dumps(METHODS.write(method), allow_nan=False))
    assert METHODS.read(written) == method
    assert METHODS.parse(f"{method.name}:{json.dumps(method.parameters)}") == method


@pytest.mark.parametrize("method", CASES)
def test_a_cancelled_method_stops(method: Method, data: Microdata) -> None:
    with pytest.raises(Cancelled):
        method.mask(data, generator(1, 1), Progress(cancelled=lambda: True))


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
        assert set(shown(info).when) <= set(method.model_fields), f"{name} depends on existing parameters"


@pytest.mark.parametrize("method", list(METHODS), ids=lambda method: method.name)
def test_the_example_of_the_manual_page_runs(method: type[Method]) -> None:
    example = doctest.DocTestParser().get_doctest(method.__doc__ or "", {}, method.name, None, None)
    assert example.examples
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert results.failed == 0

"""What every masking method keeps to."""

import doctest
import json
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import field_display
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.declared_table import ColumnForEach
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page
from sdcdesk.risk import DisclosureRisk
from tests.contract.conftest import people
from tests.contract.test_measures import LONGEST_TITLE

CASES = [
    pytest.param(method(**parameters), id=f"{method.name}-{number}")
    for method in METHODS
    for number, parameters in enumerate(method.examples)
]


def mask(method: Method, data: Microdata, seed: int = 1) -> Microdata:
    return method.apply(data, seed=seed)


@pytest.fixture(params=[*METHODS], ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> type[Method]:
    return request.param


@pytest.fixture
def examples(kind: type[Method]) -> list[Method]:
    return [kind(**parameters) for parameters in kind.examples]


@cache
def results(kind: type[Method]) -> tuple[Microdata, list[tuple[Method, Masked]]]:
    """The people, and all that each example makes of them; computed once for all that is looked at."""
    data = people(200)
    return data, [(method, method.mask(data, 1)) for method in (kind(**one) for one in kind.examples)]


def people_masked(kind: type[Method]) -> tuple[Microdata, list[tuple[Method, Microdata]]]:
    """The people, and each file that becomes of them."""
    data, every = results(kind)
    return data, [(method, masked.data) for method, masked in every]


def test_the_input_is_left_as_it_is(kind: type[Method], data: Microdata) -> None:
    masked_before = results(kind)[0]
    assert masked_before is not data
    pd.testing.assert_frame_equal(masked_before.frame, data.frame)
    assert masked_before.variables == data.variables


def test_something_is_masked(kind: type[Method]) -> None:
    data, every = people_masked(kind)
    for method, masked in every:
        assert masked.fingerprint() != data.fingerprint(), method


def test_the_same_seed_gives_the_same_values(kind: type[Method], data: Microdata) -> None:
    for method, masked in people_masked(kind)[1]:
        assert mask(method, data).fingerprint() == masked.fingerprint(), method


@pytest.mark.parametrize("kind", [kind for kind in METHODS if kind.random], ids=lambda kind: kind.name)
def test_another_seed_gives_other_values(kind: type[Method]) -> None:
    data, every = people_masked(kind)
    for method, masked in every:
        assert mask(method, data, seed=2).fingerprint() != masked.fingerprint(), method


KEPT_APART = (Purpose.SAMPLE, Purpose.NUMBERING)
"""Purposes of random methods that change no value, or the name of a value alone."""

SPLITTING = {"camouflage"}
"""Methods that put two variables in the place of one."""

HARMLESS: dict[str, list[dict[str, Any]]] = {
    "random_rounding": [{"variables": ["whole"], "base": 10.0}, {"variables": ["whole"], "base": 20.0}],
    "multiple_imputation": [{"variables": ["whole"], "predictors": ["same"], "whole_numbers": True}],
    "additive_noise": [{"variables": ["whole"], "variance_share": 1e-30}],
    "multiplicative_noise": [{"variables": ["whole"], "deviation": 1e-20, "whole_numbers": True}],
    "outlier_noise": [{"variables": ["whole"]}],
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
        if functions and seed > 1:
            break
    assert functions, "some draws look like a recoding"


@pytest.mark.parametrize("name", HARMLESS)
def test_a_random_method_is_never_exact_where_all_records_are_alike(name: str) -> None:
    scale = Scale.NOMINAL if name == "pram" else Scale.CONTINUOUS
    described = Variable(name="whole", role=Role.KEY, scale=scale)
    file = Microdata(pd.DataFrame({name: [10] * 6 for name in ("whole", "same")}), [described])
    masked = mask(METHODS[name](**HARMLESS[name][0]), file)
    assert masked.column("whole").equals(file.column("whole"))
    assert DisclosureRisk().assess(file, masked).value("exactness") == "upper bound"


@pytest.mark.parametrize("kind", [kind for kind in METHODS if not kind.random], ids=lambda kind: kind.name)
def test_a_method_that_is_not_random_draws_nothing(
    kind: type[Method], examples: list[Method], data: Microdata, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert examples, kind
    monkeypatch.delattr(Draws, "words")  # it would be random, and must say so
    for method in examples:
        assert method.apply(data).fingerprint() == method.apply(data, seed=1).fingerprint()


def may_touch(method: Method, data: Microdata) -> set[str]:
    """The variables whose values a method may change."""
    if method.purpose is Purpose.ELSEWHERE:
        return set(data.names)
    named = {name for parameter, name, _ in method.chosen() if parameter != "public"}
    if method.name in ("local_suppression", "local_recoding") and not method.parameters["keys"]:
        named |= set(data.named(Role.KEY))
    return named.union(*method.parameters.get("linked", {}).values())


def test_row_identity_and_untouched_variables_are_kept(kind: type[Method]) -> None:
    data, every = people_masked(kind)
    for method, masked in every:
        touched = may_touch(method, data)
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
"""Methods that make values missing, and leave others as they are."""

BLANKING_BESIDES = {"local_recoding"}
"""Methods that make values missing where no label stands for all of a class."""


def test_missing_values_stay_missing_and_others_appear_by_suppression_only(kind: type[Method]) -> None:
    data, every = people_masked(kind)
    for method, masked in every:
        for name in set(data.names) & set(masked.names):
            before, after = data.missing(name)[masked.rows], masked.missing(name)
            assert after[before].all(), name
            assert method.name in BLANKING | BLANKING_BESIDES or not after[~before].any(), name


@pytest.mark.parametrize("kind", [METHODS[name] for name in sorted(BLANKING)], ids=lambda kind: kind.name)
def test_what_is_not_blanked_keeps_its_value(kind: type[Method]) -> None:
    whole, every = people_masked(kind)
    for _, masked in every:
        data = whole.take(np.flatnonzero(np.isin(whole.rows, masked.rows)))
        assert masked.rows.tolist() == data.rows.tolist()
        for name in data.names:
            kept = ~masked.column(name).isna().to_numpy()
            assert masked.column(name)[kept].tolist() == data.column(name)[kept].tolist()


def test_methods_are_written_and_read_as_json(examples: list[Method]) -> None:
    for method in examples:
        written = json.loads(json.dumps(METHODS.write(method), allow_nan=False))
        assert METHODS.read(written) == method
        assert METHODS.parse(f"{method.name}:{json.dumps(method.parameters)}") == method


def test_a_cancelled_method_stops(examples: list[Method], data: Microdata) -> None:
    for method in examples:
        with pytest.raises(Cancelled):
            method.mask(data, 1, Progress(cancelled=lambda: True))


@pytest.mark.parametrize("edge", ["no_records", "one_record", "all_alike"])
def test_edges_work_or_are_refused_in_words(
    examples: list[Method], edge: str, request: pytest.FixtureRequest
) -> None:
    data: Microdata = request.getfixturevalue(edge)
    for method in examples:
        try:
            masked = mask(method, data)
        except SdcError as error:
            assert isinstance(error, DataError), method
            assert error.message.endswith(".")
        else:
            assert set(masked.rows.tolist()) <= set(data.rows.tolist()), method


def test_an_unknown_variable_is_named(examples: list[Method], data: Microdata) -> None:
    for method in examples:
        named = [name for _, name, _ in method.chosen()]
        if named:
            with pytest.raises(DataError, match=f"no variable {named[0]}"):
                mask(method, data.drop([named[0]]))


def test_all_that_is_reported_is_declared(kind: type[Method]) -> None:
    tables = {table.name: table for table in kind.tables}
    for _, masked in results(kind)[1]:
        assert set(masked.reported) <= set(kind.declares)
        for name, found in masked.findings.tables.items():
            declared = tables.get(name) or tables[name.partition("_")[0]]
            assert bool(declared.each) == (name not in tables)
            columns = {one.name: one for one in declared.columns if not isinstance(one, ColumnForEach)}
            for column in found.columns:
                was = columns[column.name]
                assert (was.title, was.unit, was.role, was.secrecy) == (
                    column.title,
                    column.unit,
                    column.role,
                    column.secrecy,
                )


def test_titles_of_what_is_reported_fit_into_a_cell(kind: type[Method]) -> None:
    assert not [one.title for one in kind.declares if len(one.title) > LONGEST_TITLE]


def test_the_recipe_says_what_the_step_does(examples: list[Method]) -> None:
    for method in examples:
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

"""What every measure keeps to."""

import doctest
import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.core.progress import Cancelled, Progress
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.report.manual import page

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "disclosure_risk": [{}, {"keys": ["age", "zip"], "missing": "wildcard", "limit_weighted": 0.1}],
    "k_anonymity": [{}, {"missing": "wildcard"}],
    "sampling_risk": [
        {},
        {"factors": [0, 12.5, 99], "limit_minimal": 0.01, "limit_maximal": 0.9, "replicates": 2, "seed": 5},
        {"missing": "wildcard", "limit_weighted": 0.05, "replicates": 2},
    ],
    "continuous_loss": [{}, {"variables": ["income", "bonus"]}],
    "categorical_comparison": [{}],
    "headline_loss": [{}],
}

CASES = [
    pytest.param(measure(**parameters), id=f"{measure.name}-{number}")
    for measure in MEASURES
    for number, parameters in enumerate(EXAMPLES[measure.name])
]


@pytest.fixture
def masked(data: Microdata) -> Microdata:
    sampled = SimpleRandomSampling(percentage=60.0).apply(data, np.random.default_rng(3))
    return Recoding(variable="age", how="width", width=10.0).apply(sampled)


def test_every_measure_has_an_example() -> None:
    assert set(EXAMPLES) == {measure.name for measure in MEASURES}


@pytest.mark.parametrize("measure", CASES)
def test_both_files_are_left_as_they_are(measure: Measure, data: Microdata, masked: Microdata) -> None:
    before = data.frame.copy(deep=True), masked.frame.copy(deep=True)
    measure.assess(data, masked)
    pd.testing.assert_frame_equal(data.frame, before[0])
    pd.testing.assert_frame_equal(masked.frame, before[1])


@pytest.mark.parametrize("measure", CASES)
def test_an_assessment_says_what_it_is_and_fits_into_json(
    measure: Measure, data: Microdata, masked: Microdata
) -> None:
    assessment = measure.assess(data, masked)
    written = json.loads(json.dumps(assessment.to_json(), allow_nan=False))
    assert written["measure"] == measure.name
    assert written["words"]["source"]
    assert written["parameters"] == json.loads(json.dumps(measure.parameters))
    assert written["computed_from"]["original"]["sha256"] == data.fingerprint()
    assert all(figure["meaning"].endswith(".") for figure in written["words"]["figures"].values())
    for series in assessment.records.values():
        assert len(series) == len(masked)


@pytest.mark.parametrize("measure", CASES)
def test_the_same_files_give_the_same_figures(measure: Measure, data: Microdata, masked: Microdata) -> None:
    assert measure.assess(data, masked).to_json() == measure.assess(data, masked).to_json()


@pytest.mark.parametrize("measure", CASES)
def test_the_order_of_the_masked_records_does_not_matter(
    measure: Measure, data: Microdata, masked: Microdata
) -> None:
    turned = masked.take(np.arange(len(masked))[::-1])
    one, other = (measure.assess(data, file).figures for file in (masked, turned))
    for name, figure in one.items():
        if isinstance(figure.value, float):
            assert other[name].value == pytest.approx(figure.value, rel=1e-12), name
        else:
            assert other[name].value == figure.value, name


@pytest.mark.parametrize("measure", CASES)
def test_no_released_records_are_no_error(measure: Measure, data: Microdata) -> None:
    assessment = measure.assess(data, data.take(np.array([], dtype=np.int64)))
    assert json.dumps(assessment.to_json(), allow_nan=False)


@pytest.mark.parametrize("measure", CASES)
def test_one_record_and_all_alike_are_no_error(
    measure: Measure, one_record: Microdata, all_alike: Microdata
) -> None:
    for data in (one_record, Microdata(all_alike.frame, all_alike.variables)):
        assert json.dumps(measure.assess(data, data).to_json(), allow_nan=False)


@pytest.mark.parametrize("measure", CASES)
def test_nothing_to_assess_is_refused(measure: Measure, no_records: Microdata) -> None:
    with pytest.raises(DataError, match="holds no records"):
        measure.assess(no_records, no_records)


@pytest.mark.parametrize("measure", CASES)
def test_a_cancelled_measure_stops(measure: Measure, data: Microdata, masked: Microdata) -> None:
    with pytest.raises(Cancelled):
        measure.assess(data, masked, Progress(cancelled=lambda: True))


@pytest.mark.parametrize("measure", CASES)
def test_records_of_another_file_are_refused(measure: Measure, data: Microdata) -> None:
    with pytest.raises(DataError, match="do not come from this original"):
        measure.assess(data.take(np.arange(10)), data)


@pytest.mark.parametrize("measure", CASES)
def test_measures_are_written_and_read_as_json(measure: Measure) -> None:
    written = json.loads(json.dumps(MEASURES.write(measure), allow_nan=False))
    assert MEASURES.read(written) == measure


@pytest.mark.parametrize("measure", list(MEASURES), ids=lambda measure: measure.name)
def test_the_manual_page_is_whole_and_its_example_runs(measure: type[Measure]) -> None:
    text = page(measure)
    assert measure.source in text
    for name, info in measure.model_fields.items():
        assert info.title, f"{name} has a label"
        assert (info.description or "").endswith("."), f"{name} is explained in sentences"
    example = doctest.DocTestParser().get_doctest(measure.__doc__ or "", {}, measure.name, None, None)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example).failed == 0

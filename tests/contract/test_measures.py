"""What every measure keeps to."""

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.declared_table import ColumnForEach
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.counting.missing_keys import lacks_some
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.report.manual import page
from sdcdesk.risk import RISKS
from sdcdesk.risk.keys.key_measure import MISSING_NOTES, NONE_MISSING, KeyMeasure

POPULATION = Path(__file__).with_name("population.csv").as_posix()

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "disclosure_risk": [{}, {"keys": ["age", "zip"], "missing": "wildcard", "k": 4}],
    "k_anonymity": [{}, {"missing": "wildcard", "k": 7}],
    "l_diversity": [
        {},
        {"variables": ["bonus"], "missing": "wildcard", "l": 3, "c": 1.5, "alpha": 0.9, "k": 2},
    ],
    "t_closeness": [
        {"likeness": "enhanced"},
        {
            "variables": ["bonus"],
            "missing": "wildcard",
            "ground": "hierarchy",
            "hierarchy": {
                "0": "none > any",
                "1000": "some > any",
                "2000": "some > any",
                "3000": "some > any",
            },
        },
    ],
    "attribute_disclosure": [{}, {"variables": ["bonus"], "missing": "wildcard", "k": 2}],
    "individual_risk": [{}, {"keys": ["age"], "missing": "wildcard", "household": "zip", "threshold": 0.2}],
    "attacker_risks": [
        {},
        {"population": "weights", "missing": "wildcard", "threshold": 0.05},
        {"keys": ["school"], "population": "file", "population_file": POPULATION, "holds": "counts"},
    ],
    "k_map": [
        {"keys": ["school"], "population": POPULATION, "holds": "counts"},
        {"keys": ["school"], "population": POPULATION, "holds": "counts", "missing": "wildcard", "k": 400},
    ],
    "delta_presence": [{"keys": ["school"], "population": POPULATION, "holds": "counts"}],
    "population_uniques": [
        {"population_size": 4000},
        {"missing": "wildcard"},
        {"keys": ["age", "zip", "school"], "model": "two_way"},
    ],
    "log_linear_risk": [
        {"keys": ["zip", "school"], "population_size": 4000},
        {"model": "named", "interactions": ["age × zip"], "threshold": 0.1},
        {"missing": "wildcard"},
    ],
    "suda": [
        {"largest": 2, "threshold": 1.0},
        {"missing": "wildcard", "scaling": "product"},
        {"keys": ["zip", "school", "bonus"], "sampling_fraction": 0.05, "scaling": "product"},
    ],
    "key_finder": [{}, {"variables": ["age", "zip", "school", "bonus", "income"], "largest": 4, "sets": 2}],
    "census_uniqueness": [{}, {"keys": ["age", "school"], "missing": "wildcard", "area": "zip"}],
    "sampling_risk": [
        {},
        {"factors": [0, 12.5, 99], "limit_minimal": 0.01, "limit_maximal": 0.9, "replicates": 2, "seed": 5},
        {"missing": "wildcard", "limit_weighted": 0.05, "replicates": 2},
    ],
    "distance_linkage": [
        {"subsets": 1},
        {"keys": ["age", "zip", "bonus"], "ordinal": "printed", "ties": "strict", "right": "nearest"},
        {"keys": ["age", "zip"], "comparator": "jaro_winkler", "texts": ["zip"]},
    ],
    "probabilistic_linkage": [
        {"subsets": 3},
        {
            "keys": ["age", "school", "bonus"],
            "probabilities": "known",
            "false_links": 0.01,
            "missed": 0.05,
            "subsets": 1,
        },
        {"comparator": "levenshtein", "agree_from": 0.8, "right": "nearest"},
    ],
    "interval_disclosure": [
        {},
        {"variables": ["school", "bonus"], "widest": 20, "subsets": 1},
        {"around": "deviation"},
    ],
    "combined_risk": [
        {"keys": ["age", "school", "zip"], "subsets": 2, "probabilities": "known"},
        {"probability_weight": 0.0},
    ],
    "three_criteria": [
        {"guesses": 60},
        {"keys": ["age", "school"], "variables": ["bonus"], "guesses": 40, "seed": 3},
    ],
    "singling_out": [
        {"guesses": 60},
        {"keys": ["age", "school", "bonus"], "together": 1, "guesses": 40, "seed": 3},
        {"keys": ["age", "zip", "school", "bonus"], "together": 2, "sets": 4, "guesses": 50},
    ],
    "linkability": [{}, {"first": ["age"], "nearest": 3, "ordinal": "printed", "guesses": 30, "seed": 2}],
    "inference": [{}, {"keys": ["age"], "variables": ["income"], "tolerance": 20, "guesses": 30}],
    "continuous_loss": [{}, {"variables": ["income", "bonus"]}],
    "categorical_comparison": [{}],
    "edit_rules": [{}],
    "headline_loss": [{}],
}

CASES = [
    pytest.param(measure(**parameters), id=f"{measure.name}-{number}")
    for measure in MEASURES
    for number, parameters in enumerate(EXAMPLES[measure.name])
]


NAMES = Path(__file__).with_name("names_of_findings.txt")
"""Every figure, state and column with its unit, as programs that read the JSON know them."""


def masking(data: Microdata) -> Microdata:
    sampled = SimpleRandomSampling(percentage=60.0).apply(data, seed=3)
    return Recoding(variable="age", how="width", width=10.0).apply(sampled)


@pytest.fixture
def masked(data: Microdata) -> Microdata:
    return masking(data)


@pytest.fixture(params=["masked", "nothing released", "one record", "all alike", "nothing present"])
def files(
    request: pytest.FixtureRequest, data: Microdata, one_record: Microdata, all_alike: Microdata
) -> tuple[Microdata, Microdata]:
    """Original and masked file, usual ones and all that leave figures undefined."""
    if request.param == "masked":
        return data, masking(data)
    if request.param == "nothing released":
        return data, data.take(np.array([], dtype=np.int64))
    if request.param == "one record":
        return one_record, one_record
    if request.param == "all alike":
        same = Microdata(all_alike.frame, all_alike.variables)
        return same, same
    absent = {
        name: pd.Series([None] * len(data), dtype=data.column(name).dtype) for name in ("zip", "income")
    }
    return data, data.assign(absent)


DECLARED = [case for case in CASES if case.values[0].declares]


@pytest.fixture(params=DECLARED)
def found(request: pytest.FixtureRequest, files: tuple[Microdata, Microdata]) -> tuple[Measure, Assessment]:
    return request.param, request.param.assess(*files)


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
    assert written["computed_from"]["original"] == {"records": len(data)}, "no hash proves a guess at it"
    assert written["computed_from"]["masked"]["sha256"] == masked.released_fingerprint()
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


@pytest.mark.parametrize("measure", [case for case in CASES if case.values[0].name in RISKS])
def test_every_risk_says_what_a_missing_value_is_to_it(
    measure: Measure, data: Microdata, masked: Microdata
) -> None:
    for found in (measure.assess(data, masked), measure.assess(data, data.take(np.empty(0, np.int64)))):
        if isinstance(measure, KeyMeasure):
            matters = measure.missing == "category" or lacks_some(found.masked, measure.key_names(data))
            assert (MISSING_NOTES[measure.missing] if matters else NONE_MISSING) in found.notes
            assert (
                MISSING_NOTES["category" if measure.missing == "wildcard" else "wildcard"] not in found.notes
            )
        else:
            assert any(re.search(r"\bmissing\b", note) for note in found.notes), found.notes


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


def test_every_measure_declares_what_it_answers() -> None:
    for case in DECLARED:
        measure = case.values[0]
        assert measure.purpose.endswith("."), measure.name
        assert len({declared.name for declared in measure.declares}) == len(measure.declares), measure.name


LONGEST_TITLE = 28
"""Letters for which a cell has room."""


def test_titles_of_figures_fit_into_a_cell(found: tuple[Measure, Assessment]) -> None:
    measure, assessment = found
    titles = [one.title for one in (*measure.declares, *assessment.figures.values())]
    assert not [title for title in titles if len(title) > LONGEST_TITLE]


def test_every_declared_figure_is_found_and_no_other(found: tuple[Measure, Assessment]) -> None:
    measure, assessment = found
    assert {one.name: one.unit for one in measure.declares} == {
        name: figure.unit for name, figure in assessment.figures.items()
    }
    for figure in assessment.figures.values():
        declared = measure.declared(figure.name)
        assert declared is not None
        assert (figure.symbol, figure.better) == (declared.symbol, declared.better)


def test_every_table_that_is_found_is_declared(found: tuple[Measure, Assessment]) -> None:
    measure, assessment = found
    declared = {table.name: table for table in measure.tables}
    for name, table in assessment.tables.items():
        assert name in declared, name
        columns = {one.name: one for one in declared[name].columns if not isinstance(one, ColumnForEach)}
        shown = {column.name: column for column in table.columns}
        for_each = any(isinstance(one, ColumnForEach) for one in declared[name].columns)
        assert for_each or shown.keys() <= columns.keys(), shown.keys() - columns.keys()
        assert list(filter(shown.keys().__contains__, columns)) == [one for one in shown if one in columns]
        for one in shown.keys() & columns.keys():
            was = columns[one]
            assert (was.title, was.unit, was.role, was.secrecy) == (
                shown[one].title,
                shown[one].unit,
                shown[one].role,
                shown[one].secrecy,
            )


def test_what_is_not_defined_says_why(found: tuple[Measure, Assessment]) -> None:
    _, assessment = found
    quantities = [figure.quantity for figure in assessment.figures.values()]
    for table in assessment.tables.values():
        for column in table.columns:
            if column.unit is not None:
                quantities += table.quantities(column)
    for quantity in quantities:
        if quantity.reason is not None:
            assert re.fullmatch(r"[A-Z].*\.", quantity.reason.text)
        assert "nan" not in quantity_text(quantity).text.lower()


def test_columns_and_plots_have_what_they_name(found: tuple[Measure, Assessment]) -> None:
    _, assessment = found
    for table in assessment.tables.values():
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        assert set(names) <= set(table.frame.columns)
        assert any(column.role == "key" for column in table.columns), table.name
    for section in assessment.sections:
        tables = {block.name: block for block in section.blocks if isinstance(block, Table)}
        for plot in (block for block in section.blocks if block.name in assessment.plots):
            drawn = {plot.x.column, plot.y.column, plot.label}
            for series in plot.series:
                drawn |= {series.column, series.low, series.high}
            # A document knows the columns that are shown, and no others.
            assert drawn - {""} <= {column.name for column in tables[plot.table].columns}, plot.name
            assert plot.figure in {"", *assessment.figures}


def test_all_that_people_read_is_in_words(found: tuple[Measure, Assessment]) -> None:
    _, assessment = found
    variables = {*assessment.original.names, *assessment.masked.names}
    titles = [section.title for section in assessment.sections[1:]]
    for section in assessment.sections:
        sentences = [section.about, *(note.text for note in section.notes)]
        sentences += [block.about for block in section.blocks if hasattr(block, "about")]
        for one in sentences:
            words = one.written()
            assert words == "" or re.fullmatch(r"\S.*\.", words), words
            assert "(s)" not in words
    for block in assessment.blocks:
        titles.append(block.title)
        if isinstance(block, Table):
            titles += [column.title for column in block.columns if column.title not in variables]
            assert block.empty.endswith(".")
        elif hasattr(block, "computation"):
            assert block.meaning.endswith(".")
            titles += [words for words, _ in block.computation if words not in variables]
    for title in titles:
        assert title, assessment.measure
        assert "_" not in title.replace("DR_", ""), title
        assert not title.endswith("."), title


def test_records_behind_figures_and_rows_are_those_of_the_original(found: tuple[Measure, Assessment]) -> None:
    _, assessment = found
    counted = [figure.rows() for figure in assessment.figures.values() if figure.rows is not None]
    for table in assessment.tables.values():
        if table.rows is not None and len(table):
            counted += [table.rows(row) for row in (0, len(table) - 1)]
            assert table.row_title is not None
            assert table.row_title(0)
    for rows in counted:
        assert len(np.unique(rows)) == len(rows)
        assert np.isin(rows, np.arange(len(assessment.original))).all()


@pytest.mark.parametrize("measure", CASES)
def test_values_of_the_data_stand_in_no_document(measure: Measure, data: Microdata) -> None:
    marked = data.assign(
        {
            "zip": data.column("zip").where(data.rows != 5, "MARKED"),
            "income": data.column("income").where(data.rows % 20 > 2, 7654321.25),
        }
    )
    marked = Microdata(marked.frame, data.variables)
    written = json.dumps(measure.assess(marked, masking(marked)).to_json())
    assert "MARKED" not in written
    assert "7654321.25" not in written


def names_of(assessment: Assessment) -> Iterator[str]:
    """What programs know: names and units, a line each."""
    for figure in assessment.figures.values():
        yield f"{assessment.measure} figure {figure.name}: {figure.unit.name}"
    for state in assessment.states.values():
        yield f"{assessment.measure} state {state.name}"
    for table in assessment.tables.values():
        for column in table.columns:
            unit = "text" if column.unit is None else column.unit.name or "unit of the variable"
            yield f"{assessment.measure} table {table.name}: {column.name}: {unit}: {column.secrecy}"


def test_no_name_or_unit_changes_silently(data: Microdata, masked: Microdata) -> None:
    """A name that goes, or a unit that changes, needs a higher `version` of its measure, and the list."""
    assessments = [case.values[0].assess(data, masked) for case in DECLARED]
    names = sorted({line for assessment in assessments for line in names_of(assessment)})
    # Written by hand where a change is meant: the difference shown here is the new list.
    assert "\n".join(names) == NAMES.read_text(encoding="utf-8").rstrip()

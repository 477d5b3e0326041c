"""What every measure keeps to."""

import doctest
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.declared_table import ColumnForEach
from sdcdesk.core.results.published_parameters import published_parameters
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.counting.missing_keys import lacks_some
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.report.manual import page
from sdcdesk.risk import RISKS
from sdcdesk.risk.keys.key_measure import MISSING_NOTES, NONE_MISSING, KeyMeasure
from tests.contract.conftest import people

CASES = [
    pytest.param(measure(**parameters), id=f"{measure.name}-{number}")
    for measure in MEASURES
    for number, parameters in enumerate(measure.examples)
]


NAMES = Path(__file__).with_name("names_of_findings.txt")
"""Every figure, state and column with its unit, as programs that read the JSON know them."""


def masking(data: Microdata) -> Microdata:
    sampled = SimpleRandomSampling(percentage=60.0).apply(data, seed=3)
    return Recoding(variable="age", how="width", width=10.0).apply(sampled)


@pytest.fixture(scope="module")
def masked(data: Microdata) -> Microdata:
    return masking(data)


@cache
def pairs() -> dict[str, tuple[Microdata, Microdata]]:
    """Original and masked file, usual ones and all that leave figures undefined."""
    data, one = people(200), people(1)
    alike = data.take(np.zeros(50, dtype=np.int64))
    same = Microdata(alike.frame, alike.variables)
    absent = {
        name: pd.Series([None] * len(data), dtype=data.column(name).dtype) for name in ("zip", "income")
    }
    return {
        "masked": (data, masking(data)),
        "nothing released": (data, data.take(np.array([], dtype=np.int64))),
        "one record": (one, one),
        "all alike": (same, same),
        "nothing present": (data, data.assign(absent)),
    }


NEEDING = {"held_out", "start", "weights"}
"""Parameters with values that need more than the least of files has."""


@cache
def assessments(kind: type[Measure]) -> list[tuple[Measure, Assessment]]:
    """What the examples of a measure find in all pairs of files; computed once for all that is looked at."""
    found = []
    for example in [kind(**parameters) for parameters in kind.examples]:
        for name, files in pairs().items():
            try:
                found.append((example, example.assess(*files)))
            except (DataError, ParameterError) as refused:
                assert name != "masked", refused
                assert refused.field in NEEDING, refused
    return found


def usual(kind: type[Measure]) -> list[tuple[Measure, Assessment]]:
    """The same, for the usual pair of files alone."""
    return [one for one in assessments(kind) if one[1].masked is pairs()["masked"][1]]


@pytest.fixture(params=[*MEASURES], ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> type[Measure]:
    return request.param


@pytest.fixture
def examples(kind: type[Measure]) -> list[Measure]:
    return [kind(**parameters) for parameters in kind.examples]


@pytest.fixture
def every(kind: type[Measure]) -> list[tuple[Measure, Assessment]]:
    return assessments(kind)


def test_both_files_are_left_as_they_are(kind: type[Measure], data: Microdata, masked: Microdata) -> None:
    assert usual(kind)
    for assessed, unassessed in zip(pairs()["masked"], (data, masked), strict=True):
        pd.testing.assert_frame_equal(assessed.frame, unassessed.frame)
        assert assessed.variables == unassessed.variables


def test_an_assessment_says_what_it_is_and_fits_into_json(every: list[tuple[Measure, Assessment]]) -> None:
    for measure, assessment in every:
        written = json.loads(json.dumps(assessment.to_json(), allow_nan=False))
        assert written["measure"] == measure.name
        assert written["words"]["source"]
        assert written["parameters"] == json.loads(json.dumps(published_parameters(measure.parameters)))
        original, masked = assessment.original, assessment.masked
        assert written["computed_from"]["original"] == {"records": len(original)}, "no hash proves a guess"
        if masked is not original:
            assert written["computed_from"]["masked"]["sha256"] == masked.released_fingerprint()
        assert all(figure["meaning"].endswith(".") for figure in written["words"]["figures"].values())
        for series in assessment.records.values():
            assert len(series) == len(masked)


def test_the_same_files_give_the_same_figures(kind: type[Measure]) -> None:
    for measure, assessment in usual(kind):
        assert measure.assess(*pairs()["masked"]).to_json() == assessment.to_json()


def test_the_order_of_the_masked_records_does_not_matter(kind: type[Measure]) -> None:
    data, masked = pairs()["masked"]
    turned = masked.take(np.arange(len(masked))[::-1])
    for measure, assessment in usual(kind):
        if getattr(measure, "held_out", 0):  # which the steps tell that made the file
            continue
        other = measure.assess(data, turned).figures
        for name, figure in assessment.figures.items():
            if isinstance(figure.value, float):
                assert other[name].value == pytest.approx(figure.value, rel=1e-12), name
            else:
                assert other[name].value == figure.value, name


def test_every_risk_says_what_a_missing_value_is_to_it(every: list[tuple[Measure, Assessment]]) -> None:
    for measure, found in every:
        if isinstance(measure, KeyMeasure):
            matters = measure.missing == "category" or lacks_some(
                found.masked, measure.key_names(found.original)
            )
            assert (MISSING_NOTES[measure.missing] if matters else NONE_MISSING) in found.notes
            other = "category" if measure.missing == "wildcard" else "wildcard"
            assert MISSING_NOTES[other] not in found.notes
        elif measure.name in RISKS:
            assert any(re.search(r"\bmissing\b", note) for note in found.notes), found.notes


def test_nothing_to_assess_is_refused(examples: list[Measure], no_records: Microdata) -> None:
    for measure in examples:
        with pytest.raises(DataError, match="holds no records"):
            measure.assess(no_records, no_records)


def test_a_cancelled_measure_stops(examples: list[Measure], data: Microdata, masked: Microdata) -> None:
    for measure in examples:
        with pytest.raises(Cancelled):
            measure.assess(data, masked, Progress(cancelled=lambda: True))


def test_records_of_another_file_are_refused(examples: list[Measure], data: Microdata) -> None:
    for measure in examples:
        with pytest.raises(DataError, match="do not come from this original"):
            measure.assess(data.take(np.arange(10)), data)


def test_measures_are_written_and_read_as_json(examples: list[Measure]) -> None:
    for measure in examples:
        written = json.loads(json.dumps(MEASURES.write(measure), allow_nan=False))
        assert MEASURES.read(written) == measure


def test_the_manual_page_is_whole_and_its_example_runs(kind: type[Measure]) -> None:
    text = page(kind)
    assert kind.source in text
    for name, info in kind.model_fields.items():
        assert info.title, f"{name} has a label"
        assert (info.description or "").endswith("."), f"{name} is explained in sentences"
    example = doctest.DocTestParser().get_doctest(kind.__doc__ or "", {}, kind.name, None, None)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example).failed == 0


def test_every_measure_declares_what_it_answers() -> None:
    for measure in MEASURES:
        assert measure.declares, measure.name
        assert measure.purpose.endswith("."), measure.name
        assert len({declared.name for declared in measure.declares}) == len(measure.declares), measure.name


LONGEST_TITLE = 28
"""Letters for which a cell has room."""


def test_titles_of_figures_fit_into_a_cell(every: list[tuple[Measure, Assessment]]) -> None:
    for measure, assessment in every:
        titles = [one.title for one in (*measure.declares, *assessment.figures.values())]
        assert not [title for title in titles if len(title) > LONGEST_TITLE]


def test_every_declared_figure_is_found_and_no_other(every: list[tuple[Measure, Assessment]]) -> None:
    for measure, assessment in every:
        assert {one.name: one.unit for one in measure.declares} == {
            name: figure.unit for name, figure in assessment.figures.items()
        }
        for figure in assessment.figures.values():
            declared = measure.declared(figure.name)
            assert declared is not None
            assert (figure.symbol, figure.better) == (declared.symbol, declared.better)


def test_every_table_that_is_found_is_declared(every: list[tuple[Measure, Assessment]]) -> None:
    for measure, assessment in every:
        declared = {table.name: table for table in measure.tables}
        for name, table in assessment.tables.items():
            assert name in declared, name
            columns = {one.name: one for one in declared[name].columns if not isinstance(one, ColumnForEach)}
            shown = {column.name: column for column in table.columns}
            for_each = any(isinstance(one, ColumnForEach) for one in declared[name].columns)
            assert for_each or shown.keys() <= columns.keys(), shown.keys() - columns.keys()
            assert list(filter(shown.keys().__contains__, columns)) == [
                one for one in shown if one in columns
            ]
            for one in shown.keys() & columns.keys():
                was, secrecies = columns[one], list(Secrecy)
                assert (was.title, was.unit, was.role) == (shown[one].title, shown[one].unit, shown[one].role)
                # What a file tells may make a column more secret than it is declared, never less.
                assert secrecies.index(shown[one].secrecy) >= secrecies.index(was.secrecy)


def test_what_is_not_defined_says_why(every: list[tuple[Measure, Assessment]]) -> None:
    for _, assessment in every:
        quantities = [figure.quantity for figure in assessment.figures.values()]
        for table in assessment.tables.values():
            for column in table.columns:
                if column.unit is not None:
                    quantities += table.quantities(column)
        for quantity in quantities:
            if quantity.reason is not None:
                assert re.fullmatch(r"[A-Z].*\.", quantity.reason.text)
            assert "nan" not in quantity_text(quantity).text.lower()


def test_columns_and_plots_have_what_they_name(every: list[tuple[Measure, Assessment]]) -> None:
    for _, assessment in every:
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


def test_all_that_people_read_is_in_words(every: list[tuple[Measure, Assessment]]) -> None:
    for _, assessment in every:
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


def test_records_behind_figures_and_rows_are_those_of_the_original(
    every: list[tuple[Measure, Assessment]],
) -> None:
    for _, assessment in every:
        counted = [figure.rows() for figure in assessment.figures.values() if figure.rows is not None]
        for table in assessment.tables.values():
            if table.rows is not None and len(table):
                counted += [table.rows(row) for row in (0, len(table) - 1)]
                assert table.row_title is not None
                assert table.row_title(0)
        for rows in counted:
            assert len(np.unique(rows)) == len(rows)
            assert np.isin(rows, np.arange(len(assessment.original))).all()


def test_values_of_the_data_stand_in_no_document(examples: list[Measure], data: Microdata) -> None:
    marked = data.assign(
        {
            "zip": data.column("zip").where(data.rows != 5, "MARKED"),
            "income": data.column("income").where(data.rows % 20 > 2, 7654321.25),
        }
    )
    marked = Microdata(marked.frame, data.variables)
    for measure in examples:
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


def test_no_name_or_unit_changes_silently() -> None:
    """A name that goes, or a unit that changes, needs a higher `version` of its measure, and the list."""
    found = [one for kind in MEASURES for _, one in usual(kind)]
    names = sorted({line for assessment in found for line in names_of(assessment)})
    # Written by hand where a change is meant: the difference shown here is the new list.
    assert "\n".join(names) == NAMES.read_text(encoding="utf-8").rstrip()

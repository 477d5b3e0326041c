"""What every measure says on page, terminal and in JSON: the words of `sdcdesk.core.text.quantity_text`."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape

import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.text.quantity_text import cell_texts, quantity_text
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.report.rows import rows_with_numbers
from sdcdesk.report.sections import ROWS, Writing, findings_html, symbols
from sdcdesk.report.text import CAPPED, WIDEST, findings_lines
from tests.contract.conftest import people


def assess(measure: str, data: Microdata) -> Assessment:
    sampled = SimpleRandomSampling(percentage=60.0).apply(data, seed=3)
    masked = Recoding(variable="age", how="width", width=10.0).apply(sampled)
    found = MEASURES[measure](**MEASURES[measure].examples[0])
    assessment = found.assess(data, masked)
    return (
        assessment.with_before(found.assess(data, data), found.unreleased_quantity)
        if found.also_for_original
        else assessment
    )


@cache
def assessed(measure: str) -> Assessment:
    """What is found of the people; computed once for all documents."""
    return assess(measure, people(200))


@pytest.fixture(params=[measure.name for measure in MEASURES])
def found(request: pytest.FixtureRequest) -> Assessment:
    return assessed(request.param)


def cells(table: Table, rows: int) -> Iterator[str]:
    """Walk through the texts of the first rows of a table."""
    count = range(min(len(table), rows, table.capped))
    for column in table.columns:
        if column.unit is None:
            yield from table.texts(column, count)
        else:
            quantities = table.quantities(column, count)
            yield from (
                cell.text for cell in cell_texts(quantities, table.digits(column), limits=column.limits)
            )


def figures(found: Assessment) -> Iterator[str]:
    """Walk through the texts of all figures, before and after."""
    for figure in withheld(found).figures.values():
        beside = [] if figure.before is None else [figure.before]
        yield quantity_text(figure.quantity, beside=beside).text
        if figure.before is not None:
            yield quantity_text(figure.before, beside=[figure.quantity]).text


def test_a_page_shows_every_number_as_the_one_formatter_writes_it(found: Assessment) -> None:
    writing = Writing()
    page = findings_html(found, writing)
    assert not writing.unwritten
    words = unescape(re.sub(r"<[^>]*>", "\n", page.replace("<sub>", "_").replace("</sub>", "")))
    for text in figures(found):
        assert text in words
    for table in withheld(found).tables.values():
        told = table.frame.iloc[rows_with_numbers(table)].reset_index(drop=True)
        for text in cells(replace(table, frame=told), ROWS):
            assert text in words, table.name


def test_a_page_has_titles_instead_of_the_names_of_the_program(found: Assessment) -> None:
    page = findings_html(found)
    for word in ("<NA>", "&lt;NA&gt;", "<script"):
        assert word not in page
    assert not re.search(r"\b(nan|NaN|None|inf)\b", page)
    titles = re.findall(r'<th scope="col[^>]*>(.*?)</th>', page) + re.findall(r"<strong>(.*?)</strong>", page)
    assert titles
    assert not [title for title in titles if "_" in title]


def test_the_terminal_shows_the_same_words(found: Assessment) -> None:
    text = "\n".join(findings_lines(found))
    for number in figures(found):
        assert number in text
    for table in withheld(found).tables.values():
        for cell in cells(table, CAPPED):
            assert cell[: WIDEST - 1] in text, table.name


def test_json_holds_the_numbers_behind_these_words(found: Assessment) -> None:
    written = json.loads(json.dumps(found.to_json(), allow_nan=False))
    left = withheld(found)
    assert written["words"]["language"] == "en"
    for name, figure in left.figures.items():
        entry = written["figures"][name]
        beside = [] if figure.before is None else [figure.before]
        assert (
            written["words"]["figures"][name]["shown"] == quantity_text(figure.quantity, beside=beside).text
        )
        if entry["value"] is None:
            assert entry["reason"]
            assert written["words"]["figures"][name]["reason"]
        else:
            step = entry.get("rounded_to")
            again = Quantity(entry["value"], figure.unit, figure.quantity.bound, rounded_to=step)
            assert quantity_text(again).text == quantity_text(figure.quantity).text
    for name, table in left.tables.items():
        columns = [column.name for column in table.columns]
        assert [column["name"] for column in written["tables"][name]["columns"]] == columns
        assert len(written["tables"][name]["rows"]) == len(table)
        assert all(list(row) == columns for row in written["tables"][name]["rows"])


@pytest.mark.parametrize("measure", [measure.name for measure in MEASURES])
def test_a_marked_value_of_the_data_is_in_no_document(measure: str, data: Microdata) -> None:
    marked = 8675309.25
    income = data.column("income").copy()
    income.iloc[0] = marked
    found = assess(measure, data.assign({"income": income}))
    documents = [findings_html(found), "\n".join(findings_lines(found)), json.dumps(found.to_json())]
    for document in documents:
        for written in ("8675309", "8,675,309", "8.675", "P00000"):
            assert written not in document


def test_symbols_are_the_only_underscores_in_words() -> None:
    for measure in MEASURES:
        for declared in measure.declares:
            assert "_" not in symbols(declared.title), declared.name

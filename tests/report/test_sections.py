"""Sections of findings as HTML."""

import re
from html import unescape

import pandas as pd
import pytest

from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.plot import Axis, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import Sentence
from sdcdesk.report import sections
from sdcdesk.report.rows import figure_text
from sdcdesk.report.sections import Writing, findings_html, symbols, table_html
from tests.report.conftest import MARKED, assessment, plot, sizes


def words(html: str) -> str:
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def test_figures_are_told_with_bound_counts_and_what_they_were(found: Assessment) -> None:
    page = words(findings_html(found))
    risk = found.figure("risk")
    assert risk.before is not None
    assert quantity_text(risk.quantity, beside=[risk.before]).text in page
    assert quantity_text(risk.before, beside=[risk.quantity]).text in page
    assert "61 of 3,049" in page
    assert "at most" in page
    assert "No limit is set." in page
    assert "upper bound" in page


def test_everything_from_findings_is_escaped(found: Assessment) -> None:
    page = findings_html(found)
    assert "Risk of a &lt;link&gt;" in page
    assert "<link>" not in page


@pytest.mark.parametrize("word", ["nan", "NaN", "<NA>", "&lt;NA&gt;", "None", "<script", "group_sizes"])
def test_no_word_of_the_program_stands_on_a_page(found: Assessment, word: str) -> None:
    assert word not in findings_html(found)


def test_a_table_has_a_caption_scoped_headers_and_units_there() -> None:
    html = table_html(sizes())
    assert "<caption>" in html
    assert re.search(r'<th scope="colgroup" colspan="2" class="over">Right</th>', html)
    assert re.search(r'<th scope="col" class="number">Original, %</th>', html)
    assert "10.0<" in html
    assert "10.0\u202f%" not in html
    assert "No group of this size is left." in html


def test_a_long_table_says_how_much_of_it_is_shown() -> None:
    html = table_html(sizes(412))
    assert "20 of 412 rows" in html
    assert html.count("<tr>") == 22


def test_an_empty_table_and_an_empty_plot_have_their_sentence() -> None:
    empty = sizes(1)
    empty = type(empty)(**{**vars_of(empty), "frame": empty.frame.iloc[:0], "empty": "No group was found."})
    html = findings_html(assessment(empty, plot()))
    assert "There is nothing to draw. No group was found." in html
    heat = plot("heat", y=Axis("Size", "size"))
    assert "There is nothing to draw. No group was found." in findings_html(assessment(empty, heat))
    assert "No group was found." in table_html(empty)


def vars_of(table: object) -> dict[str, object]:
    return {name: getattr(table, name) for name in type(table).__dataclass_fields__}  # type: ignore[attr-defined]


def test_a_plot_holds_the_table_that_it_draws_once(found: Assessment) -> None:
    html = findings_html(found)
    assert html.count("<svg") == 1
    assert html.count("Size of the group</th>") == 1
    assert html.index("<svg") < html.rindex("<details>") < html.index("Size of the group</th>")


def test_limits_of_a_figure_are_lines_of_its_plot(found: Assessment) -> None:
    limit = Limit(measure="links", figure="risk", value=0.25)
    assert "limit 25" in findings_html(found, limits={"risk": [limit]})
    assert "limit" not in re.findall(r"<svg.*?</svg>", findings_html(found), re.S)[0]


def test_a_heat_map_is_a_table_of_tinted_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sizes(4)
    table.frame["row"] = list("aabb")
    table.frame["place"] = list("xyxy")
    named = type(table)(
        **{
            **vars_of(table),
            "columns": (
                *table.columns[:2],
                sections.Table.column(table, "after"),
                *(type(table.columns[0])(name, name.title()) for name in ("row", "place")),
            ),
        }
    )
    heat = plot(
        "heat",
        x=Axis("Place", column="place"),
        y=Axis("Row", column="row"),
        series=(Series("before", "Share"),),
        ringed=0,
    )
    html = findings_html(assessment(named, heat))
    monkeypatch.setattr(sections, "MOST_CELLS", 3)
    many = findings_html(assessment(named, heat))
    assert "4 cells are too many to draw here." in many
    assert "background" not in many
    assert "Row</th>" in many, "their table stands for them"
    assert html.count("background: rgb(45 108 196 / ") == 4
    assert "/ 60%)" in html, "the largest is the darkest"
    assert html.count('class="number ringed"') == 1
    assert "<svg" not in html


def test_a_heat_map_of_changes_has_a_colour_for_either_sign() -> None:
    columns = (
        Column("row", "Row"),
        Column("place", "Place"),
        Column("change", "Change", NUMBER, role="change"),
    )
    frame = pd.DataFrame({"row": ["a", "b"], "place": ["x", "x"], "change": [-0.5, 1.0]})
    table = Table(name="changes", title="Changes", columns=columns, frame=frame)
    heat = plot(
        "heat",
        table="changes",
        x=Axis("Place", column="place"),
        y=Axis("Row", column="row"),
        series=(Series("change", "Change"),),
    )
    html = findings_html(assessment(table, heat))
    assert "rgb(140 81 10 / 30%)" in html
    assert "rgb(1 102 94 / 60%)" in html


def test_values_of_the_data_stay_out_until_the_board_asks_for_them(found: Assessment) -> None:
    assert "8,675,309" not in findings_html(found)
    assert "8,675,309" not in findings_html(found, Writing(Edition(Audience.INTERNAL)))
    assert "8,675,309" in findings_html(found, Writing(Edition(Audience.INTERNAL, values=True)))
    assert str(MARKED) not in findings_html(found)


def test_a_block_that_cannot_be_written_says_so_and_the_rest_stands() -> None:
    class Broken(Sentence):
        def isascii(self) -> bool:
            raise KeyError

        def with_arguments(self, _arguments: object) -> Sentence:
            return self

    broken = plot(about=Broken("It cannot be written."))
    writing = Writing()
    page = words(findings_html(assessment(sizes(), broken), writing))
    assert "Right links by size could not be written here (KeyError)" in page
    assert writing.unwritten == ["Right links by size"]
    assert "61 of 3,049" in page


def test_a_notes_number_stands_at_its_figure(found: Assessment) -> None:
    html = findings_html(found)
    assert "at most<sup>1</sup>" in html
    assert "<sup>1</sup> Upper bound: left-out records count." in html
    assert "2 records are alone." in html


def test_symbols_go_below_the_line_and_names_of_variables_stay() -> None:
    assert symbols("DR_W of Amount_Billed & x") == "DR<sub>W</sub> of Amount_Billed &amp; x"


def test_a_cell_that_turns_the_direction_of_writing_is_spelt_out() -> None:
    table = sizes(1)
    table.frame["name"] = pd.Series(["\u202egpj.exe"])
    named = type(table)(**{**vars_of(table), "columns": (type(table.columns[0])("name", "Name"),)})
    assert "\\u202egpj.exe" in table_html(named)


def test_no_row_of_a_computation_is_rounded_across_the_limit() -> None:
    quantity = Quantity(0.020004, SHARE)
    steps = (("Before rounding", Quantity(0.019996, SHARE)), ("10,002 ÷ 500,000 records", quantity))
    figure = Declared("risk", "Risk", SHARE, "Its meaning.").figure(quantity, computation=steps)
    limit = Limit(measure="some", figure="risk", side="at most", value=0.02)
    assert figure_text(figure, [limit]).computation == (
        ("Before rounding", "1.9996\u202f%"),
        ("10,002 ÷ 500,000 records", "2.0004\u202f%"),
    )
    assert figure_text(figure).computation[1][1] == figure_text(figure).value.text == "2.00\u202f%"

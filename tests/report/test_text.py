"""Findings as text for a terminal."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, Why, undefined
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.table import Table
from sdcdesk.report.text import assessment_lines, findings_lines, table_lines
from tests.report.conftest import assessment, sizes


def test_figures_stand_in_columns_with_what_there_is_to_say(found: Assessment) -> None:
    lines = findings_lines(found, tables=False)
    assert lines[0] == "How often a link is right."
    risk, largest, exactness = lines[1:4]
    assert risk.split("  ")[0] == "Risk of a <link>"
    assert "32.80\u202f% → ≤\u202f2.01\u202f%" in risk
    assert risk.endswith("61 of 3,049, at most")
    assert largest.endswith("not defined: No limit is set.")
    assert "upper bound" in exactness
    assert risk.index("61 of") == largest.index("not defined")
    assert "By size" not in lines, "it has no figures"
    assert "By size" in findings_lines(found)
    assert "! 2 records are alone." in lines


def test_a_reason_is_not_repeated_below_itself() -> None:
    figures = [
        Declared(f"f{place}", f"Figure {place}", RECORDS, "How many.").figure(
            undefined(RECORDS, Why.NO_RECORDS, why)
        )
        for place, why in enumerate(["Nobody is left.", "Nobody is left.", "No limit is set."])
    ]
    lines = findings_lines(Findings(sections=(Section(name="all", blocks=tuple(figures)),)))
    assert [line.split("–")[1].strip() for line in lines] == [
        "not defined: Nobody is left.",
        "for the reason above",
        "not defined: No limit is set.",
    ]


def test_a_number_is_told_from_its_limit(found: Assessment) -> None:
    limit = Limit(measure="links", figure="risk", value=0.02)
    # Rounded outwards it would be seen above a limit that it keeps.
    tight = Limit(measure="links", figure="risk", value=61 / 3049 + 1e-7)
    assert "2.01" in "\n".join(findings_lines(found, {"risk": [limit]}))
    assert "2.01" not in "\n".join(findings_lines(found, {"risk": [tight]}))


def test_a_table_is_aligned_capped_and_explains_its_gaps() -> None:
    lines = table_lines(sizes(412))
    assert lines[0] == "Right links (20 of 412 rows)"
    assert len(lines) == 23
    assert lines[-1] == "  – No group of this size is left."
    assert len({line.rindex("–") for line in lines if line.endswith("  –")}) <= 1
    first = table_lines(sizes())
    assert "Right Original, %" in first[1]
    assert {len(line) for line in first[1:4]} == {len(first[1])}


def test_an_empty_table_says_what_was_looked_for() -> None:
    table = Table(
        name="t", title="Twins", columns=(Column("a", "A"),), frame=pd.DataFrame({"a": []}), empty="No twins."
    )
    assert table_lines(table) == ["Twins", "  No twins."]


def test_nothing_controls_the_terminal() -> None:
    cells = ["\x1b[31mred", "line\nbreak", "\u202eback", "fine é 漢字", None, np.nan]
    table = Table(name="t", title="T\x07", columns=(Column("a", "A"),), frame=pd.DataFrame({"a": cells}))
    text = "\n".join(table_lines(table))
    assert not {"\x1b", "\u202e", "\x07"} & set(text)
    assert "\\x1b[31mred" in text
    assert "line\\nbreak" in text
    assert "fine é 漢字" in text
    assert "None" not in text
    assert "nan" not in text


def test_values_of_the_data_are_left_out(found: Assessment) -> None:
    text = "\n".join(assessment_lines(found))
    assert text.startswith("Right links\n  ")
    assert "8,675,309" not in text
    assert "1 column is left out here" in text


def test_a_table_that_cannot_be_written_says_so() -> None:
    broken = Table(
        name="t", title="Broken", columns=(Column("gone", "Gone"),), frame=pd.DataFrame({"a": [1]})
    )
    lines = findings_lines(assessment(sizes(), broken))
    assert any(line.startswith("Broken could not be written here") for line in lines)
    assert any("61 of 3,049" in line for line in lines)

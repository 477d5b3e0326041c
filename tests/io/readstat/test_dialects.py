"""Formats of SPSS, Stata and SAS: what kind of values each is for, and what the numbers count."""

import numpy as np
import pytest

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.io.readstat.sas import SasDialect
from sdcdesk.io.readstat.spss import SpssDialect
from sdcdesk.io.readstat.stata import StataDialect

DIALECTS = {"spss": SpssDialect(), "stata": StataDialect(), "sas": SasDialect()}


@pytest.mark.parametrize(
    ("program", "spelling", "kind"),
    [
        ("spss", "F8.2", "number"),
        ("spss", "A20", "text"),
        ("spss", "EDATE10", "date"),
        ("spss", "MOYR8", "date"),
        ("spss", "DATETIME20", "datetime"),
        ("spss", "TIME8.2", "time"),
        ("spss", "DTIME10", "number"),
        ("spss", "WKDAY3", "number"),
        ("stata", "%9.0g", "number"),
        ("stata", "%-12s", "text"),
        ("stata", "%td", "date"),
        ("stata", "%tdDD/NN/CCYY", "date"),
        ("stata", "%d", "date"),
        ("stata", "%9.2f", "number"),
        ("stata", "%tc", "datetime"),
        ("stata", "%tcDD/NN/CCYY_HH:MM:SS", "datetime"),
        ("stata", "%tcHH:MM:SS", "time"),
        ("stata", "%tC", "number"),
        ("stata", "%tm", "number"),
        ("stata", "%tq", "number"),
        ("sas", "DATE9", "date"),
        ("sas", "YYMMDD10.", "date"),
        ("sas", "E8601DA10.", "date"),
        ("sas", "DATETIME20.", "datetime"),
        ("sas", "TIME8.", "time"),
        ("sas", "BEST12.", "number"),
        ("sas", "8.2", "number"),
        ("sas", "$20.", "text"),
        ("sas", "SEXFMT.", "number"),
        ("sas", "$REGION.", "text"),
        ("sas", "", "number"),
    ],
)
def test_kind_of_a_format(program, spelling, kind):
    assert DIALECTS[program].kind(spelling) == kind


@pytest.mark.parametrize(
    ("program", "spelling", "width", "decimals"),
    [
        ("spss", "F8.2", 8, 2),
        ("stata", "%-9.3f", 9, 3),
        ("sas", "COMMA10.2", 10, 2),
        ("spss", "?", None, None),
    ],
)
def test_width_and_decimals(program, spelling, width, decimals):
    found = DIALECTS[program].display(spelling, "number")
    assert (found.width, found.decimals) == (width, decimals)


@pytest.mark.parametrize(
    ("program", "kind", "number", "moment"),
    [
        ("spss", "date", 13171161600.0, "2000-02-29T00:00:00"),
        ("spss", "datetime", 13208795100.0, "2001-05-09T13:45:00"),
        ("stata", "date", 14669.0, "2000-02-29T00:00:00"),
        ("stata", "datetime", 1305035100000.0, "2001-05-09T13:45:00"),
        ("sas", "date", -21915.0, "1899-12-31T00:00:00"),
        ("sas", "datetime", 0.5, "1960-01-01T00:00:00.5"),
        ("spss", "time", 3723.0, "1970-01-01T01:02:03"),
    ],
)
def test_numbers_are_moments_and_numbers_again(program, kind, number, moment):
    clock = DIALECTS[program].clocks[kind]
    moments = clock.moments(np.array([number, np.nan]))
    assert moments.tolist() == np.array([moment, "NaT"], dtype="datetime64[us]").tolist()
    np.testing.assert_array_equal(clock.numbers(moments), [number, np.nan])


@pytest.mark.parametrize("number", [1e300, np.inf, 1e-9])
def test_what_is_no_exact_moment_stays_a_number(number):
    assert DIALECTS["spss"].clocks["datetime"].moments(np.array([number])) is None


@pytest.mark.parametrize("program", DIALECTS)
def test_a_format_of_its_own_program_is_written_again(program):
    dialect = DIALECTS[program]
    spelled = {"spss": "COMMA9.1", "stata": "%9.1fc", "sas": "COMMA9.1"}[program]
    kept = dialect.display(spelled, "number")
    assert dialect.spelling(kept, "number") == spelled
    assert dialect.spelling(kept, "date") != spelled
    for other in DIALECTS.values():
        written = other.spelling(kept, "number")
        assert other.kind(written) == "number"


@pytest.mark.parametrize("kind", ["date", "time", "datetime"])
@pytest.mark.parametrize("program", DIALECTS)
def test_formats_of_dates_are_such(program, kind):
    written = DIALECTS[program].spelling(DisplayFormat(kind=kind), kind)
    assert DIALECTS[program].kind(written) == kind

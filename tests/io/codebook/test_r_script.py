"""R scripts: what R reads by them, where there is R."""

import json
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.io import write
from sdcdesk.io.codebook.r_script import RScript
from tests.io.codebook.conftest import file_of

FORM = RScript()
R = shutil.which("Rscript") or ""

PROBE = """
source("book.R")
quoted <- function(x) if (is.na(x)) "null" else encodeString(enc2utf8(as.character(x)), quote = '"')
described <- lapply(seq_along(released), function(place) {
  x <- released[[place]]
  text <- as.character(if (inherits(x, "hms")) unclass(x) else x)
  text[is.na(x)] <- NA
  paste0("[", quoted(class(x)[1]), ", [", paste(vapply(trimws(text), quoted, ""), collapse = ", "), "], ",
    if (is.null(attr(x, "label", TRUE))) "null" else quoted(attr(x, "label", TRUE)), ", [",
    paste(vapply(as.character(levels(x)), quoted, ""), collapse = ", "), "]]")
})
writeLines(paste0("[", paste(described, collapse = ",\\n"), "]"), "found.json", useBytes = TRUE)
"""


def read_in_r(folder: Path, data: Microdata, name: str, **how: object) -> list[list[object]]:
    """Return class, values as text, label and levels of each column as R has them."""
    write(data, folder / name, **how)  # type: ignore[arg-type]
    (folder / "book.R").write_bytes(FORM.write(file_of(data, name, options=how)))
    (folder / "probe.R").write_text(PROBE)
    done = subprocess.run([R, "probe.R"], cwd=folder, capture_output=True, text=True)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "found.json").read_text("utf-8"))


pytestmark = pytest.mark.filterwarnings("ignore:.* which a spreadsheet takes for formulas")
needs_r = pytest.mark.skipif(not R, reason="There is no R on this machine.")


@needs_r
@pytest.mark.filterwarnings("ignore:CSV files")
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"delimiter": ";", "decimal": ",", "quoting": "all"},
        {"encoding": "cp1252", "header": False},
        {"encoding": "utf-8-sig", "delimiter": "\t"},
        {"encoding": "utf-16-le"},
    ],
)
def test_r_reads_a_csv_file(how: dict[str, object], tmp_path: Path, described: Microdata) -> None:
    found = read_in_r(tmp_path, described, "people.csv", **how)
    woman = "Woman; <Frau> & 'dame'"
    assert found == [
        ["factor", ["Man", woman, None, "Man"], 'Sex of the "person"', [woman, "Man"]],
        ["numeric", ["1200.5", None, None, "3000.25"], "Income a month\nbefore tax", []],
        ["numeric", ["1", None, "2", None], None, []],
        ["ordered", ["low", "=high", "middle", None], "=Highest school", ["low", "middle", "=high"]],
        ["factor", ["The city", None, "013", "1"], None, ["The city", "013", "1"]],
        ["Date", ["2001-05-09", None, "1950-12-31", "1999-01-01"], None, []],
        [
            "POSIXct",
            ["2024-02-29 13:45:00", "2024-02-29 00:00:01", None, "2023-01-01 10:00:00"],
            None,
            [],
        ],
        ["difftime", ["49500", None, "1", "86399"], None, []],
    ]


@needs_r
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", ["people.sav", "people.dta", "people.xpt"])
def test_r_reads_a_file_of_another_program(name: str, tmp_path: Path, described: Microdata) -> None:
    if subprocess.run([R, "-e", "library(haven)"], capture_output=True).returncode:  # noqa: S603
        pytest.skip("There is no haven on this machine.")
    data = described.drop(["zip"])
    found = read_in_r(tmp_path, data, name)
    woman = "Woman; <Frau> & 'dame'"
    assert found[:5] == [
        ["factor", ["Man", woman, None, "Man"], 'Sex of the "person"', [woman, "Man"]],
        ["numeric", ["1200.5", None, None, "3000.25"], "Income a month\nbefore tax", []],
        ["numeric", ["1", None, "2", None], None, []],
        ["ordered", ["low", "=high", "middle", None], "=Highest school", ["low", "middle", "=high"]],
        ["Date", ["2001-05-09", None, "1950-12-31", "1999-01-01"], None, []],
    ]
    # A time of day is a moment of the first day in Stata.
    assert [one[0] for one in found[5:]] == ["POSIXct", "POSIXct" if name == "people.dta" else "hms"]


@needs_r
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_r_reads_a_file_of_its_own_without_haven(tmp_path: Path, described: Microdata) -> None:
    day = described.variables[-3].changed(missing=("1900-01-01",))  # stands as text in the file
    found = read_in_r(tmp_path, described.describe(day), "people.rds")
    assert "haven::" not in (tmp_path / "book.R").read_text()
    woman = "Woman; <Frau> & 'dame'"
    assert found == [
        ["factor", ["Man", woman, None, "Man"], 'Sex of the "person"', [woman, "Man"]],
        ["numeric", ["1200.5", None, None, "3000.25"], "Income a month\nbefore tax", []],
        ["numeric", ["1", None, "2", None], None, []],
        ["ordered", ["low", "=high", "middle", None], "=Highest school", ["low", "middle", "=high"]],
        ["factor", ["The city", None, "013", "1"], None, ["The city", "013", "1"]],
        ["Date", ["2001-05-09", None, "1950-12-31", "1999-01-01"], None, []],
        [
            "POSIXct",
            ["2024-02-29 13:45:00", "2024-02-29 00:00:01", None, "2023-01-01 10:00:00"],
            None,
            [],
        ],
        ["hms", ["49500", None, "1", "86399"], None, []],
    ]


@needs_r
@pytest.mark.filterwarnings("ignore:CSV files")
def test_labels_never_make_two_values_one(tmp_path: Path) -> None:
    labels = (
        ValueLabel(value=1, label="3"),
        ValueLabel(value=2, label="other"),
        ValueLabel(value=4, label="other"),
    )
    wide = Variable(name="b", scale=Scale.CONTINUOUS, value_labels=labels[:2])
    frame = pd.DataFrame(
        {"a": [1, 2, 3, 4], "b": [1, 2, 3, 4], "c": [2**60, 1, 2, 3], "d": ["NA", "", " x", "#"]}
    )
    data = Microdata(frame, [Variable(name="a", value_labels=labels), wide])
    found = read_in_r(tmp_path, data, "few.csv")
    assert found == [
        ["factor", ["3", "other (2)", "3.1", "other (4)"], None, ["3", "other (2)", "other (4)", "3.1"]],
        ["numeric", ["1", "2", "3", "4"], None, []],
        ["character", ["1152921504606846976", "1", "2", "3"], None, []],
        ["character", ["NA", None, "x", "#"], None, []],
    ]


@needs_r
@pytest.mark.filterwarnings("ignore:CSV files")
def test_nothing_else_is_left_in_the_workspace_of_r(tmp_path: Path, described: Microdata) -> None:
    write(described, tmp_path / "people.csv")
    (tmp_path / "book.R").write_bytes(FORM.write(file_of(described, "people.csv")))
    (tmp_path / "look.R").write_text("others <- 7; source('book.R'); cat(ls(), others, nrow(released))")
    done = subprocess.run([R, "look.R"], cwd=tmp_path, capture_output=True, text=True)  # noqa: S603 - our own
    assert done.stdout == "others released 7 4", done.stderr


@pytest.mark.parametrize("name", ["people.csv", "people.sav", "people.rds"])
def test_all_that_is_assigned_stays_inside_but_for_the_data_frame(name: str, described: Microdata) -> None:
    about, begin, *inside, last, end, empty = FORM.write(file_of(described, name)).decode().split("\n")
    assert (about[0], begin, last, end, empty) == ("#", "released <- local({", "  released", "})", "")
    assert inside
    assert all(line.startswith("  ") for line in inside)


def test_it_holds_signs_of_ascii_only(described: Microdata) -> None:
    text = FORM.write(file_of(described)).decode("ascii")
    assert r'"gr\u00f6\u00dfe & co"' in text
    assert r'"Sex of the \"person\""' in text


def test_it_reads_what_r_can_read(described: Microdata) -> None:
    file = file_of(described, "people.parquet")
    assert FORM.hindrance(file.form).startswith(
        "The R script reads files of CSV, SPSS, Stata, SAS transport and R;"
    )
    with pytest.raises(ParameterError, match="The R script reads"):
        FORM.write(file)

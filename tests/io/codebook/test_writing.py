"""Codebooks that are written by Python."""

from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.running.errors import DataError, ParameterError, WriteError
from sdcdesk.io import read_codebook


def test_an_internal_codebook_describes_next_year_s_file(tmp_path: Path, described: Microdata) -> None:
    book = sdc.write_codebook(described, tmp_path / "people.csv", internal=True, identifiers=True)
    assert book == tmp_path / "people_codebook.csv"
    (tmp_path / "next.csv").write_text("id,sex\na,1\nb,2\n")
    with pytest.warns(UserWarning, match="does not have"):
        found = sdc.read(tmp_path / "next.csv", codebook=book)
    assert [(one.name, one.role) for one in found.variables] == [("id", "identifier"), ("sex", "key")]
    assert found.variable("sex").label_by_value()[1] == "Man"


@pytest.mark.parametrize("form", ["csv", "ddi"])
def test_an_internal_codebook_tells_what_values_mean_that_only_other_years_have(
    form: str, tmp_path: Path
) -> None:
    meanings = [ValueLabel(value=1, label="Man"), ValueLabel(value=3, label="Another")]
    data = sdc.Microdata(
        pd.DataFrame({"sex": [1, 1]}), [sdc.Variable(name="sex", value_labels=tuple(meanings))]
    )
    (public,) = read_codebook(sdc.write_codebook(data, tmp_path / "public.csv", form))
    assert public.label_by_value() == {1: "Man"}
    (internal,) = read_codebook(sdc.write_codebook(data, tmp_path / "mine.csv", form, internal=True))
    assert internal.label_by_value() == {1: "Man", 3: "Another"}


def test_a_public_one_tells_no_roles_and_no_identifiers(tmp_path: Path, described: Microdata) -> None:
    book = sdc.write_codebook(described, tmp_path / "people.sav", "ddi")
    assert book.name == "people_codebook.xml"
    found = read_codebook(book)
    assert "id" not in [one.name for one in found]
    assert all("role" not in one.model_fields_set for one in found)


def test_options_of_the_file_are_those_of_the_script(tmp_path: Path, described: Microdata) -> None:
    book = sdc.write_codebook(described, tmp_path / "people.csv", "r", delimiter=";")
    assert 'sep = ";"' in book.read_text()


def test_what_cannot_be_is_said(tmp_path: Path, described: Microdata) -> None:
    with pytest.raises(ParameterError, match="no form of codebooks called pdf"):
        sdc.write_codebook(described, tmp_path / "people.csv", "pdf")
    with pytest.raises(ParameterError, match="SPSS syntax reads"):
        sdc.write_codebook(described, tmp_path / "people.dta", "spss")
    with pytest.raises(DataError):
        sdc.write_codebook(pd.DataFrame({"a": [1]}), tmp_path / "people.csv")  # type: ignore[arg-type]
    sdc.write_codebook(described, tmp_path / "people.csv")
    with pytest.raises(WriteError):
        sdc.write_codebook(described, tmp_path / "people.csv")
    assert sdc.write_codebook(described, tmp_path / "people.csv", overwrite=True).exists()

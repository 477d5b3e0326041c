"""What every form of codebooks keeps to, and what those that can be read give back."""

import re
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.io.codebook.codebook_form import CodebookForm
from sdcdesk.io.codebook.codebooks import CODEBOOKS, codebook_filter, codebook_path, read_codebook
from tests.io.codebook.conftest import VARIABLES, file_of, people

READABLE = [form for form in CODEBOOKS.readable if form.keeps_all]


@pytest.fixture(params=CODEBOOKS, ids=lambda form: form.name)
def form(request: pytest.FixtureRequest) -> CodebookForm:
    return request.param


def read_again(form: CodebookForm, content: bytes, folder: Path) -> dict[str, Variable]:
    path = folder / f"book{form.ending}"
    path.write_bytes(content)
    return {variable.name: variable for variable in read_codebook(path)}


def test_a_form_says_how_it_is_called(form: CodebookForm) -> None:
    assert form.title
    assert form.ending.startswith(".")
    assert CODEBOOKS[form.name] is form
    assert form.name in CODEBOOKS
    assert codebook_path(Path("x/people.sav"), form) == Path(f"x/people_codebook{form.ending}")


def test_an_unknown_form_names_those_there_are() -> None:
    with pytest.raises(ParameterError, match=r"called pdf; there are csv, ddi, spss, r"):
        CODEBOOKS["pdf"]
    assert codebook_filter() == "Codebooks (*.csv *.xml *.sps)"


@pytest.mark.parametrize("form", READABLE, ids=lambda form: form.name)
@pytest.mark.parametrize(
    "field",
    ["label", "unit", "scale", "missing", "missing_ranges", "lettered_missing", "categories", "display"],
)
def test_each_field_comes_back(form: CodebookForm, field: str, tmp_path: Path, described: Microdata) -> None:
    file = file_of(described, internal=True)
    found = read_again(form, form.write(file), tmp_path)
    assert list(found) == list(file.data.names)
    for variable in file.variables:
        assert getattr(found[variable.name], field) == getattr(variable, field), variable.name


@pytest.mark.parametrize("form", READABLE, ids=lambda form: form.name)
def test_labels_of_values_come_back(form: CodebookForm, tmp_path: Path, described: Microdata) -> None:
    found = read_again(form, form.write(file_of(described)), tmp_path)
    assert found["sex"].label_by_value() == {2: "Woman; <Frau> & 'dame'", 1: "Man", 9: "Not known"}
    assert found["zip"].label_by_value() == {"012": "The city"}
    assert found["school"].value_labels == ()


@pytest.mark.parametrize("form", READABLE, ids=lambda form: form.name)
def test_roles_stand_in_internal_codebooks_only(
    form: CodebookForm, tmp_path: Path, described: Microdata
) -> None:
    internal = read_again(form, form.write(file_of(described, internal=True)), tmp_path)
    assert [internal[name].role for name in ("sex", "größe & co", "zip")] == ["key", "confidential", "other"]
    public = form.write(file_of(described))
    assert all("role" not in one.model_fields_set for one in read_again(form, public, tmp_path).values())


def test_a_public_codebook_tells_no_role_and_nothing_of_others(
    form: CodebookForm, described: Microdata
) -> None:
    text = form.write(file_of(described)).decode("utf-8-sig")
    for told in (
        *(role for role in Role if role != Role.OTHER),
        "Number of the person",
        "Nobody has it",
        "none at all",
    ):
        assert re.search(rf"\b{told}\b", text) is None, told
    # Values that are not described stand in no codebook: those of records.
    for value in ("p1", "1200.5", "3000.25", "2001-05-09", "013"):
        assert value not in text


def test_identifiers_are_described_where_they_leave(form: CodebookForm, described: Microdata) -> None:
    assert b"Number of the person" in form.write(file_of(described, identifiers=True))


@pytest.mark.parametrize("form", READABLE, ids=lambda form: form.name)
def test_what_is_not_said_stays_open(form: CodebookForm, tmp_path: Path) -> None:
    data = Microdata(pd.DataFrame({"a": ["x", "y"]}))
    found = read_again(form, form.write(file_of(data)), tmp_path)
    assert found["a"].model_fields_set == {"name", "scale"}


texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40
) | st.sampled_from(
    ["=1+1", "'=x", "@a", "-9", "+1", "'", '"', "a\r\nb", "\r", "]]>", "&lt;", "x" * 3000, " y "]
)


@pytest.mark.parametrize("form", READABLE, ids=lambda form: form.name)
@given(label=texts, unit=texts, code=texts.filter(bool), meaning=texts, name=texts.filter(bool))
def test_any_text_comes_back(
    form: CodebookForm,
    label: str,
    unit: str,
    code: str,
    meaning: str,
    name: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    written = [name, label, unit, code, meaning]
    if form.name == "ddi":  # XML has no control characters; they become a sign that says so
        name, label, unit, code, meaning = (
            re.sub("[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "�", one) for one in written
        )
    kept = (ValueLabel(value=code, label=meaning),) if meaning else ()
    data = Microdata(
        pd.DataFrame({written[0]: [written[3]]}),
        [
            Variable(
                name=written[0],
                label=written[1],
                unit=written[2],
                categories=(written[3],),
                value_labels=(ValueLabel(value=written[3], label=written[4]),),
            )
        ],
    )
    found = read_again(form, form.write(file_of(data)), tmp_path_factory.mktemp("book"))
    assert found == {name: Variable(name=name, label=label, unit=unit, categories=(code,), value_labels=kept)}


@pytest.mark.parametrize("form", READABLE, ids=lambda form: form.name)
@given(
    codes=st.lists(
        st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**18), 10**18),
        unique=True,
        max_size=4,
    )
)
def test_any_number_comes_back(
    form: CodebookForm, codes: list[float], tmp_path_factory: pytest.TempPathFactory
) -> None:
    variable = Variable(name="a", scale=Scale.CONTINUOUS, missing=tuple(codes))
    data = Microdata(pd.DataFrame({"a": [0.5]}), [variable])
    found = read_again(form, form.write(file_of(data)), tmp_path_factory.mktemp("book"))
    assert found["a"].missing == tuple(codes)


@pytest.mark.parametrize("name", ["book.pdf", "book.R", "book"])
def test_other_files_are_no_codebooks(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("x")
    with pytest.raises(ReadError, match=r"no codebook that can be read \(\.csv, \.xml or \.sps\)"):
        read_codebook(tmp_path / name)


def test_a_recoded_variable_has_no_labels_of_its_codes(tmp_path: Path) -> None:
    """What stands for a code in the original stands for nothing in the masked file."""
    data = people().describe(VARIABLES[1].changed(display=DisplayFormat(kind="number")))
    masked = data.assign({"sex": pd.Series(["1 or 2", "1 or 2", None, "1 or 2"])})
    for form in READABLE:
        found = read_again(form, form.write(file_of(masked)), tmp_path)
        assert found["sex"].label_by_value() == {"9": "Not known"}

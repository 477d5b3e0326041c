"""Files that are read with a codebook."""

import warnings
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import read, read_file, write
from sdcdesk.io.codebook.codebooks import CODEBOOKS
from sdcdesk.io.codebook.description_fit import completed, fitted
from tests.io.codebook.conftest import file_of


def saved(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("form", [form for form in CODEBOOKS if form.keeps_all], ids=lambda form: form.name)
def test_a_csv_file_is_described_by_its_codebook(form: object, tmp_path: Path, described: Microdata) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(described, tmp_path / "people.csv")
    file = file_of(described, internal=True)
    book = tmp_path / f"book{form.ending}"  # type: ignore[attr-defined]
    book.write_bytes(form.write(file))  # type: ignore[attr-defined]
    found = read(tmp_path / "people.csv", codebook=book)
    for after, before in zip(found.variables, file.variables, strict=True):
        fields = {
            "label",
            "role",
            "unit",
            "missing",
            "missing_ranges",
            "lettered_missing",
            "value_labels",
            "display",
        }
        assert {field: getattr(after, field) for field in fields} == {
            field: getattr(before, field) for field in fields
        }, before.name
        assert after.scale is before.scale
        assert after.categories == before.categories


def test_words_for_missing_do_not_make_numbers_text(tmp_path: Path) -> None:
    data = saved(tmp_path, "a,b\n1,01\nNK,1\n3,1\n", "data.csv")
    book = saved(tmp_path, "Variable,Value,Label,Missing\na,NK,Not known,yes\n", "book.csv")
    found = read(data, codebook=book)
    assert found.column("a").isna().tolist() == [False, True, False]
    assert pd.api.types.is_numeric_dtype(found.column("a").dtype)
    assert found.variable("a").missing == ()


def test_codes_are_numbers_or_text_as_the_column_holds_them(tmp_path: Path) -> None:
    data = saved(tmp_path, "a,b\n1,01\n2,02\n", "data.csv")
    book = saved(
        tmp_path, "Variable,Type,Value,Label\na,text,,\na,,1,One\nb,number,,\nb,,1,One\n", "book.csv"
    )
    found = read(data, codebook=book)
    assert found.variable("a").label_by_value() == {1: "One"}
    assert found.variable("b").label_by_value() == {"1": "One"}


def test_what_is_said_here_comes_before_the_codebook(tmp_path: Path) -> None:
    data = saved(tmp_path, "a,b,c\n1,1,x\n2,2,y\n", "data.csv")
    book = saved(
        tmp_path,
        "Variable,Label,Level,Role\na,In the book,nominal,key\nb,Book,ordinal,key\nc,C,,key\n",
        "book.csv",
    )
    found = read(
        data,
        codebook=book,
        variables=[Variable(name="a", label="Here")],
        roles={"b": "confidential"},
        scales={"b": "continuous"},
    )
    assert found.variable("a") == Variable(name="a", label="Here")
    b = found.variable("b")
    assert (b.label, b.role, b.scale) == ("Book", Role.CONFIDENTIAL, Scale.CONTINUOUS)
    assert found.variable("c").role is Role.KEY


def test_what_does_not_suit_is_left_out_and_told(tmp_path: Path) -> None:
    data = saved(tmp_path, "a,b\nx,1\ny,2\n", "data.csv")
    book = saved(tmp_path, "Variable,Level,Label\na,continuous,Letters\nz,nominal,Nothing\n", "book.csv")
    found = read_file(data, codebook=book)
    assert found.remarks == (
        "The codebook describes variables that the file does not have: z.",
        "The codebook suits these variables only in part, and what does not is left out: a.",
    )
    assert found.data.variable("a") == Variable(name="a", label="Letters")
    with pytest.warns(UserWarning, match="The codebook") as warned:
        read(data, codebook=book)
    assert [str(one.message) for one in warned] == list(found.remarks)


def test_values_without_a_place_among_the_categories_come_last(tmp_path: Path) -> None:
    data = saved(tmp_path, "a\nlow\nhigh\nbest\n", "data.csv")
    book = saved(
        tmp_path,
        "Variable,Level,Value,Category\na,ordinal,,\na,,low,yes\na,,middle,yes\na,,high,yes\n",
        "book.csv",
    )
    found = read_file(data, codebook=book).data.variable("a")
    assert found.categories == ("low", "middle", "high", "best")


def test_a_codebook_of_another_form_is_refused(tmp_path: Path) -> None:
    data = saved(tmp_path, "a\n1\n", "data.csv")
    with pytest.raises(ReadError, match="no codebook that can be read"):
        read(data, codebook=saved(tmp_path, "x", "book.txt"))
    with pytest.raises(ReadError, match="does not exist"):
        read(data, codebook=tmp_path / "none.csv")


def test_what_is_not_said_stays_as_it_is_known() -> None:
    here = Variable(name="a", label="Here", role=Role.KEY, scale=Scale.ORDINAL, categories=(1, 2))
    data = Microdata(pd.DataFrame({"a": [1, 2]}), [here])
    assert completed(data, Variable(name="a", unit="years")) == here.changed(unit="years")
    continuous = completed(data, Variable(name="a", scale=Scale.CONTINUOUS))
    assert (continuous.scale, continuous.categories, continuous.role) == (Scale.CONTINUOUS, (), Role.KEY)
    assert fitted(data, here) == (here, ())


def test_values_in_a_range_of_missing_ones_are_missing(tmp_path: Path) -> None:
    data = saved(tmp_path, "a,b\n-98,x\n3,y\n-97,x\n5,y\n", "data.csv")
    text = (
        '<codeBook><dataDscr><var name="a"><invalrng><item VALUE="9"/><range min="-99" max="-97"/></invalrng>'
        '<varFormat type="numeric"/></var><var name="b"><invalrng><range min="1" max="2"/></invalrng></var>'
        "</dataDscr></codeBook>"
    )
    with pytest.warns(UserWarning, match="only in part, and what does not is left out: b"):
        found = read(data, codebook=saved(tmp_path, text, "book.xml"))
    assert found.variable("a").missing == (9, -98, -97)
    assert found.variable("b").missing == ()


@pytest.mark.parametrize(
    "said",
    [
        Variable(name="a", missing_ranges=(MissingRange(low=-9.0, high=-7.0),)),
        Variable(name="a", missing=(-9,), lettered_missing=(LetteredMissing(code=-9, letter="a"),)),
    ],
)
def test_text_has_no_ranges_and_letters_of_missing_values_which_is_told(said: Variable) -> None:
    data = Microdata(pd.DataFrame({"a": ["x", "-9"]}))
    suited, differences = fitted(data, completed(data, said))
    assert (suited.missing_ranges, suited.lettered_missing) == ((), ())
    assert suited.missing == tuple(map(str, said.missing))
    assert differences == (
        "Another type: here it holds text; ranges and letters of missing values are left out.",
    )

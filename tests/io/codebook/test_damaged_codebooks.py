"""Codebooks with any damage: a clear error or descriptions, never a crash."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.io.codebook.codebook_form import CodebookForm
from sdcdesk.io.codebook.codebooks import CODEBOOKS, read_codebook
from tests.io.codebook.conftest import file_of, people

READABLE = pytest.mark.parametrize("form", CODEBOOKS.readable, ids=lambda form: form.name)


def read(form: CodebookForm, content: bytes, folder: Path) -> None:
    path = folder / f"book{form.ending}"
    path.write_bytes(content)
    try:
        found = read_codebook(path)
    except ReadError as error:
        assert error.message.endswith(".")
        return
    assert all(isinstance(one, Variable) for one in found)


@READABLE
@given(content=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(
    form: CodebookForm, content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    read(form, content, tmp_path_factory.mktemp("book"))


@READABLE
@given(draw=st.data())
def test_a_changed_codebook_is_read_or_refused(
    form: CodebookForm, draw: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = form.write(file_of(people(), internal=True))
    start = draw.draw(st.integers(0, len(whole)))
    end = draw.draw(st.integers(start, min(start + 40, len(whole))))
    within = st.sampled_from(
        [b"", b"\0", b'"', b",,", b"<", b"nan", b"1e999", b"9" * 5000, b"-", b"\xff", b"\r", b"."]
    )
    read(form, whole[:start] + draw.draw(within) + whole[end:], tmp_path_factory.mktemp("book"))


@READABLE
def test_a_codebook_that_ends_anywhere_is_read_or_refused(form: CodebookForm, tmp_path: Path) -> None:
    whole = form.write(file_of(people(), internal=True))
    for end in range(0, len(whole), 17):
        read(form, whole[:end], tmp_path)


@READABLE
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999", "9" * 5000, "1_000", "٣", "0x1"])
def test_odd_numbers_are_text_or_refused(form: CodebookForm, number: str, tmp_path: Path) -> None:
    texts = {
        "csv": "Variable,Value,Label,Type,Width,Missing ranges\n"
        f"a,,,number,,{number}..{number}\na,{number},x,,,\nb,,,,{number},\n",
        "ddi": f'<codeBook><var name="a" dcml="{number}" catQnty="{number}">'
        f'<invalrng><item VALUE="{number}"/><range min="{number}" max="{number}"/></invalrng>'
        f"<catgry><catValu>{number}</catValu></catgry>"
        f'<varFormat type="numeric"/></var></codeBook>',
        "spss": f"VALUE LABELS a {number} 'x' .\nMISSING VALUES a ({number}, {number} THRU {number}).\n",
    }
    read(form, texts[form.name].encode(), tmp_path)
    one_field = {
        "csv": f"Variable,Value,Label,Type\na,,,number\na,{number},x,\n",
        "ddi": f'<codeBook><var name="a"><catgry><catValu>{number}</catValu><labl>x</labl></catgry>'
        f'<varFormat type="numeric"/></var></codeBook>',
        "spss": f"VALUE LABELS a {number} 'x' .\nVARIABLE LEVEL a (SCALE).\nFORMATS a (F{number}).\n",
    }
    read(form, one_field[form.name].encode(), tmp_path)

"""SPSS syntax that is read: what was written here, and what others write."""

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.document.description_files import read_descriptions
from sdcdesk.io import read
from sdcdesk.io.codebook.codebooks import CODEBOOKS, read_codebook
from tests.io.codebook.conftest import file_of

FORM = CODEBOOKS["spss"]


def said(text: str, folder: Path, *names: str) -> dict[str, Variable]:
    (folder / "book.sps").write_bytes(text.encode())
    return {one.name: one for one in read_codebook(folder / "book.sps", names=lambda: names)}


def refusal(text: str, folder: Path, *names: str) -> str:
    with pytest.raises(ReadError) as caught:
        said(text, folder, *names)
    return caught.value.message


def labels(**by_value: str) -> tuple[ValueLabel, ...]:
    return tuple(ValueLabel(value=int(value[1:]), label=label) for value, label in by_value.items())


def test_what_is_written_here_comes_back(described: Microdata, tmp_path: Path) -> None:
    file = file_of(described)
    found = said(FORM.write(file).decode(), tmp_path)
    by_name = {name.replace("größe & co", "größe___co"): name for name in file.data.names}
    assert set(found) == set(by_name)
    for name, one in found.items():
        before = file.data.variable(by_name[name])
        assert one.label == before.label.replace("\n", " ")
        assert (one.value_labels, one.scale) == (before.value_labels, before.scale)
        if name != "größe___co":  # SPSS declares one range and one code
            assert one.missing == before.missing
    for name, kind, spelling in [
        ("sex", "number", "F1.0"),
        ("größe___co", "number", "F10.2"),
        ("born", "date", "SDATE10"),
        ("at", "time", "TIME8"),
    ]:
        shown = found[name].display
        assert shown is not None
        assert (shown.kind, shown.program, shown.spelling) == (kind, "spss", spelling)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30).map(
    lambda text: " ".join(text.splitlines())
) | st.sampled_from(["a.", "'", '"', "''", "/*", "*/ .", "x' + 'y", "TO", "1 THRU 2", "é" * 60])


@given(
    label=texts,
    meanings=st.lists(texts.filter(bool), max_size=3),
    codes=st.sets(st.integers(-(10**9), 10**9), max_size=3),
)
def test_any_text_comes_back(
    label: str, meanings: list[str], codes: set[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    pairs = tuple(
        ValueLabel(value=code, label=meaning) for code, meaning in zip(sorted(codes), meanings, strict=False)
    )
    variable = Variable(name="a", label=label, value_labels=pairs)
    data = Microdata(pd.DataFrame({"a": [0, *codes]}), [variable])
    written = FORM.write(file_of(data, internal=True)).decode("utf-8-sig")
    found = said(written, tmp_path_factory.mktemp("book"))
    assert (found["a"].label, found["a"].value_labels) == (label, pairs)


ARCHIVE = """* Written by an archive. It isn't ours
  and goes on here: VALUE LABELS v9 1 'none'.
/* A block that names
   VARIABLE LABELS v9 'none' . */
TITLE "Survey".
DATA LIST FILE='x.dat' / id 001 - 003 v1 TO v3 4-6 name 7-9 (A) .
BEGIN DATA
VARIABLE LABELS v9 'none'.

END DATA.
var lab V1 "Sex of the ""odd"" person" /* first */
   v2 'don''t ' +
      'know'
  / v3 "It's".
Value Labels
  v1 v2 1 'Man' 2 'Woman.' 9 "N/A"
  /v3 -1.5 'Low' .5 'High'
  /name 'x' 'An x'

add value labels v1 3'Other' 9 'Refused'/ ID 0 'Nobody'.
MIS VAL v1 TO v3 (9, LO THRU -1) / name ('x' 'NA') id (90 through HI).
VARIABLE LEVEL v1 (NOMINAL) v2 v3 (ORDINAL) /id (SCALE).
FORMATS id (F8.2) v1 (f3) /name (A3).
COMPUTE v4 = v1 + 'a'.
EXECUTE.
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_syntax_of_an_archive_is_read(end: str, tmp_path: Path) -> None:
    found = said(ARCHIVE.replace("\n", end), tmp_path)
    assert found == {
        "v1": Variable(
            name="v1",
            label='Sex of the "odd" person',
            value_labels=labels(_1="Man", _2="Woman.", _9="Refused", _3="Other"),
            missing=(9,),
            missing_ranges=(MissingRange(low=None, high=-1.0),),
            scale=Scale.NOMINAL,
            display=DisplayFormat(width=3, program="spss", spelling="F3"),
        ),
        "v2": Variable(
            name="v2",
            label="don't know",
            value_labels=labels(_1="Man", _2="Woman.", _9="N/A"),
            missing=(9,),
            missing_ranges=(MissingRange(low=None, high=-1.0),),
            scale=Scale.ORDINAL,
        ),
        "v3": Variable(
            name="v3",
            label="It's",
            value_labels=(ValueLabel(value=-1.5, label="Low"), ValueLabel(value=0.5, label="High")),
            missing=(9,),
            missing_ranges=(MissingRange(low=None, high=-1.0),),
            scale=Scale.ORDINAL,
        ),
        "name": Variable(
            name="name",
            value_labels=(ValueLabel(value="x", label="An x"),),
            missing=("x", "NA"),
            display=DisplayFormat(kind="text", width=3, program="spss", spelling="A3"),
        ),
        "id": Variable(
            name="id",
            value_labels=labels(_0="Nobody"),
            missing_ranges=(MissingRange(low=90.0, high=None),),
            scale=Scale.CONTINUOUS,
            display=DisplayFormat(width=8, decimals=2, program="spss", spelling="F8.2"),
        ),
    }
    assert "role" not in found["v1"].model_fields_set


def test_the_order_of_the_file_tells_what_to_means(tmp_path: Path) -> None:
    text = "VALUE LABELS q1 TO q2 1 'Yes'.\nMISSING VALUES ALL (9).\n"
    found = said(text, tmp_path, "id", "Q1", "other", "q2")
    assert [(name, bool(one.value_labels), one.missing) for name, one in found.items()] == [
        ("Q1", True, (9,)),
        ("other", True, (9,)),
        ("q2", True, (9,)),
        ("id", False, (9,)),
    ]
    assert "line 1 means several variables by TO or ALL" in refusal(text, tmp_path)
    assert "line 1 means several" in refusal(text, tmp_path, "q2", "q1")
    read_here = "GET DATA /TYPE=TXT /FILE='x.csv'\n /VARIABLES= q1 F1.0 b A5\n q2 F1.0.\n"
    assert list(said(read_here + text, tmp_path)) == ["q1", "b", "q2"]


def test_a_file_is_read_with_it_and_described_by_it(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("Age,b,c\n30,1,x\n99,2,y\n")
    (tmp_path / "book.sps").write_text(
        "VARIABLE LABELS age 'Age in years'.\nVALUE LABELS age TO b 1 'One'.\nMISSING VALUES AGE (99).\n"
    )
    data = read(tmp_path / "data.csv", codebook=tmp_path / "book.sps")
    assert (data.variable("Age").label, data.variable("Age").missing) == ("Age in years", (99,))
    assert data.variable("b").label_by_value() == {1: "One"}
    plain = read(tmp_path / "data.csv")
    assert read_descriptions(tmp_path / "book.sps", plain) == data.variables[:2]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("VARIABLE LABELS\n  a 'open\n  b 'x'.", 2),
        ("VARIABLE LABELS\n  a.", 2),
        ("* x.\nVALUE LABELS a\n 1 2.", 3),
        ("VALUE LABELS a 1 'x'\n b 2 'y'.", 2),
        ("VALUE LABELS 1 'x'.", 1),
        ("VALUE LABELS TO a 1 'x'.", 1),
        ("MISSING VALUES a (1\n", 1),
        ("MISSING VALUES a (1 THRU).", 1),
        ("MISSING VALUES a (9 THRU 1).", 1),
        ("MISSING VALUES a (LO THRU HI).", 1),
        ("MISSING VALUES a 9.", 1),
        ("\n\nVARIABLE LEVEL a (WIDE).", 3),
        ("FORMATS a F8.2.", 1),
        ("VALUE LABELS a 1 'x' +\n/b 1 'y'.", 1),
    ],
)
def test_what_is_not_written_as_spss_takes_it_is_told_with_its_line(
    text: str, line: int, tmp_path: Path
) -> None:
    message = refusal(text, tmp_path)
    assert f"line {line} " in message
    assert message.startswith("book.sps: ")
    assert message.endswith(".")


@pytest.mark.parametrize("text", ["x", "* VALUE LABELS a 1 'x'.", "FREQUENCIES a.\nVALUE.\nDO IF x = 'y."])
def test_a_program_that_describes_nothing_is_refused(text: str, tmp_path: Path) -> None:
    assert "book.sps describes no variables" in refusal(text, tmp_path)


def test_a_later_command_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    text = "VALUE LABELS a 1 'x' 2 'y'.\nVALUE LABELS a 2 'z'.\nMISSING VALUES a (1).\nMISSING VALUES a ().\n"
    assert said(text, tmp_path)["a"] == Variable(name="a", value_labels=labels(_2="z"))

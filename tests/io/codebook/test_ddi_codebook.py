"""DDI codebooks: the order and the attributes that the schema of DDI-Codebook 2.5 has, and what others wrote.

The schema itself is not ours to ship. What it says of the elements that we write is stated below.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import read as read_data
from sdcdesk.io import write_codebook
from sdcdesk.io.codebook.ddi_codebook import NAMESPACE, DdiCodebook
from tests.io.codebook.conftest import file_of

FORM = DdiCodebook()

ORDER = {
    "codeBook": r"(docDscr )*(stdyDscr )+(fileDscr )*(dataDscr )*(otherMat )*",
    "stdyDscr": r"(citation )+(studyAuthorization )*(stdyInfo )*.*",
    "citation": r"titlStmt (rspStmt )?(prodStmt )?.*",
    "titlStmt": r"titl (subTitl )*(altTitl )*(parTitl )*(IDNo )*",
    "fileDscr": r"(fileTxt )*(locMap )?(notes )*",
    "fileTxt": r"(fileName )*.*",
    "dataDscr": r"(varGrp )*(nCubeGrp )*(var )*(nCube )*(notes )*",
    "var": (
        r"(location )*(labl )*(imputation )?(security )?(embargo )?(respUnit )?(anlysUnit )?(qstn )*(valrng "
        r")*"
        r"(invalrng )*(undocCod )*(universe )*(TotlResp )?(sumStat )*(txt )*(stdCatgry )*(catgryGrp "
        r")*(catgry )*"
        r"(codInstr )*(verStmt )*(concept )*(derivation )?(varFormat )?(geoMap )*(catLevel )*(notes )*"
    ),
    "catgry": r"(catValu )?(labl )*(txt )*(catStat )*(mrow )?",
    "invalrng": r"((item )|(range ))+(key )?(notes )*",
    **dict.fromkeys(
        ("titl", "fileName", "labl", "catValu", "location", "varFormat", "notes", "item", "range"), ""
    ),
}
"""Which elements stand in an element, in their order."""

NUMBER, ANY = r"-?[0-9.e+-]+", r"(?s).*"
ATTRIBUTES = {
    "codeBook": {"version": "2[.]5"},
    "fileDscr": {"ID": r"[A-Z]\d+"},
    "var": {
        "ID": r"[A-Z]\d+",
        "name": ANY,
        "files": r"F1",
        "dcml": r"\d+",
        "intrvl": "contin|discrete",
        "measUnit": ANY,
        "nature": "nominal|ordinal|interval|ratio|percent|other",
        "catQnty": r"\d+",
        "representationType": "text|numeric|code|datetime|other",
    },
    "location": {"width": r"\d+"},
    "catgry": {"missing": "Y|N", "missType": ANY},
    "item": {"UNITS": "INT|REAL", "VALUE": ANY},
    "range": {"UNITS": "INT|REAL", "min": NUMBER, "max": NUMBER},
    "varFormat": {
        "type": "numeric|character",
        "formatname": ANY,
        "schema": "SAS|SPSS|IBM|ANSI|ISO|XML-Data|other",
        "otherSchema": r"[\w.:-]+",
        "category": "date|time|currency|other",
        "otherCategory": r"[\w.:-]+",
    },
    "notes": {"type": ANY},
}
REQUIRED = {"var": {"name"}, "item": {"VALUE"}}


@pytest.mark.parametrize("internal", [False, True])
def test_it_keeps_to_the_schema(internal: bool, described: Microdata) -> None:
    root = ElementTree.fromstring(FORM.write(file_of(described, internal=internal)))  # noqa: S314 - our own
    seen, identifiers = set(), []
    for element in root.iter():
        space, name = re.fullmatch(r"\{(.*)\}(.*)", element.tag).groups()  # type: ignore[union-attr]
        assert space == NAMESPACE
        parts = "".join(f"{part.tag.rpartition('}')[2]} " for part in element)
        assert re.fullmatch(ORDER[name], parts), (name, parts)
        allowed = ATTRIBUTES.get(name, {})
        assert set(element.attrib) <= set(allowed), name
        assert REQUIRED.get(name, set()) <= set(element.attrib), name
        for attribute, value in element.attrib.items():
            assert re.fullmatch(allowed[attribute], value), (name, attribute)
        identifiers.append(element.get("ID"))
        seen.add(name)
    assert seen == set(ORDER) - (set() if internal else {"notes"})
    given = [one for one in identifiers if one]
    assert len(set(given)) == len(given)


def read(text: str, folder: Path) -> list[Variable]:
    path = folder / "book.xml"
    path.write_text(text, encoding="utf-8")
    return FORM.read(path)


def test_an_archive_says_less_and_in_other_versions(tmp_path: Path) -> None:
    text = """<?xml version="1.0"?>
    <codeBook xmlns="http://www.icpsr.umich.edu/DDI" version="1.2.2"><dataDscr>
    <var ID="V1" name="v1" intrvl="discrete"><labl>First &amp; last</labl>
      <invalrng><item VALUE="9"/></invalrng>
      <sumStat type="mean">3</sumStat>
      <catgry><catValu>1</catValu><labl>Yes</labl><catStat type="freq">10</catStat></catgry>
      <catgry missing="Y"><catValu>8</catValu><labl>Other</labl></catgry>
      <varFormat type="numeric" schema="ISO"/></var>
    <var name="v2" nature="ordinal">
      <catgry><catValu>b</catValu></catgry><catgry><catValu>a</catValu></catgry></var>
    <var name="v3" intrvl="contin"/><var name="v4"/>
    </dataDscr></codeBook>"""
    first, second, third, fourth = read(text, tmp_path)
    assert (first.label, first.label_by_value(), first.missing) == (
        "First & last",
        {1: "Yes", 8: "Other"},
        (9, 8),
    )
    assert (second.scale, second.categories) == (Scale.ORDINAL, ("b", "a"))
    assert third.scale is Scale.CONTINUOUS
    assert fourth.model_fields_set == {"name"}


def test_ordinal_numbers_of_which_some_have_labels_need_no_list(tmp_path: Path) -> None:
    said = Variable(
        name="fuel",
        scale=Scale.ORDINAL,
        value_labels=(
            ValueLabel(value=1, label="Piped"),
            ValueLabel(value=2, label="Well"),
            ValueLabel(value=-9, label="Refused"),
        ),
        missing=(-9,),
    )
    data = Microdata(pd.DataFrame({"fuel": [1, 2, 3, 4]}), [said])
    path = write_codebook(data, tmp_path / "safe.csv", "ddi")
    (found,) = FORM.read(path)
    assert (found.scale, found.categories, found.missing) == (Scale.ORDINAL, (), (-9,))
    (tmp_path / "next.csv").write_text("fuel\n1\n5\n-9\n", encoding="utf-8")
    again = read_data(tmp_path / "next.csv", codebook=path).variable("fuel")
    assert again.value_labels == said.value_labels


BOOK = "<codeBook><dataDscr>{}</dataDscr></codeBook>"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "damaged, or is no DDI codebook"),
        ("<codeBook>", "damaged, or is no DDI codebook"),
        ("<html/>", "another XML file"),
        (BOOK.format(""), "describes no variables"),
        (BOOK.format("<var/>"), "cannot be"),
        (BOOK.format('<var name="a"/><var name="a"/>'), "stands there twice"),
        (BOOK.format('<var name="a"><notes type="role">boss</notes></var>'), "cannot be"),
        (BOOK.format('<var name="a" dcml="x"/>'), "cannot be"),
        (BOOK.format('<var name="a"><invalrng><range min="x"/></invalrng></var>'), "cannot be"),
        ('<!DOCTYPE c [<!ENTITY a "aaaa">]><codeBook>&a;</codeBook>', "damaged, or is no DDI codebook"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as raised:
        read(text, tmp_path)
    assert words in raised.value.message


def test_a_document_type_that_only_names_its_dtd_is_passed_over(tmp_path: Path) -> None:
    named = '<?xml version="1.0"?>\n<!DOCTYPE codeBook SYSTEM "http://archive.example/Version2-0.dtd">\n'
    found = read(named + BOOK.format('<var name="a"><labl>Age</labl></var>'), tmp_path)
    assert [one.label for one in found] == ["Age"]
    with pytest.raises(ReadError, match="damaged"):
        read(named + BOOK.format('<var name="a"><labl>&age;</labl></var>'), tmp_path)


def test_text_on_lines_of_its_own_is_laid_out(tmp_path: Path) -> None:
    text = """<var name="a"><labl level="variable">
        Age of the
        respondent
      </labl><catgry><catValu>
        1
      </catValu><labl> <![CDATA[Under <18>]]></labl></catgry></var>"""
    found = read(BOOK.format(text), tmp_path)[0]
    assert found.label == "Age of the respondent"
    assert found.label_by_value() == {1: " Under <18>"}


def test_ends_that_do_not_belong_to_a_range(tmp_path: Path) -> None:
    ends = '<range minExclusive="-100" maxExclusive="-90"/><range min="97"/>'
    first, second = read(BOOK.format(f'<var name="a"><invalrng>{ends}</invalrng></var>'), tmp_path)[
        0
    ].missing_ranges
    assert -100 < (first.low or 0) < -99.999999
    assert -90.000001 < (first.high or 0) < -90
    assert (second.low, second.high) == (97, None)


def test_values_with_labels_are_nominal_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    labelled = "<catgry><catValu>1</catValu><labl>Yes</labl></catgry>"
    missing = '<catgry missing="Y"><catValu>9</catValu><labl>Refused</labl></catgry>'
    text = "".join(
        f'<var name="v{place}" {said}>{parts}</var>'
        for place, (said, parts) in enumerate(
            [('intrvl="discrete"', labelled), ('intrvl="contin"', labelled), ('intrvl="discrete"', missing)]
        )
    )
    first, second, third = read(BOOK.format(text), tmp_path)
    assert first.scale is Scale.NOMINAL
    assert second.scale is Scale.CONTINUOUS
    assert "scale" not in third.model_fields_set

"""DDI codebooks: the order and the attributes that the schema of DDI-Codebook 2.5 has, and what others wrote.

The schema itself is not ours to ship. What it says of the elements that we write is stated below.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import ReadError
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

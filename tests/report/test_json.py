"""JSON of findings; the findings of an example stand in this folder."""

import json

import pytest

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.limit import Limit
from sdcdesk.report.rows import figure_text
from tests.report.conftest import MARKED


def written(found: Assessment, edition: Edition | None = None) -> dict[str, object]:
    return json.loads(json.dumps(findings_json(found, edition or Edition()), allow_nan=False))  # type: ignore[no-any-return]


def test_figures_have_full_precision_bound_and_what_they_were(found: Assessment) -> None:
    assert written(found)["figures"] == {
        "risk": {
            "value": 61 / 3049,
            "unit": "share",
            "bound": "at most",
            "part": 61,
            "whole": 3049,
            "before": {
                "value": 1000 / 3049,
                "unit": "share",
                "bound": "exact",
                "part": 1000,
                "whole": 3049,
            },
        },
        "largest": {"value": None, "unit": "records", "bound": "exact", "reason": "not applicable"},
    }
    assert written(found)["states"] == {"exactness": {"value": "upper_bound"}}


def test_tables_have_stable_names_all_rows_and_null_where_nothing_is_defined(found: Assessment) -> None:
    table = written(found)["tables"]["group_sizes"]  # type: ignore[index]
    assert table["columns"] == [
        {"name": "size", "unit": "records", "bound": "exact", "secrecy": "aggregate"},
        {"name": "before", "unit": "share", "bound": "exact", "secrecy": "aggregate"},
        {"name": "after", "unit": "share", "bound": "exact", "secrecy": "aggregate"},
    ]
    assert table["rows"][0] == {"size": 1, "before": 0.1, "after": None}
    assert table["undefined"] == {"after": "no records"}


def test_words_stand_in_a_block_of_their_own_with_their_language(found: Assessment) -> None:
    content = written(found)
    words = content.pop("words")
    assert words["language"] == "en"  # type: ignore[index]
    assert words["figures"]["largest"]["reason"] == "No limit is set."  # type: ignore[index]
    assert words["tables"]["group_sizes"]["columns"]["size"] == "Size of the group"  # type: ignore[index]
    assert "2 records are alone." in words["notes"]  # type: ignore[index]
    for sentence in ("Size of the group", "No limit is set.", "Risk of a"):
        assert sentence not in json.dumps(content)


def test_words_are_those_of_report_and_terminal_told_from_the_limit(found: Assessment) -> None:
    near = {"risk": [Limit(measure="links", figure="risk", value=0.02005)]}
    words = found.to_json(limits=near)["words"]["figures"]["risk"]
    text = figure_text(found.figure("risk"), near["risk"])
    assert (words["shown"], words["before"]) == (text.value.text, text.before)
    assert words["shown"] == "≤\u202f2.001\u202f%"
    assert found.to_json()["words"]["figures"]["risk"]["shown"] == "≤\u202f2.01\u202f%"


@pytest.mark.parametrize("internal", [False, True])
def test_values_of_the_data_stand_in_it_only_where_the_board_asks(found: Assessment, internal: bool) -> None:
    edition = Edition(Audience.INTERNAL, values=True) if internal else Edition()
    assert (str(MARKED) in json.dumps(written(found, edition))) == internal
    assert (str(MARKED) in json.dumps(found.to_json(edition))) == internal

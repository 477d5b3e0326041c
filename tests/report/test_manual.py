"""Manual pages."""

import re

import pytest

import sdcdesk as sdc
from sdcdesk.core.operations.operation import Operation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page, page_html

OPERATIONS: list[type[Operation]] = [*METHODS, *MEASURES]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_pages_of_the_window_speak_no_python(operation: type[Operation]) -> None:
    text = page(operation, code=False)
    assert ">>>" not in text
    assert f"{operation.__name__}(" not in text
    assert "`" not in text
    code = [operation.name, *operation.model_fields]
    assert not [name for name in code if "_" in name and name in text]
    assert "\nParameters\n" in text
    assert operation.source in text
    assert len(text) > 600
    assert ">>>" in page(operation)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_symbols_have_their_subscripts(operation: type[Operation]) -> None:
    made = page_html(page(operation, code=False))
    words = re.sub(r"<(code|pre)>.*?</\1>|<[^>]*>", "", made, flags=re.DOTALL)
    assert re.findall(r"\w*\w_\w+", words) == []


def test_a_formula_is_typeset() -> None:
    made = page_html(page(METHODS["pram"], code=False))
    assert "P<sub>ij</sub>" in made
    assert "Σ<sub>i</sub>" in made


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (sdc.risk.TCloseness, "The engine duckdb answers for it"),
        (sdc.risk.CensusUniqueness, "needs the records in memory where areas are looked at."),
        (sdc.risk.Suda, "The engine duckdb does not answer for it"),
    ],
)
def test_pages_say_whether_an_engine_answers(measure: type[Operation], said: str) -> None:
    assert said in " ".join(page(measure).split())
    assert "duckdb" not in page(measure, code=False)

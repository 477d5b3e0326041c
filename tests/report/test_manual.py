"""Manual pages."""

import pytest

from sdcdesk.core.operation import Operation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.report.manual import page

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

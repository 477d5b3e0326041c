"""Every parameter of every method and measure is set in the form by its editor, and found in the model."""

from typing import Any

import pytest
from PySide6.QtCore import QLocale

from sdcdesk.core.operations.operation import Operation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.ui.forms.conftest import EXAMPLES

KINDS = [*METHODS, *MEASURES]

LANGUAGES = (QLocale.Language.German, QLocale.Language.English)

CASES = [
    pytest.param(kind, parameters, LANGUAGES[number % 2], id=f"{kind.name}-{number}")
    for kind in KINDS
    for number, parameters in enumerate(EXAMPLES[kind.name])
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_examples_leave_no_parameter_as_it_is(kind: type[Operation]) -> None:
    defaults = {name: info.get_default(call_default_factory=True) for name, info in kind.model_fields.items()}
    examples = [kind(**parameters) for parameters in EXAMPLES[kind.name]]
    same = [name for name, value in defaults.items() if all(getattr(one, name) == value for one in examples)]
    assert same == []


@pytest.mark.parametrize(("kind", "parameters", "language"), CASES)
def test_what_is_set_in_the_form_is_in_the_model(
    kind: type[Operation], parameters: dict[str, Any], language: QLocale.Language, shown
) -> None:
    QLocale.setDefault(QLocale(language))
    form = shown(kind)
    form.more.setChecked(True)
    wanted = kind(**parameters)
    for name in parameters:
        row = form.rows[name]
        assert row.is_included, name
        row.editor.set_value(getattr(wanted, name))
        row.editor.edited.emit()
    assert form.model() == wanted
    assert set(form.touched()) == set(parameters)

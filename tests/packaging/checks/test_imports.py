import pytest
from checks.imports import pruning_hint


@pytest.mark.parametrize(
    "said",
    [
        repr(ModuleNotFoundError("No module named 'scipy.optimize'")),
        "...\nImportError: cannot import name 'linprog' from 'scipy.optimize' (unknown location)",
        "ModuleNotFoundError: No module named 'scipy.optimize._linprog'",
    ],
)
def test_it_is_said_which_entry_leaves_a_module_out(said):
    assert pruning_hint(said) == (
        " - packaging/pruning.py leaves out scipy.optimize: take it from UNUSED_MODULES"
    )


@pytest.mark.parametrize("said", ["", "No module named 'sdcdesk.gone'", "ValueError: scipy.optimize"])
def test_other_failures_have_other_reasons(said):
    assert pruning_hint(said) == ""

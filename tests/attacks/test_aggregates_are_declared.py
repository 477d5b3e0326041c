"""Every number that is no count says whether it was computed from values of the data."""

from pathlib import Path

import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.table import Table
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.contract.conftest import finished_folder as finished_folder  # a fixture
from tests.contract.conftest import people
from tests.contract.test_measures import CASES as MEASURE_CASES
from tests.contract.test_measures import masking
from tests.contract.test_methods import CASES

COUNTED = {
    "sampling_factor",
    "inclusion_probability",
    "margin_of_error",
    "margin_of_error_uncorrected",
    "smallest_sampling_factor",
    "largest_sampling_factor",
    "expected_records",
    "records_between",
    "share_of_records_swapped",
    "share_of_households_swapped",
    "expected_change",
    "condition",
    "rank_of_b",
    *("p_value", "probability", "estimated", "expected"),
}
"""Numbers that methods compute from counts and parameters alone."""

SEEN = {"step"}
"""Numbers that the ends of the released intervals show to everybody."""

OF_VALUES = {"continuous_loss", "distributions", "factors", "headline_loss", "probabilistic_loss"}
"""Measures that compute with values; the others count records, people and agreements."""


@pytest.fixture(autouse=True)
def _beside_the_finished_file(finished_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(finished_folder)


def is_told(quantity: Quantity, secrecy: Secrecy) -> bool:
    """Return whether a number that is no count is told as it is."""
    known = quantity.defined and quantity.unit.noun is None and quantity.part is None
    return known and quantity.contributions is None and secrecy is Secrecy.AGGREGATE


def told(table: Table, column: Column) -> bool:
    numbers = [] if column.unit is None else table.quantities(column)
    return any(is_told(quantity, column.secrecy) for quantity in numbers)


def told_in(found: Findings) -> set[str]:
    figures = {name for name, one in found.figures.items() if is_told(one.quantity, one.secrecy)}
    tables = found.tables.values()
    return figures | {column.name for table in tables for column in table.columns if told(table, column)}


@pytest.mark.parametrize("method", CASES)
def test_figures_of_methods_say_so(method: Method) -> None:
    assert told_in(method.mask(people(200), 1).findings) <= COUNTED | SEEN


@pytest.mark.parametrize("measure", [case for case in MEASURE_CASES if case.values[0].name in OF_VALUES])
def test_figures_of_the_losses_of_values_say_so(measure: object) -> None:
    data = people(200)
    masked = METHODS["additive_noise"](variables=["age", "income", "bonus", "weight"]).apply(data, seed=1)
    found = measure.assess(data, masked)  # type: ignore[attr-defined]
    # Parts without arithmetic on values, as records that are left out, are shares of counts.
    assert told_in(found) <= {"records_retained", "values_compared", "loss", "weight"}
    if "parts" in found.tables:
        parts = found.tables["parts"]
        behind = dict(zip(parts.frame["part"], parts.frame["loss"], strict=True))
        assert all(behind[name].contributions for name in ("age", "income", "bonus"))


def test_units_of_variables_stand_at_values_alone() -> None:
    data: Microdata = people(200)
    masked = masking(data)
    for case in MEASURE_CASES:
        found = case.values[0].assess(data, masked)
        for table in found.tables.values():
            for column in table.columns:
                if column.unit is not None and column.unit.kind == "variable":
                    assert not told(table, column), (case.values[0].name, column.name)
    assert {measure.name for measure in MEASURES} >= OF_VALUES

"""Who is who: without a pairing no measure says anything that hangs on the order of the masked records."""

import json

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import SAME_ORDER, UNPAIRED
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.table import Table, plain_value
from sdcdesk.masking import Microaggregation, Recoding
from tests.contract.test_measures import CASES

RELATIVE = 1e-9
"""Sums of floats hang on their order by so much."""


def finished(data: Microdata, order: np.ndarray) -> Microdata:
    """What another program would have made of a file, in another order and without a word on it."""
    masked = Recoding(variable="age", how="prefix", keep=1).apply(data)
    masked = Microaggregation(variables=["income"], k=3).apply(masked)
    return Microdata(masked.frame.take(order).reset_index(drop=True), masked.variables)


@pytest.fixture
def orders(data: Microdata) -> tuple[np.ndarray, np.ndarray]:
    return np.arange(len(data)), np.random.default_rng(5).permutation(len(data))


@pytest.mark.parametrize("measure", CASES)
def test_no_figure_hangs_on_the_order_unless_it_was_stated(
    measure: Measure, data: Microdata, orders: tuple[np.ndarray, np.ndarray]
) -> None:
    one, other = (measure.assess(data, finished(data, order)) for order in orders)
    assert one.notes[0] == other.notes[0] == UNPAIRED
    assert {declared.name for declared in measure.declares} == set(one.figures)
    for name, figure in one.figures.items():
        same(figure.value, other.value(name), name)
        assert figure.rows is None, f"{name} points at records of the original"
        if not figure.quantity.defined:
            assert figure.quantity.reason is not None
    assert {name: state.code for name, state in one.states.items()} == {
        name: state.code for name, state in other.states.items()
    }
    for name, table in one.tables.items():
        assert table.rows is None, f"{name} points at records of the original"
        assert not len(table) or "record" not in {column.name for column in table.columns}
        alike(table, other.tables[name], name)
    written = one.to_json()
    assert written["computed_from"]["paired_by"] == "nothing"
    assert json.dumps(written, allow_nan=False)


@pytest.mark.parametrize("measure", CASES)
def test_the_users_word_is_repeated_with_the_figures(measure: Measure, data: Microdata) -> None:
    masked = Microdata(Microaggregation(variables=["income"], k=3).apply(data).frame, data.variables)
    if getattr(measure, "held_out", 0):
        pytest.skip("records are held out of a file whose steps are known")
    found = measure.assess(data, masked, same_order=True)
    assert found.notes[0] == SAME_ORDER
    assert found.to_json()["computed_from"]["paired_by"] == "order"
    assert UNPAIRED not in found.notes


def test_what_needs_no_pairing_goes_on(data: Microdata, orders: tuple[np.ndarray, np.ndarray]) -> None:
    """Each figure that is shown all the same, by measure: what is not here is withheld."""
    shown: dict[str, list[str]] = {}
    for case in CASES:
        [measure] = case.values
        found: Assessment = measure.assess(data, finished(data, orders[1]))
        there = [name for name, figure in found.figures.items() if figure.quantity.defined]
        shown.setdefault(measure.name, [])
        shown[measure.name] = sorted({*shown[measure.name], *there})
    nothing = [name for name, figures in shown.items() if not figures]
    assert sorted(nothing) == [
        *("categorical_comparison", "changed_cells", "combined_risk", "distance_linkage"),
        *("ebil", "headline_loss"),
        *("individual_risk", "inference", "interval_disclosure", "linkability", "pril"),
        *("probabilistic_linkage", "robust_interval_disclosure"),
        *("sampling_risk", "singling_out", "three_criteria", "weighted_k_anonymity"),
    ]
    assert shown["disclosure_risk"] == ["groups_after", "k", "records_after", "records_below_k"]
    assert shown["edit_rules"] == ["records_breaking_rules"]
    assert "mean_variation_values" not in shown["continuous_loss"]
    assert {"mean_variation_means", "records_retained"} <= set(shown["continuous_loss"])
    assert "journalist_largest" in shown["attacker_risks"], "of a population file"


def same(one: object, other: object, name: str) -> None:
    if isinstance(one, float) and isinstance(other, float):
        assert other == pytest.approx(one, rel=RELATIVE, abs=1e-12, nan_ok=True), name
    else:
        assert other == one, name


def alike(one: Table, other: Table, name: str) -> None:
    """Compare tables whatever the order of their rows: groups and records stand as they occur."""
    first, second = (
        table.frame[[column.name for column in table.columns]].map(plain_value) for table in (one, other)
    )
    assert list(first.columns) == list(second.columns), name
    pd.testing.assert_frame_equal(ordered(first), ordered(second), rtol=RELATIVE, obj=name)


def ordered(frame: pd.DataFrame) -> pd.DataFrame:
    if not len(frame.columns):
        return frame
    rounded = frame.map(lambda value: f"{value:.6g}" if isinstance(value, float) else str(value))
    return frame.loc[rounded.sort_values(list(rounded.columns)).index].reset_index(drop=True)

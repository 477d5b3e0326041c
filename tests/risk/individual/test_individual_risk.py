"""Individual risk against its definition, and against an obvious second implementation."""

import math
import re
from collections import defaultdict

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound, Quantity
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.quantity_text import column_texts
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.risk import IndividualRisk

Row = tuple[str | None, str | None, float, str | None]

ROWS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", None]),
        st.sampled_from(["x", "y", "z", None]),
        st.sampled_from([1.0, 1.5, 2.0, 40.0]) | st.floats(1, 1e6),
        st.sampled_from(["h1", "h2", "h3", None]),
    ),
    min_size=1,
    max_size=12,
)


NODES = np.polynomial.legendre.leggauss(200)


def microdata(rows: list[Row]) -> Microdata:
    frame = pd.DataFrame(rows, columns=["zip", "sex", "w", "home"])
    frame[["zip", "sex", "home"]] = frame[["zip", "sex", "home"]].astype(object)
    return Microdata(
        frame,
        [
            Variable(name="zip", role=Role.KEY),
            Variable(name="sex", role=Role.KEY),
            Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
            Variable(name="home", role=Role.HOUSEHOLD),
        ],
    )


def fits(one: str | None, other: str | None, missing: Missing) -> bool:
    return one == other or (missing == "wildcard" and (one is None or other is None))


def slowly(rows: list[Row], missing: Missing) -> list[float]:
    """Σ_{F ≥ f} 1/F · C(F−1, f−1) p^f (1−p)^(F−f) = p·∫ s^(f−1)/(p + (1−p)s) ds, by Gauss–Legendre."""
    nodes, weights = NODES
    risks = []
    for mine in rows:
        same = [
            row for row in rows if all(fits(a, b, missing) for a, b in zip(mine[:2], row[:2], strict=True))
        ]
        f, people = len(same), sum(row[2] for row in same)
        p = min(f / people, 1.0)
        # With s = p^u the integrand is smooth, however small p is; below s = p^6 nothing is left.
        scale = -6 * math.log(p) + 40
        u = (nodes + 1) / 2 * scale
        s = np.exp(-u)
        risks.append(float(p * (weights / 2 * scale) @ (s**f / (p + (1 - p) * s))))
    return risks


@pytest.mark.parametrize("missing", ["category", "wildcard"])
@given(rows=ROWS)
def test_it_is_what_the_definition_says(rows: list[Row], missing: Missing) -> None:
    data = microdata(rows)
    found = IndividualRisk(missing=missing, threshold=0.3).assess(data, data)
    risks = slowly(rows, missing)
    assert found.record("risk") == pytest.approx(risks, rel=1e-9)
    assert found.value("expected_reidentifications") == pytest.approx(sum(risks), rel=1e-9)
    assert found.value("mean_risk") == pytest.approx(sum(risks) / len(rows), rel=1e-9)
    assert found.value("largest_risk") == pytest.approx(max(risks), rel=1e-9)
    homes: dict[object, float] = defaultdict(lambda: 1.0)
    for place, (row, risk) in enumerate(zip(rows, risks, strict=True)):
        homes[place if row[3] is None else row[3]] *= 1 - risk
    expected = [1 - homes[place if row[3] is None else row[3]] for place, row in enumerate(rows)]
    assert found.record("household_risk") == pytest.approx(expected, rel=1e-8, abs=1e-12)
    assert found.value("expected_households") == pytest.approx(
        sum(1 - kept for kept in homes.values()), abs=1e-8
    )


@given(rows=ROWS, threshold=st.sampled_from([0.0, 0.02, 0.05, 0.5, 1.0]))
def test_counts_above_thresholds_are_those_of_the_records(rows: list[Row], threshold: float) -> None:
    data = microdata(rows)
    found = IndividualRisk(threshold=threshold).assess(data, data)
    risk = found.record("risk")
    assert found.value("records_above") == int((risk > threshold).sum())
    figure = found.figure("records_above")
    assert figure.rows is not None
    assert figure.rows().tolist() == np.flatnonzero(risk > threshold).tolist()
    table = found.tables["thresholds"]
    assert threshold in table.frame["threshold"].tolist()
    assert table.rows is not None
    told = found.table("thresholds")
    for at, (place, number) in enumerate(zip(told["threshold"], told["records"], strict=True)):
        assert number == int((risk > place).sum()) == len(table.rows(at))
    by_home = found.record("household_risk") > threshold
    assert found.value("members_above") == int(by_home.sum())


def test_weights_of_one_make_the_sample_the_population() -> None:
    data = microdata([("a", "x", 1.0, None), ("b", "x", 1.0, None), ("b", "x", 1.0, None)])
    found = IndividualRisk().assess(data, data)
    assert found.record("risk").tolist() == [1.0, 0.5, 0.5]
    assert found.value("expected_reidentifications") == 2.0
    assert found.figure("mean_risk").quantity.bound is Bound.ESTIMATE


def test_the_share_above_the_threshold_is_computed_from_what_it_is_made_of() -> None:
    data = microdata([("a", "x", 1.0, None), ("b", "x", 1.0, None), ("b", "x", 1.0, None)])
    measure = IndividualRisk(threshold=0.5)
    steps = [step for _, step in measure.assess(data, data).figure("share_above").computation]
    assert [step.value for step in steps if isinstance(step, Quantity)] == [0.5, 1, 3]
    nobody = measure.assess(data, data.take(np.array([], dtype=np.int64)))
    assert nobody.value("share_above") is None
    assert nobody.figure("share_above").computation == (), "nothing is divided by no records"


def test_a_household_is_found_if_one_member_is() -> None:
    rows: list[Row] = [
        ("a", "x", 4.0, "h1"),
        ("b", "x", 9.0, "h1"),
        ("c", "x", 1.0, "h2"),
        ("c", "y", 5.0, "h2"),
    ]
    found = IndividualRisk(threshold=0.5).assess(microdata(rows), microdata(rows[:0] + rows), same_order=True)
    r = found.record("risk")
    assert found.record("household_risk").tolist() == pytest.approx(
        [1 - (1 - r[0]) * (1 - r[1])] * 2 + [1.0, 1.0]
    )
    assert found.value("households_above") == 2
    assert found.value("members_above") == 4
    assert found.value("records_above") == 1


def test_without_households_their_figures_say_why() -> None:
    data = microdata([("a", "x", 4.0, "h1")])
    data = Microdata(
        data.frame, [v.changed(role=Role.OTHER) if v.name == "home" else v for v in data.variables]
    )
    found = IndividualRisk().assess(data, data)
    assert found.value("mean_household_risk") is None
    assert "household" in str(found.figure("mean_household_risk").quantity.reason)
    assert IndividualRisk(household="home").assess(data, data).value("households_above") == 1


def test_records_without_a_household_are_households_of_one() -> None:
    data = microdata([("a", "x", 4.0, None), ("b", "x", 4.0, None), ("c", "x", 4.0, "h1")])
    found = IndividualRisk().assess(data, data)
    assert found.record("household_risk").tolist() == found.record("risk").tolist()
    assert any("2 released records name no household" in note for note in found.notes)


@pytest.mark.parametrize("weight", [0.0, -1.0, None, float("nan")])
def test_weights_that_count_nobody_are_refused(weight: float | None) -> None:
    data = microdata([("a", "x", 4.0, None), ("b", "x", weight, None), ("b", "x", 2.0, None)])
    with pytest.raises(
        DataError, match=r"w: the weight of 1 record is missing, zero or negative \(record 2\)"
    ):
        IndividualRisk().assess(data, data)
    # A record that is not released needs no weight.
    assert IndividualRisk().assess(data, data.take(np.array([0, 2]))).value("records_above") == 2


def test_fewer_people_than_records_are_refused_with_the_records() -> None:
    rows: list[Row] = [
        ("a", "x", 0.5, None),
        ("b", "x", 0.5, None),
        ("b", "x", 1.5, None),
        ("c", "x", 0.2, None),
    ]
    with pytest.raises(
        DataError, match=re.escape("of 2 records sum to less than their number (records 1, 4)")
    ):
        IndividualRisk().assess(microdata(rows), microdata(rows), same_order=True)
    # One weight below 1 is no fault where the people of its key are enough.
    assert (
        IndividualRisk()
        .assess(microdata(rows[1:3]), microdata(rows[1:3]), same_order=True)
        .record("risk")
        .tolist()
        == [0.5] * 2
    )


def test_weights_must_be_known() -> None:
    data = microdata([("a", "x", 4.0, None)])
    without = data.describe(data.variable("w").changed(role=Role.OTHER))
    with pytest.raises(DataError, match="No variable has the role weight"):
        IndividualRisk().assess(without, without)
    twice = Microdata(
        data.frame.assign(v=1.0),
        [*data.variables, Variable(name="v", role=Role.WEIGHT, scale=Scale.CONTINUOUS)],
    )
    with pytest.raises(DataError, match="w, v have the role weight"):
        IndividualRisk().assess(twice, twice)
    assert IndividualRisk(weight="v").assess(twice, twice).value("largest_risk") == 1.0
    homes = Microdata(data.frame.assign(v="h"), [*data.variables, Variable(name="v", role=Role.HOUSEHOLD)])
    with pytest.raises(DataError, match="home, v have the role household"):
        IndividualRisk().assess(homes, homes)


def test_masked_weights_do_not_matter_and_left_out_records_are_told() -> None:
    data = microdata([("a", "x", 4.0, None), ("b", "x", 9.0, None), ("b", "x", 2.0, None)])
    masked = data.take(np.array([2, 0])).drop(["w"])
    found = IndividualRisk().assess(data, masked)
    assert found.record("people").tolist() == [2.0, 4.0]
    assert any("1 record was left out" in note for note in found.notes)


@given(rows=ROWS)
def test_the_order_of_the_released_records_changes_no_digit(rows: list[Row]) -> None:
    data = microdata(rows)
    for missing in ("category", "wildcard"):
        measure = IndividualRisk(missing=missing)
        turned = measure.assess(data, data.take(np.arange(len(data))[::-1]))
        found = measure.assess(data, data)
        assert found.record("risk").tolist() == turned.record("risk")[::-1].tolist()
        assert found.record("household_risk").tolist() == turned.record("household_risk")[::-1].tolist()


def test_thresholds_are_written_apart_from_each_other() -> None:
    table = IndividualRisk().assess(*[microdata([("a", "x", 2.0, None)])] * 2).tables["thresholds"]
    column = table.column("threshold")
    cells = column_texts(list(table.quantities(column)), limits=column.limits)
    assert len({cell.text for cell in cells}) == len(table)

"""Prosecutor, journalist and marketer, against counting each record's candidates one by one."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Bound
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.risk import AttackerRisks

Key = tuple[str | None, str | None]
ROWS = st.lists(
    st.tuples(st.sampled_from(["a1", "a2", "b1", None]), st.sampled_from(["x", "y", None])),
    min_size=1,
    max_size=10,
)


def microdata(rows: list[Key], weights: list[float] | None = None) -> Microdata:
    frame = pd.DataFrame(rows, columns=["zip", "sex"]).astype(object)
    frame["w"] = weights or 1.0
    keys = [Variable(name=name, role=Role.KEY) for name in ("zip", "sex")]
    return Microdata(frame, [*keys, Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS)])


def shorter(key: Key) -> Key:
    return (key[0][:1] if key[0] else None, key[1])


def number(key: Key, keys: list[Key], missing: Missing) -> int:
    """How many keys are equal to one, or compatible with it."""

    def fits(one: str | None, other: str | None) -> bool:
        return one == other or (missing == "wildcard" and None in (one, other))

    return sum(all(map(fits, key, other)) for other in keys)


@pytest.mark.parametrize("missing", ["category", "wildcard"])
@given(rows=ROWS, data=st.data(), threshold=st.sampled_from([0.0, 0.2, 0.25, 0.5, 1.0]))
def test_after_recoding_and_sampling_all_is_exact(
    rows: list[Key], missing: Missing, data: st.DataObject, threshold: float
) -> None:
    kept = sorted(data.draw(st.sets(st.integers(0, len(rows) - 1))))
    people = microdata(rows)
    masked = people.recode("zip", lambda values: values.str[:1]).take(np.array(kept, dtype=np.int64))
    found = AttackerRisks(missing=missing, threshold=threshold).assess(people, masked)
    recoded = [shorter(key) for key in rows]
    released = [recoded[place] for place in kept]
    f = [number(key, released, missing) for key in released]
    candidates = [number(key, recoded, missing) for key in released]
    assert found.record("f").tolist() == f
    assert found.record("candidates").tolist() == candidates
    for name, sizes in (("prosecutor", f), ("journalist", candidates)):
        assert found.value(f"{name}_above") == sum(1 / size > threshold for size in sizes)
        assert found.value(f"{name}_largest") == (1 / min(sizes) if sizes else None)
    if not kept:
        assert found.value("marketer") is None
        return
    assert found.figure("marketer").quantity.bound is Bound.EXACT
    assert found.value("marketer") == float(sum(Fraction(1, size) for size in candidates) / len(kept))
    assert found.value("prosecutor_mean") == float(sum(Fraction(1, size) for size in f) / len(kept))
    if missing == "category":
        assert found.value("prosecutor_mean") == len(set(released)) / len(kept)
    shown = found.figure("journalist_above")
    assert shown.rows is not None
    assert shown.rows().tolist() == [
        place for place, size in zip(kept, candidates, strict=True) if 1 / size > threshold
    ]


def test_values_changed_otherwise_leave_an_upper_bound() -> None:
    people = microdata([("a1", "x"), ("a1", "x"), ("b1", "x"), ("b1", "x")])
    swapped = people.assign({"zip": pd.Series(["b1", "a1", "a1", "a1"], dtype=object)})
    found = AttackerRisks().assess(people, swapped)
    assert found.record("f").tolist() == [1, 3, 3, 3]
    assert found.record("candidates").tolist() == [2, 3, 3, 3]
    for name in ("prosecutor_largest", "journalist_largest", "marketer"):
        assert found.figure(name).quantity.bound is Bound.AT_MOST
    assert any("upper bounds" in note for note in found.notes)


def test_weights_estimate_the_population() -> None:
    people = microdata([("a1", "x"), ("a1", "x"), ("b1", "x")], [2.0, 6.0, 5.0])
    found = AttackerRisks(population="weights", threshold=0.125).assess(people, people)
    assert found.record("candidates").tolist() == [8.0, 8.0, 5.0]
    assert found.value("marketer") == pytest.approx((1 / 8 + 1 / 8 + 1 / 5) / 3)
    assert found.value("journalist_above") == 1
    assert found.figure("marketer").quantity.bound is Bound.ESTIMATE
    assert found.figure("prosecutor_mean").quantity.bound is Bound.EXACT


def test_the_curve_counts_what_the_figures_count() -> None:
    people = microdata([("a1", "x"), ("a1", "x"), ("b1", "x"), ("b1", None)])
    found = AttackerRisks(threshold=0.4).assess(people, people.take(np.array([0, 2])))
    curve = found.table("thresholds").set_index("threshold")
    assert curve.loc[0.4].tolist() == [found.value("prosecutor_above"), found.value("journalist_above")]
    assert curve.loc[0.5].tolist() == [2, 1]
    assert curve.loc[1.0].tolist() == [0, 0]
